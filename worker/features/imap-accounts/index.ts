export { findAccounts, type StoredAccount } from './store.ts';
