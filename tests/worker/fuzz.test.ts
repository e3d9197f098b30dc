import fc from 'fast-check';
import { expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { describeApi } from '../../worker/http/api-description.ts';
import { OUTLINE } from '../../worker/http/api-outline.ts';
import { writeOpenApi } from '../../worker/http/openapi.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { type FuzzCall, withTokens, wrongCall } from '../fuzz/calls.ts';
import { faultOf } from '../fuzz/judge.ts';
import { callApi } from './api.ts';

const CALLS = 120;
/** The number of calls that run at a time. */
const AT_ONCE = 4;

/** The request of a call; null for one that can only be sent over a raw connection. */
function requestOf({ method, target, headers, body }: FuzzCall) {
  try {
    const sent = { method, ...(body !== null && { body }), redirect: 'manual' as const };
    const init = { ...sent, headers: new Headers(headers) };
    new Request(`https://desk.test${target}`, init);
    return { path: target, call: { ...init, headers: Object.fromEntries(init.headers) } };
  } catch {
    return null;
  }
}

test(`${CALLS} invalid calls are refused as the API document says`, async () => {
  const { token } = await makeOperator();
  const document = writeOpenApi(describeApi(app), { ...OUTLINE, examples: {} });
  const drawn = fc.sample(wrongCall(document), { seed: 7, numRuns: CALLS });
  const faults: string[] = [];
  let sent = 0;
  const work = async () => {
    for (let one = drawn.pop(); one !== undefined; one = drawn.pop()) {
      const request = requestOf(withTokens(one, { operator: token, scanner: 'none' }));
      if (request === null) continue;
      sent += 1;
      const answer = await callApi(request.path, request.call);
      const head = [...answer.headers].map((pair) => pair.join(': ')).join('\n');
      // The machine may be slow, so no time is checked here.
      const fault = faultOf({ status: answer.status, head, body: await answer.text(), ms: 0 });
      if (fault !== null) faults.push(`${one.method} ${one.target}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThan(CALLS / 2);
});
