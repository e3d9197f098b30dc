import { expect, test } from 'vitest';
import { fileResult } from '../../shared/csv/file-result.ts';
import { AS_FOUND, type ReadAs } from '../../shared/csv/read-file.ts';
import { parseMailboxes } from '../../shared/mailboxes/parse-pasted.ts';
import { parseAccounts } from '../../shared/pasted-accounts/parse-accounts.ts';
import { seededRandom } from '../../shared/random.ts';
import { readTable } from '../../web/kit/file-import/read-table.ts';
import { WorkbookFault } from '../../web/kit/workbook/fault.ts';
import { odsOf, odsRow, xlsxOf } from '../factories/workbooks.ts';
import {
  ACCOUNTS,
  damage,
  IMPORTERS,
  numbers,
  pick,
  readAs,
  type Taker,
  write,
} from './damaged-world.ts';

/** Files of each importer. `DAMAGED_FILES=10000` tests the number of files for a release. */
const FILES = Number(process.env.DAMAGED_FILES ?? 1_000);
/** Reads a file. Each line of it must be accepted, ignored or refused with a reason. */
async function check<Sheet extends Taker>(
  bytes: Uint8Array<ArrayBuffer>,
  open: () => Sheet,
  as: ReadAs,
): Promise<Sheet> {
  const { taker, form, lines, passed } = await readTable(new Blob([bytes]), open, { as });
  taker.finish?.(() => 0.5);
  const { taken, ignored, refused, ...result } = fileResult(taker.counts, {
    ...form,
    lines,
    passed,
  });
  const ignoredLines = ignored.reduce((sum, one) => sum + one.lines, 0);
  expect({ lines: result.lines, bytes: [...bytes] }).toEqual({
    lines: taken + ignoredLines + refused.length,
    bytes: [...bytes],
  });
  for (const { reason } of [...ignored, ...refused]) expect(reason).not.toBe('');
  return taker;
}

test.each(IMPORTERS)(
  'no line of damaged %s is lost silently',
  async (name, table, open) => {
    const random = seededRandom(`damaged ${name}`);
    for (let file = 0; file < FILES; file++) {
      await check(damage(random, write(random, table)), open, readAs(random));
    }
  },
  600_000,
);

test.each(IMPORTERS)(
  'no row of damaged workbooks with %s is lost silently',
  async (name, table, open) => {
    const random = seededRandom(`damaged workbooks of ${name}`);
    const workbooks = [
      xlsxOf([{ name: 'A', rows: table }]),
      odsOf([{ name: 'A', rows: table.map((row) => odsRow(...row)) }]),
    ];
    for (let file = 0; file < FILES / 5; file++) {
      try {
        await check(damage(random, pick(random, workbooks)), open, AS_FOUND);
      } catch (error) {
        // Such a file is refused in a sentence.
        expect(error).toBeInstanceOf(WorkbookFault);
      }
    }
  },
  600_000,
);

test('no line of damaged pasted accounts and mailboxes is lost silently', () => {
  const random = seededRandom('damaged lines');
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const mailboxes = numbers.map((at) => `d${at}@example.com:pass-${at}:imap.example.com:993`);
  const filled = (text: string) => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  for (let file = 0; file < FILES; file++) {
    const text = decoder.decode(damage(random, encoder.encode(mailboxes.join('\n'))));
    expect(parseMailboxes(text, [])).toHaveLength(filled(text).length);
    const accounts = ACCOUNTS.slice(1).map(([email = '']) => email);
    const pasted = decoder.decode(damage(random, encoder.encode(accounts.join('\n'))));
    const { entries } = parseAccounts(pasted);
    const lines = new Set(entries.map(({ line }) => line));
    expect(
      pasted.split(/\r\n|\n|\r/).every((line, at) => lines.has(at + 1) || !/[\p{L}\d]/u.test(line)),
    ).toBe(true);
  }
});
