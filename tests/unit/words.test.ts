import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSources } from '../../scripts/checks/imports.ts';

const sources = globSync(['web/**/*.{ts,tsx}', 'shared/**/*.ts', 'worker/**/*.ts'])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

// A text that operators misunderstood, and its replacement.
test.each([
  ['holds no header with', 'Skipped: the file has no data rows.'],
  ['Only CSV files are taken', 'Not a CSV file.'],
  ['the first of its', 'Make one file of each queue.'],
  ['The place is not', 'The position is not a positive whole number'],
  ['lines without an @', 'without @ ignored'],
  ['There is a category "', 'A category named "'],
  ['The provider knows no event', 'No event with the id "'],
  ['failed and are still here', 'addresses were not added.'],
  ['The provider tells each', 'One event address per line.'],
  ['There are no rows', 'Choose categories or enter accounts.'],
  ['own settings', "'override')"],
  ['Not published as text', 'Not published'],
  ['Extract a signup page', 'Extract Events'],
  ['is not an address of a page', 'Enter the address of a page.'],
  ["'Copy high'", 'Copy high-confidence codes'],
  ['more event not delivered', 'missing: Ticketmaster did not return'],
  ["'Set for all'", '{formatNumber(total_accounts)} tested'],
  ["'On-sale'", "'On sale'"],
])('screens show %j no longer, but %j', (before, now) => {
  expect(sources).not.toContain(before);
  expect(sources).toContain(now);
});

const PERSONIFYING =
  /\b(?:tells?|told|telling|knows|hears?|heard|asks?|asked|asking|speaks?|spoken|says?|said|saying|whoever|anew|meanwhile)\b/i;

test('no comment personifies a program: it sends, returns, reads, contains (docs/writing.md)', () => {
  const comments = listSources().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/\/|\/\*|\*)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(comments.length).toBeGreaterThan(1_000);
  expect(comments.filter((comment) => PERSONIFYING.test(comment))).toEqual([]);
});
