import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../worker/security/passwords.ts';

// Calls of the other tests get their hashes from outside the runtime; Cloudflare has no such
// hasher.
test('the runtime itself computes a hash, and checks passwords with it', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword('correct horse', hash)).toEqual({ matches: true, isOutdated: false });
  expect(await verifyPassword('Correct horse', hash)).toEqual({
    matches: false,
    isOutdated: false,
  });
});
