import type { Browser, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { databaseTarget, openForCommand } from '../../scripts/services/database-target.ts';
import { watchedSearch } from '../../shared/presale-codes/schema.ts';
import { DAY_MS, HOUR_MS } from '../../shared/times.ts';
import type { Database } from '../../worker/db/client.ts';
import { catalogueEvents, catalogueSales, catalogues } from '../../worker/db/schema/catalogues.ts';
import { presaleWatchCodes, presaleWatches } from '../../worker/db/schema/presale-watches.ts';
import { saleNotes } from '../../worker/db/schema/sale-notes.ts';
import { signedIn, startBrowser } from '../e2e/browser.ts';
import { type Desk, withDesk } from './harness/desk.ts';
import { fillTables } from './harness/growth-data.ts';
import { type Measure, percentile, type Row } from './harness/row.ts';

const ARTIST = 'Northern Lanterns';
const CODE = 'LANTERNLIGHT';
/** Ten times the data of a desk: notifications, audit trail, prices, events of monitored artists. */
const SIZE = 10;
const LISTED_EVENTS = 100_000;
const CODES = 5_000;
const NOTES = 20;
const WEEK_SALES = 500;
const RUNS = 20;
const SALE_GOAL_MS = 150;
const AGENDA_GOAL_MS = 100;

/** The country of the catalogue. */
const COUNTRY = 'DE';

const listed = (event: { id: number; eventId: string; artist: string; now: number }) => ({
  country: COUNTRY,
  hash: event.eventId,
  name: `${event.artist} live`,
  segment: 'Music',
  artists: [{ id: 'K1', name: event.artist }],
  venue: 'Elbhalle',
  city: 'Hamburg',
  genre: 'Rock',
  status: 'onsale',
  startsAt: event.now + 90 * DAY_MS,
  day: '2027-06-12',
  searchText: event.artist.toLowerCase(),
  addedAt: event.now,
  changedAt: event.now,
  id: event.id,
  eventId: event.eventId,
  url: `https://shop.test/${event.eventId}`,
});

/**
 * Fills a catalogue: many events whose sales are months away, `WEEK_SALES` sales of the next days,
 * and one event.
 */
async function fillCatalogue(db: Database, eventId: string, now: number): Promise<void> {
  await db
    .insert(catalogues)
    .values({ country: COUNTRY, isOn: true, nextAt: now + 30 * DAY_MS, readAt: now })
    .onConflictDoUpdate({ target: catalogues.country, set: { isOn: true, readAt: now } });
  for (let first = 0; first < LISTED_EVENTS; first += 20_000) {
    const numbers = sql`with recursive n(i) as (select ${first} union all select i + 1 from n where i + 1 < ${first + 20_000})`;
    await db.run(sql`insert into catalogue_events (id, country, event_id, hash, name, artists, venue, city, segment, genre, url, status, starts_at, day, search_text, added_at, changed_at)
      ${numbers} select 1000 + i, ${COUNTRY}, 'L' || i, 'L' || i, 'Tour ' || i, '[]', 'Hall', 'City', 'Music', 'Rock', 'https://shop.test/L' || i, 'onsale', ${now + 200 * DAY_MS}, '2027-06-12', 'tour ' || i, ${now}, ${now} from n`);
    await db.run(sql`insert into catalogue_sales (event, kind, name, opens_at, country)
      ${numbers} select 1000 + i, 'general', '', ${now + 60 * DAY_MS} + i * 60000, ${COUNTRY} from n`);
  }
  for (let index = 0; index < WEEK_SALES; index += 1) {
    const id = 200_000 + index;
    await db
      .insert(catalogueEvents)
      .values(listed({ id, now, eventId: `W${index}`, artist: `Artist ${index}` }));
    const opensAt = now + HOUR_MS + Math.floor((index * 5 * DAY_MS) / WEEK_SALES);
    await db.insert(catalogueSales).values({
      event: id,
      kind: 'presale',
      name: 'Artist Presale',
      opensAt,
      country: COUNTRY,
    });
  }
  await db.insert(catalogueEvents).values(listed({ id: 1, now, eventId, artist: ARTIST }));
  await db.insert(catalogueSales).values([
    {
      event: 1,
      kind: 'presale',
      name: 'Fan Club',
      opensAt: now - HOUR_MS,
      country: COUNTRY,
      closesAt: now + DAY_MS,
    },
    { event: 1, kind: 'general', name: '', opensAt: now + 30 * DAY_MS, country: COUNTRY },
  ]);
}

/** Adds codes of the event among codes of many other mails, and notes of the team. */
async function fillTraces(db: Database, eventId: string, now: number): Promise<void> {
  await db.insert(presaleWatches).values({
    id: 1,
    operatorId: 1,
    name: 'All boxes',
    eventId: null,
    isPaused: false,
    since: now,
    search: watchedSearch.parse({
      search_keywords: [ARTIST],
      imap_account_ids: [1],
      code_length_min: 4,
      code_length_max: 24,
    }),
    createdAt: now,
  });
  for (let index = 0; index < CODES; index += 1) {
    const isOfEvent = index % 500 === 0;
    const artist = isOfEvent ? ARTIST : `Artist ${index}`;
    const code = isOfEvent ? `${CODE}${index}` : `CODE${index}`;
    await db.insert(presaleWatchCodes).values({
      watchId: 1,
      mailboxId: 1,
      mail: `m${index}`,
      code,
      confidence: 0.9,
      evidence: `Your presale code for ${artist} is ${code}.`,
      account: 'box@mail.test',
      subject: `${artist} presale`,
      sender: 'club@mail.test',
      foundAt: now - index * 60_000,
      arrived: new Date(now - index * 60_000).toISOString(),
      mailKey: `INBOX 1 ${index}`,
    });
  }
  await db.insert(saleNotes).values(
    Array.from({ length: NOTES }, (_, at) => ({
      eventId,
      operatorId: 1,
      text: `Note ${at} of the team`,
      createdAt: now - at * 1_000,
    })),
  );
}

/** @returns the id of an event for which everything is known */
async function fill({ origin, token, dataDir }: Desk): Promise<string> {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return JSON.parse(await answer.text());
  };
  const { artists } = await call(`/events/get_artists/${encodeURIComponent(ARTIST)}`);
  const { data } = await call(`/events/artist/${artists[0].id}`);
  const eventId = String(data[0].id);
  process.env.DATA_DIR = dataDir;
  const { db } = openForCommand(databaseTarget());
  const now = Date.now();
  await fillTables(db, 0, SIZE);
  await fillCatalogue(db, eventId, now);
  await fillTraces(db, eventId, now);
  await db.run(sql`update price_targets set provider_id = ${eventId}, low = 58, currency = 'USD', available = 12,
    prices = '{"58.00":{"count":12,"areas":["Floor"]}}', sale_state = 'on_sale' where id = 1`);
  await db.run(sql`insert into audit (at, operator_id, actor, action, subject, request_id, detail)
    select ${now}, 1, 'bench', 'sales.add-note', ${`sale:${eventId}`}, 'bench ' || value, '{}' from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 40) select value from n)`);
  await db.run(sql`update notifications set href = ${`/sale/${eventId}`} where id % 2000 = 0`);
  return eventId;
}

/** Times in milliseconds to the frame that shows all texts: from the click, and from the answer of the call. */
interface Paint {
  fromClick: number;
  fromAnswer: number;
}

/** Runs in the page: measures a {@link Paint} after each click. */
function watchPaint({ call, texts }: { call: string; texts: string[] }): void {
  const watch = (start: number): void => {
    new MutationObserver((_, observer) => {
      const shown = document.querySelector('main')?.textContent ?? '';
      if (!texts.every((text) => shown.includes(text))) return;
      observer.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => {
          const end = performance.now();
          const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          // A list may have more pages: the first call after the click is its first page.
          const answer = entries.find(
            ({ name, startTime }) => startTime >= start && name.includes(call),
          );
          performance.measure('click', { start, end });
          performance.measure('answer', { start: answer?.responseEnd ?? Number.NaN, end });
        }),
      );
    }).observe(document, { childList: true, subtree: true, characterData: true });
  };
  document.addEventListener('click', ({ timeStamp }) => watch(timeStamp), true);
}

async function readPaint(page: Page): Promise<Paint> {
  const paint = await page.waitForFunction(
    () => {
      const [click] = performance.getEntriesByName('click');
      const [answer] = performance.getEntriesByName('answer');
      return click && answer && { fromClick: click.duration, fromAnswer: answer.duration };
    },
    undefined,
    { timeout: 60_000 },
  );
  const times = await paint.jsonValue();
  if (times === undefined) throw new Error('The page was never painted.');
  return times;
}

/** Clicks a link `RUNS` times, each in a document of its own that has come to rest. */
async function measureEach(
  browser: Browser,
  { origin, token }: Desk,
  watched: Parameters<typeof watchPaint>[0],
  { from, link }: { from: string; link: string },
): Promise<Paint[]> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: signedIn(origin, token),
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(watchPaint, watched);
  const times: Paint[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.goto('about:blank');
    await page.goto(from);
    const target = page.locator(link).first();
    await target.waitFor();
    await page.waitForLoadState('networkidle');
    await target.click();
    times.push(await readPaint(page));
  }
  await context.close();
  return times;
}

/**
 * At full data, from a click in an open app to the frame with everything that the desk has stored: the page of a sale with
 * codes, prices, their history and notes, and an agenda of 500 sales; the calls included. For the agenda also from its answer.
 */
export const measure: Measure = () =>
  withDesk(async (desk) => {
    const eventId = await fill(desk);
    const browser = await startBrowser();
    try {
      const texts = [`${CODE}0`, '$58.00', `Note ${NOTES - 1} of`, ', highest '];
      const sale = await measureEach(
        browser,
        desk,
        { call: '/api/sale/', texts },
        { from: '/agenda', link: `main a[href="/sale/${eventId}"]` },
      );
      const agenda = await measureEach(
        browser,
        desk,
        { call: '/api/sales?', texts: ['Artist 1'] },
        { from: '/settings', link: 'a[href="/agenda"]' },
      );
      const row = (what: string, times: number[], limit: number): Row => ({
        what: `${what}, p95 of ${RUNS}`,
        measured: percentile(times, 0.95),
        unit: 'ms',
        against: 'bar',
        limit,
      });
      const clicks = (paints: Paint[]) => paints.map(({ fromClick }) => fromClick);
      const answers = agenda.map(({ fromAnswer }) => fromAnswer);
      return [
        row('/sale/{id}: click to first paint with everything', clicks(sale), SALE_GOAL_MS),
        row(`/agenda: click to list of ${WEEK_SALES} sales`, clicks(agenda), AGENDA_GOAL_MS),
        row(`/agenda: answer to list of ${WEEK_SALES} sales`, answers, AGENDA_GOAL_MS),
      ];
    } finally {
      await browser.close();
    }
  });
