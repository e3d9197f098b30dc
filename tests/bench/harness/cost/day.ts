import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { SIMULATED_MAIL_SERVER } from '../../../../shared/scanners/protocol.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/times.ts';
import { ARTISTS as SIMULATED_ARTISTS } from '../../../../simulator/artists.ts';
import { monitoredArtists } from '../../../../worker/db/schema/artist-monitor.ts';
import { catalogues } from '../../../../worker/db/schema/catalogues.ts';
import { watchedEvents } from '../../../../worker/db/schema/price-monitor.ts';
import { saleEventChanges, saleReminders } from '../../../../worker/db/schema/reminders.ts';
import { checkInterval } from '../../../../worker/features/price-monitor/checks/check.ts';
import { operator } from '../../../e2e/operator.ts';
import { searchToEnd } from '../../../imap/client.ts';
import type { World } from './world.ts';

/** One kind of work of the product's day. */
export interface Work {
  what: string;
  /**
   * How often it happens a day.
   * @param scale 1 for the team of 20 with 500 watched events, 300 artists and 24 catalogues; 10
   * for ten times as much
   */
  perDay: (scale: number) => number;
  /**
   * Runs the work several times.
   * @returns how many times
   */
  run: (world: World) => Promise<number>;
  /** Runs once before the measurement. */
  prepare?: (world: World) => Promise<unknown>;
}

const OPERATORS = 20;
const HOURS_OF_WORK = 8;
const EVENTS = 500;
/** The share of these events' hosts that are sites that sell tickets. */
const REAL_HOSTS = 8;
/** The share of the Discovery API's 5,000 calls a day that artist checks make (artist-monitor/plan.ts). */
const ARTIST_CALLS = 3_000;
const ARTISTS = 300;
/** A check of an artist is due each hour, if the calls suffice. */
const CHECKS_OF_ARTIST = 24;
const CATALOGUES = 24;
const UPLOADED = 5_000;
/** Artists whose events are one call of the Discovery API, as those of nearly all artists are. */
const MEASURED = SIMULATED_ARTISTS.filter(
  ({ mood, eventCount }) => mood === 'well' && eventCount > 0 && eventCount <= 100,
).slice(0, 10);
const WITHIN_MS = 2 * MINUTE_MS;

const byTeam = (each: number) => (scale: number) => scale * OPERATORS * each;

async function until(isDone: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const startedAt = Date.now();
  while (!(await isDone())) {
    if (Date.now() - startedAt > WITHIN_MS) throw new Error(`${what} did not end.`);
    await sleep(200);
  }
}

async function repeat(times: number, run: (index: number) => Promise<unknown>): Promise<number> {
  for (let index = 0; index < times; index += 1) await run(index);
  return times;
}

/** Checks of prices a day: the interval grows with the events (checkInterval). */
function checksOfDay(scale: number): number {
  const all = EVENTS * scale;
  const ofHost = all / (REAL_HOSTS * scale);
  return (all * DAY_MS) / checkInterval({ all, ofHost, listed: 0 }, false);
}

async function checkAllPrices({ db, pages, tick }: World): Promise<number> {
  const before = pages();
  await db.update(watchedEvents).set({ nextCheckAt: 0 });
  await tick();
  await until(() => pages() >= before + EVENTS, 'The checks of prices');
  return pages() - before;
}

async function checkArtists({ db, tick }: World): Promise<number> {
  await db.update(monitoredArtists).set({ nextCheckAt: 0, queuedUntil: 0 });
  await tick();
  const isDone = async () => {
    const rows = await db.select({ at: monitoredArtists.nextCheckAt }).from(monitoredArtists);
    return rows.every(({ at }) => at > Date.now());
  };
  await until(isDone, 'The checks of artists');
  return MEASURED.length;
}

const COUNTRY = 'IE';

async function readCatalogue({ db, call }: World): Promise<number> {
  const since = Date.now();
  await db.update(catalogues).set({ nextAt: 0 }).where(eq(catalogues.country, COUNTRY));
  await call('/catalogues', { countries: [COUNTRY] }, { method: 'PUT' });
  const isDone = async () => {
    const [row] = await db.select().from(catalogues).where(eq(catalogues.country, COUNTRY));
    if (row?.reason) throw new Error(row.reason);
    return (row?.readAt ?? 0) >= since;
  };
  await until(isDone, 'The reading of a catalogue');
  return 1;
}

let uploads = 0;

async function uploadQueue({ call }: World): Promise<number> {
  uploads += 1;
  await call('/queues/insert', {
    type: 'standard',
    queue_id: `queue-${uploads}`,
    queue_total: 60_000,
    queue_date: '2026-11-20',
    accounts: Array.from({ length: UPLOADED }, (_, index) => ({
      account_name: `account-${index}@mail.test`,
      position: 1 + ((index * 7919 + uploads * 104_729) % 60_000),
    })),
  });
  return 1;
}

let mailboxes: number[] = [];

async function addMailboxes({ call }: World): Promise<void> {
  for (const user of ['codes', 'mara', 'offers', 'archive']) {
    const mailbox = { ...SIMULATED_MAIL_SERVER, user: `${user}@desk.test`, password: 'simulated' };
    await call('/imap-accounts', mailbox);
  }
  const { accounts }: { accounts: { id: number }[] } = JSON.parse(await call('/imap-accounts'));
  mailboxes = accounts.map(({ id }) => id);
}

async function scanMailboxes({ origin, tokens }: World): Promise<number> {
  await searchToEnd({ url: origin, token: tokens[1] ?? '' }, mailboxes);
  return 1;
}

async function remind({ db, call, tick }: World): Promise<number> {
  const { data }: { data: { event_id: string; kind: string; presale_name: string | null }[] } =
    JSON.parse(await call('/sales?limit=20'));
  const sale = data[0];
  if (sale === undefined) throw new Error('There is no sale to follow.');
  const { event_id, kind, presale_name } = sale;
  await call('/sales/follow', { event_id, kind, presale_name });
  // Each operator who follows the artist gets a notification.
  const { rowsAffected } = await db
    .update(saleReminders)
    .set({ dueAt: Date.now() - 1 })
    .where(eq(saleReminders.eventId, event_id));
  await tick();
  return rowsAffected;
}

const screen = (what: string, path: string, each: number, body?: unknown): Work => ({
  what,
  perDay: byTeam(each),
  run: ({ call, tokens }) => repeat(10, (index) => call(path, body, { token: tokens[index] })),
});

/** The day of a team. An operator's page reads its list each minute while it is shown. */
export const DAY: readonly Work[] = [
  {
    what: 'the cron trigger, with nothing due',
    perDay: () => DAY_MS / MINUTE_MS,
    run: ({ tick }) => repeat(3, tick),
  },
  {
    what: 'a check of prices',
    perDay: checksOfDay,
    prepare: async (world) => {
      const targets = Array.from({ length: EVENTS }, (_, index) => ({
        url: `http://${world.hosts[index % world.hosts.length]}/events/${index}`,
      }));
      await world.call('/events/price-targets', { targets });
      await checkAllPrices(world);
    },
    run: checkAllPrices,
  },
  {
    what: 'a check of an artist',
    perDay: (scale) => Math.min(ARTIST_CALLS, ARTISTS * CHECKS_OF_ARTIST * scale),
    prepare: async (world) => {
      for (const { id, name } of MEASURED) {
        const dates = { start_monitoring: '2026-01-01', end_monitoring: null };
        const artist = { artist_id: id, artist_name: name, ...dates };
        await world.call('/events/monitored-artists', artist);
      }
      // Only the third check of an artist finds nothing to store.
      await checkArtists(world);
      await checkArtists(world);
    },
    run: checkArtists,
  },
  {
    what: 'a reading of a catalogue',
    // There are 24 catalogues, and each is read once a day.
    perDay: () => CATALOGUES,
    prepare: readCatalogue,
    run: readCatalogue,
  },
  {
    what: 'a reminder of a sale',
    perDay: byTeam(2),
    // The first catalogue and the first checks of artists have already stored thousands of events
    // to compare.
    prepare: async (world) => {
      await remind(world);
      const isDone = async () => {
        await world.tick();
        return (await world.db.$count(saleEventChanges)) === 0;
      };
      await until(isDone, 'The comparison of sales');
    },
    run: remind,
  },
  {
    what: 'a sign-in',
    perDay: byTeam(1),
    run: ({ call }) => repeat(3, () => call('/auth/login', operator)),
  },
  {
    what: 'a file of the web app',
    // The browser caches the app's files; a page and some of its files are loaded three times a
    // day.
    perDay: byTeam(3 * 20),
    run: ({ origin }) => repeat(50, async () => (await fetch(`${origin}/login`)).text()),
  },
  {
    what: 'a connection to the live channel',
    perDay: byTeam(10),
    run: async ({ openChannels }) => {
      const close = await openChannels();
      close();
      return OPERATORS;
    },
  },
  screen('the dashboard', '/dashboard?include=outlook', HOURS_OF_WORK * 20),
  screen('the list of watched events', '/events/price-targets?limit=100', HOURS_OF_WORK * 5),
  screen('the list of monitored artists', '/events/monitored-artists', HOURS_OF_WORK * 20),
  screen('the list of sales', '/sales?limit=100', HOURS_OF_WORK * 15),
  screen('the bell', '/notifications?limit=50', HOURS_OF_WORK * 4),
  screen('the bell, marked as read', '/notifications/read', HOURS_OF_WORK * 2, { all: true }),
  screen('the list of profiles', '/profiles?limit=100', 10),
  {
    what: 'a search for an artist and its events',
    perDay: byTeam(30),
    run: ({ call, tokens }) =>
      repeat(5, async (index) => {
        await call('/events/get_artists/Northern', undefined, { token: tokens[index] });
        await call('/events/artist/K8vZ9170000', undefined, { token: tokens[index] });
      }),
  },
  {
    what: 'a scan of four mailboxes',
    perDay: byTeam(5),
    prepare: async (world) => {
      await addMailboxes(world);
      await scanMailboxes(world);
    },
    run: scanMailboxes,
  },
  {
    what: `an upload of a queue of ${UPLOADED.toLocaleString('en')} accounts`,
    perDay: byTeam(1),
    prepare: uploadQueue,
    run: uploadQueue,
  },
  screen('a page of the best accounts', '/queues/get?type=standard&limit=100', 20),
];
