import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MailTable, type TableRow } from '../../sidecar/scan/mail-table.ts';

const anyRow: fc.Arbitrary<TableRow> = fc.record({
  uid: fc.integer({ min: 1, max: 40 }),
  receivedAt: fc.oneof(
    fc.constant(Number.NaN),
    fc.integer({ min: 1, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
  ),
  identity: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  isMatch: fc.boolean(),
  isUnread: fc.boolean(),
  hasFinding: fc.boolean(),
});

describe('the table of read mails', () => {
  test('has the last row of each uid after it is sorted', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyRow, { maxLength: 90 }), { maxLength: 4 }), (parts) => {
        const table = new MailTable();
        const rows = new Map<number, TableRow>();
        for (const part of parts) {
          for (const row of part) {
            table.add(row);
            rows.set(row.uid, row);
          }
          table.sort();
        }
        expect(table.size).toBe(rows.size);
        for (let uid = 0; uid <= 41; uid++) expect(table.find(uid)).toEqual(rows.get(uid) ?? null);
      }),
    );
  });

  test('drops the mails that matched until they are read again', () => {
    const table = new MailTable();
    const row = { receivedAt: 1000, identity: 7, isUnread: false, hasFinding: false };
    const match = { ...row, uid: 4, isMatch: true };
    const other = { ...row, uid: 9, isMatch: false };
    table.add(match);
    table.add(other);
    table.sort();
    table.forgetMatches();
    expect([table.find(4), table.find(9)]).toEqual([null, other]);
    table.add(match);
    expect(table.find(4)).toEqual(match);
  });

  test('stores large uids', () => {
    const table = new MailTable();
    const row = {
      receivedAt: 1000,
      identity: 7,
      isMatch: false,
      isUnread: false,
      hasFinding: false,
    };
    table.add({ ...row, uid: 4_294_967_295 });
    table.sort();
    expect(table.find(4_294_967_295)).toMatchObject({ uid: 4_294_967_295 });
  });
});
