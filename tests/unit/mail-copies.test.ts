import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Copies } from '../../sidecar/mailbox/copies.ts';

const FOLDERS = ['INBOX', 'Junk', 'Archive', 'All Mail'];
/** Digests of 48 bits: few, and some that share a slot. */
const anyIdentity = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 60 }).map((number) => 2 ** 47 + 64 * number),
);

describe('copies of mails in several folders', () => {
  test('are recognised if the mail was read in another folder first', () => {
    const anyMail = fc.record({ folder: fc.integer({ min: 0, max: 3 }), identity: anyIdentity });
    fc.assert(
      fc.property(fc.array(anyMail, { maxLength: 300 }), (mails) => {
        const copies = new Copies(FOLDERS);
        const first = new Map<number, string>();
        for (const { folder: at, identity } of mails) {
          const folder = FOLDERS[at] ?? '';
          const isCopy = first.has(identity) && first.get(identity) !== folder;
          expect(copies.isCopy(folder, identity)).toBe(isCopy);
          copies.add(folder, identity);
          if (identity !== 0 && folder !== 'All Mail' && !first.has(identity))
            first.set(identity, folder);
        }
      }),
    );
  });

  test('of two hundred thousand mails take less than 30 bytes each', () => {
    const before = process.memoryUsage().arrayBuffers;
    const copies = new Copies(['INBOX', 'Junk']);
    const identityOf = (at: number): number =>
      (at % 2 ** 16) * 2 ** 32 + (Math.imul(at, 0x9e3779b1) >>> 0);
    for (let at = 1; at <= 200_000; at++) copies.add('INBOX', identityOf(at));
    expect(copies.isCopy('Junk', identityOf(199_999))).toBe(true);
    expect(copies.isCopy('Junk', identityOf(200_001))).toBe(false);
    const grown = process.memoryUsage().arrayBuffers - before;
    // The earlier tables that it replaced have the same total size.
    expect(grown).toBeLessThan(2 * 30 * 200_000);
  });
});
