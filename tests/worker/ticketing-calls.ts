import { exports } from 'cloudflare:workers';
import { openDatabase } from '../../worker/db/client.ts';
import { operators } from '../../worker/db/schema/index.ts';
import { issueToken } from '../../worker/security/tokens.ts';
import { readSettings } from './settings.ts';

/** Signs a new operator in and answers a function that makes calls with the token. */
export async function openCalls(): Promise<
  (path: string, init?: RequestInit) => Promise<Response>
> {
  const settings = readSettings();
  const [operator] = await openDatabase(settings)
    .insert(operators)
    .values({ email: `${crypto.randomUUID()}@desk.test`, passwordHash: '-', createdAt: Date.now() })
    .returning();
  if (!operator) throw new Error('the operator was not kept');
  const token = await issueToken(settings.TOKEN_SECRET, operator, Date.now());
  return (path, init = {}) =>
    exports.default.fetch(`http://desk.test/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
}
