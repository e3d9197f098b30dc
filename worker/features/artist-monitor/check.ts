import {
  type AnsweredEvent,
  changesOf,
  completeFacts,
  describeChange,
  type EventChange,
  factsOf,
  saleOpenings,
} from '../../../shared/artist-monitor/changes.ts';
import { CATALOGUE_COUNTRIES } from '../../../shared/catalogues/schema.ts';
import { DomainError } from '../../../shared/errors.ts';
import { salePath } from '../../../shared/sales/schema.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import { backoffMs, DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '../../../shared/times.ts';
import { afterwards, type Ctx } from '../../context/context.ts';
import type { Changing } from '../../db/change.ts';
import { LEASE_MS, whileRenewing } from '../../db/lease.ts';
import { monitorMessage } from '../../durable/channel-client.ts';
import {
  createDiscoveryClient,
  type EventStatements,
  readEventsOfArtist,
} from '../../providers/ticketmaster/index.ts';
import {
  deliverNotifications,
  type NewNotification,
  notificationStatements,
} from '../notifications/index.ts';
import { callsLeft, isSaleSoon, msPerCallOf, planChecks } from './plan.ts';
import * as store from './store.ts';

/** Checks that one tick puts on the queue. */
const CHECKS_PER_TICK = 50;
/** If the message of a check is lost, the first tick after this time takes the check. */
const QUEUED_MS = MINUTE_MS;
/**
 * A check is attempted once a day even if the provider requests a longer pause. The gate keeps to
 * that pause.
 */
const LONGEST_PAUSE_MS = DAY_MS;
const LIMITS = { overallMs: 120_000, perCallMs: 20_000, retries: 1 };
/** An operator expects a result, so the check waits for a pause that the provider requests instead of failing. */
const AWAITED_LIMITS = { ...LIMITS, longestPauseMs: 60_000 };

/** A check on the queue. `dueAt` identifies it: a second delivery finds another time and does nothing. */
type ArtistCheckJob = Extract<Parameters<Ctx['enqueue']>[0][number], { kind: 'artists.check' }>;

/**
 * The check that an operator started: its artist, and whether it may exceed the calls of the plan because it was
 * requested by name.
 */
interface Awaited {
  artistId: string;
  isRequested: boolean;
}

/**
 * Puts the checks that are due on the queue, as many as the calls of the day allow. Calls at the same time take none
 * twice, and together no more than one alone. If the queue refuses them, the next tick takes them.
 * @param awaited the check whose result an operator waits for
 */
export async function startDueChecks(
  ctx: Changing & Pick<Ctx, 'enqueue' | 'gateOf'>,
  awaited?: Awaited,
): Promise<void> {
  const now = ctx.clock();
  const { otherMs, coveredMs, quota } = await readPlan(ctx);
  await store.endCoverage(ctx.db, { now, otherMs });
  const msPerCall = msPerCallOf(quota, now);
  const requested = awaited?.isRequested ? await callsOf(ctx, awaited.artistId) : 0;
  const due = await store.claimDue(ctx, {
    now,
    until: now + QUEUED_MS,
    limit: CHECKS_PER_TICK,
    callsAfter: (spent) => Math.max(callsLeft(quota, spent, now), requested),
    msPerCall,
    longestMs: Math.max(DAY_MS, otherMs, coveredMs),
    firstId: awaited?.artistId ?? '',
  });
  if (due.length === 0) return;
  const jobs = due.map(({ artistId, dueAt }): ArtistCheckJob => {
    const isAwaited = artistId === awaited?.artistId;
    return { kind: 'artists.check', artistId, dueAt, isAwaited };
  });
  try {
    await ctx.enqueue(jobs);
  } catch (error) {
    await store.releaseChecks(
      ctx.db,
      due.map(({ artistId }) => artistId),
    );
    await store.spendCalls(ctx.db, { calls: -store.callsOfAll(due), msPerCall, now });
    throw error;
  }
}

const callsOf = async ({ db, clock }: Pick<Ctx, 'db' | 'clock'>, artistId: string) =>
  (await store.findOpenArtist(db, artistId, clock()))?.calls ?? 0;

/** How often artists are checked now. */
export async function readPlan(ctx: Pick<Ctx, 'db' | 'clock' | 'gateOf'>) {
  const now = ctx.clock();
  const [demand, quota] = await Promise.all([
    store.readDemand(ctx.db, now),
    ctx.gateOf('ticketmaster').quota(),
  ]);
  return { ...planChecks(demand, quota, now), quota, coveredArtists: demand.covered.artists };
}

/**
 * Compares an artist's events with the stored ones, and stores news together with its
 * notifications. A check that ends halfway stores nothing and is repeated.
 */
export async function checkArtist(
  ctx: Ctx,
  { artistId, dueAt, isAwaited = false }: Omit<ArtistCheckJob, 'kind'>,
): Promise<void> {
  const artist = await store.findOpenArtist(ctx.db, artistId, ctx.clock());
  if (artist === undefined || artist.nextCheckAt !== dueAt) return;
  const hold = () => store.holdCheck(ctx.db, artist, ctx.clock() + LEASE_MS);
  await hold();
  await whileRenewing(hold, () => runCheck(ctx, artist, isAwaited));
}

async function runCheck(ctx: Ctx, artist: store.StoredArtist, isAwaited: boolean): Promise<void> {
  const { artistId } = artist;
  const read = await readFacts(ctx, artistId, isAwaited);
  if ('failure' in read) return recordFailure(ctx, artist, read.failure);
  const { answer, calls } = read;
  const now = ctx.clock();
  const storedEvents = await store.listKnownEvents(ctx.db, artistId);
  const { facts, storedCount, thinCount } = completeFacts(storedEvents, answer);
  // A second such answer in a row is the provider's new state and not a disturbance. Missing fields
  // keep their stored values.
  const isRepeated = artist.failure?.startsWith(THIN_ANSWER) ?? false;
  if (thinCount > 0 && thinCount * 2 >= storedCount && !isRepeated)
    return recordFailure(ctx, artist, thinAnswer(thinCount, storedCount));
  const isFirst = artist.checkedAt === null;
  const changes = isFirst
    ? [startOf(facts)]
    : changesOf(storedEvents, facts, utcDay(now)).map((one) => toldBy(artist, one));
  const nextSaleAt = nextSale(facts, now);
  const days = facts.map(({ date }) => date.slice(0, 10)).filter(isDay);
  const nations = nationsOf(facts, [...storedEvents.values()], utcDay(now));
  const isCovered = await store.areCovered(ctx.db, nations, now);
  const state = {
    nextCheckAt: now + (await intervalOf(ctx, nextSaleAt, isCovered)),
    nations,
    isCovered,
    toldBy: null,
    checkedAt: now,
    failures: 0,
    failure: null,
    calls,
    eventCount: facts.length,
    lastEventDay: days.sort().at(-1) ?? null,
    nextSaleAt,
  };
  const result = {
    state,
    events: facts.filter(
      (event) => JSON.stringify(event) !== JSON.stringify(storedEvents.get(event.id)),
    ),
    changes,
    notifications: isFirst ? [] : notificationStatements(await notices(ctx, artist, changes)),
  };
  let isRecorded: boolean;
  try {
    isRecorded = await store.recordCheck(ctx, artist, result);
  } catch (error) {
    ctx.log.error('artist check not stored', { artistId, text: String(error) });
    const message = 'The result of the check could not be stored.';
    return recordFailure(ctx, artist, new DomainError('internal', message));
  }
  if (!isRecorded) return;
  const messages = [monitorMessage('artist', artistId, 'ok', state)];
  await afterwards(ctx, 'a check of an artist was not announced', () => ctx.publish(messages));
  if (changes.length > 0 && !isFirst) await deliverNotifications(ctx);
  // The claim counted the calls of the previous check. A failure here must not hide the result of this one.
  if (calls !== artist.calls) {
    const msPerCall = msPerCallOf(await ctx.gateOf('ticketmaster').quota(), now);
    await store.spendCalls(ctx.db, { calls: calls - artist.calls, msPerCall, now });
  }
}

const NO_STATEMENTS: EventStatements = { hasStatus: false, isSaleStartOpen: false };

const THIN_ANSWER = 'Ticketmaster left out details that were known: ';

/**
 * If stored facts are missing, the provider has a disturbance, so changes of these facts would be
 * false alarms.
 */
const thinAnswer = (thinCount: number, storedCount: number): DomainError =>
  new DomainError(
    'upstream_failed',
    `${THIN_ANSWER}${thinCount} of ${storedCount} known events lack a date, a venue or a sale. Nothing was changed.`,
  );

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The artist's events, or why the provider did not return them. */
async function readFacts(
  ctx: Ctx,
  artistId: string,
  isAwaited: boolean,
): Promise<{ answer: AnsweredEvent[]; calls: number } | { failure: DomainError }> {
  const client = createDiscoveryClient(
    ctx,
    isAwaited
      ? { ...AWAITED_LIMITS, priority: 'interactive' }
      : { ...LIMITS, priority: 'background' },
  );
  try {
    const { events, statements } = await readEventsOfArtist(client, artistId, ctx.clock());
    const answer = events.map((event) => ({
      facts: factsOf(event),
      ...(statements.get(event.id) ?? NO_STATEMENTS),
    }));
    return { answer, calls: client.meter.times().calls };
  } catch (error) {
    if (error instanceof DomainError) return { failure: error };
    throw error;
  }
}

/** The first check has no earlier state, so none of its events is new. */
const startOf = (facts: readonly EventFacts[]): EventChange => ({
  kind: 'started',
  event_id: '',
  from: null,
  to: String(facts.length),
  place: { venue: '', location: '', nation: '', timezone: '', eventLink: '' },
});

/** The next opening of a sale, or one of the last hour. */
function nextSale(facts: readonly EventFacts[], now: number): number | null {
  const openings = facts.flatMap(saleOpenings).filter((instant) => instant > now - HOUR_MS);
  return openings.length === 0 ? null : openings.reduce((a, b) => Math.min(a, b));
}

async function intervalOf(
  ctx: Ctx,
  nextSaleAt: number | null,
  isCovered: boolean,
): Promise<number> {
  const { soonMs, otherMs, coveredMs } = await readPlan(ctx);
  if (isSaleSoon(nextSaleAt, ctx.clock())) return Math.round(soonMs);
  return Math.round(isCovered ? coveredMs : otherMs);
}

/** The countries of the future events, or of all known events if there are none in the future. */
function nationsOf(
  facts: readonly EventFacts[],
  storedFacts: readonly EventFacts[],
  today: string,
): string[] {
  const ahead = facts.filter(({ date }) => !isDay(date.slice(0, 10)) || date.slice(0, 10) >= today);
  const events = ahead.length > 0 ? ahead : [...facts, ...storedFacts];
  return [...new Set(events.map(({ nation }) => nation))].sort();
}

/**
 * Names the catalogue that reported the change; without such a report, the check itself found it.
 */
function toldBy({ toldBy: country }: store.StoredArtist, change: EventChange): EventChange {
  const one = CATALOGUE_COUNTRIES.find((code) => code === country);
  // One catalogue reports events of its country only.
  return one === undefined || change.place.nation !== one ? change : { ...change, told_by: one };
}

/**
 * The key does not contain the artist: two monitored artists may share an event, which is reported once. Any change
 * except a new event can happen again, so its key contains the day and how often the artist's timeline has the change
 * on that day.
 */
async function notices(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  artist: store.StoredArtist,
  changes: readonly EventChange[],
) {
  if (changes.length === 0) return [];
  const now = ctx.clock();
  const day = Math.floor(now / DAY_MS);
  const earlier = await store.listChangesSince(ctx.db, artist.artistId, day * DAY_MS);
  return changes.map((change) => {
    const key = keyOf(change);
    const repeats = earlier.filter((one) => keyOf(one) === key).length;
    return noticeOfChange(artist.name, change, { day, repeats, now });
  });
}

/**
 * The notification of a change of an event.
 * @param occasion the day since the epoch, and how often the timeline has the change on that day
 */
export function noticeOfChange(
  artistName: string,
  change: EventChange,
  { day, repeats, now }: { day: number; repeats: number; now: number },
): NewNotification {
  const { kind, event_id } = change;
  const { title, detail } = describeChange(change);
  const source = change.told_by ? ` (catalogue of ${countryName(change.told_by)})` : '';
  return {
    kind: 'artist_event',
    title: artistName,
    topic: title,
    body: `${detail}${source}`,
    href: salePath(event_id),
    dedupeKey:
      kind === 'new_event'
        ? `artist_event|${event_id}|${kind}`
        : `artist_event|${keyOf(change)}|${day}|${repeats}`,
    createdAt: now,
  };
}

const keyOf = ({ event_id, kind, presale = '', from, to }: EventChange): string =>
  [event_id, kind, presale, from ?? '', to].join('|');

async function recordFailure(
  ctx: Ctx,
  artist: store.StoredArtist,
  { message, retryAfterSeconds = 0 }: DomainError,
): Promise<void> {
  const failures = artist.failures + 1;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, retryAfterSeconds * 1000);
  const delayMs = Math.max(backoffMs(failures), pauseMs);
  const state = { failures, failure: message, nextCheckAt: ctx.clock() + delayMs };
  const result = { state, events: [], changes: [], notifications: [] };
  if (!(await store.recordCheck(ctx, artist, result))) return;
  const { artistId, checkedAt } = artist;
  const messages = [monitorMessage('artist', artistId, 'failing', { ...state, checkedAt })];
  await afterwards(ctx, 'a failed check was not announced', () => ctx.publish(messages));
}
