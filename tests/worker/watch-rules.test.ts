import { eq, like } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedEvent } from '../../shared/catalogues/feed.ts';
import { ambiguousKeys } from '../../shared/watch-rules/artist-names.ts';
import { matchesEvent, prepareRule } from '../../shared/watch-rules/matching.ts';
import {
  type MatchedNames,
  ruleConditions,
  type WatchRule,
} from '../../shared/watch-rules/schema.ts';
import { catalogueEvents, catalogues } from '../../worker/db/schema/catalogues.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { watchRules } from '../../worker/db/schema/watch-rules.ts';
import {
  claimReading,
  endReading,
  storeChanges,
} from '../../worker/features/catalogues/readings/service.ts';
import { notifyOfOpenings } from '../../worker/features/watch-rules/index.ts';
import { listOpenings } from '../../worker/features/watch-rules/store.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { openCalls } from './ticketing-calls.ts';

const DAY = 86_400_000;
const ctx = makeCtx({ publish: async () => undefined });
const { db } = ctx;

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});
async function empty() {
  await db.delete(catalogueEvents);
  await db.delete(catalogues);
  await db.delete(watchRules);
  await db.delete(notifications).where(like(notifications.dedupeKey, 'watch_rule|%'));
}
beforeEach(empty);
afterEach(empty);

const send = (method: string, path: string, json?: unknown) => call(path, { method, json });
const body = async <T>(answer: Promise<Response>): Promise<T> => (await answer).json();
const rules = async () => (await body<{ data: WatchRule[] }>(call('/watch-rules'))).data;
const add = async (rule: object) =>
  (await body<{ data: WatchRule }>(send('POST', '/watch-rules', { name: 'Rule', ...rule }))).data;
const count = async (conditions: object) =>
  (await body<{ events: number }>(send('POST', '/watch-rules/count', conditions))).events;

const general = (days: number) => ({
  kind: 'general' as const,
  name: '',
  opensAt: Math.floor(Date.now() / DAY + days) * DAY,
  closesAt: null,
});
const event = (id: string, part: Partial<FeedEvent> = {}): FeedEvent => ({
  id,
  hash: 'h1',
  name: `Concert ${id}`,
  artists: [{ id: 'K1', name: 'Zoë Größe' }],
  venue: 'Elbhalle',
  city: 'Hamburg',
  timezone: '',
  segment: 'Music',
  genre: 'Rock',
  url: '',
  status: 'onsale',
  startsAt: null,
  day: '2099-05-01',
  sales: [general(3)],
  ...part,
});

/** A reading of a catalogue that has these events as changes. */
async function read(events: FeedEvent[], gone: string[] = [], listed = 1) {
  await db
    .insert(catalogues)
    .values({ country: 'DE', isOn: true, nextAt: 0 })
    .onConflictDoUpdate({ target: catalogues.country, set: { nextAt: 0 } });
  const reading = await claimReading(ctx);
  const token = reading?.token ?? '';
  await storeChanges(ctx, token, { events, gone });
  await endReading(ctx, token, { outcome: 'complete', events: listed, changes: events.length });
}

const notices = () =>
  db.select().from(notifications).where(like(notifications.dedupeKey, 'watch_rule|%'));

describe('a watch rule', () => {
  test('is added, changed and deleted', async () => {
    const rule = await add({ artists: ['Björk'], opens_within_hours: 48 });
    expect(rule).toMatchObject({ name: 'Rule', artists: ['Björk'], is_active: true });
    await send('PUT', `/watch-rules/${rule.id}`, {
      name: 'Off',
      countries: ['DE'],
      is_active: false,
    });
    expect(await rules()).toEqual([
      expect.objectContaining({ name: 'Off', artists: [], countries: ['DE'], is_active: false }),
    ]);
    expect((await send('DELETE', `/watch-rules/${rule.id}`)).status).toBe(200);
    expect((await send('DELETE', `/watch-rules/${rule.id}`)).status).toBe(404);
  });

  test.each([
    [{ name: '' }],
    [{ name: 'Nothing' }],
    [{ artists: Array.from({ length: 5_001 }, (_, index) => `Artist ${index}`) }],
    [{ opens_within_hours: 0 }],
  ])('is refused as %j', async (part) => {
    expect((await send('POST', '/watch-rules', { name: 'Rule', ...part })).status).toBe(400);
  });

  test('counts the events that match now', async () => {
    await read([
      event('A'),
      event('B', { city: 'Köln', venue: 'Rheinhalle', artists: [{ id: 'K2', name: 'The Owls' }] }),
      event('C', { segment: 'Sports', genre: 'Hockey', sales: [general(30)] }),
    ]);
    await read([], ['C']);
    await read([event('C', { segment: 'Sports', genre: 'Hockey', sales: [general(30)] })]);
    expect(await count({ countries: ['DE'] })).toBe(3);
    expect(await count({ countries: ['FR'] })).toBe(0);
    expect(await count({ artists: ['OWLS', 'Nobody'] })).toBe(1);
    expect(await count({ artists: ['Zoe Grosse'] })).toBe(2);
    expect(await count({ cities: ['koln'] })).toBe(1);
    expect(await count({ venues: ['elbhalle'] })).toBe(2);
    expect(await count({ venues: ['RHEINHALLE', 'nowhere'] })).toBe(1);
    expect(await count({ venues: ['Zoë Größe'] })).toBe(0);
    expect(await count({ segments: ['hockey'] })).toBe(1);
    expect(await count({ opens_within_hours: 7 * 24 })).toBe(2);
    expect(await count({ cities: ['Hamburg'], opens_within_hours: 7 * 24 })).toBe(1);
  });

  test('sends no notification at the first reading, and then one for each fact', async () => {
    await add({ name: 'Owls', artists: ['The Owls'] });
    await add({ name: 'All of Germany', countries: ['DE'] });
    await add({ name: 'Inactive', countries: ['DE'], is_active: false });
    const owls = { artists: [{ id: 'K2', name: 'Owls' }] };
    await read([event('A', owls), event('B')]);
    expect(await notices()).toEqual([]);
    await read([event('C', owls), event('D')]);
    expect((await notices()).map(({ title, topic }) => [title, topic])).toEqual([
      ['Owls', 'New event'],
      ['Owls', 'New event'],
      ['Zoë Größe', 'New event'],
    ]);
    await read([event('C', owls), event('D')]);
    expect(await notices()).toHaveLength(3);
    await read([event('D', { hash: 'h2', sales: [general(5)] })]);
    expect((await notices()).map(({ topic }) => topic).at(-1)).toBe('General sale moved');
    expect(await notices()).toHaveLength(4);
  });

  test('is paused and resumed on its own, and shows when it last notified', async () => {
    const rule = await add({ countries: ['DE'], cities: ['Hamburg'] });
    expect(rule.told_at).toBeNull();
    const paused = await body<{ data: WatchRule }>(
      send('PATCH', `/watch-rules/${rule.id}`, { is_active: false }),
    );
    expect(paused.data).toEqual({ ...rule, is_active: false });
    await read([event('A')]);
    await read([event('B')]);
    expect(await notices()).toEqual([]);
    await send('PATCH', `/watch-rules/${rule.id}`, { is_active: true });
    const before = Date.now();
    await read([event('C')]);
    const [told] = await rules();
    expect(Date.parse(told?.told_at ?? '')).toBeGreaterThanOrEqual(before);
    // The same notification is not stored again, and an old one is deleted after some time.
    const other = await add({ name: 'Other', countries: ['FR'] });
    await read([event('C')]);
    await db.delete(notifications).where(like(notifications.dedupeKey, 'watch_rule|%'));
    expect(await rules()).toEqual([told, { ...other, told_at: null }]);
    expect((await send('PATCH', '/watch-rules/999999', { is_active: true })).status).toBe(404);
  });

  test('of an artist does not match another artist whose name differs only in an article', async () => {
    await add({ artists: ['Beat'] });
    const of = (name: string) => ({ artists: [{ id: name, name }] });
    await read([event('A', of('Beat')), event('B', of('The Beat')), event('C', of('The Owls'))]);
    expect(await count({ artists: ['Beat'] })).toBe(1);
    expect(await count({ artists: ['The Beat', 'owls'] })).toBe(2);
    await read([event('D', of('The Beat')), event('E', of('BEAT'))]);
    expect((await notices()).map(({ title }) => title)).toEqual(['BEAT']);
  });

  test('counts the events that it would notify of, in any letter case', async () => {
    const texts = [
      'Ärena',
      'ärena',
      'ARENA',
      'İstanbul',
      'istanbul',
      'Straße',
      'STRASSE',
      'Köln',
      'Ελλάς',
      'ελλάσ',
      '🎸 Hall',
      'ǅ',
      "L'Été",
      '',
    ];
    const pickOne = (index: number) => texts[index % texts.length] ?? '';
    const events = Array.from({ length: 120 }, (_, index) =>
      event(`P${index}`, {
        artists: [{ id: `K${index}`, name: pickOne(index) || 'Nobody' }],
        city: pickOne(index * 3),
        venue: pickOne(index * 5 + 1),
        segment: pickOne(index * 7 + 2),
        genre: pickOne(index * 11 + 3),
      }),
    );
    await read(events);
    const names = events.flatMap(({ artists }) => artists.map(({ name }) => name));
    for (const field of ['artists', 'cities', 'venues', 'segments'] as const)
      for (const text of texts.filter((one) => one !== '')) {
        const conditions = { ...ruleConditions.parse({}), [field]: [text] };
        const prepared = prepareRule(conditions);
        const matching = events.filter((one) =>
          matchesEvent(prepared, one, 'DE', ambiguousKeys(names)),
        );
        expect([field, text, await count(conditions)]).toEqual([field, text, matching.length]);
      }
  });

  test('names the event if its artist has no name, and a new date', async () => {
    await add({ countries: ['DE'] });
    await read([event('A')]);
    await read([event('B', { artists: [{ id: 'K1', name: '' }] })]);
    await read([event('B', { hash: 'h2', artists: [], day: '2099-05-02' })]);
    expect((await notices()).map(({ title, topic }) => [title, topic])).toEqual([
      ['Concert B', 'New event'],
      ['Concert B', 'New date'],
    ]);
  });

  test('does not treat an event as new because one file omitted it', async () => {
    await add({ countries: ['DE'] });
    await read([event('A'), event('B')]);
    await read([], ['A']);
    await read([event('A')]);
    expect(await notices()).toEqual([]);
    await read([], ['A']);
    await read([event('A', { sales: [general(5)] })]);
    expect((await notices()).map(({ topic }) => topic)).toEqual(['General sale moved']);
  });

  test('sends no notification at the first reading after an empty file', async () => {
    await add({ countries: ['DE'] });
    await read([], [], 0);
    await read([event('A')]);
    expect(await notices()).toEqual([]);
    await read([event('B')]);
    expect(await notices()).toHaveLength(1);
  });

  test('sends no notification of sales that open later than its hours, until they are within them', async () => {
    await add({ opens_within_hours: 48 });
    await add({ countries: ['DE'], is_active: false });
    await read([event('A', { sales: [] })]);
    const late = { sales: [general(9)] };
    await read([
      event('B', late),
      event('C', { sales: [general(1.5)] }),
      event('D', { ...late, status: 'cancelled' }),
    ]);
    expect(await notices()).toHaveLength(1);
    const hour = 3_600_000;
    const entersAt = general(9).opensAt - 48 * hour;
    const run = (at: number) => notifyOfOpenings({ ...ctx, clock: () => at });
    await run(entersAt - hour);
    expect(await notices()).toHaveLength(1);
    for (const at of [entersAt, entersAt + hour, entersAt + 2 * hour]) await run(at);
    const [, soon, ...others] = await notices();
    expect(others).toEqual([]);
    expect(soon).toMatchObject({ title: 'Zoë Größe', topic: 'General sale opens soon' });
    expect(soon?.body).toMatch(/^Hamburg, Elbhalle: general sale opens .* UTC \(rule Rule\)$/);
  });
});

test('the sales that open soon are read in pages that lose and repeat none', async () => {
  const opensAt = Math.floor(Date.now() / DAY + 2) * DAY;
  const events = Array.from({ length: 45 }, (_, index) =>
    event(`S${index}`, {
      sales: [
        { ...general(2), opensAt },
        {
          kind: 'presale',
          name: `Fans ${index % 3}`,
          opensAt: opensAt + (index % 2),
          closesAt: null,
        },
      ],
    }),
  );
  await read(events);
  const met: string[] = [];
  let after = { opensAt: Date.now(), event: 0, kind: '', name: '' };
  for (;;) {
    const page = await listOpenings(db, { after, until: opensAt + DAY, limit: 7 });
    met.push(...page.map(({ event: { id }, sale }) => `${id} ${sale.kind}`));
    const last = page.at(-1);
    if (last === undefined) break;
    after = { ...last.sale, event: last.row };
  }
  expect(met).toHaveLength(90);
  expect(new Set(met).size).toBe(90);
});

describe('pasted names', () => {
  const match = (names: string[]) =>
    body<MatchedNames>(send('POST', '/watch-rules/match-artists', { names }));

  test('are matched, doubtful or unknown', async () => {
    const artists = [
      { id: 'K1', name: 'The Owls' },
      { id: 'K2', name: 'Zoë Größe' },
    ];
    await read([event('A', { artists })]);
    expect(
      await match(['owls', 'ZOE GROSSE', 'Owls & Zoë Größe', 'Owls Tribute', 'owls', 'No one']),
    ).toMatchObject({
      matched: [
        { name: 'owls', artist: 'The Owls' },
        { name: 'ZOE GROSSE', artist: 'Zoë Größe' },
      ],
      doubtful: [{ name: 'Owls & Zoë Größe', candidates: ['The Owls', 'Zoë Größe'] }],
      unknown: ['Owls Tribute', 'No one'],
    });
  });

  test('of 1,000 artists are matched in one call', async () => {
    const events = Array.from({ length: 500 }, (_, index) =>
      event(`E${index}`, {
        artists: [
          { id: `K${index}`, name: `The Sound of ${index}` },
          { id: `L${index}`, name: `Größe ${index}` },
        ],
      }),
    );
    await read(events);
    const names = events.flatMap((_, index) => [`sound of ${index}`, `GROSSE ${index}`]);
    const startedAt = Date.now();
    expect((await match(names)).matched).toHaveLength(1_000);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });
});

test('an artist whose last event no longer has it is no longer known', async () => {
  await read([event('A', { artists: [{ id: 'K1', name: 'Old Name' }] })]);
  await read([event('A', { hash: 'h2', artists: [{ id: 'K1', name: 'New Name' }] })]);
  const answer = await body<MatchedNames>(
    send('POST', '/watch-rules/match-artists', { names: ['Old Name', 'New Name'] }),
  );
  expect(answer.unknown).toEqual(['Old Name']);
  await db.delete(catalogueEvents).where(eq(catalogueEvents.eventId, 'A'));
});
