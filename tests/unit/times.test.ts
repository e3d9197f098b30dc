import { globSync, readFileSync } from 'node:fs';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { DateInput } from '../../web/kit/date-input.tsx';
import { Time } from '../../web/kit/time.tsx';
import { formatDay, readDay } from '../../web/lib/format.ts';

/**
 * Days have no zone. The venue's local days and times, which are not instants, are written in
 * shared/ticketing and on the ticket's stub.
 */
const OWN_TIMES = [
  'web/features/dashboard/panels/charts.tsx',
  'web/kit/date-input.tsx',
  'web/kit/time-text.ts',
  'web/kit/time.tsx',
  'web/ui/ticket-card.tsx',
  'web/features/resale-events/concert-table.tsx',
  'web/features/sales/agenda/day-title.ts',
  'web/features/ticketing/events/event-list.tsx',
];

test('no screen formats a time or shows a date field of the browser: the kit adds the zone', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !OWN_TIMES.includes(file));
  expect(files.length).toBeGreaterThan(200);
  const matches = files.flatMap((file) =>
    (
      readFileSync(file, 'utf8').match(
        /DateTimeFormat\((?!\))|toLocale(?:Date|Time)String|type="date"|<time\b/g,
      ) ?? []
    ).map((what) => `${file}: ${what}`),
  );
  expect(matches).toEqual([]);
});

test('numbers and times create no formatter before the first use: the first one of a page takes 20 ms', async () => {
  vi.resetModules();
  const made = (['NumberFormat', 'DateTimeFormat', 'Collator', 'ListFormat'] as const).map((name) =>
    vi.spyOn(Intl, name),
  );
  const { formatNumber } = await import('../../web/lib/format.ts');
  const { TIME_FORMS } = await import('../../web/kit/time-text.ts');
  await import('../../shared/columns.ts');
  await import('../../web/features/dashboard/panels/connections.tsx');
  await import('../../web/features/dashboard/panels/charts.tsx');
  expect(made.flatMap(({ mock }) => mock.calls)).toEqual([]);
  vi.restoreAllMocks();
  expect(formatNumber(12_345)).toBe('12,345');
  expect(TIME_FORMS.full(Date.parse('2026-11-20T14:32:00'))).toBe('20/11/2026 14:32');
});

describe('a typed day', () => {
  test.each([
    ['20/11/2026', '2026-11-20'],
    [' 1/2/2027 ', '2027-02-01'],
    ['20.11.26', '2026-11-20'],
    ['20-11-2026', '2026-11-20'],
    ['20112026', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2027', null],
    ['31/04/2026', null],
    ['11/20/2026', null],
    ['20/11', null],
    ['tomorrow', null],
    ['', null],
  ])('%j is read as %j', (text, day) => {
    expect(readDay(text)).toBe(day);
    if (day !== null) expect(readDay(formatDay(day))).toBe(day);
  });
});

describe('a time', () => {
  const write = (props: ComponentProps<typeof Time>) =>
    renderToStaticMarkup(createElement(Time, props));

  test('has the whole date and its zone in its tooltip', () => {
    const at = '2026-11-20T14:32:00.000Z';
    expect(write({ at, as: 'time' })).toMatch(
      /^<time dateTime="2026-11-20T14:32:00\.000Z" title="\d\d\/11\/2026 \d\d:\d\d \(\S+, your time zone\)">\d\d:\d\d<\/time>$/,
    );
    expect(write({ at: Date.parse(at), text: 'in 5 min' })).toMatch(/zone\)">in 5 min<\/time>$/);
  });

  test('without a time of day has no zone, and a missing one has its own text', () => {
    expect(write({ at: '2026-11-25' })).toBe('<time dateTime="2026-11-25">25/11/2026</time>');
    expect(write({ at: null })).toBe('N/A');
    expect(write({ at: null, fallback: 'never' })).toBe('never');
  });
});

test('a field for a day shows dd/mm/yyyy in every browser', () => {
  const props = { value: '2026-11-20', onChange: () => undefined, 'aria-label': 'Day' };
  const shown = renderToStaticMarkup(createElement(DateInput, props));
  expect(shown).toContain('placeholder="dd/mm/yyyy"');
  expect(shown).toContain('value="20/11/2026"');
  expect(shown).not.toContain('aria-invalid=');
});
