export { readRules } from './service.ts';
export { confirmedStatement } from './store.ts';
