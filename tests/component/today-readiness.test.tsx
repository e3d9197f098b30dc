import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { NextOpening } from '../../shared/dashboard/schema.ts';
import type { Readiness, ReadinessQuery } from '../../shared/sales/readiness.ts';
import { dashboardAnswer, dashboardOpening } from '../factories/dashboard.ts';
import type { Call } from './calls.ts';
import { failed } from './desk.tsx';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const work: Readiness['work'] = {
  kind: 'encore',
  rows: 240,
  events: 1,
  saved_at: '2026-11-28T09:00:00Z',
  saved_by: 'mara@desk.test',
};

/** Rows by the artist, with the state of their preparation and the texts of the columns. */
const ROWS: [string, NextOpening['kind'], Readiness, string[]][] = [
  ['Ready', 'presale', { codes: 2, work }, ['2 codes', '240Encore', 'Ready']],
  ['Silent', 'presale', { codes: 0, work }, ['No code', '240Encore', 'Code missing']],
  [
    'Unwatched',
    'presale',
    { codes: null, work: null },
    ['Not watched', 'No work', 'Code not watched'],
  ],
  [
    'Empty',
    'presale',
    { codes: 1, work: { ...work, kind: 'adonis', rows: null } },
    ['1 code', 'No rows yetAdonis', 'No file yet'],
  ],
  [
    'General',
    'onsale',
    { codes: null, work: { ...work, events: 3 } },
    ['None needed', '240 in 3 eventsEncore', 'Ready'],
  ],
  ['Unplanned', 'onsale', { codes: 0, work: null }, ['None needed', 'No work', 'No file yet']],
];

const open = (answer: (call: Call) => object) =>
  openProduct('/dashboard', {
    ...emptyDesk(),
    'GET /dashboard': () => ({
      ...dashboardAnswer,
      outlook: {
        ...dashboardAnswer.outlook,
        later: [],
        openings: ROWS.map(([artist, kind], index) => ({
          ...dashboardOpening,
          artist,
          kind,
          name: kind === 'presale' ? 'Fan Club' : '',
          event_id: `E${index}`,
          event_ids: [`E${index}`],
          events: 1,
        })),
      },
    }),
    'POST /sales/readiness': answer,
  });

const row = (artist: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: artist, exact: true }) });
/** The visible texts of the columns Codes, Accounts and State. */
const cells = (artist: string) =>
  [...(row(artist).query()?.querySelectorAll('td') ?? [])]
    .slice(3, 6)
    .map((cell) => cell.innerText.replaceAll('\n', ''));

/** Whether a row shows a text, which phones have in another place. */
const shows = (artist: string, text: string | undefined): boolean =>
  [...(row(artist).query()?.querySelectorAll('[data-tone]') ?? [])].some(
    (badge) => badge.textContent === text && badge.checkVisibility(),
  );

test('Today shows codes, accounts and state of each row, read with one call, at every width', async () => {
  const { calls } = await open(({ body }) => ({
    success: true,
    data: (body as ReadinessQuery).rows.map(
      ({ artist }) => ROWS.find(([name]) => name === artist)?.[2],
    ),
  }));
  for (const [artist, , , texts] of ROWS) await expect.poll(() => cells(artist)).toEqual(texts);
  expect(calls.to('POST /sales/readiness').map(({ body }) => body)).toEqual([
    { rows: ROWS.map(([artist], index) => ({ artist, event_ids: [`E${index}`] })) },
  ]);
  await expectAccessible();
  const table = page.getByRole('table', { name: 'Next sales' });
  for (const width of [1440, 1024, 390]) {
    await page.viewport(width, 900);
    for (const [artist, , , texts] of ROWS)
      await expect.poll(() => shows(artist, texts[2])).toBe(true);
    await expect.element(table).toBeVisible();
    const { scrollWidth, clientWidth } = table.element().parentElement as HTMLElement;
    expect(scrollWidth, `${width} px`).toBe(clientWidth);
  }
});

test('what is not read yet, or could not be read, is said so', async () => {
  const gate = Promise.withResolvers<object>();
  await open(() => gate.promise);
  await expect.poll(() => cells('Ready')).toEqual(['Loading', 'Loading', 'Loading']);
  gate.resolve(failed(500, 'Out of order'));
  await expect.poll(() => cells('Ready')).toEqual(['Not known', 'Not known', 'Not known']);
});

const LONG = {
  artist: 'Northern Lanterns and the Great Western Harbour Orchestra',
  venue: 'Pabellón Municipal de los Deportes del Sur',
  location: 'Santiago de Compostela, Galicia',
  name: 'Fan Club: Early Access for Members',
};

test.each([
  ['long', LONG],
  ['short', { artist: 'Vela', venue: 'Palau', location: 'Paris', name: '' }],
  ['not published', { artist: 'Vela', venue: '', location: '', name: 'Fan Club' }],
])(
  'on a phone a row with %s names shows them in full, and its badges do not overlap',
  async (_, names) => {
    await openProduct('/dashboard', {
      ...emptyDesk(),
      'GET /dashboard': () => ({
        ...dashboardAnswer,
        outlook: {
          ...dashboardAnswer.outlook,
          later: [],
          openings: [{ ...dashboardOpening, ...names }],
        },
      }),
      'POST /sales/readiness': () => ({ success: true, data: [{ codes: null, work: null }] }),
    });
    await page.viewport(390, 900);
    // On phones the values of the columns are lines of the event.
    await expect.poll(() => row(names.artist).element().querySelectorAll('td').length).toBe(2);
    await expect.poll(() => shows(names.artist, 'Code not watched')).toBe(true);
    const line = row(names.artist).element();
    const shown = [...line.querySelectorAll<HTMLElement>('td, td *')].filter((element) =>
      element.checkVisibility(),
    );
    const texts = shown.map(({ textContent }) => textContent).join('\n');
    const place = `${names.location || 'City not published'} and 2 other events`;
    for (const text of [names.venue || 'Venue not published', place, names.name || 'presale'])
      expect(texts).toContain(text);
    // Widths are rounded to whole pixels.
    expect(
      shown.filter(
        ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
      ),
    ).toEqual([]);
    const boxes = shown
      .filter((element) => element.matches('[data-tone], button, a[target]'))
      .map((element) => element.getBoundingClientRect());
    expect(boxes.length).toBeGreaterThanOrEqual(2);
    for (const [index, box] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        const isApart =
          box.right <= other.left ||
          other.right <= box.left ||
          box.bottom <= other.top ||
          other.bottom <= box.top;
        expect(isApart, JSON.stringify([box, other])).toBe(true);
      }
  },
);
