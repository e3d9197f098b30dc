import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { writeMachineCsv } from '../../shared/csv/machine-writer.ts';
import { AS_FOUND } from '../../shared/csv/read-file.ts';
import { writeSpreadsheetCsv } from '../../shared/csv/spreadsheet-writer.ts';
import type { FileTemplate } from '../../shared/csv/template.ts';
import { AccountSheet } from '../../shared/pasted-accounts/account-file.ts';
import { isAccount } from '../../shared/pasted-accounts/address.ts';
import { ACCOUNT_TEMPLATE } from '../../shared/pasted-accounts/template.ts';
import { EVENT_COLUMNS } from '../../shared/price-monitor/event-files/columns.ts';
import { EventList } from '../../shared/price-monitor/event-files/event-list.ts';
import { EVENT_LIST_TEMPLATE } from '../../shared/price-monitor/event-files/template.ts';
import { addEventsRequest } from '../../shared/price-monitor/schema.ts';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { newProfile, PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';
import { PROFILE_TEMPLATE } from '../../shared/profiles/template.ts';
import { ANALYSIS_COLUMNS, UNTESTED_COLUMNS } from '../../shared/queues/accounts/exports.ts';
import { QueueSheet } from '../../shared/queues/uploads/queue-sheet.ts';
import { QUEUE_TEMPLATE } from '../../shared/queues/uploads/template.ts';
import { presetFile, readPresetFile } from '../../web/features/recent-work/presets/preset-file.ts';
import { readTable } from '../../web/kit/file-import/read-table.ts';
import { makeWatchedEvent } from '../factories/watched-event.ts';

// Everything that the product both writes and reads is unchanged after a round trip.

type Taker = Parameters<typeof readTable>[1];

const read = async <Sheet extends ReturnType<Taker>>(text: string, open: () => Sheet) =>
  (await readTable(new Blob([text]), open, { as: AS_FOUND })).taker;

/** Texts as operators and attackers type them: formula characters, quotes, separators, blanks. */
const anyText = fc.oneof(
  fc.constantFrom(
    '+1',
    '=x',
    "'+1",
    "''=x",
    '-a;b',
    '"',
    'a "b"',
    '@x',
    ' + 1',
    '="02134"',
    "'02134",
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('=', '+', "'", '"', ';', ',', ' ', '\t', '\n', 'a', 'é', '1', '\u200b'),
    maxLength: 8,
  }),
);

test('the list of the price monitor, with any tags', async () => {
  const tags = fc.array(anyText, { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(tags, { minLength: 1, maxLength: 4 }), async (lists) => {
      const given = lists.map((list, at) => ({ url: `https://example.com/${at}`, tags: list }));
      const stored = addEventsRequest.safeParse({ targets: given, tags: [] });
      if (!stored.success) return;
      const { targets } = stored.data;
      const list = targets.map((target, id) => makeWatchedEvent({ id, ...target }));
      const { events } = await read(
        writeSpreadsheetCsv(EVENT_COLUMNS, list),
        () => new EventList(),
      );
      expect(events.map(({ url, tags: got }) => ({ url, tags: got }))).toEqual(targets);
    }),
  );
});

test('profiles, with any texts', async () => {
  const row = fc.record(
    Object.fromEntries(
      PROFILE_COLUMNS.map(({ key }) => [
        key,
        key === 'card_number'
          ? fc.constantFrom('4111111111111111', '4111 1111 1111 1111', "'5555555555554444")
          : key === 'email'
            ? fc.constantFrom('', 'ann@example.com', '+ann@example.com')
            : anyText,
      ]),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 3 }), async (rows) => {
      const stored = rows.flatMap((one) => newProfile.safeParse(one).data ?? []);
      const sheet = await read(writeMachineCsv(PROFILE_COLUMNS, stored), () => new ProfileSheet());
      expect(sheet.profiles).toEqual(stored);
    }),
  );
});

test.each([
  ['a category', ANALYSIS_COLUMNS],
  ['untested accounts', UNTESTED_COLUMNS],
])('the accounts of %s', async (_, columns) => {
  const name = fc.string({
    unit: fc.constantFrom('a', '+', '-', '=', "'", '.', '1', 'é'),
    minLength: 1,
  });
  const account = name
    .map((text) => `${text}@example.com`)
    .filter((text) => text.includes('@') && isAccount(text));
  await fc.assert(
    fc.asyncProperty(fc.array(account, { minLength: 1, maxLength: 5 }), async (accounts) => {
      const rows = accounts.map((one, at) => ({ account: one, avg_ratio: 0.05, rank: at + 1 }));
      const sheet = await read(writeSpreadsheetCsv(columns, rows), () => new AccountSheet());
      expect(sheet.accounts).toEqual(accounts);
    }),
  );
});

test('presets, with any values', () => {
  const tool = { key: 'adonis-AXS', schema: z.object({ text: z.string(), size: z.number() }) };
  const values = fc.record({ text: anyText, size: fc.integer() });
  fc.assert(
    fc.property(values, (given) => {
      const file = presetFile(tool, { name: 'Weekend', values: given });
      expect(readPresetFile(tool, file)).toEqual({ name: 'Weekend', values: given });
    }),
  );
});

test.each<
  [
    FileTemplate,
    () => ReturnType<Taker> & { counts: { taken: number; refused: readonly unknown[] } },
    number,
  ]
>([
  [PROFILE_TEMPLATE, () => new ProfileSheet(), 1],
  [QUEUE_TEMPLATE, () => new QueueSheet(), 2],
  [ACCOUNT_TEMPLATE, () => new AccountSheet(), 2],
  [EVENT_LIST_TEMPLATE, () => new EventList(), 2],
])('the template %o', async ({ text }, open, rows) => {
  const { counts } = await read(text, open);
  expect(counts).toMatchObject({ taken: rows, refused: [] });
});
