import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDataKeys } from '../../shared/env.ts';
import { seal, unseal } from '../../worker/security/vault.ts';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [keyA = '', keyB = ''] = [newKey('a'), newKey('b')];
const onlyA = parseDataKeys(keyA);
const place = {
  column: 'imap_accounts.password',
  row: 'row-1',
  boundTo: ['a@mail.test', 'mail.test', 993],
} as const;

/** A value as the product sealed it before values were bound to other columns of their row. */
async function sealV1(text: string): Promise<string> {
  const key = createSecretKey(onlyA[0]?.bytes ?? new Uint8Array());
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(JSON.stringify(['v1', place.column, place.row])));
  const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return `v1.a.${iv.toString('base64url')}.${sealed.toString('base64url')}`;
}

describe('the vault', () => {
  test('opens what it sealed, whatever the text and place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (text, row) => {
        const sealed = await seal(onlyA, { ...place, row }, text);
        expect(await unseal(onlyA, { ...place, row }, sealed)).toBe(text);
      }),
    );
  });

  test('seals the same text differently each time and shows nothing of it', async () => {
    const sealed = await Promise.all([1, 2].map(() => seal(onlyA, place, 'the password')));
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed[0]).toMatch(/^v2\.a\.[\w-]{16}\.[\w-]+$/);
    expect(sealed[0]).not.toContain(Buffer.from('the password').toString('base64url').slice(0, 8));
  });

  test.each([
    ['another row', { ...place, row: 'row-2' }],
    ['another column', { ...place, column: 'imap_accounts.host' as const }],
    ['another table', { ...place, column: 'profiles.password' as const }],
    ['another host', { ...place, boundTo: ['a@mail.test', 'other.test', 993] }],
    ['another port', { ...place, boundTo: ['a@mail.test', 'mail.test', 143] }],
    ['another address', { ...place, boundTo: ['b@mail.test', 'mail.test', 993] }],
    ['a place without bounds', { column: place.column, row: place.row }],
  ])('does not open a value moved to %s', async (_, elsewhere) => {
    const sealed = await seal(onlyA, place, 'secret');
    await expect(unseal(onlyA, elsewhere, sealed)).rejects.toMatchObject({ code: 'internal' });
  });

  test('does not open a value of which any character was changed', async () => {
    const sealed = await seal(onlyA, place, 'secret');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // The last character of base64 carries bits that nobody reads.
    for (let index = 0; index < sealed.length - 1; index += 1) {
      const other = alphabet[(alphabet.indexOf(sealed[index] ?? '') + 7) % alphabet.length];
      const changed = `${sealed.slice(0, index)}${other}${sealed.slice(index + 1)}`;
      const isLastOfIv = sealed[index + 1] === '.' && index > 5;
      if (isLastOfIv) continue;
      await expect(unseal(onlyA, place, changed)).rejects.toMatchObject({ code: 'internal' });
    }
  });

  test('seals under the first key and opens under any', async () => {
    const old = await seal(onlyA, place, 'secret');
    const both = parseDataKeys(`${keyB},${keyA}`);
    expect(await unseal(both, place, old)).toBe('secret');
    const fresh = await seal(both, place, 'secret');
    expect(fresh).toMatch(/^v2\.b\./);
    await expect(unseal(onlyA, place, fresh)).rejects.toThrow('its key is not set');
  });

  test('opens values of the version before, in their row only', async () => {
    const sealed = await sealV1('secret');
    expect(await unseal(onlyA, place, sealed)).toBe('secret');
    await expect(unseal(onlyA, { ...place, row: 'row-2' }, sealed)).rejects.toThrow('moved');
  });

  test('does not take a value of this version for one of the version before', async () => {
    const sealed = await seal(onlyA, place, 'secret');
    await expect(unseal(onlyA, place, sealed.replace('v2', 'v1'))).rejects.toThrow('moved');
  });

  test('never puts the text into an error', async () => {
    const sealed = await seal(onlyA, place, 'the-secret-text');
    const error: unknown = await unseal(onlyA, { ...place, row: 'x' }, sealed).catch((e) => e);
    expect(String(error)).not.toContain('the-secret-text');
  });
});

test.each([
  '',
  'a',
  'a:',
  'a:c2hvcnQ=',
  `${newKey('a')};${newKey('b')}`,
  `${newKey('a')},${newKey('a')}`,
  `${newKey('with blank')}`,
  `:${randomBytes(32).toString('base64')}`,
])('DATA_KEY %j is refused', (text) => {
  expect(() => parseDataKeys(text)).toThrow('DATA_KEY must be a comma list');
});
