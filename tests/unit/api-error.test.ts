import { expect, test } from 'vitest';
import { describeFailure, describeThrown } from '../../web/lib/api-error.ts';

test.each([
  ['{"success":false,"message":"Taken already."}', 'server', 'Taken already.'],
  ['<html>Bad gateway</html>', 'no_envelope', 'The server answered with status 502.'],
  ['{"error":"bad gateway"}', 'no_envelope', 'The server answered with status 502.'],
  ['{"success":false}', 'no_envelope', 'The server answered with status 502.'],
  ['', 'no_envelope', 'The server answered with status 502.'],
])('a failed answer with the body %j is of the kind %s', async (body, kind, message) => {
  const error = await describeFailure(new Response(body, { status: 502 }));
  expect([error.kind, error.message, error.status]).toEqual([kind, message, 502]);
});

test('an answer with an ok status that is not JSON has no envelope', async () => {
  const thrown: unknown = await new Response('<html>').json().catch((error: unknown) => error);
  expect(describeThrown(thrown).kind).toBe('no_envelope');
});
