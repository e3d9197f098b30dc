import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SaleAnswer, SaleCode, SaleNote, SaleWindow } from '../../shared/sales/schema.ts';
import type { TicketingEvent } from '../../shared/ticketing/schema.ts';
import { allCodesQuery } from '../../web/features/sales/page/queries.ts';
import { refreshMs } from '../../web/features/sales/page/sale-query.ts';
import { ApiError } from '../../web/lib/api-error.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const saleWindow = (part: Partial<SaleWindow>): SaleWindow => ({
  kind: 'presale',
  presale_name: 'Fan Club: Early Access',
  opens_at: at(-20),
  closes_at: at(16),
  is_followed: true,
  next_reminder_at: null,
  ...part,
});

const saleCode = (part: Partial<SaleCode>): SaleCode => ({
  code: 'LANTERNLIGHT',
  confidence: 0.98,
  presale_name: 'Fan Club: Early Access',
  fit: 'presale',
  why: 'The mail names Northern Lanterns.',
  valid_from: null,
  valid_until: 'Thu 9:00',
  evidence: 'The presale is LANTERNLIGHT, ends Thu 9:00',
  email_subject: 'Presale',
  email_from: 'Fan Club <club@mail.test>',
  email_date: at(-30),
  account: 'box1@mail.test',
  mailboxes: 4,
  watch: 'All boxes',
  found_at: at(-30),
  ...part,
});

const LISTING: TicketingEvent = {
  id: 'E1',
  artist: 'Northern Lanterns',
  date: '2027-06-12 20:00',
  nation: 'DE',
  timezone: 'Europe/Berlin',
  venue: 'Große Elbbühne',
  location: 'Hamburg',
  status: 'presale',
  sale_note: null,
  price: '27.5 - 102.5 EUR',
  presaleCount: 0,
  price_range: { min: 27.5, max: 102.5, currency: 'EUR' },
  presales: '',
  presale_windows: [],
  generalSaleStart: '',
  promoter: 'Harbour & Sons',
  ticketLimit: 'There is an overall 6 ticket limit for this event.',
  manifestLink: 'N/A',
  eventLink: 'https://shop.test/e1',
  manifest: 'N/A',
  image: 'N/A',
};

const saleAnswer = (): SaleAnswer => ({
  now: new Date().toISOString(),
  event: {
    event_id: 'E1',
    artist: 'Northern Lanterns',
    name: 'Northern Lanterns: Winter',
    venue: 'Große Elbbühne',
    city: 'Hamburg',
    country: 'DE',
    timezone: 'Europe/Berlin',
    date: '2027-06-12 20:00',
    note: null,
    url: 'https://shop.test/e1',
    known_from: [{ source: 'monitor', read_at: at(-0.2), next_at: at(1) }],
    windows: [
      saleWindow({}),
      saleWindow({
        presale_name: 'Meridian Card presale',
        opens_at: at(17),
        closes_at: at(40),
        is_followed: false,
      }),
      saleWindow({ kind: 'general', presale_name: null, opens_at: at(66), closes_at: null }),
    ],
  },
  codes: [
    saleCode({}),
    saleCode({ code: 'POLARIS-26', fit: 'time', presale_name: 'Meridian Card presale' }),
  ],
  codes_total: 2,
  watched_mailboxes: 38,
  is_watched_for_codes: false,
  prices: null,
  price_history: [],
  listing: null,
  deeds: [
    {
      kind: 'work',
      at: at(-1),
      who: 'mara@desk.test',
      title: 'Encore Tool, 120 rows',
      detail: 'Northern Lanterns',
      href: '/encore-tool?work=3',
    },
  ],
  notes: [],
});

async function open(sale: SaleAnswer, answers: Record<string, (call: Call) => object> = {}) {
  return openProduct(`/sale/${sale.event.event_id}`, {
    ...emptyDesk(),
    [`GET /sale/${sale.event.event_id}`]: () => ({ success: true, ...sale }),
    'GET /events/by-ids': () => ({ success: true, data: [LISTING], missing: [] }),
    ...answers,
  });
}

const section = (name: string) => page.getByRole('region', { name, exact: true });

test('has countdown, code, window and link without scrolling, also on a phone', async () => {
  const { calls } = await open(saleAnswer());
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Northern Lanterns' }))
    .toBeVisible();
  await expect.element(page.getByText('Meridian Card presale opens in')).toBeVisible();
  await expect
    .poll(() => page.getByRole('timer').element().textContent)
    .toMatch(/^1[67]h \d+min \d+s $/);
  await expect.element(section('Ticket limit').getByText('6 tickets')).toBeVisible();
  for (const width of [1440, 390]) {
    await page.viewport(width, 844);
    const code = page.getByRole('button', { name: 'Copy LANTERNLIGHT' }).first();
    await expect.element(code).toBeInViewport();
    await expect.element(page.getByRole('link', { name: 'Event page' })).toBeInViewport();
    await expect
      .element(section('Sale windows').getByText('Fan Club: Early Access'))
      .toBeInViewport();
    expect(document.documentElement.scrollWidth).toBe(width);
  }
  await page.viewport(1440, 900);
  await expectAccessible();
  expect(calls.to('GET /sale/E1')).toHaveLength(1);
});

test('writes times of the operator and of the venue in the same form', async () => {
  const sale = saleAnswer();
  // At least one of two zones is not that of the browser.
  const hours = -new Date().getTimezoneOffset() / 60;
  const timezone = hours === 9 ? 'America/New_York' : 'Asia/Tokyo';
  await open({ ...sale, event: { ...sale.event, timezone } });
  const form = /^(?:Opens|Closes) (\w{3},? \d+ \w+,? (?:at )?\d\d:\d\d){2}$/;
  const windows = section('Sale windows');
  await expect.element(windows.getByText(/^Opens/).first()).toBeInTheDocument();
  const times = [...windows.element().querySelectorAll('.tn:has(.sr-only)')];
  expect(times.length).toBeGreaterThan(3);
  for (const time of times) expect(time.textContent).toMatch(form);
});

test('copies the code of the open window with one click', async () => {
  await open(saleAnswer());
  await page.getByRole('button', { name: 'Copy LANTERNLIGHT' }).first().click();
  await expect.element(page.getByText('Copied!').first()).toBeVisible();
});

test('says why each part is empty, and never shows an invented zero', async () => {
  const sale = saleAnswer();
  sale.event = { ...sale.event, windows: [], known_from: [] };
  await open({ ...sale, codes: [], codes_total: 0, deeds: [], watched_mailboxes: 0 });
  await expect.element(page.getByText('No sale time is known')).toBeVisible();
  await expect.element(section('Sale windows').getByText('None published')).toBeVisible();
  await expect.element(section('Codes that fit').getByText('None found')).toBeVisible();
  await expect.element(section('Prices').getByText('Not watched')).toBeVisible();
  await expect.element(section('Seat map').getByText('Not published')).toBeVisible();
  await expect.element(section('What the desk did').getByText(/^Nothing yet/)).toBeVisible();
  await expectAccessible();
});

test("shows the rest while Ticketmaster's data fails to load, and reads it again", async () => {
  let isDown = true;
  await open(saleAnswer(), {
    'GET /events/by-ids': () =>
      isDown
        ? Response.json({ success: false, message: 'Down' }, { status: 502 })
        : { success: true, data: [LISTING], missing: [] },
  });
  const limit = section('Ticket limit');
  await expect.element(limit.getByText('Down')).toBeVisible();
  await expect.element(section('Sale windows').getByText('Fan Club: Early Access')).toBeVisible();
  isDown = false;
  await limit.getByRole('button', { name: 'Retry' }).click();
  await expect.element(limit.getByText('6 tickets')).toBeVisible();
});

test('follows a window, watches the price, and watches mailboxes for codes', async () => {
  const done = () => ({ success: true, message: '' });
  const { calls } = await open(saleAnswer(), {
    'POST /sales/follow': done,
    'POST /events/monitored-price-event': done,
    'GET /imap-accounts': () => ({
      success: true,
      accounts: [1, 2, 3].map((id) => ({
        id,
        user: `box${id}@mail.test`,
        host: 'imap.test',
        port: 993,
        is_active: id < 3,
        tags: [],
        folders: null,
        created_at: at(-1),
      })),
    }),
    'POST /presale-watches': () => ({ success: true, data: null }),
  });
  await section('Sale windows')
    .getByRole('button', { name: 'Follow Meridian Card presale' })
    .click();
  const follow = await calls.made('POST /sales/follow');
  expect(follow.body).toEqual({
    event_id: 'E1',
    kind: 'presale',
    presale_name: 'Meridian Card presale',
  });
  await section('Prices').getByRole('button', { name: 'Watch price' }).click();
  expect((await calls.made('POST /events/monitored-price-event')).body).toEqual({
    url: 'https://shop.test/e1',
  });
  await page.getByRole('button', { name: 'Watch mailboxes' }).click();
  const watch = await calls.made('POST /presale-watches');
  expect(watch.body).toMatchObject({
    name: 'Northern Lanterns, Hamburg',
    event_id: 'E1',
    search: { search_keywords: ['Northern Lanterns'], imap_account_ids: [1, 2] },
  });
});

test('leads to Encore with the event', async () => {
  const { href } = await open(saleAnswer());
  await page.getByRole('link', { name: 'Create Encore Tool' }).click();
  await expect.poll(href).toMatch(/^\/encore-tool\?events=E1/);
});

test('adds a note of the team, changes it and deletes it', async () => {
  const sale = saleAnswer();
  const note = (text: string): SaleNote => ({
    id: 7,
    text,
    author: 'operator@localhost',
    is_own: true,
    created_at: at(0),
    changed_at: null,
  });
  let notes: SaleNote[] = [];
  const { calls } = await open(sale, {
    'GET /sale/E1': () => ({ success: true, ...sale, notes }),
    'POST /sale/E1/notes': ({ body }) => {
      notes = [note(body.text)];
      return { success: true, message: '' };
    },
    'PATCH /sale-notes/7': ({ body }) => {
      notes = [note(body.text)];
      return { success: true, message: '' };
    },
    'DELETE /sale-notes/7': () => {
      notes = [];
      return { success: true, message: '' };
    },
  });
  const own = section('Team notes');
  await own.getByRole('textbox', { name: 'New note' }).fill('Use Elite only.');
  await own.getByRole('button', { name: 'Add note' }).click();
  await expect.element(own.getByText('Use Elite only.')).toBeVisible();
  await own.getByRole('button', { name: 'Edit note' }).click();
  await own.getByRole('textbox', { name: 'Edit note' }).fill('Use Elite and Gold.');
  await own.getByRole('button', { name: 'Save note' }).click();
  await expect.element(own.getByText('Use Elite and Gold.')).toBeVisible();
  await own.getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click();
  await calls.made('DELETE /sale-notes/7');
  await expect.element(own.getByText('Use Elite and Gold.')).not.toBeInTheDocument();
});

test('has as many codes at first as one call compares, and all of them on request', async () => {
  const all = Array.from({ length: 130 }, (_, index) => saleCode({ code: `CODE${index}` }));
  const { calls } = await open(
    { ...saleAnswer(), codes: all.slice(0, 100), codes_total: 140 },
    { 'GET /sale/E1/codes': () => ({ success: true, codes: all }) },
  );
  const own = section('Codes that fit');
  const rows = own.getByRole('list', { name: 'Codes that fit' }).getByRole('listitem');
  await expect.element(own.getByText('100 of at most 140 codes')).toBeVisible();
  await expect.element(page.getByText('At least 100 codes')).toBeVisible();
  await expect.element(page.getByText('Not in the first codes')).toBeVisible();
  await own.getByRole('button', { name: '95 more' }).click();
  await expect.poll(() => rows.elements().length).toBe(100);
  expect(calls.to('GET /sale/E1/codes')).toHaveLength(0);
  await own.getByRole('button', { name: 'All codes' }).click();
  await expect.element(own.getByText('130 codes', { exact: true })).toBeVisible();
  await expect.poll(() => rows.elements().length).toBe(130);
  await own.getByRole('button', { name: 'Fewer codes' }).click();
  await expect.poll(() => rows.elements().length).toBe(5);
});

test('says if the other codes could not be loaded, and loads them again', async () => {
  let isBroken = true;
  const answer = () => {
    if (isBroken) return Response.json({ success: false, message: 'Busy' }, { status: 503 });
    return { success: true, codes: [saleCode({}), saleCode({ code: 'POLARIS-26' })] };
  };
  await open(
    { ...saleAnswer(), codes: [saleCode({})], codes_total: 3 },
    { 'GET /sale/E1/codes': answer },
  );
  const own = section('Codes that fit');
  await expect.element(own.getByText('1 of at most 3 codes')).toBeVisible();
  await own.getByRole('button', { name: 'All codes' }).click();
  await expect
    .element(own.getByRole('alert'))
    .toMatchTextContent('The other codes could not be loaded. Busy');
  isBroken = false;
  await own.getByRole('button', { name: 'Retry' }).click();
  await expect.element(own.getByText('2 codes', { exact: true })).toBeVisible();
});

test('does not say that no code was found while not all mails have been compared', async () => {
  await open(
    { ...saleAnswer(), codes: [], codes_total: 700 },
    { 'GET /sale/E1/codes': () => ({ success: true, codes: [] }) },
  );
  const own = section('Codes that fit');
  await expect.element(own.getByText('None in the first mails')).toBeVisible();
  await expect.element(own.getByText('None found')).not.toBeInTheDocument();
  await own.getByRole('button', { name: 'All codes' }).click();
  await expect.element(own.getByText('None found')).toBeVisible();
});

test('is read again each minute unless that would call Ticketmaster or the event is unknown', () => {
  const data = saleAnswer();
  const failure = (status: number) => new ApiError('server', 'It failed.', { status });
  expect(refreshMs(data, null)).toBe(60_000);
  expect(refreshMs(data, failure(502))).toBe(60_000);
  expect(refreshMs(data, failure(404))).toBe(false);
  expect(refreshMs(undefined, failure(404))).toBe(false);
  expect(refreshMs({ ...data, listing: LISTING }, null)).toBe(false);
  expect(refreshMs({ ...data, event: { ...data.event, known_from: [] } }, null)).toBe(false);
});

test('of an unknown event offers a way to continue', async () => {
  await openProduct('/sale/nobody', {
    ...emptyDesk(),
    'GET /sale/nobody': () =>
      Response.json({ success: false, message: 'There is no such event.' }, { status: 404 }),
  });
  await expect.element(page.getByText('This event is not known')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Search an artist' })).toBeVisible();
  await expectAccessible();
});

test('reads all codes of an event again as often as its page', () => {
  expect(allCodesQuery('G5vYZ').refetchInterval).toBe(60_000);
});
