import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { databaseTarget } from '../../scripts/services/database-target.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { findByEmail } from '../../worker/features/account/store.ts';
import { storeOperator } from '../factories/operator.ts';

/** The first operator of a product that tests or benchmarks start. */
export const operator = {
  email: 'operator@localhost',
  password: 'browser tests sign in with this',
};

/** The variables of a product with this operator. */
export const operatorVariables = {
  OPERATOR_EMAIL: operator.email,
  OPERATOR_PASSWORD: operator.password,
};

/** An operator that only one test uses, with a session. */
export interface TestOperator {
  id: number;
  email: string;
  password: string;
  /** The token of the session. */
  token: string;
}

/** The secrets of the running product of the browser tests. */
export const readSecrets = (): { TOKEN_SECRET: string; DATA_KEY: string } =>
  JSON.parse(readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'secrets.json'), 'utf8'));

/**
 * A function that adds an operator to the running product of the browser tests, so that nothing
 * that one test saves, searches or stores appears in another. It takes milliseconds, because all
 * operators have the first one's password and hash.
 */
export async function operatorMaker(): Promise<() => Promise<TestOperator>> {
  process.env.DATA_DIR = process.env.E2E_DATA_DIR;
  const { url, authToken } = databaseTarget();
  const db = openDatabase({ LIBSQL_URL: url, LIBSQL_AUTH_TOKEN: authToken });
  const issuer = { ...readSecrets(), DEPLOYMENT_ID: 'boxoffice-desk' };
  const first = await findByEmail(db, operator.email);
  if (first === null) throw new Error(`There is no operator ${operator.email}.`);
  const { passwordHash } = first;
  return async () => {
    const email = `operator-${randomUUID().slice(0, 13)}@desk.test`;
    const { id, token } = await storeOperator(db, issuer, { email, passwordHash });
    return { id, email, password: operator.password, token };
  };
}

/** The status that the current-user call returns for a token. */
export const statusOf = async (request: APIRequestContext, token: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await request.get('/api/auth/me', { headers })).status();
};
