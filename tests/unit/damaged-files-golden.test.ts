import { test } from 'vitest';
import { fileResult } from '../../shared/csv/file-result.ts';
import { readCsv } from '../../shared/csv/read-file.ts';
import { parseMailboxes } from '../../shared/mailboxes/parse-pasted.ts';
import { parseAccounts } from '../../shared/pasted-accounts/parse-accounts.ts';
import { seededRandom } from '../../shared/random.ts';
import { expectGolden } from '../factories/golden.ts';
import { damage, IMPORTERS, pick, type Random, readAs, write } from './damaged-world.ts';

const FILES = 25;

/** Bytes that arrive in chunks, of which the first is long enough to show the encoding. */
const inPieces = (random: Random, bytes: Uint8Array) => {
  const length = 1 + Math.floor(random() * 40);
  return {
    stream: () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes.slice(0, 64));
          for (let at = 64; at < bytes.length; at += length)
            controller.enqueue(bytes.slice(at, at + length));
          controller.close();
        },
      }),
  };
};

/** Bytes as text: each is one character. */
const show = (bytes: Uint8Array): string => JSON.stringify(String.fromCharCode(...bytes));

/** The fields of a value, one on each line. */
const lines = (value: object): string =>
  Object.entries(value)
    .filter(([, part]) => typeof part !== 'function')
    .map(
      ([name, part]) =>
        `  ${name}: ${JSON.stringify(part, (_, one) => (one instanceof Map ? [...one] : one))}`,
    )
    .join('\n');

test.each(IMPORTERS)('damaged %s are read as before', async (name, table, open) => {
  const random = seededRandom(`golden ${name}`);
  const files: string[] = [];
  for (let file = 0; file < FILES; file++) {
    const whole = write(random, table);
    const bytes = pick(random, [whole, damage(random, whole), damage(random, whole)]);
    const as = readAs(random);
    const {
      taker,
      form,
      issues,
      lines: count,
      passed,
    } = await readCsv(inPieces(random, bytes), open, { as });
    const checked = taker.finish?.(() => 0.5);
    const { counts, ...rest } = taker;
    const result = fileResult(counts, { ...form, lines: count, passed });
    files.push(
      [
        `${show(bytes)} as ${JSON.stringify(as)}`,
        lines({ ...form, issues, result }),
        lines(rest),
        lines({ checked }),
      ].join('\n'),
    );
  }
  await expectGolden(`damaged-files/${name.replace(' ', '-')}.txt`, `${files.join('\n\n')}\n`);
});

test('damaged lists of accounts and mailboxes are read as before', async () => {
  const random = seededRandom('golden lists');
  const parts = [
    [
      'zoë@example.com',
      'Ann Lee <ann@example.com>',
      'bob@example.com; eve@example.com',
      'a@gmial.com',
      'x @y.de',
    ],
    ['pass-1', 'p:q', 'imap.example.com', 'imap.example.com:993', '993', '', 'secret word'],
    [':', ';', ',', '\t', ' | ', ' ', '\n', '\n', '\r\n', '"'],
  ];
  const texts = Array.from({ length: 80 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 14) }, () =>
      pick(random, pick(random, parts)),
    ).join(''),
  );
  const read = texts.map((text) =>
    [
      JSON.stringify(text),
      `  accounts: ${JSON.stringify(parseAccounts(text).entries)}`,
      `  mailboxes: ${JSON.stringify(
        parseMailboxes(text, [
          { user: 'imap.example.com', host: 'pass-1' },
          { user: 'zoë@example.com', host: 'imap.example.com' },
        ]),
      )}`,
    ].join('\n'),
  );
  await expectGolden('damaged-files/lists.txt', `${read.join('\n\n')}\n`);
});
