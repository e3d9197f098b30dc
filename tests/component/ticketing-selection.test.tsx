import Papa from 'papaparse';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { currentEncore } from '../../web/features/encore/current-encore.ts';
import { sidebarCollapsed } from '../../web/features/shell/shell-state.ts';
import { eventsOf, grid, openArtist } from './ticketing-world.ts';

let href = () => '';
/** The page of an artist. */
async function open(...page: Parameters<typeof openArtist>) {
  ({ href } = await openArtist(...page));
  await expect.element(grid).toBeVisible();
}

const box = (at: number) => grid.getByRole('checkbox', { name: /^Select (?!All)/ }).nth(at);
const range = (at: number) => box(at).click({ modifiers: ['Shift'] });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const bar = page.getByRole('region', { name: 'Selection' });
const selected = (text: string) =>
  expect.poll(() => bar.getByRole('status').query()?.textContent).toBe(text);
const noneSelected = () => expect.element(bar).not.toBeInTheDocument();
const press = (...keys: string[]) => userEvent.keyboard(keys.join(''));

/** The file that is downloaded next: its name and rows. */
async function exported(start: () => Promise<void>) {
  const { promise, resolve } = Promise.withResolvers<HTMLAnchorElement>();
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    resolve(this);
  });
  const files = vi.spyOn(URL, 'createObjectURL');
  await start();
  const link = await promise;
  const file = files.mock.lastCall?.[0] as Blob;
  spy.mockRestore();
  files.mockRestore();
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  expect(text.startsWith('\uFEFF')).toBe(true);
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true });
  return { name: link.download, rows: data };
}

describe('events are selected', () => {
  test.each(['grid', 'list'])('as a range in the %s, and a second one changes it', async (view) => {
    await open(`&view=${view}`);
    await box(1).click();
    await range(4);
    await selected('4 selected');
    await range(2);
    await selected('2 selected');
    await press('{Escape}');
    await noneSelected();
  });

  test('by keyboard: rows, ranges, all and none', async () => {
    await open('&view=list');
    (grid.element() as HTMLElement).focus();
    await press('jjx');
    await selected('1 selected');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await selected('3 selected');
    await press('{Shift>}{ArrowUp}{/Shift}');
    await selected('2 selected');
    await press('k', ' ');
    await selected('1 selected');
    await press('{Control>}a{/Control}');
    await selected('37 selected');
    await press('{Escape}');
    await noneSelected();
  });

  test('and stay selected when they are sorted and filtered; the bar names those out of view', async () => {
    await open();
    await page.getByRole('radio', { name: /^Presale/ }).click();
    await button('Select All').click();
    await selected('12 selected');
    await page.getByRole('radio', { name: /^On sale/ }).click();
    await selected('12 selected, 12 out of view');
    await page.getByRole('radio', { name: /^All/ }).click();
    await button(/^Ascending/).click();
    await selected('12 selected');
    await bar.getByRole('button', { name: 'Clear Selection' }).click();
    await noneSelected();
  });

  test('up to 2,000 of them', async () => {
    await open();
    await box(0).click();
    await open('', eventsOf('The Long Haul', 2_500), 'kept');
    await button('Select All').click();
    await expect
      .element(page.getByText('At most 2,000 events can be selected', { exact: true }))
      .toBeVisible();
    await selected('2,000 selected, 1,999 of this artist');
  });

  test('and passed to the Encore Tool by their ids', async () => {
    await open();
    await box(0).click();
    await range(2);
    await button('Create Encore Tool (3)').click();
    await expect.poll(href).toMatch(/^\/encore-tool\?events=17N0,17N1,17N2$/);
  });

  test.each([
    [768, false],
    [768, true],
    [901, false],
    [1024, false],
    [1024, true],
    [1280, false],
    [1440, false],
  ])(
    'at %i px (rail: %s) the whole bar is on the page, with every action',
    async (width, isRail) => {
      await open();
      sidebarCollapsed.write(isRail);
      // An Encore configuration to which events can be added, events of two artists, and some that
      // a filter hides.
      currentEncore.write('/encore-tool?events=E1');
      await box(0).click();
      await open('&status=presale', eventsOf('The Long Haul', 300), 'kept');
      await page.viewport(width, 900);
      await button('Select All').click();
      await page.getByRole('radio', { name: /^On sale/ }).click();
      const main = bar.getByRole('button', { name: /^Create Encore Tool/ });
      await expect.element(main).toBeInViewport({ ratio: 1 });
      const content = bar.element().firstElementChild?.getBoundingClientRect();
      const side = document.querySelector('aside')?.getBoundingClientRect().right ?? 0;
      expect(content?.left).toBeGreaterThanOrEqual(side);
      expect(main.element().getBoundingClientRect().right).toBeLessThanOrEqual(width);
      await bar.getByRole('button', { name: 'More actions' }).click();
      for (const action of ['Copy links', 'Monitor prices', 'Export to CSV'])
        await expect.element(page.getByRole('menuitem', { name: action })).toBeVisible();
    },
  );

  test('at 320 px the bar shows its main action in full', async () => {
    await open();
    await page.viewport(320, 640);
    await box(0).click();
    await expect.element(button('Create Encore Tool (1)')).toBeInViewport({ ratio: 1 });
  });
});

describe('the exported file', () => {
  test('contains all events of the artist, regardless of the selection', async () => {
    await open();
    await box(0).click();
    await range(2);
    const { name, rows } = await exported(() => button('Export to CSV').click());
    expect([name, rows.length]).toEqual(['Northern Lanterns_concerts.csv', 38]);
    await expect.element(page.getByText('Northern Lanterns_concerts.csv, 37 events')).toBeVisible();
  });

  test('contains the filtered events, and the menu offers the rest', async () => {
    await open('&status=presale');
    const shown = await exported(() => button(/^Export to CSV/).click());
    expect(shown.rows.slice(1).map((row) => row[5]?.split(' ')[0])).toEqual(
      Array.from({ length: 12 }, () => 'presale'),
    );
    await box(0).click();
    for (const [entry, count, file] of [
      ['Selected only (1)', 1, 'Northern Lanterns_concerts_selected.csv'],
      ['All events, filtered or not (37)', 37, 'Northern Lanterns_concerts.csv'],
    ] as const) {
      await button('Choose what to export').click();
      const { name, rows } = await exported(() =>
        page.getByRole('menuitem', { name: entry }).click(),
      );
      expect([name, rows.length]).toEqual([file, count + 1]);
    }
  });

  test.each([
    ['=HYPERLINK("https://example.com","Tour")', `'=HYPERLINK("https://example.com","Tour")`],
    ['+Plus & -Minus', `'+Plus & -Minus`],
    ['@Handle', `'@Handle`],
    [`O'Malley "The Quotes", Ltd.`, `O'Malley "The Quotes", Ltd.`],
    ['<script>alert("encore")</script>', '<script>alert("encore")</script>'],
    ['Café Étoile 🎸✨', 'Café Étoile 🎸✨'],
  ])('of the artist %s reads back as %s', async (artist, cell) => {
    await open('', eventsOf(artist, 2));
    const { name, rows } = await exported(() => button('Export to CSV').click());
    expect(name).toMatch(/^[^<>"/]+_concerts\.csv$/);
    expect(rows[1]?.[0]).toBe(cell);
    expect(rows.map((row) => row.length)).toEqual([14, 14, 14]);
  });
});
