import { templateOf } from '../csv/template.ts';

/** A list of two accounts. */
export const ACCOUNT_TEMPLATE = templateOf('accounts', [
  'Email',
  'ann@example.com',
  'bob@example.com',
]);
