import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DomainError } from '../../shared/errors.ts';
import type { SaleAnswer } from '../../shared/sales/schema.ts';
import { isoTime } from '../../shared/times.ts';
import { artistEvents, monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { calendarEvents } from '../../worker/db/schema/calendar.ts';
import {
  catalogueArtists,
  catalogueEvents,
  catalogueSales,
  catalogues,
} from '../../worker/db/schema/catalogues.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { presaleWatchCodes, presaleWatches } from '../../worker/db/schema/presale-watches.ts';
import { pricePoints, watchedEvents } from '../../worker/db/schema/price-monitor.ts';
import { recentWork, siteWorkEvents } from '../../worker/db/schema/recent-work.ts';
import { followedEvents, saleReminders } from '../../worker/db/schema/reminders.ts';
import { saleNotes } from '../../worker/db/schema/sale-notes.ts';
import * as store from '../../worker/features/presale-watches/store.ts';
import {
  addWork,
  deleteWork,
  restoreWork,
  saveWork,
} from '../../worker/features/recent-work/service.ts';
import { followSale } from '../../worker/features/reminders/service.ts';
import { findNextPresale } from '../../worker/features/sales/index.ts';
import {
  addNote,
  changeNote,
  deleteNote,
  readAllCodes,
  readSale,
} from '../../worker/features/sales/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2027-03-27T12:00:00Z');
const FACTS = {
  artist: 'Zoë Größe',
  date: '2027-06-01 20:00',
  timezone: 'Europe/Berlin',
  nation: 'DE',
  venue: 'Elbhalle',
  location: 'Hamburg',
  status: 'offsale',
  sale_note: null,
  presale_windows: [],
  generalSaleStart: '',
  eventLink: 'https://shop.test/event/1',
};

beforeEach(async () => {
  const { db } = makeCtx();
  for (const table of [artistEvents, monitoredArtists, catalogueSales, catalogueEvents])
    await db.delete(table);
  for (const table of [presaleWatchCodes, presaleWatches, watchedEvents, calendarEvents])
    await db.delete(table);
  await db.delete(catalogueArtists);
  await db.delete(catalogues);
});

async function openDesk() {
  const operator = await makeOperator();
  const ctx = makeCtx({
    operator: { id: operator.id, email: operator.email },
    clock: () => NOW,
    publish: async () => undefined,
  });
  const { db } = ctx;
  return {
    ctx,
    operator,
    read: (id: string): Promise<SaleAnswer> => readSale(ctx, id),
    list: async (eventId: string, part: object = {}) => {
      await db
        .insert(catalogues)
        .values({ country: 'DE', isOn: true, nextAt: NOW + DAY, readAt: NOW - DAY })
        .onConflictDoNothing();
      const [row] = await db
        .insert(catalogueEvents)
        .values({
          country: 'DE',
          eventId,
          hash: 'h',
          name: 'Zoë Größe: Open air',
          venue: 'Elbhalle',
          artists: [{ id: 'K1', name: 'Zoë Größe' }],
          city: 'Hamburg',
          segment: '',
          genre: '',
          url: 'https://shop.test/event/1',
          status: 'onsale',
          day: '2027-06-01',
          searchText: '',
          addedAt: NOW,
          changedAt: NOW,
          ...part,
        })
        .returning({ id: catalogueEvents.id });
      const sale = { event: row?.id ?? 0, country: 'DE' };
      await db.insert(catalogueSales).values([
        { ...sale, kind: 'general', name: '', opensAt: NOW + 3 * DAY },
        { ...sale, kind: 'presale', name: 'Fan Club', opensAt: NOW + DAY, closesAt: NOW + 2 * DAY },
      ]);
    },
    monitor: async (eventId: string, part: object = {}) => {
      await db.insert(monitoredArtists).values({
        artistId: 'K1',
        name: 'Zoë Größe',
        image: '',
        createdAt: NOW,
        nextCheckAt: NOW + 60_000,
        checkedAt: NOW - 60_000,
      });
      const facts = JSON.stringify({ ...FACTS, id: eventId, ...part });
      await db.insert(artistEvents).values({ artistId: 'K1', eventId, lastSaleAt: 0, facts });
    },
    watchPrice: async (part: Partial<typeof watchedEvents.$inferInsert> = {}) => {
      const [row] = await db
        .insert(watchedEvents)
        .values({
          url: 'https://shop.test/event/1',
          host: 'shop.test',
          title: 'Zoë Größe',
          prices: { '27.50': { count: 3, areas: ['F'] } },
          low: 27.5,
          available: 3,
          move: 0,
          recent: [],
          checks: [],
          tags: [],
          searchText: '',
          isPaused: false,
          addedAt: NOW,
          nextCheckAt: NOW,
          checkedAt: NOW,
          failures: 0,
          version: 1,
          unsent: 'nothing',
          ...part,
        })
        .returning({ id: watchedEvents.id });
      return row?.id ?? 0;
    },
    findCode: async (code: string, part: object = {}, watch: object = {}) => {
      const [row] = await db
        .insert(presaleWatches)
        .values({
          operatorId: operator.id,
          name: 'All boxes',
          isPaused: false,
          since: 0,
          createdAt: 0,
          search: {
            search_keywords: ['presale'],
            imap_account_ids: [999_999_999],
            code_length_min: 4,
            includes_numbers: 'may',
            includes_caps: 'may',
            includes_special_chars: 'may',
            allowed_special_chars: '',
            exclude_words: [],
            must_include_words: [],
            case_sensitive: false,
          },
          ...watch,
        })
        .returning({ id: presaleWatches.id });
      await db.insert(presaleWatchCodes).values({
        watchId: row?.id ?? 0,
        mailboxId: 1,
        mail: code,
        code,
        confidence: 0.9,
        evidence: `Your code is ${code}.`,
        account: 'box1@mail.test',
        sender: 'a@b.test',
        subject: 'Zoë Größe: presale',
        arrived: new Date(NOW).toISOString(),
        mailKey: 'k',
        foundAt: NOW,
        ...part,
      });
      return row?.id ?? 0;
    },
    /** Adds codes of one watch in as many mails. */
    addCodes: async (watchId: number, count: number, subject: string) => {
      await db.run(sql`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
        insert into presale_watch_codes
          (watch_id, mailbox_id, mail, code, confidence, evidence, account, subject, sender, arrived, mail_key, found_at)
        select ${watchId}, 1, ${subject} || i, ${subject.slice(-4)} || i, 0.8, 'Your code', 'box1@mail.test', ${subject},
          'a@b.test', ${new Date(NOW).toISOString()}, 'k', ${NOW} from n`);
    },
  };
}

describe('the page of an event', () => {
  test('that only a catalogue has shows its windows, their order, and when it is read again', async () => {
    const desk = await openDesk();
    await desk.list('E1');
    const { event, prices, now } = await desk.read('E1');
    expect(event).toMatchObject({
      event_id: 'E1',
      artist: 'Zoë Größe',
      name: 'Zoë Größe: Open air',
      venue: 'Elbhalle',
      date: '2027-06-01',
      timezone: 'Europe/Berlin',
      note: null,
    });
    expect(event.known_from).toMatchObject([
      { source: 'catalogue', next_at: new Date(NOW + DAY).toISOString() },
    ]);
    expect(event.windows.map(({ kind, presale_name }) => [kind, presale_name])).toEqual([
      ['presale', 'Fan Club'],
      ['general', null],
    ]);
    expect([prices, now]).toEqual([null, new Date(NOW).toISOString()]);
  });

  test('that only the monitor has can be followed, and has the zone of the venue', async () => {
    const desk = await openDesk();
    const opens = new Date(NOW + DAY).toISOString();
    await desk.monitor('E2', { generalSaleStart: opens });
    const { event } = await desk.read('E2');
    expect(event).toMatchObject({ timezone: 'Europe/Berlin', date: '2027-06-01 20:00' });
    expect(event.windows).toMatchObject([{ kind: 'general', opens_at: opens, is_followed: true }]);
  });

  test('that several parts have shows the windows of the monitor and the name of the catalogue', async () => {
    const desk = await openDesk();
    await desk.list('E3');
    await desk.monitor('E3');
    const { event } = await desk.read('E3');
    expect(event).toMatchObject({ name: 'Zoë Größe: Open air', windows: [] });
    expect(event.known_from.map(({ source }) => source)).toEqual(['monitor', 'catalogue']);
  });

  test('uses what the monitor read in an ended period only after newer sources', async () => {
    const desk = await openDesk();
    await desk.monitor('E10', { generalSaleStart: new Date(NOW + 9 * DAY).toISOString() });
    await desk.ctx.db.update(monitoredArtists).set({ endDay: '2027-03-20' });
    const alone = await desk.read('E10');
    expect(alone.event.known_from).toMatchObject([{ source: 'monitor', next_at: null }]);
    expect(alone.event.windows).toHaveLength(1);
    await desk.list('E10');
    const { event } = await desk.read('E10');
    expect(event.known_from.map(({ source }) => source)).toEqual(['catalogue', 'monitor']);
    expect(event.windows.map(({ opens_at }) => opens_at)).toEqual([
      new Date(NOW + DAY).toISOString(),
      new Date(NOW + 3 * DAY).toISOString(),
    ]);
    const calendar = { operatorId: desk.operator.id, eventId: 'E10', readAt: NOW };
    const moved = new Date(NOW + 5 * DAY).toISOString();
    const facts = JSON.stringify({ ...FACTS, id: 'E10', generalSaleStart: moved });
    await desk.ctx.db.insert(calendarEvents).values({ ...calendar, facts });
    expect((await desk.read('E10')).event.windows).toMatchObject([{ opens_at: moved }]);
    await desk.ctx.db.update(monitoredArtists).set({ endDay: null });
    expect((await desk.read('E10')).event.known_from[0]).toMatchObject({ source: 'monitor' });
  });

  test('that a catalogue lists as cancelled has no windows', async () => {
    const desk = await openDesk();
    await desk.list('E4', { status: 'canceled' });
    await desk.monitor('E4', { generalSaleStart: new Date(NOW + DAY).toISOString() });
    expect((await desk.read('E4')).event).toMatchObject({ note: 'Cancelled', windows: [] });
  });

  test('that only a watched price has uses a separate id until the provider has one', async () => {
    const desk = await openDesk();
    const id = await desk.watchPrice({ opensAt: NOW + DAY });
    const { event, prices } = await desk.read(`watched-${id}`);
    expect(event).toMatchObject({
      event_id: `watched-${id}`,
      artist: 'Zoë Größe',
      url: 'https://shop.test/event/1',
      windows: [{ kind: 'general', opens_at: new Date(NOW + DAY).toISOString() }],
    });
    expect(prices).toMatchObject({ low: 27.5, currency: null });
  });

  test("is the provider's event if its watched event is listed there, by id or by address", async () => {
    const desk = await openDesk();
    await desk.list('E5');
    const id = await desk.watchPrice({ providerId: 'E5' });
    expect((await desk.read(`watched-${id}`)).event.event_id).toBe('E5');
    await desk.ctx.db.update(watchedEvents).set({ providerId: null });
    expect((await desk.read('E5')).prices).toMatchObject({ id });
  });

  test('that only a watched price has is available by its number, whatever id the provider had for it', async () => {
    const desk = await openDesk();
    const id = await desk.watchPrice();
    await addNote(desk.ctx, `watched-${id}`, { text: 'Row 3.' });
    for (const providerId of [null, 'E22', '']) {
      await desk.ctx.db.update(watchedEvents).set({ providerId });
      const { event, notes, prices } = await desk.read(`watched-${id}`);
      expect(event).toMatchObject({ event_id: providerId || `watched-${id}`, artist: 'Zoë Größe' });
      expect([prices?.id, notes.map(({ text }) => text)]).toEqual([id, ['Row 3.']]);
    }
  });

  test('that only a search has comes from the provider, and one that nobody has is not found', async () => {
    const { token } = await makeOperator();
    const search = await callApi('/api/events/get_artists/Northern%20Lanterns', { token });
    const { artists } = (await search.json()) as { artists: { id: string }[] };
    const listed = await callApi(`/api/events/artist/${artists[0]?.id}`, { token });
    const { data } = (await listed.json()) as { data: { id: string; venue: string }[] };
    const [first] = data;
    const answer = await callApi(`/api/sale/${first?.id}`, { token });
    expect(answer.status).toBe(200);
    const sale = (await answer.json()) as SaleAnswer;
    expect(sale.event).toMatchObject({ venue: first?.venue, known_from: [{ source: 'search' }] });
    expect(sale.listing?.id).toBe(first?.id);
    for (const id of ['nobody-knows-this', 'watched-999999999', 'watched-x']) {
      const unknown = await callApi(`/api/sale/${id}`, { token });
      expect(unknown.status).toBe(404);
      expect((await failureOf(unknown)).message).toMatch(/^There is no such (watched )?event\.$/);
    }
    expect((await callApi('/api/sale/a%20b', { token })).status).toBe(400);
  });

  test('that only reminders have read from the provider comes from their copy, unless a newer source has it', async () => {
    const desk = await openDesk();
    const sale = new Date(NOW + 4 * DAY).toISOString();
    const facts = JSON.stringify({ ...FACTS, id: 'E11', generalSaleStart: sale });
    const copy = { eventId: 'E11', facts, readAt: NOW - 2 * DAY, nextAt: NOW + 1 };
    await desk.ctx.db.insert(followedEvents).values(copy);
    const { event, listing } = await desk.read('E11');
    expect(event).toMatchObject({ venue: 'Elbhalle', windows: [{ opens_at: sale }] });
    expect(event.known_from).toEqual([
      { source: 'search', read_at: '2027-03-25T12:00:00.000Z', next_at: isoTime(NOW + 1) },
    ]);
    expect(listing).toBeNull();
    const sources = async () => (await desk.read('E11')).event.known_from.map((one) => one.source);
    await desk.list('E11');
    expect(await sources()).toEqual(['catalogue', 'search']);
    await desk.ctx.db.update(followedEvents).set({ readAt: NOW });
    expect(await sources()).toEqual(['search', 'catalogue']);
    await desk.ctx.db.update(followedEvents).set({ facts: null });
    expect(await sources()).toEqual(['catalogue']);
  });

  test('with only notes or reminders left has a page, also while the provider fails', async () => {
    const desk = await openDesk();
    const { id: operatorId } = desk.operator;
    const fetch = () => Promise.reject(new TypeError('The provider is down.'));
    const down = { ...desk.ctx, fetch };
    await expect(readSale(down, 'E12')).rejects.toThrow(DomainError);
    await desk.ctx.db
      .insert(saleNotes)
      .values({ eventId: 'E12', operatorId, text: 'Upper ring.', createdAt: NOW });
    for (const ctx of [down, desk.ctx]) {
      const { event, notes } = await readSale(ctx, 'E12');
      expect(event).toMatchObject({ artist: '', known_from: [], windows: [] });
      expect(notes).toMatchObject([{ text: 'Upper ring.' }]);
    }
    await desk.ctx.db.insert(saleReminders).values({
      operatorId,
      eventId: 'E13',
      kind: 'presale',
      name: 'Fan Club',
      opensAt: NOW + DAY,
      title: 'Zoë Größe',
      place: 'Hamburg, Elbhalle',
      toldAt: 0,
      dueAt: NOW + 1,
    });
    expect((await readSale(down, 'E13')).event).toMatchObject({
      artist: 'Zoë Größe',
      city: 'Hamburg, Elbhalle',
      windows: [{ presale_name: 'Fan Club', opens_at: isoTime(NOW + DAY) }],
    });
  });

  test('has the codes that fit, the best first, and each once', async () => {
    const desk = await openDesk();
    await desk.list('E6');
    await desk.findCode('LANTERN', { evidence: 'Fan Club code: LANTERN, ends Thu 9:00' });
    await desk.findCode('LANTERN', { account: 'box2@mail.test' }, { name: 'Other' });
    await desk.findCode('440193', { confidence: 0.95 });
    await desk.findCode('OTHER1', { subject: 'Paper Harbour: presale' });
    const { codes, watched_mailboxes } = await desk.read('E6');
    expect(codes.map(({ code, fit, mailboxes }) => [code, fit, mailboxes])).toEqual([
      ['LANTERN', 'presale', 2],
      ['440193', 'time', 1],
    ]);
    expect(codes[0]).toMatchObject({ valid_until: 'Thu 9:00', presale_name: 'Fan Club' });
    expect(watched_mailboxes).toBe(0);
  });

  test('has the number of all codes that may fit with the first 100, and all of them in a list of their own', async () => {
    const desk = await openDesk();
    await desk.list('E30', { name: 'Grey Lagoon', artists: [{ id: 'K7', name: 'Grey Lagoon' }] });
    const watch = await desk.findCode('FIRST', { subject: 'Grey Lagoon: presale' });
    expect(await desk.read('E30')).toMatchObject({ codes_total: 1 });
    await desk.addCodes(watch, 620, 'Grey Lagoon: presale');
    const { codes, codes_total } = await desk.read('E30');
    expect([codes.length, codes_total]).toEqual([100, 621]);
    const all = await readAllCodes(desk.ctx, 'E30');
    expect(new Set(all.map(({ code }) => code)).size).toBe(621);
    expect(all[0]).toMatchObject({ fit: 'time', mailboxes: 1, account: 'box1@mail.test' });
  });

  test('has an exact number of codes if all mails were compared, and at most what may fit if not', async () => {
    const desk = await openDesk();
    await desk.list('E31', { name: 'Pale Engine', artists: [{ id: 'K8', name: 'Pale Engine' }] });
    // Their mails have the longest word of the name, and are about another artist.
    const watch = await desk.findCode('OTHER', { subject: 'Engine of Night: presale' });
    await desk.addCodes(watch, 120, 'Engine of Night: presale');
    expect(await desk.read('E31')).toMatchObject({ codes: [], codes_total: 0 });
    await desk.addCodes(watch, 600, 'Engine of Night: more');
    expect(await desk.read('E31')).toMatchObject({ codes: [], codes_total: 721 });
    expect(await readAllCodes(desk.ctx, 'E31')).toEqual([]);
  });

  test('has the prices of the last seven days', async () => {
    const desk = await openDesk();
    await desk.list('E32', { url: 'https://shop.test/event/32' });
    expect(await desk.read('E32')).toMatchObject({ prices: null, price_history: [] });
    const targetId = await desk.watchPrice({ url: 'https://shop.test/event/32' });
    const step = { targetId, median: 60, high: 70, available: 4, isRaw: true };
    await desk.ctx.db.insert(pricePoints).values([
      { ...step, at: NOW - 9 * DAY, low: 40 },
      { ...step, at: NOW - 8 * DAY, low: 50 },
      { ...step, at: NOW - DAY, low: 55 },
    ]);
    const { prices, price_history } = await desk.read('E32');
    expect(prices).toMatchObject({ low: 27.5, alerts: [] });
    expect(price_history.map(({ at, low }) => [at, low])).toEqual([
      [isoTime(NOW - 7 * DAY), 50],
      [isoTime(NOW - DAY), 55],
    ]);
  });

  test('has the codes whose mail names only the event, not its artist', async () => {
    const desk = await openDesk();
    for (const [id, name] of [
      ['E14', 'Northern Lights Festival'],
      ['E15', 'Größe'],
      ['E16', 'ユニバース'],
    ] as const) {
      await desk.list(id, { artists: [{ id: 'K9', name: 'Paper Harbour' }], name });
      await desk.findCode(`CODE${id}`, { subject: `${name}: presale` });
      const { codes } = await desk.read(id);
      expect(codes.map(({ code }) => code)).toEqual([`CODE${id}`]);
    }
  });

  test('has the codes of one-time searches, but not those of deleted watches', async () => {
    const desk = await openDesk();
    await desk.list('E20', {
      name: 'Night Arcade live',
      artists: [{ id: 'K2', name: 'Night Arcade' }],
    });
    const rest = { subject: 'Your code', evidence: 'Your code is inside.' };
    await desk.findCode('NAMED111', { ...rest, watchId: 0, subject: 'NIGHT ARCADE presale' });
    await desk.findCode('WORDS222', { ...rest, watchId: 0, keywords: ['night arcade'] });
    await desk.findCode('OTHER333', { ...rest, watchId: 0, keywords: ['Zoë Größe'] });
    await desk.findCode('GONE4444', { ...rest, watchId: 9e9, subject: 'Night Arcade' });
    await desk.findCode('WATCH555', { ...rest, sender: 'Night Arcade <a@b.test>' });
    const { codes } = await desk.read('E20');
    expect(codes.map(({ code, watch, why }) => [code, watch, why.split('.')[0]]).sort()).toEqual([
      ['NAMED111', '', 'The mail names Night Arcade'],
      ['WATCH555', 'All boxes', 'Night Arcade sent the mail'],
      ['WORDS222', '', 'A search of Night Arcade found it'],
    ]);
    // An event whose names contain no plain word is compared with every code.
    expect(await store.deleteOld(desk.ctx.db, NOW - DAY)).toBe(1);
    await desk.list('E21');
    expect((await desk.read('E21')).codes.map(({ code }) => code)).toEqual(['OTHER333']);
  });

  test.each([
    ['E22', 'Night Arcade'],
    ['E23', 'Zoë Größe'],
    ['E24', '先行ユニバース'],
  ])(
    'has an old code whose mail names it (%s, %s), however many its watch has found since then',
    async (id, artist) => {
      const desk = await openDesk();
      await desk.list(id, { name: `${artist} live`, artists: [{ id: 'K2', name: artist }] });
      await desk.findCode(`FANS${id}`, {
        foundAt: NOW - 30 * DAY,
        subject: `${artist} presale`,
        evidence: `Fan Club code: FANS${id}`,
      });
      await desk.findCode('NEW0');
      const { db } = desk.ctx;
      const [row] = await db
        .select()
        .from(presaleWatchCodes)
        .where(eq(presaleWatchCodes.code, 'NEW0'));
      if (row === undefined) throw new Error('no code was stored');
      const { id: _, ...found } = {
        ...row,
        subject: 'Your code',
        evidence: 'Your code is inside.',
      };
      const newer = Array.from({ length: 600 }, (__, at) => `NEW${at + 1}`);
      await db
        .insert(presaleWatchCodes)
        .values(newer.map((code) => ({ ...found, code, mail: code })));
      await db.update(presaleWatches).set({
        search: sql`json_set(${presaleWatches.search}, '$.search_keywords', json_array(${artist}))`,
      });
      const { codes } = await desk.read(id);
      expect(codes[0]).toMatchObject({
        code: `FANS${id}`,
        fit: 'presale',
        presale_name: 'Fan Club',
      });
    },
  );

  test('is watched for codes by an active watch of its artist, also by one for another date', async () => {
    const desk = await openDesk();
    await desk.list('E17');
    await desk.list('E18');
    const isWatched = async (id: string) => (await desk.read(id)).is_watched_for_codes;
    const change = (part: Partial<typeof presaleWatches.$inferInsert>) =>
      desk.ctx.db.update(presaleWatches).set(part);
    await desk.findCode('OTHER2');
    expect(await isWatched('E18')).toBe(false);
    const [row] = await desk.ctx.db.select().from(presaleWatches);
    if (row === undefined) throw new Error('There is no watch.');
    const search = { ...row.search, search_keywords: ['presale', 'ZOE GROSSE'] };
    await change({ eventId: 'E17', search });
    expect([await isWatched('E17'), await isWatched('E18')]).toEqual([true, true]);
    await change({ isPaused: true });
    expect([await isWatched('E17'), await isWatched('E18')]).toEqual([false, false]);
    const other = await makeOperator();
    await change({ isPaused: false, operatorId: other.id });
    expect([await isWatched('E17'), await isWatched('E18')]).toEqual([false, false]);
    await change({ operatorId: desk.operator.id, search: row.search });
    expect([await isWatched('E17'), await isWatched('E18')]).toEqual([true, false]);
  });

  test('keeps notes, watches, codes and changes when its watched price gets the id of the provider', async () => {
    const desk = await openDesk();
    const id = await desk.watchPrice();
    const before = `watched-${id}`;
    await addNote(desk.ctx, before, { text: 'Row 3.' });
    await desk.findCode('ROW3ROW3', { subject: 'Your code' }, { eventId: before });
    await desk.ctx.db.update(watchedEvents).set({ providerId: 'E19' });
    await desk.list('E19');
    for (const page of [before, 'E19']) {
      const { event, notes, codes, is_watched_for_codes } = await desk.read(page);
      expect(event.event_id).toBe('E19');
      expect(notes.map(({ text }) => text)).toEqual(['Row 3.']);
      expect(codes).toMatchObject([{ code: 'ROW3ROW3' }]);
      expect(is_watched_for_codes).toBe(true);
    }
  });

  test('shows what the desk did, and opens a work only for its owner', async () => {
    const desk = await openDesk();
    await desk.list('E7');
    await followSale(desk.ctx, { event_id: 'E7', kind: 'presale', presale_name: 'Fan Club' }, true);
    const followed = async () =>
      (await desk.read('E7')).event.windows.map(({ is_followed }) => is_followed);
    expect(await followed()).toEqual([true, false]);
    const other = await makeOperator();
    // The last one was opened but not used.
    const works = [
      { operatorId: desk.operator.id, rows: 120 },
      { operatorId: other.id, rows: 120 },
      { operatorId: other.id, rows: 0 },
    ];
    for (const [at, work] of works.entries())
      await desk.ctx.db.insert(recentWork).values({
        ...work,
        kind: 'encore',
        key: at === 2 ? 'E7' : 'E0,E7',
        name: null,
        title: 'Zoë Größe',
        searchText: '',
        events: 2,
        body: '',
        sealRow: crypto.randomUUID(),
        version: 1,
        updatedAt: NOW - at,
      });
    await desk.ctx.db.insert(notifications).values({
      kind: 'sale_moved',
      title: 'Zoë Größe',
      topic: 'Sale moved',
      body: 'Later.',
      href: '/sale/E7',
      dedupeKey: crypto.randomUUID(),
      createdAt: NOW - 2,
    });
    const { deeds, event } = await desk.read('E7');
    expect(deeds.map(({ title }) => title).sort()).toEqual([
      'Encore Tool, 120 rows',
      'Encore Tool, 120 rows',
      'Sale followed',
      'Sale moved',
    ]);
    const listed = deeds.filter(({ kind }) => kind === 'work');
    expect(listed.map(({ who, href }) => [who, href?.split('?')[0] ?? null])).toEqual([
      [desk.operator.email, '/encore-tool'],
      [other.email, null],
    ]);
    // All sales of the events in a saved work are followed.
    expect(await followed()).toEqual([true, true]);
    expect(event.windows[0]?.next_reminder_at).not.toBeNull();
  });
});

describe('works of Adonis and Tsuki', () => {
  test('are in the list of what the desk did for each of their events, by id or by address', async () => {
    const desk = await openDesk();
    await desk.list('E23');
    await desk.list('E24', { url: 'https://shop.test/event/2' });
    const works = async (id: string) =>
      (await desk.read(id)).deeds.map(({ title, detail, href }) => [title, detail, href]);
    const add = (kind: 'adonis' | 'tsuki' | 'encore', events: object[]) =>
      addWork(desk.ctx, {
        kind,
        key: 'AXS',
        name: null,
        title: 'AXS',
        events: 1,
        rows: 20,
        token: crypto.randomUUID(),
        body: { events },
      });
    const event = { url: 'https://shop.test/other', eventId: 'E23' };
    const { id } = await add('adonis', [event, event, { url: 'https://shop.test/eVent/2#top' }]);
    await add('encore', [event]);
    expect(await works('E23')).toEqual([
      ['Adonis Tool, 20 rows', 'AXS', `/adonis-tool?work=${id}`],
    ]);
    expect(await works('E24')).toHaveLength(1);
    const pasted = [{ url: 'https://shop.test/event/2', eventId: '' }];
    const rest = { key: 'AXS', title: 'AXS', events: 1, rows: 1 };
    await saveWork(desk.ctx, id, { ...rest, version: 1, body: { events: pasted } });
    expect([await works('E23'), (await works('E24')).map(([title]) => title)]).toEqual([
      [],
      ['Adonis Tool, 1 row'],
    ]);
    // An outdated save changes nothing.
    await expect(
      saveWork(desk.ctx, id, { ...rest, version: 1, body: { events: [event] } }),
    ).rejects.toThrow(DomainError);
    const tsuki = await add('tsuki', [event]);
    expect(await works('E23')).toMatchObject([['Tsuki Tool, 20 rows', 'AXS', expect.anything()]]);
    await deleteWork(desk.ctx, tsuki.id);
    expect(await works('E23')).toEqual([]);
    await restoreWork(desk.ctx, tsuki.id);
    expect(await works('E23')).toHaveLength(1);
    await desk.ctx.db.delete(recentWork).where(eq(recentWork.id, tsuki.id));
    expect(await desk.ctx.db.$count(siteWorkEvents, eq(siteWorkEvents.workId, tsuki.id))).toBe(0);
  });

  test('are saved without events that they do not name', async () => {
    const desk = await openDesk();
    for (const events of [undefined, 'none', [{ url: 1 }], [null]]) {
      const { id } = await addWork(desk.ctx, {
        kind: 'tsuki',
        key: 'X',
        name: null,
        title: 'X',
        events: null,
        rows: null,
        token: crypto.randomUUID(),
        body: { events },
      });
      expect(await desk.ctx.db.$count(siteWorkEvents, eq(siteWorkEvents.workId, id))).toBe(0);
    }
  });
});

describe('a code of an artist', () => {
  test('is assigned to the first presale that has not ended, of monitor and catalogue', async () => {
    const desk = await openDesk();
    const next = (...artists: string[]) => findNextPresale(desk.ctx, artists);
    expect(await next('Zoë Größe')).toBeNull();
    await desk.list('L1');
    const [row] = await desk.ctx.db.select().from(catalogueEvents);
    await desk.ctx.db
      .insert(catalogueArtists)
      .values({ key: 'zoegrosse', event: row?.id ?? 0, name: 'Zoë Größe' });
    expect(await next('presale', 'ZOE GROSSE')).toBe('L1');
    const window = (opens: number, closes: number | null) => ({
      name: 'Radio',
      opens: new Date(NOW + opens).toISOString(),
      closes: closes === null ? null : new Date(NOW + closes).toISOString(),
    });
    await desk.monitor('M1', { presale_windows: [window(-DAY, DAY)] });
    await desk.ctx.db.update(artistEvents).set({ lastSaleAt: NOW - DAY });
    expect(await next('zoë größe')).toBe('M1');
    await desk.ctx.db.update(monitoredArtists).set({ endDay: '2027-03-20' });
    expect(await next('zoë größe')).toBe('L1');
    await desk.ctx.db.update(monitoredArtists).set({ endDay: null });
    expect(await next('Zoë', '')).toBeNull();
    const over = JSON.stringify({ ...FACTS, id: 'M1', presale_windows: [window(-2 * DAY, -DAY)] });
    await desk.ctx.db.update(artistEvents).set({ facts: over });
    expect(await next('zoë größe')).toBe('L1');
    await desk.ctx.db.update(catalogueEvents).set({ status: 'cancelled' });
    expect(await next('zoë größe')).toBeNull();
  });
});

describe('a note of the team', () => {
  test('can be read by all, and changed and deleted only by its author', async () => {
    const desk = await openDesk();
    await desk.list('E8');
    await addNote(desk.ctx, 'E8', { text: 'Upper ring K is behind the desk.' });
    const { notes } = await desk.read('E8');
    expect(notes).toMatchObject([
      { text: 'Upper ring K is behind the desk.', author: desk.operator.email, is_own: true },
    ]);
    const id = notes[0]?.id ?? 0;
    const other = await makeOperator();
    const stranger = makeCtx({ operator: { id: other.id, email: other.email } });
    await expect(changeNote(stranger, id, { text: 'x' })).rejects.toThrow('no such note of yours');
    await expect(deleteNote(stranger, id)).rejects.toThrow('no such note of yours');
    expect((await readSale(stranger, 'E8')).notes).toMatchObject([{ is_own: false }]);
    await changeNote(desk.ctx, id, { text: 'Row 3 too.' });
    expect((await desk.read('E8')).notes).toMatchObject([
      { text: 'Row 3 too.', changed_at: new Date(NOW).toISOString() },
    ]);
    await deleteNote(desk.ctx, id);
    expect((await desk.read('E8')).notes).toEqual([]);
  });

  test('has a text within its limit, and an event has a limited number of notes', async () => {
    const { token } = await makeOperator();
    const desk = await openDesk();
    await desk.list('E9');
    const add = (text: string) =>
      callApi('/api/sale/E9/notes', { method: 'POST', json: { text }, token });
    for (const text of ['', '   ', 'x'.repeat(2_001)]) expect((await add(text)).status).toBe(400);
    for (let at = 0; at < 100; at += 1) await addNote(desk.ctx, 'E9', { text: `Note ${at}` });
    const refused = await add('One more');
    expect(refused.status).toBe(409);
    expect((await failureOf(refused)).message).toBe('An event has at most 100 notes. Delete one.');
  });
});
