import { exports } from 'cloudflare:workers';
import { makeOperator } from '../factories/worker/operators.ts';

/** Signs a new operator in and returns a function that makes calls with the token. */
export async function openCalls(): Promise<
  (path: string, init?: RequestInit) => Promise<Response>
> {
  const { token } = await makeOperator();
  return (path, init = {}) =>
    exports.default.fetch(`https://desk.test/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
}
