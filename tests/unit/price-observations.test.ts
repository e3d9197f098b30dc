import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { audit } from '../../worker/db/schema/audit.ts';
import { addAlert } from '../../worker/features/price-monitor/alerts/service.ts';
import { addTagAlert } from '../../worker/features/price-monitor/alerts/tag-alerts.ts';
import { addObservation } from '../../worker/features/price-monitor/checks/observations.ts';
import {
  pauseEvents,
  readEvent,
  tagEvents,
} from '../../worker/features/price-monitor/events/service.ts';
import { readHistory } from '../../worker/features/price-monitor/history/service.ts';
import { drivePrices, offer, SHOW } from '../factories/price-world.ts';

const MINUTE = 60_000;
const REFUSED = 'https://www.axs.com/events/1/refused';
const { opened, ctx, add, event, check, nextCheck, updates, bodies } = drivePrices(
  Date.UTC(2026, 11, 1),
);

/** The source of a page with one offer for each price. */
const pageOf = (...prices: number[]): string =>
  `<!doctype html><title>Show</title><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: 'Northern Lanterns',
    startDate: '2027-06-01T20:00',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: 'Forum Naviglio', address: { addressCountry: 'IT' } },
    offers: prices.map((price) => ({
      '@type': 'Offer',
      price,
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
    })),
  })}</script>`;

const paste = (page_source: string, url = REFUSED) => addObservation(ctx(), { url, page_source });
const history = async (url = REFUSED) =>
  (await readHistory(ctx(), { url })).data.map(({ low, source }) => ({ low, source }));

/** An event whose site refuses programs. */
async function addRefused(): Promise<void> {
  await add(REFUSED);
  await check();
  expect(await event(REFUSED)).toMatchObject({
    sale_state: 'refused',
    source: null,
    read_at: null,
  });
}

describe('the pasted source of a page', () => {
  it('is read like a checked page, and is marked as pasted', async () => {
    await addRefused();
    const before = await event(REFUSED);
    opened().world.now += 10 * MINUTE;
    const answer = await paste(pageOf(58, 74.5), REFUSED.replace('event', 'eVent'));
    const now = new Date(opened().world.now).toISOString();
    expect(answer).toEqual(await event(REFUSED));
    expect(answer).toMatchObject({
      title: 'Northern Lanterns',
      venue: 'Forum Naviglio',
      low: 58,
      currency: 'EUR',
      sale_state: 'on_sale',
      failure: null,
      source: 'pasted',
      read_at: now,
      last_seen: { low: 58, at: now },
    });
    expect(await history()).toEqual([{ low: 58, source: 'pasted' }]);
    const { checks } = await readEvent(ctx(), REFUSED);
    expect(checks[0]).toMatchObject({
      outcome: 'changed',
      text: '2 prices, 2 tickets, from a pasted page.',
    });
    expect(updates('priceUpdate')).toMatchObject([
      { data: { url: REFUSED, sale_state: 'on_sale' } },
    ]);
    expect(updates('monitor').at(-1)).toMatchObject({
      data: { id: REFUSED, state: 'ok', source: 'pasted', read_at: now },
    });
    const [entry] = await ctx()
      .db.select()
      .from(audit)
      .where(eq(audit.action, 'price-monitor.paste'));
    expect(entry).toMatchObject({ subject: `price_target:${answer.id}` });
    // The next check is as late as before, and the refusals still count.
    expect(answer).toMatchObject({
      next_check_at: before.next_check_at,
      failures: before.failures,
    });
  });

  it('keeps its prices, source and age when the site refuses again', async () => {
    await addRefused();
    await paste(pageOf(58));
    const { read_at } = await event(REFUSED);
    await nextCheck(REFUSED);
    expect(await event(REFUSED)).toMatchObject({
      sale_state: 'refused',
      failures: 2,
      low: 58,
      source: 'pasted',
      read_at,
    });
  });

  it('triggers alerts of the event and of its tags, once', async () => {
    await addRefused();
    const { id } = await event(REFUSED);
    await tagEvents(ctx(), { ids: [id], add: ['tour'], remove: [] });
    await paste(pageOf(70));
    await addAlert(ctx(), { url: REFUSED, kind: 'below', value: 60 });
    await addTagAlert(ctx(), { tag: 'tour', kind: 'below', value: 60 });
    await paste(pageOf(58));
    await paste(pageOf(57));
    expect((await bodies()).sort()).toEqual([
      'Northern Lanterns: Below €60.00: now €58.00 at Forum Naviglio. Source: Pasted page',
      'tour: Below €60.00: now €58.00, Northern Lanterns at Forum Naviglio. Source: Pasted page',
    ]);
    expect(updates('notification')).toHaveLength(2);
  });

  it('may belong to a paused event, which stays paused', async () => {
    await addRefused();
    const { id } = await event(REFUSED);
    await pauseEvents(ctx(), [id], true);
    expect(await paste(pageOf(58))).toMatchObject({ is_paused: true, low: 58, source: 'pasted' });
  });

  it('is replaced by the next page that can be read', async () => {
    await opened().setOffers(SHOW, [offer(70, 1)]);
    await add(SHOW);
    await paste(pageOf(70), SHOW);
    await check();
    expect(await event()).toMatchObject({ low: 70, source: 'page' });
    opened().world.now += MINUTE;
    await paste(pageOf(70), SHOW);
    expect((await history(SHOW)).at(-1)).toEqual({ low: 70, source: 'pasted' });
  });

  const noEvent = '<title>News</title><p>Nothing on sale';
  it.each([
    ['a page without an event', noEvent, 'The page describes no event.'],
    ['a page without prices', pageOf(), 'The page lists no tickets.'],
    ['a text that is no page', 'hello', 'The page describes no event.'],
    [
      'a check for humans',
      '<title>Just a moment...</title>',
      'This is the refusal of the site, not the page.',
    ],
    ['a block', '{"response": "block"}', 'This is the refusal of the site, not the page.'],
    ['half a page', pageOf(58).substring(0, 300), 'The data of the page cannot be read.'],
  ])('changes nothing if it is %s', async (_, source, reason) => {
    await addRefused();
    const before = await readEvent(ctx(), REFUSED);
    const message = `${reason} Open the event in your browser, wait until its prices are shown, and copy the source of that page.`;
    await expect(paste(source)).rejects.toMatchObject({
      code: 'bad_request',
      message,
      issues: [{ path: 'page_source', message }],
    });
    expect(await readEvent(ctx(), REFUSED)).toEqual(before);
    expect(updates('priceUpdate')).toEqual([]);
  });

  it('is refused if its name and day belong to another event, unless it contains the address', async () => {
    await addRefused();
    await paste(pageOf(58));
    const renamed = pageOf(12).replace('Northern Lanterns', 'Marisol Vega');
    const other = renamed.replace('2027-06-01', '2027-07-09');
    await expect(paste(other)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^This is the page of another event\. Open the event/),
    });
    expect(await event(REFUSED)).toMatchObject({ title: 'Northern Lanterns', low: 58 });
    expect(await paste(renamed)).toMatchObject({ title: 'Marisol Vega', low: 12 });
    expect(await paste(pageOf(59))).toMatchObject({ title: 'Northern Lanterns', low: 59 });
    const own = `<link rel="canonical" href="${REFUSED}">${other}`;
    expect(await paste(own)).toMatchObject({ date: '2027-07-09 20:00', low: 12 });
  });

  it('is refused for an event that is not monitored', async () => {
    await expect(paste(pageOf(58))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is stored beside a check that ends at the same time', async () => {
    await addRefused();
    const [pasted] = await Promise.all([paste(pageOf(58)), paste(pageOf(58))]);
    expect(pasted.low).toBe(58);
    expect(await history()).toEqual([{ low: 58, source: 'pasted' }]);
  });
});
