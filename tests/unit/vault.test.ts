import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDataKeys } from '../../shared/env.ts';
import { DomainError } from '../../shared/errors.ts';
import { fingerprintAll, seal, sealAll, unseal } from '../../worker/security/vault.ts';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [keyA = '', keyB = ''] = [newKey('a'), newKey('b')];
const onlyA = parseDataKeys(keyA);
const place = {
  column: 'imap_accounts.password',
  row: 'row-1',
  boundTo: ['a@mail.test', 'mail.test', 993],
} as const;

describe('the vault', () => {
  test('opens its own seals for any text and place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, row) => {
        const sealed = seal(onlyA, { ...place, row }, text);
        expect(unseal(onlyA, { ...place, row }, sealed)).toBe(text);
      }),
    );
  });

  test('seals many texts in order, each bound to its place and with its own IV', async () => {
    const texts = Array.from({ length: 300 }, (_, at) => ({
      place: { ...place, row: `other-${at}` },
      text: at === 0 ? '' : `Passwört ${at % 2}`,
    }));
    const sealed = await sealAll(onlyA, texts);
    expect(sealed).toHaveLength(texts.length);
    for (const [at, { place: own, text }] of texts.entries()) {
      const value = sealed[at] ?? '';
      expect(unseal(onlyA, own, value)).toBe(text);
      expect(() => unseal(onlyA, place, value)).toThrow('moved');
    }
    expect(new Set(sealed.map((value) => value.split('.')[2])).size).toBe(texts.length);
    expect(await sealAll(onlyA, [])).toEqual([]);
    await expect(sealAll([], texts)).rejects.toThrow('No data key is set');
  });

  test('seals the same text differently each time and reveals nothing of it', () => {
    const sealed = [1, 2].map(() => seal(onlyA, place, 'the password'));
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
  ])('does not open a value that was moved to %s', (_, elsewhere) => {
    const sealed = seal(onlyA, place, 'secret');
    expect(() => unseal(onlyA, elsewhere, sealed)).toThrow(DomainError);
  });

  test('does not open a value with any changed character', () => {
    const sealed = seal(onlyA, place, 'secret');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // The last character of base64 contains unused bits.
    for (let index = 0; index < sealed.length - 1; index += 1) {
      const other = alphabet[(alphabet.indexOf(sealed[index] ?? '') + 7) % alphabet.length];
      const changed = `${sealed.slice(0, index)}${other}${sealed.slice(index + 1)}`;
      const isLastOfIv = sealed[index + 1] === '.' && index > 5;
      if (isLastOfIv) continue;
      expect(() => unseal(onlyA, place, changed)).toThrow(DomainError);
    }
  });

  test('seals under the first key and opens under any', () => {
    const old = seal(onlyA, place, 'secret');
    const both = parseDataKeys(`${keyB},${keyA}`);
    expect(unseal(both, place, old)).toBe('secret');
    const fresh = seal(both, place, 'secret');
    expect(fresh).toMatch(/^v2\.b\./);
    expect(() => unseal(onlyA, place, fresh)).toThrow('its key is not set');
  });

  test('opens no value of another version', () => {
    const sealed = seal(onlyA, place, 'secret');
    for (const version of ['v1', 'v3', '', 'v'])
      expect(() => unseal(onlyA, place, sealed.replace('v2', version))).toThrow('cannot be opened');
  });

  test('never puts the text into an error', () => {
    const sealed = seal(onlyA, place, 'the-secret-text');
    expect(() => unseal(onlyA, { ...place, row: 'x' }, sealed)).toThrow(
      expect.not.stringContaining('the-secret-text'),
    );
  });

  test('opens a value, and repeats a fingerprint, that WebCrypto created', async () => {
    const keys = parseDataKeys('a:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
    const sealed = 'v2.a.eZpiHS3OJsyK5Yn4.z-pCf2vt3ULsLTcEB1mwYqGRZkwJC1Lj_g';
    expect(unseal(keys, place, sealed)).toBe('Passwört');
    const cards = ['4000000000000007', '4000000000000015', '4000000000000007'];
    const [print, other, again] = await fingerprintAll(keys, 'profiles.card_number', cards);
    expect([print, again]).toEqual(Array(2).fill('a.s5aJTpxpmBW9khtcYmIolQ'));
    expect(other).toMatch(/^a\.[\w-]{22}$/);
    expect(other).not.toBe(print);
  });

  test('does not open a value with only a part of its authentication tag', () => {
    const sealed = seal(onlyA, place, '');
    for (const bytes of [0, 4, 12, 15]) {
      const [version, key, iv, text = ''] = sealed.split('.');
      const cut = Buffer.from(text, 'base64url').subarray(0, bytes).toString('base64url');
      expect(() => unseal(onlyA, place, [version, key, iv, cut].join('.'))).toThrow('changed');
    }
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
