export { findAccounts } from './store.ts';
