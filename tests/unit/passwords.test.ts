import { scryptSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import {
  answerHasher,
  DECOY_HASH,
  type Hasher,
  hashPassword,
  verifyPassword,
} from '../../worker/security/passwords.ts';

test('a hash contains its parameters and matches only its own password', async () => {
  const hash = await hashPassword('correct horse');
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/);
  expect(await verifyPassword('correct horse', hash)).toEqual({ matches: true, isOutdated: false });
  expect((await verifyPassword('Correct horse', hash)).matches).toBe(false);
});

test('a password typed in another Unicode form is the same password', async () => {
  const hash = await hashPassword('caf\u00e9');
  expect((await verifyPassword('cafe\u0301', hash)).matches).toBe(true);
});

test('the decoy costs the same as a real hash and matches nothing', async () => {
  const parameters = (hash: string) => hash.split('$').slice(0, 4);
  expect(parameters(DECOY_HASH)).toEqual(parameters(await hashPassword('x')));
  expect(DECOY_HASH.length).toBe((await hashPassword('x')).length);
  expect((await verifyPassword('', DECOY_HASH)).matches).toBe(false);
});

test('a hash made with other parameters still matches and is reported as outdated', async () => {
  const salt = Buffer.alloc(16, 3);
  const key = scryptSync('old', salt, 32, { N: 1024, r: 8, p: 1 });
  const stored = `scrypt$1024$8$1$${salt.toString('base64')}$${key.toString('base64')}`;
  expect(await verifyPassword('old', stored)).toEqual({ matches: true, isOutdated: true });
});

test.each(['', 'scrypt', 'bcrypt$1$2$3$4$5', 'scrypt$1024$8$1$AAAA$AAAA'])(
  'the unreadable hash %j matches nothing',
  async (stored) => {
    expect((await verifyPassword('', stored)).matches).toBe(false);
  },
);

test('a hasher gets password, salt and cost, and its hash equals one that is computed here', async () => {
  const hasher = {
    fetch: vi.fn(
      async (_url: unknown, init?: RequestInit) =>
        new Response(await answerHasher(String(init?.body))),
    ),
  } as unknown as Hasher;
  const hash = await hashPassword('caf\u00e9', hasher);
  expect((await verifyPassword('cafe\u0301', hash)).matches).toBe(true);
  expect((await verifyPassword('cafe\u0301', hash, hasher)).matches).toBe(true);
  expect((await verifyPassword('cafe', hash, hasher)).matches).toBe(false);
  expect(hasher.fetch).toHaveBeenCalledTimes(3);
});

test('a hasher that fails is a failure of the call, not a wrong password', async () => {
  const hasher = { fetch: async () => new Response('', { status: 500 }) } as unknown as Hasher;
  await expect(verifyPassword('x', DECOY_HASH, hasher)).rejects.toThrow('500');
});

test('hashes are computed in threads, so the process stays responsive', async () => {
  const body = JSON.stringify({ password: 'x', salt: 'AAAA', cost: { N: 2 ** 15, r: 8, p: 3 } });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  await Promise.all([answerHasher(body), answerHasher(body)]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
