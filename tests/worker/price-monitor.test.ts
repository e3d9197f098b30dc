import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialAlertState } from '../../shared/price-monitor/alerts.ts';
import { writeTags } from '../../shared/price-monitor/event-files/tags-cell.ts';
import {
  MOST_EVENTS_PER_CALL,
  type PriceHistoryAnswer,
  type TagAlert,
  type WatchedEvent,
  type WatchedEventsAnswer,
} from '../../shared/price-monitor/schema.ts';
import { watchedEvents } from '../../worker/db/schema/price-monitor.ts';
import { insertAlert } from '../../worker/features/price-monitor/alerts/store.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

const MONITORED = '/api/events/monitored-price-event';
const TARGETS = '/api/events/price-targets';

/** Targets of these tests are not checked while other tests run. */
const removals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
});

/** The calls of a signed-in operator, and addresses that no other test uses. */
async function openPrices() {
  const { token, email } = await makeOperator();
  const prefix = crypto.randomUUID().slice(0, 13);
  const call = (path: string, json?: unknown, method?: string) =>
    callApi(path, { token, ...(json === undefined ? {} : { json }), ...(method && { method }) });
  const list = async (query: Record<string, string> = {}): Promise<WatchedEventsAnswer> =>
    (await call(`${TARGETS}?${new URLSearchParams({ search: prefix, ...query })}`)).json();
  const add = (paths: string[], tags: string[] = []) =>
    call(TARGETS, { targets: paths.map((path) => ({ url: addressOf(path) })), tags });
  // A separate host, so that tests do not wait for the pace of each other's pages.
  const addressOf = (path: string) => `https://${prefix}.axs.com/event/${prefix}/${path}`;
  /** Nothing changes them while a test reads them. */
  const addPaused = async (...paths: string[]) => {
    await add(paths);
    const ids = (await list()).data.map(({ id }) => id);
    await call(`${TARGETS}/pause`, { ids, is_paused: true });
  };
  const one = async (path: string): Promise<WatchedEvent> => {
    const target = (await list({ search: `${prefix}/${path}` })).data[0];
    if (!target) throw new Error(`there is no target ${path}`);
    return target;
  };
  removals.push(async () => {
    const ids = (await list()).data.map(({ id }) => id);
    if (ids.length > 0) await call(`${TARGETS}/remove`, { ids });
  });
  return { call, list, add, addPaused, addressOf, one, prefix, email };
}

describe('monitored events', () => {
  it('are stored and listed in lower case, however they were sent, and deleted by either spelling', async () => {
    const { call, addressOf } = await openPrices();
    const url = addressOf('show');
    const posted = await call(MONITORED, { url: url.replace('event', 'eVent') });
    expect(posted.status).toBe(201);
    const { data }: { data: string[] } = await (await call(MONITORED)).json();
    expect(data).toContain(url);
    expect(data).not.toContain(url.replace('event', 'eVent'));
    const twice = await call(MONITORED, { url });
    expect(twice.status).toBe(409);
    expect((await failureOf(twice)).message).toBe('This event is already monitored.');
    expect((await call(MONITORED, { url: url.replace('event', 'eVent') }, 'DELETE')).status).toBe(
      200,
    );
    expect((await call(MONITORED, { url }, 'DELETE')).status).toBe(404);
  });

  it.each([
    ['not an address', 'This is not a web address.'],
    ['http://www.axs.com/events/1', 'Only https addresses are fetched.'],
    ['https://fans.example/events/1', 'fans.example is not on the list of known hosts.'],
  ])('refuse %s with the reason', async (url, message) => {
    const { call } = await openPrices();
    const answer = await call(MONITORED, { url });
    expect(answer.status).toBe(400);
    expect(await failureOf(answer)).toEqual({
      success: false,
      message,
      issues: [{ path: 'url', message }],
    });
  });

  it('accept 2,000 addresses at once and report the refused ones with their positions', async () => {
    const { call, addressOf, list, add } = await openPrices();
    await add(['1']);
    const targets = Array.from({ length: MOST_EVENTS_PER_CALL }, (_, index) => ({
      url: addressOf(`${index}`),
    }));
    targets[5] = { url: addressOf('4').replace('event', 'eVent') };
    targets[7] = { url: 'lakeside center 26 nov' };
    const answer = await call(TARGETS, { targets, tags: ['autumn tour'] });
    expect(await answer.json()).toEqual({
      success: true,
      added: 1_997,
      refused: [
        { index: 1, url: addressOf('1'), reason: 'This event is already monitored.' },
        {
          index: 5,
          url: targets[5]?.url,
          reason: 'The list names this event twice (see entry 5).',
        },
        { index: 7, url: 'lakeside center 26 nov', reason: 'This is not a web address.' },
      ],
    });
    const { total, tags } = await list({ tag: 'autumn tour' });
    expect(total).toBe(1_997);
    expect(tags).toContainEqual({ tag: 'autumn tour', count: 1_997 });
    const ids: number[] = [];
    for (let page = await list({ limit: '500' }); ; ) {
      ids.push(...page.data.map(({ id }) => id));
      if (page.next_cursor === null) break;
      page = await list({ limit: '500', cursor: page.next_cursor });
    }
    expect(ids).toHaveLength(1_998);
    expect((await call(`${TARGETS}/remove`, { ids })).status).toBe(200);
    targets.push({ url: addressOf('one too many') });
    const tooMany = await call(TARGETS, { targets });
    expect(tooMany.status).toBe(400);
    expect((await failureOf(tooMany)).message).toBe('targets: At most 2,000 addresses at once.');
  });

  it('are listed on every page once, in each order', async () => {
    const { addPaused, list } = await openPrices();
    await addPaused(...Array.from({ length: 7 }, (_, index) => `page-${index}`));
    for (const sort of ['added', '-added', 'title', '-low', 'available', '-move', 'checked']) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ limit: '3', sort, ...(cursor && { cursor }) });
        expect(page.total).toBe(7);
        seen.push(...page.data.map(({ url }) => url));
        cursor = page.next_cursor;
      } while (cursor);
      expect(new Set(seen).size, sort).toBe(7);
    }
  });

  it('can be paused, resumed, tagged and removed', async () => {
    const { call, add, one, email } = await openPrices();
    await add(['a', 'b'], ['old']);
    const ids = [(await one('a')).id];
    await call(`${TARGETS}/pause`, { ids, is_paused: true });
    expect(await one('a')).toMatchObject({
      is_paused: true,
      paused_by: email,
      next_check_at: null,
    });
    await call(`${TARGETS}/pause`, { ids, is_paused: false });
    expect(await one('a')).toMatchObject({ is_paused: false, paused_by: null });
    await call(`${TARGETS}/tags`, { ids, add: ['new', 'b'], remove: ['old'] });
    expect((await one('a')).tags).toEqual(['b', 'new']);
    const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    const refused = await call(`${TARGETS}/tags`, { ids, add: many });
    expect((await failureOf(refused)).message).toBe('An event has at most 20 tags.');
    expect((await one('a')).tags).toEqual(['b', 'new']);
    expect((await call(`${TARGETS}/remove`, { ids })).status).toBe(200);
    expect((await call(`${TARGETS}/remove`, { ids })).status).toBe(404);
    expect((await one('b')).tags).toEqual(['old']);
  });

  it('count events that were never read apart from events without tickets', async () => {
    const { addPaused, list } = await openPrices();
    const { counts: before } = await list({});
    await addPaused('never read');
    const { counts } = await list({});
    expect([counts.unread - before.unread, counts.none - before.none]).toEqual([1, 0]);
    const { data } = await list({ availability: 'unread' });
    expect(data[0]).toMatchObject({ availability: 'unread', available: 0 });
    expect((await list({ availability: 'none' })).data).toEqual([]);
  });

  it('accept the update call with a double slash', async () => {
    const { call, add } = await openPrices();
    await add(['due']);
    const answer = await call('/api/events//update-monitored-price-event', undefined, 'POST');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      success: true,
      message: 'Price data is being updated',
    });
  });

  it('can be exported as CSV', async () => {
    const { call, add, addressOf, prefix } = await openPrices();
    await add(['x', 'y'], ['tour', 'vip']);
    const csv = await (await call(`${TARGETS}/export?search=${prefix}`)).text();
    const [head, ...rows] = csv.trim().split('\r\n');
    expect(head).toBe(
      'URL,Event,Venue,City,Date,Lowest price,Currency,Price source,Price read,Available,Class,State,Opens,Tags,Checked,Failure',
    );
    expect(rows.map((row) => row.split(',')[0])).toEqual(['x', 'y'].map(addressOf));
    expect(rows[0]).toContain(`,"${writeTags(['tour', 'vip'])}",`);
  });
});

describe('the checker', () => {
  it('is started by the queue as soon as an event is added, and stores its prices', async () => {
    const { add, one, call, addressOf } = await openPrices();
    await add(['northern-lanterns']);
    await vi.waitFor(
      async () =>
        expect(await one('northern-lanterns')).toMatchObject({
          failures: 0,
          title: 'Northern Lanterns',
        }),
      { timeout: 60_000, interval: 200 },
    );
    const query = new URLSearchParams({ url: addressOf('northern-lanterns') });
    const detail = await call(`/api/events/price-target?${query}`);
    expect(await detail.json()).toMatchObject({
      success: true,
      data: { country: expect.stringMatching(/^[A-Z]{2}$/), failure: null },
      checks: [{ outcome: 'changed', text: expect.stringContaining('from the event page.') }],
    });
    const history: PriceHistoryAnswer = await (
      await call(`/api/events/price-history?${query}`)
    ).json();
    expect(history.data).toHaveLength(1);
  });

  it('has no history of an event that is not monitored', async () => {
    const { call, addressOf } = await openPrices();
    const query = new URLSearchParams({ url: addressOf('unknown') });
    expect((await call(`/api/events/price-history?${query}`)).status).toBe(404);
    const wrong = new URLSearchParams({ url: addressOf('unknown'), from: 'yesterday' });
    expect((await call(`/api/events/price-history?${wrong}`)).status).toBe(400);
  });
});

describe('alerts', () => {
  it('can be added, listed and deleted, at most 10 for an event', async () => {
    const { call, addPaused, addressOf, one } = await openPrices();
    await addPaused('alerts');
    const url = addressOf('alerts');
    const alerts = '/api/events/price-alerts';
    const added = await call(alerts, {
      url: url.replace('event', 'eVent'),
      kind: 'below',
      value: 60,
    });
    expect(added.status).toBe(201);
    await call(alerts, { url, kind: 'back_in_stock' });
    const { data }: { data: WatchedEvent['alerts'] } = await (
      await call(`${alerts}?${new URLSearchParams({ url })}`)
    ).json();
    expect(data).toMatchObject([
      { url, kind: 'below', value: 60, is_armed: true, fired_at: null },
      { url, kind: 'back_in_stock', value: null, is_armed: false },
    ]);
    expect((await one('alerts')).alerts).toEqual(data);
    const same = [
      await call(alerts, { url, kind: 'below', value: 60 }),
      await call(alerts, { url, kind: 'back_in_stock' }),
    ];
    expect(same.map(({ status }) => status)).toEqual([409, 409]);
    expect((await failureOf(same[0] as Response)).message).toBe(
      'The event has this alert already.',
    );
    for (let count = 2; count < 10; count += 1) {
      expect((await call(alerts, { url, kind: 'above', value: count })).status).toBe(201);
    }
    const eleventh = await call(alerts, { url, kind: 'drop_percent', value: 10 });
    expect((await failureOf(eleventh)).message).toBe('An event has at most 10 alerts.');
    expect((await call(`${alerts}/${data[0]?.id}`, undefined, 'DELETE')).status).toBe(200);
    expect((await call(`${alerts}/${data[0]?.id}`, undefined, 'DELETE')).status).toBe(404);
  });

  it('can be added to many events, except those that have the rule or have no room', async () => {
    const { call, addPaused, one } = await openPrices();
    const alerts = `${TARGETS}/alerts`;
    const names = ['first', 'second', 'full'];
    for (const name of names) await addPaused(name);
    const events = await Promise.all(names.map((name) => one(name)));
    const [first, , full] = events.map(({ id }) => id);
    const add = async (ids: unknown, rule: object) => (await call(alerts, { ids, ...rule })).json();
    expect(await add([first], { kind: 'below', value: 60 })).toMatchObject({ added: 1 });
    for (let value = 1; value <= 10; value += 1) await add([full], { kind: 'above', value });
    const ids = [...events.map(({ id }) => id), first, 2 ** 40];
    expect(await add(ids, { kind: 'below', value: 60 })).toMatchObject({
      added: 1,
      repeated: 1,
      full: 1,
    });
    // Rules without a value are compared too; a rule for a drop begins with the price of its event.
    for (const rule of [{ kind: 'opens' }, { kind: 'drop_percent', value: 20 }]) {
      expect(await add(ids, rule)).toMatchObject({ added: 2, repeated: 0, full: 1 });
      expect(await add(ids, rule)).toMatchObject({ added: 0, repeated: 2, full: 1 });
    }
    expect((await one('second')).alerts).toMatchObject([
      { kind: 'below', value: 60, is_armed: true, fired_at: null },
      { kind: 'opens', value: null, is_armed: false },
      { kind: 'drop_percent', value: 20, is_armed: true },
    ]);
    expect((await one('full')).alerts).toHaveLength(10);
    expect((await call(alerts, { ids: [2 ** 40], kind: 'below', value: 60 })).status).toBe(404);
    for (const wrong of [
      { ids: [], kind: 'opens' },
      { ids, kind: 'below' },
      { ids, kind: 'rise', value: 501 },
    ])
      expect((await call(alerts, wrong)).status).toBe(400);
  });

  it('can be added, listed and deleted for a tag', async () => {
    const { call, addPaused, list, prefix } = await openPrices();
    await addPaused('tagged');
    const [event] = (await list()).data;
    await call(`${TARGETS}/tags`, { ids: [event?.id], add: [prefix] });
    const tagAlerts = '/api/events/tag-alerts';
    const listed = async () => {
      const { data }: { data: TagAlert[] } = await (await call(tagAlerts)).json();
      return data.filter(({ tag }) => tag === prefix);
    };
    const added = await call(tagAlerts, { tag: ` ${prefix} `, kind: 'drop_percent', value: 10 });
    expect(added.status).toBe(201);
    expect(await listed()).toMatchObject([
      // The event was never read.
      { kind: 'drop_percent', value: 10, currency: null, low: null, events: 0, is_armed: true },
    ]);
    const again = await call(tagAlerts, { tag: prefix, kind: 'drop_percent', value: 10 });
    expect((await failureOf(again)).message).toBe('The tag has this alert already.');
    for (const rule of [
      { tag: '', kind: 'below', value: 5 },
      { tag: prefix, kind: 'opens' },
      { tag: prefix, kind: 'rise', value: 501 },
    ])
      expect((await call(tagAlerts, rule)).status).toBe(400);
    const [{ id } = { id: 0 }] = await listed();
    const tested = await call(`/api/events/price-alerts/${id}/test`, undefined, 'POST');
    expect((await failureOf(tested)).message).toBe(
      `No event with the tag "${prefix}" was read yet.`,
    );
    expect((await call(`/api/events/price-alerts/${id}`, undefined, 'DELETE')).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  it('are not added to an event that is removed at the same time', async () => {
    const rule = { kind: 'below' as const, value: 60, ...initialAlertState('below', null) };
    await expect(insertAlert(makeCtx(), 2 ** 40, rule)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('begin with the last reading while checks fail', async () => {
    const { call, addPaused, addressOf, one } = await openPrices();
    await addPaused('failing');
    const { id } = await one('failing');
    const failing = {
      failure: 'The page has no event.',
      failures: 1,
      saleState: 'no_event' as const,
    };
    await makeCtx()
      .db.update(watchedEvents)
      .set({ ...failing, changedAt: 1_800_000_000_000, available: 0, opensAt: 1_900_000_000_000 })
      .where(eq(watchedEvents.id, id));
    const url = addressOf('failing');
    for (const kind of ['opens', 'back_in_stock'])
      expect((await call('/api/events/price-alerts', { url, kind })).status).toBe(201);
    // It was not on sale yet, so the rule waits for its opening, and its tickets are not back.
    expect((await one('failing')).alerts).toMatchObject([
      { kind: 'opens', is_armed: true },
      { kind: 'back_in_stock', is_armed: false },
    ]);
  });

  it.each([
    { kind: 'below', value: 0 },
    { kind: 'drop_percent', value: 100 },
    { kind: 'above' },
    { kind: 'sideways', value: 3 },
  ])('refuse $kind with $value', async (rule) => {
    const { call, add, addressOf } = await openPrices();
    await add(['rule']);
    const answer = await call('/api/events/price-alerts', { url: addressOf('rule'), ...rule });
    expect(answer.status).toBe(400);
    expect((await failureOf(answer)).issues).toHaveLength(1);
  });
});
