import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../worker/db/client.ts';
import { artistEvents, monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { calendarEvents, calendarSubscriptions } from '../../worker/db/schema/calendar.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import { isRenewalDue, renewCalendars } from '../../worker/features/calendar/index.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';
import { ownArtistId } from './artist-world.ts';
import { readSettings } from './settings.ts';

let operator: Awaited<ReturnType<typeof makeOperator>>;
let ids: string[];
const send = (method: string, path: string, json?: unknown) =>
  callApi(`/api${path}`, { method, token: operator.token, ...(json !== undefined && { json }) });
const bodyOf = async <T>(response: Promise<Response>): Promise<T> => (await response).json();
/**
 * Reads the answer to its end, as a program does, because until then it takes one of the two slots
 * of its address.
 */
async function read(path: string, headers: Record<string, string> = {}) {
  const response = await callApi(path, { headers });
  return response.status === 304 ? response : new Response(await response.arrayBuffer(), response);
}

beforeAll(async () => {
  operator = await makeOperator();
  const { artists } = await bodyOf<{ artists: { id: string }[] }>(
    send('GET', '/events/get_artists/Northern%20Lanterns'),
  );
  const { data } = await bodyOf<{ data: { id: string; generalSaleStart: string }[] }>(
    send('GET', `/events/artist/${artists[0]?.id}`),
  );
  ids = data
    .filter(({ generalSaleStart }) => Date.parse(generalSaleStart) > Date.now())
    .slice(0, 2)
    .map(({ id }) => id);
});

describe('the calendar of an operator', () => {
  test('contains added events once, as a file and at an address, until they are cleared', async () => {
    const added = await send('POST', '/calendar/events', { ids: [...ids, 'unknown-event'] });
    expect(await added.json()).toEqual({ success: true, added: 2, missing: ['unknown-event'] });
    await send('POST', '/calendar/events', { ids });
    expect(await bodyOf(send('GET', '/calendar'))).toEqual({
      success: true,
      subscription: null,
      events: 2,
    });
    const file = await send('GET', '/calendar/download');
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = await file.text();
    for (const id of ids) expect(text).toContain(`UID:${id}-onsale@boxoffice-desk`);
    const some = await (await send('POST', '/calendar/download', { ids: ids.slice(0, 1) })).text();
    expect(some.match(/UID:.*-onsale@/g)).toHaveLength(1);

    const { path } = await bodyOf<{ path: string }>(send('POST', '/calendar/subscription'));
    expect(path).toMatch(/^\/api\/calendar\.ics\?token=[\w-]{43}$/);
    expect(await (await read(path)).text()).toContain(`UID:${ids[0]}-onsale@boxoffice-desk`);
    expect(await bodyOf(send('GET', '/calendar'))).toMatchObject({
      subscription: { last_read_at: expect.stringMatching(/^\d{4}-/) },
    });
    expect((await send('DELETE', '/calendar/events')).status).toBe(200);
    expect(await bodyOf(send('GET', '/calendar'))).toMatchObject({ events: 0 });
  });

  test('holds the sales of monitored artists', async () => {
    const db = openDatabase(readSettings());
    const artistId = ownArtistId();
    const sale = Date.now() + 3_600_000;
    const facts = {
      id: artistId,
      artist: 'Vela Marin',
      date: '2099-01-01',
      timezone: 'Europe/Paris',
      venue: 'Halle',
      location: 'Lyon',
      nation: 'FR',
      status: 'offsale',
      sale_note: null,
      presale_windows: [],
      generalSaleStart: new Date(sale).toISOString(),
      eventLink: 'N/A',
    };
    const now = Date.now();
    const artist = { artistId, name: 'Vela Marin', image: '', createdAt: now, nextCheckAt: now };
    await db.insert(monitoredArtists).values({ ...artist, startDay: '2099-01-01' });
    await db
      .insert(artistEvents)
      .values({ artistId, eventId: artistId, facts: JSON.stringify(facts), lastSaleAt: sale });
    expect(await (await send('GET', '/calendar/download')).text()).toContain(
      `UID:${artistId}-onsale@boxoffice-desk`,
    );
    const moved = { ...facts, venue: 'Moved to the arena' };
    await db.batch([
      db
        .update(artistEvents)
        .set({ facts: JSON.stringify(moved) })
        .where(eq(artistEvents.artistId, artistId)),
      db
        .update(monitoredArtists)
        .set({ checkedAt: now + 1 })
        .where(eq(monitoredArtists.artistId, artistId)),
    ]);
    const others = await Promise.all(Array.from({ length: 6 }, () => makeOperator()));
    const texts = await Promise.all(
      others.map(async ({ token }) => (await callApi('/api/calendar/download', { token })).text()),
    );
    for (const text of texts) expect(text).toContain('Moved to the arena');
    expect(new Set(texts).size).toBe(1);
    await send('DELETE', `/events/monitored-artists/${artistId}`);
    expect(await (await send('GET', '/calendar/download')).text()).not.toContain(artistId);
  });

  test.each([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['gzip;q=0', false],
    ['br, gzip; q=0.0, identity', false],
    ['identity', false],
    [undefined, false],
  ])('is sent compressed once to a client that accepts it: %s', async (accepted, isCompressed) => {
    const download = (headers: Record<string, string>) =>
      callApi('/api/calendar/download', { token: operator.token, headers });
    const plain = await (await download({})).text();
    const answer = await download(accepted === undefined ? {} : { 'Accept-Encoding': accepted });
    expect(answer.headers.get('Content-Encoding')).toBe(isCompressed ? 'gzip' : null);
    expect(answer.headers.get('Vary')).toContain('Accept-Encoding');
    // Like a client, this call decompresses an answer once.
    expect(await answer.text()).toBe(plain);
    expect(plain).toMatch(/^BEGIN:VCALENDAR\r\n/);
  });

  test('requires a sign-in, and refuses no ids and more than 500', async () => {
    expect((await callApi('/api/calendar')).status).toBe(401);
    for (const wrong of [[], ['../x'], Array.from({ length: 501 }, (_, index) => `E${index}`)]) {
      expect((await send('POST', '/calendar/events', { ids: wrong })).status).toBe(400);
    }
  });

  test('keeps at most 2,000 events, and writes nothing if a call exceeds them', async () => {
    const db = openDatabase(readSettings());
    const rows = Array.from({ length: 1_999 }, (_, index) => ({
      operatorId: operator.id,
      eventId: `filler-${index}`,
      facts: '{}',
      readAt: Date.now(),
    }));
    for (let at = 0; at < rows.length; at += 500)
      await db.insert(calendarEvents).values(rows.slice(at, at + 500));
    const refused = await send('POST', '/calendar/events', { ids });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { success: false, message: 'A calendar keeps at most 2000 events. Clear it first.' },
    ]);
    expect(await bodyOf(send('GET', '/calendar'))).toMatchObject({ events: 1_999 });
    await send('DELETE', '/calendar/events');
  });

  test('reads added events again after 12 hours', async () => {
    await send('POST', '/calendar/events', { ids });
    const db = openDatabase(readSettings());
    const mine = eq(calendarEvents.operatorId, operator.id);
    await db
      .update(calendarEvents)
      .set({ facts: '{}', readAt: Date.now() - 13 * 3_600_000 })
      .where(mine);
    const ctx = makeCtx();
    expect(await isRenewalDue(ctx)).toBe(true);
    await renewCalendars(ctx);
    const rows = await db.select().from(calendarEvents).where(mine);
    expect(rows.map(({ facts }) => JSON.parse(facts).id).sort()).toEqual([...ids].sort());
    expect(await isRenewalDue(ctx)).toBe(false);
    await send('DELETE', '/calendar/events');
  });
});

describe('a subscription address', () => {
  const create = async () =>
    (await bodyOf<{ path: string }>(send('POST', '/calendar/subscription'))).path;

  test('answers 304 to a program that has the calendar, until an event changes', async () => {
    await send('POST', '/calendar/events', { ids });
    const path = await create();
    const first = await read(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = (tags: string) => read(path, { 'If-None-Match': tags });
    const same = await again(`"other", ${tag}`);
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
    const other = await again('"other"');
    expect([other.status, (await other.text()).length > 0]).toEqual([200, true]);
    await openDatabase(readSettings())
      .update(calendarEvents)
      .set({ facts: sql`json_set(${calendarEvents.facts}, '$.venue', 'Another hall')` })
      .where(eq(calendarEvents.operatorId, operator.id));
    const changed = await again(tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect(await changed.text()).toContain('Another hall');
    await send('DELETE', '/calendar/events');
  });

  test('ends with a new address, with its revocation and with its operator', async () => {
    const first = await create();
    const second = await create();
    const refused = await read(first);
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { success: false, message: 'Invalid token' },
    ]);
    expect((await read(second)).status).toBe(200);
    expect((await send('DELETE', '/calendar/subscription')).status).toBe(200);
    expect((await read(second)).status).toBe(401);
    expect((await send('DELETE', '/calendar/subscription')).status).toBe(404);

    const third = await create();
    const db = openDatabase(readSettings());
    const setDisabled = (disabledAt: number | null) =>
      db.update(operators).set({ disabledAt }).where(eq(operators.id, operator.id));
    await setDisabled(Date.now());
    expect((await read(third)).status).toBe(401);
    await setDisabled(null);
    expect((await read(third)).status).toBe(200);
  });

  test('is stored as a hash only, and is in no audit entry', async () => {
    const token = (await create()).split('=')[1] ?? '';
    const db = openDatabase(readSettings());
    const subscriptions = await db.select().from(calendarSubscriptions);
    const trail = await db
      .select()
      .from(audit)
      .where(eq(audit.subject, `operator:${operator.id}`));
    expect(JSON.stringify([subscriptions, trail])).not.toContain(token);
    expect(trail.map(({ action }) => action)).toContain('calendar.subscribe');
  });

  test('ends after no program has read it for 400 days', async () => {
    const path = await create();
    const day = 86_400_000;
    const db = openDatabase(readSettings());
    const setDays = (created: number, read: number | null) =>
      db
        .update(calendarSubscriptions)
        .set({
          createdAt: Date.now() - created * day,
          lastReadAt: read === null ? null : Date.now() - read * day,
        })
        .where(eq(calendarSubscriptions.operatorId, operator.id));
    for (const [created, lastRead] of [
      [401, null],
      [900, 401],
    ] as const) {
      await setDays(created, lastRead);
      expect(await bodyOf(send('GET', '/calendar'))).toMatchObject({ subscription: null });
      expect((await read(path)).status).toBe(401);
    }
    await setDays(900, 399);
    const { subscription } = await bodyOf<{ subscription: { ends_at: string } }>(
      send('GET', '/calendar'),
    );
    expect((Date.parse(subscription.ends_at) - Date.now()) / day).toBeCloseTo(1, 1);
    expect((await read(path)).status).toBe(200);
    expect((await read(path)).status).toBe(200);
  });

  test('can be read twice at once', async () => {
    const path = await create();
    const reads = await Promise.all(Array.from({ length: 5 }, () => read(path)));
    expect(reads.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    expect(reads.find(({ status }) => status === 429)?.headers.get('Retry-After')).toBe('5');
    // An answer counts until it has been read.
    await Promise.all(reads.map((answer) => answer.text()));
    expect((await read(path)).status).toBe(200);
  });

  test('requires its token', async () => {
    for (const path of [
      '/api/calendar.ics',
      '/api/calendar.ics?token=',
      '/api/calendar.ics?token=x',
    ])
      expect((await read(path)).status).toBe(401);
  });

  test('is not looked up after twenty wrong ones from an address in a minute; each is logged without it', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(line));
    const path = await create();
    const from = (address: string, wanted: string) =>
      callApi(wanted, { headers: { 'CF-Connecting-IP': address } });
    const wrong = '/api/calendar.ics?token=a-wrong-token';
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect((await from('198.51.100.60', wrong)).status).toBe(401);
    for (const wanted of [wrong, path]) {
      const refused = await from('198.51.100.60', wanted);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect((await from('198.51.100.61', path)).status).toBe(200);
    vi.restoreAllMocks();
    const events = lines
      .map((line) => JSON.parse(line))
      .filter(({ event, address }) => event && address === '198.51.100.60');
    expect(events.map(({ event }) => event)).toEqual(Array(20).fill('token_refused'));
    expect(lines.join()).not.toContain('a-wrong-token');
    expect(lines.join()).not.toContain(path.split('=')[1]);
  });
});
