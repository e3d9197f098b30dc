import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FollowedSale } from '../../shared/reminders/schema.ts';
import { dashboardAnswer } from '../factories/dashboard.ts';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const EVENTS = [
  ticketingEvent({
    id: 'E1',
    artist: 'Zoë Größe',
    venue: 'Elbhalle',
    generalSaleStart: inDays(3),
    presale_windows: [
      { name: 'Over', opens: inDays(-2), closes: inDays(-1) },
      { name: 'Fan Club', opens: inDays(2), closes: inDays(3) },
    ],
    presaleCount: 2,
  }),
  ticketingEvent({
    id: 'E2',
    artist: 'Zoë Größe',
    venue: 'Canal Street Arena',
    generalSaleStart: inDays(4),
  }),
  ticketingEvent({
    id: 'E3',
    artist: 'Zoë Größe',
    venue: 'Movistar Arena',
    generalSaleStart: inDays(-4),
  }),
];

const OPENING = {
  event_id: 'E1',
  artist: 'Zoë Größe',
  kind: 'presale',
  name: 'Fan Club',
  opens: inDays(1),
  date: '2027-06-01 20:00',
  venue: 'Elbhalle',
  events: 1,
  location: 'Hamburg',
  nation: 'DE',
  url: '',
  source: 'listed',
};

async function open(
  address: string,
  { channels = [] as object[], fails = false, answers = {} as Record<string, unknown> } = {},
) {
  let followed: FollowedSale[] = [];
  const change = (isFollowed: boolean) => (call: Call) => {
    if (fails) return Response.json({ success: false, message: 'No.' }, { status: 500 });
    const sale = call.body as FollowedSale;
    followed = followed.filter(
      ({ event_id, kind }) => event_id + kind !== sale.event_id + sale.kind,
    );
    if (isFollowed) followed.push(sale);
    return { success: true, message: '' };
  };
  return openProduct(address, {
    ...emptyDesk(),
    'GET /events/artist/K1': () => ({ success: true, data: EVENTS, eventCount: EVENTS.length }),
    'GET /notification-channels': () => ({ success: true, data: channels }),
    'POST /sales/followed': () => ({
      success: true,
      events: [],
      sales: followed.map((sale) => ({ ...sale, is_followed: true })),
    }),
    'POST /sales/follow': change(true),
    'DELETE /sales/follow': change(false),
    'GET /dashboard': () => ({
      ...dashboardAnswer,
      outlook: {
        ...dashboardAnswer.outlook,
        has_more: false,
        later: [],
        openings: [OPENING, { ...OPENING, event_id: 'E9', artist: 'On tour', events: 12 }],
      },
    }),
    ...answers,
  });
}

const button = (name: string | RegExp) => page.getByRole('button', { name });

for (const view of ['grid', 'list'])
  test(`the ${view} of an artist's events follows their sales with one call for all of them`, async () => {
    const { calls } = await open(`/ticketmaster?byId=K1&view=${view}`, {
      channels: [{ is_paused: false, kinds: ['sale_soon'] }],
    });
    const single = button(/^Follow Canal Street Arena.*, General sale$/);
    await expect.element(single).toHaveAttribute('aria-pressed', 'false');
    await single.click();
    await expect.element(single).toHaveAttribute('aria-pressed', 'true');
    await button(/^Follow sales of Elbhalle/).click();
    const list = page.getByRole('dialog', { name: /^Sales of Elbhalle/ });
    const fanClub = list.getByRole('button', { name: /, Fan Club$/ });
    await expect.poll(() => fanClub.element().textContent).toBe('Follow');
    await fanClub.click();
    await expect.element(fanClub).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => fanClub.element().textContent).toBe('Following');
    await expectAccessible();
    expect(calls.to(/^POST \/sales\/follow$/).map(({ body }) => body)).toEqual([
      { event_id: 'E2', kind: 'general', presale_name: null },
      { event_id: 'E1', kind: 'presale', presale_name: 'Fan Club' },
    ]);
    expect(calls.to(/^POST \/sales\/followed$/)[0]?.body).toEqual({
      event_ids: ['E1', 'E2', 'E3'],
    });
    await userEvent.keyboard('{Escape}');
    expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(0);
  });

test('F follows the next sale of the event at the cursor, and the list of keys contains it', async () => {
  const { calls } = await open('/ticketmaster?byId=K1&view=list');
  await expect.element(button(/Canal Street Arena.*, General sale$/)).toBeVisible();
  await userEvent.keyboard('j');
  await userEvent.keyboard('f');
  await calls.made('POST /sales/follow');
  expect(calls.to(/^POST \/sales\/follow$/)[0]?.body).toMatchObject({ presale_name: 'Fan Club' });
  await expect.element(page.getByText('Reminders appear in the bell of this desk')).toBeVisible();
  await userEvent.keyboard('f');
  await calls.made('DELETE /sales/follow');
  await userEvent.keyboard('?');
  await expect
    .element(page.getByText('Follow the next sale of the event at the cursor, or end that'))
    .toBeVisible();
});

test('a sale that cannot be followed is shown as before, with the reason', async () => {
  await open('/ticketmaster?byId=K1&view=list', { fails: true });
  const single = button(/Canal Street Arena.*, General sale$/);
  await single.click();
  await expect.element(page.getByText(/Failed to change the reminders/)).toBeVisible();
  await expect.element(single).toHaveAttribute('aria-pressed', 'false');
});

test('the next sales on the dashboard can be followed there', async () => {
  await open('/', { channels: [{ is_paused: false, kinds: ['sale_soon'] }] });
  const follow = button('Follow Zoë Größe, Elbhalle, Fan Club');
  await follow.click();
  await expect.element(follow).toHaveAttribute('aria-pressed', 'true');
  // One button cannot follow the twelve events of the other row.
  await expect.element(page.getByRole('link', { name: 'On tour' })).toBeVisible();
  expect(button(/^Follow On tour/).query()).toBeNull();
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
});

test('nothing can be followed until the followed sales are known', async () => {
  const { calls } = await open('/ticketmaster?byId=K1&view=list', {
    answers: {
      'POST /sales/followed': () =>
        Response.json({ success: false, message: 'No.' }, { status: 500 }),
    },
  });
  const single = button(/Canal Street Arena.*, General sale$/);
  await expect.element(single).toBeDisabled();
  await expect.element(single).not.toHaveAttribute('aria-pressed');
  await expect.element(button(/^Follow sales of Elbhalle(?!.*followed)/)).toBeDisabled();
  await userEvent.keyboard('j');
  await userEvent.keyboard('f');
  expect(calls.to(/^(?:POST|DELETE) \/sales\/follow$/)).toHaveLength(0);
});
