import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Sale } from '../../shared/catalogues/schema.ts';
import { PATIENCE } from '../factories/patience.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

/**
 * Noon on the operator's clock, some days ahead, so that the day does not depend on the time of the
 * test.
 */
const noon = (daysAhead: number, minutes = 0): string => {
  const date = new Date();
  date.setHours(12, minutes, 0, 0);
  date.setDate(date.getDate() + daysAhead);
  return date.toISOString();
};

const sale = (id: string, opens_at: string, part: Partial<Sale> = {}): Sale => ({
  event_id: id,
  artist: `Artist ${id}`,
  name: '',
  venue: 'Elbhalle',
  city: 'Hamburg',
  country: 'DE',
  timezone: 'Europe/Berlin',
  kind: 'general',
  presale_name: null,
  opens_at,
  closes_at: null,
  url: '',
  ticket_limit: null,
  known_from: ['catalogue'],
  is_followed: false,
  ...part,
});

async function open(sales: readonly Sale[], address = '/agenda', answers = {}) {
  return openProduct(address, {
    ...emptyDesk(),
    'GET /sales': ({ query }: Call) => {
      const search = query.get('search') ?? '';
      const at = Number(query.get('cursor') ?? 0);
      const own = sales.filter(({ artist }) => artist.includes(search));
      const next = at + 500 < own.length ? String(at + 500) : null;
      return { success: true, data: own.slice(at, at + 500), next_cursor: next };
    },
    'POST /sales/follow': () => ({ success: true, message: '' }),
    'DELETE /sales/follow': () => ({ success: true, message: '' }),
    ...answers,
  });
}

const list = page.getByRole('list', { name: 'Sales', exact: true });
const status = page.getByRole('status').filter({ hasText: / from / });

const SALES = [
  sale('A', noon(1), { is_followed: true, known_from: ['monitor'] }),
  sale('B', noon(1, 5), { kind: 'presale', presale_name: 'Fan Club', country: 'FR' }),
  sale('C', noon(3)),
];

test('lists the sales by day; each leads to its page, also on a phone', async () => {
  const { href } = await open(SALES);
  await expect.element(list.getByRole('heading', { name: /2 sales, 1 followed$/ })).toBeVisible();
  await expect.element(list.getByText('12:05')).toBeVisible();
  await expect.poll(() => status.query()?.textContent).toMatch(/^3 sales from/);
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.element(list.getByRole('link', { name: /^Artist B/ })).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBe(390);
  await page.viewport(1440, 900);
  await list.getByRole('link', { name: /^Artist C/ }).click();
  await expect.poll(href).toBe('/sale/C');
});

test('filters by kind, country and followed sales, and keeps the filters in the address', async () => {
  const { href } = await open(SALES, '/agenda?kind=presale');
  await expect.poll(() => status.query()?.textContent).toMatch(/^1 sale from/);
  await page.getByRole('button', { name: 'Remove filter Kind' }).click();
  await page.getByRole('radio', { name: /^Followed/ }).click();
  await expect.poll(href).toBe('/agenda?followed=yes');
  await expect.element(list.getByRole('link', { name: /^Artist A/ })).toBeVisible();
  await expect.poll(() => status.query()?.textContent).toMatch(/^1 sale from/);
});

test('names the filters that hide all sales, and clears them', async () => {
  await open(SALES, '/agenda?country=SE');
  await expect.element(page.getByText('No sale matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => status.query()?.textContent).toMatch(/^3 sales from/);
});

test('follows a sale at once, and reverts if the server refuses', async () => {
  let data = SALES;
  const { calls } = await open(SALES, '/agenda', {
    'GET /sales': () => ({ success: true, data, next_cursor: null }),
    'DELETE /sales/follow': () => {
      data = SALES.map((one) => ({ ...one, is_followed: false }));
      return { success: true, message: '' };
    },
    'POST /sales/follow': () =>
      Response.json({ success: false, message: 'There is no such sale.' }, { status: 400 }),
  });
  const bell = list.getByRole('button', { name: 'Follow Artist B, Hamburg, Fan Club' });
  await bell.click();
  expect((await calls.made('POST /sales/follow')).body).toEqual({
    event_id: 'B',
    kind: 'presale',
    presale_name: 'Fan Club',
  });
  await expect.element(bell).toHaveAttribute('aria-pressed', 'false');
  const followed = list.getByRole('button', { name: 'Follow Artist A, Hamburg, General sale' });
  await followed.click();
  await expect.element(followed).toHaveAttribute('aria-pressed', 'false');
});

test('shows the week with three sales per hour, and leads to the list for more', async () => {
  const many = Array.from({ length: 8 }, (_, at) => sale(`N${at}`, noon(2, at)));
  const { href } = await open(
    [...many, sale('F', noon(2, 50), { is_followed: true })],
    '/agenda?view=week',
  );
  const week = page.getByRole('table', { name: 'Sales of the week' });
  await expect.element(week.getByRole('link', { name: /^Artist F/ })).toBeVisible();
  await expectAccessible();
  await week.getByRole('button', { name: /^6 more/ }).click();
  await expect.poll(href).toMatch(/^\/agenda\?day=/);
  await expect.element(list.getByRole('link', { name: /^Artist N7/ })).toBeVisible();
});

test('loads 1,200 sales, renders those in view, and prints all of them', async () => {
  const many = Array.from({ length: 1_200 }, (_, at) => sale(`M${at}`, noon(at % 7, at % 60)));
  await open(many);
  await expect.poll(() => status.query()?.textContent).toMatch(/^1,200 sales from/);
  expect(list.getByRole('listitem').elements().length).toBeLessThan(80);
  const scroller = page.getByRole('region', { name: 'Sales by day' }).element();
  scroller.scrollTop = 3_000;
  await expect.poll(() => scroller.querySelector('.sticky')?.textContent).toMatch(/sales$/);
  const top = scroller.querySelector('.sticky')?.getBoundingClientRect().top ?? 0;
  expect(Math.abs(top - scroller.getBoundingClientRect().top)).toBeLessThan(2);
  window.dispatchEvent(new Event('beforeprint'));
  expect(document.querySelectorAll('.printed tr')).toHaveLength(1_200);
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('.printed')).toBeNull();
});

test("distinguishes the operator's times from those of the venues in every view", async () => {
  const some = [sale('A', noon(1)), sale('U', noon(2), { timezone: null, country: 'US' })];
  await open(some, '/agenda?zone=venue');
  const mark = page.getByText('your time', { exact: true });
  await expect.element(list.getByRole('link', { name: /^Artist U/ })).toBeVisible();
  expect(mark.elements()).toHaveLength(1);
  await page.viewport(390, 844);
  await expect.element(mark).toBeInViewport();
  expect(mark.elements()).toHaveLength(1);
  await page.viewport(1440, 900);
  window.dispatchEvent(new Event('beforeprint'));
  expect(document.querySelector('.printed')?.textContent?.match(/\(your time\)/g)).toHaveLength(1);
  window.dispatchEvent(new Event('afterprint'));
  await page.getByRole('radio', { name: 'Week' }).click();
  const week = page.getByRole('table', { name: 'Sales of the week' });
  await expect
    .element(week.getByRole('link', { name: /^Artist U.*\d\d your time, Hamburg/ }))
    .toBeVisible();
  expect(week.element().textContent?.match(/your time/g)).toHaveLength(1);
});

describe('a week with more sales than are loaded', () => {
  const many = Array.from({ length: 5_600 }, (_, at) => sale(`M${at}`, noon(at % 7, at % 60)));
  const all = [...many, sale('Late', noon(3), { country: 'FR' })];
  const answers = {
    'GET /sales': ({ query }: Call) => {
      const at = Number(query.get('cursor') ?? 0);
      const country = query.get('country');
      const own = all.filter((one) => country === null || one.country === country);
      const next = at + 500 < own.length ? String(at + 500) : null;
      return { success: true, data: own.slice(at, at + 500), next_cursor: next };
    },
  };

  test('says that it shows only the first ones', async () => {
    await open(all, '/agenda', answers);
    await expect
      .poll(() => status.query()?.textContent, PATIENCE)
      .toMatch(/^5,000 sales from .*, the first 5,000; search or choose one country/);
  });

  test('shows all sales of one country', async () => {
    await open(all, '/agenda?country=FR', answers);
    await expect.poll(() => status.query()?.textContent, PATIENCE).toMatch(/^1 sale from [^;,]*$/);
    await expect.element(list.getByRole('link', { name: /^Artist Late/ })).toBeVisible();
  });
});

test('shows no count of the week while a text is searched', async () => {
  await open(SALES, '/agenda?search=B&kind=general');
  await expect.element(page.getByText('No sale matches')).toBeVisible();
  expect(page.getByText(/without the filters/).query()).toBeNull();
  await expect.element(page.getByText(/ matches “B” and the filters\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => status.query()?.textContent).toMatch(/^3 sales from/);
});

test('exports what the filters show', async () => {
  await open(SALES, '/agenda?kind=presale');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect.element(page.getByText('CSV downloaded').first()).toBeVisible();
  expect(click).toHaveBeenCalledOnce();
  click.mockRestore();
});

test('says where sales come from if there are none, and retries a failed list', async () => {
  let isDown = true;
  await open([], '/agenda', {
    'GET /sales': () =>
      isDown
        ? Response.json({ success: false, message: 'Down' }, { status: 502 })
        : { success: true, data: [], next_cursor: null },
  });
  await expect.element(page.getByText('Down')).toBeVisible();
  // A value that was not read is not zero.
  expect(status.query()?.textContent ?? '').toBe('');
  await expect.element(page.getByRole('radio', { name: 'All', exact: true })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Followed', exact: true })).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('No sale is known in this week')).toBeVisible();
  await expectAccessible();
});
