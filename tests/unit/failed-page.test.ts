import { expect, test } from 'vitest';
import { countCrashesAgain, emptyTally, isCrash } from '../../scripts/checks/reports.ts';
import { aroundLocator } from '../e2e/failed-page.ts';

const SNAPSHOT = `- banner:
  - link "Dashboard":
    - /url: /
- main:
  - region "Results":
    - status: 3 code(s) found, 1 less likely
    - grid "Codes":
      - row "HARVEST 2 mailboxes":
        - gridcell "HARVEST"
  - button "Search"`;

const messageOf = (locator: string) =>
  `Error: expect(locator).toHaveCount(expected) failed\n\nLocator:  ${locator}\nExpected: 1\nReceived: 0`;

test.each([
  [
    "getByRole('status').filter({ hasText: /^never$/ })",
    `- main:
  - region "Results":
    - status: 3 code(s) found, 1 less likely`,
  ],
  [
    "getByText('Harvest', { exact: true })",
    `- main:
  - region "Results":
    - status: 3 code(s) found, 1 less likely
    - grid "Codes":
      - row "HARVEST 2 mailboxes":
        - gridcell "HARVEST"`,
  ],
])('a failure of %s shows the elements that it concerns, and messages', (locator, shown) => {
  expect(aroundLocator(SNAPSHOT, messageOf(locator))).toBe(shown);
});

test('a page without such elements is shown completely, up to 120 lines', () => {
  expect(aroundLocator('- main:\n  - link "A"', messageOf("getByRole('grid')"))).toBe(
    '- main:\n  - link "A"',
  );
  const rows = Array.from({ length: 200 }, (_, at) => `- row "${at}"`).join('\n');
  const shown = aroundLocator(rows, messageOf("getByRole('row')")).split('\n');
  expect(shown).toHaveLength(121);
  expect(shown.at(-1)).toBe('… 80 more lines');
});

test.each([
  [['page.goto: Page crashed', 'http://x/ when the test failed:\n- main'], true],
  [['locator.click: Target page, context or browser has been closed'], true],
  [['browserType.launch: Failed to launch the browser process'], true],
  [['expect(locator).toHaveCount(expected) failed'], false],
  [['expect(a).toBe(b)', 'page.goto: Page crashed'], false],
  [['Test timeout of 240000ms exceeded.', 'page.goto: browser has been closed'], false],
  [['x: browser has been closed. Test timeout of 240000ms exceeded.'], false],
  [['page.goto: Target page, context or browser has been closed', ''], true],
  [['', 'browserType.launch: Failed to launch', ' '], true],
  [['expect(a).toBe(b)', ''], false],
  [['', ''], false],
  [[], false],
])('%j is a crash of the browser: %s', (messages, expected) => {
  expect(isCrash(messages)).toBe(expected);
});

test('only tests whose browser crashed are judged by their second run', () => {
  const failed = [
    { name: 'crashed', message: '', isCrash: true },
    { name: 'crashed again', message: '', isCrash: true },
    { name: 'failed', message: '', isCrash: false },
  ];
  const first = { ...emptyTally(), passed: 5, failed };
  const again = { ...emptyTally(), passed: 2, failed: failed.slice(1, 2) };
  expect(countCrashesAgain(first, again)).toEqual([failed[0]]);
  expect(first).toMatchObject({ passed: 6, failed: failed.slice(1) });
  // A second run that did not happen proves nothing.
  const other = { ...emptyTally(), failed: failed.slice(0, 1) };
  expect(countCrashesAgain(other, emptyTally())).toEqual([]);
});
