import { makeOperator } from '../factories/worker/operators.ts';
import { type Call, callApi } from './api.ts';

/** Signs a new operator in and returns a function that makes calls with the token. */
export async function openCalls(): Promise<(path: string, call?: Call) => Promise<Response>> {
  const { token } = await makeOperator();
  return (path, call) => callApi(`/api${path}`, { token, ...call });
}
