import type { ChannelMessage } from '../../../../shared/channel.ts';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import { inBatches } from '../../../db/batches.ts';
import { withLease } from '../../../db/lease.ts';
import { monitorMessage } from '../../../durable/channel-client.ts';
import { deliverNotifications, notificationStatements } from '../../notifications/index.ts';
import { settleTags } from '../alerts/tag-alerts.ts';
import { moveOf, toLastSeen, toRecent } from '../events/service.ts';
import type { StoredEvent, WithAlerts } from '../events/store.ts';
import { checkInterval, LISTED_PER_CALL, settleCheck } from './check.ts';
import type { Outcome } from './outcome.ts';
import { RoundProgress } from './progress.ts';
import { pageGate, runRound } from './round.ts';
import { readListings, readPage } from './sources.ts';
import * as store from './store.ts';

/** The most events that are read from the database at once. */
const EVENTS_AT_ONCE = 60;
/**
 * The most new addresses that are searched for at once in the Discovery API. Each may take a call, and five calls start
 * in a second.
 */
const LOOKED_UP_AT_ONCE = 20;
const SENT_AT_ONCE = 100;
/** A check that was interrupted with the Worker is repeated after this time. */
const UNENDED_CHECK_MS = MINUTE_MS;
/** The days for which every step of the history is kept, and the days until a step is deleted. */
const RAW_DAYS = 7;
const KEPT_DAYS = 400;

/** The data that the checks of a round share. */
interface Round {
  load: Awaited<ReturnType<typeof store.countLoad>>;
  progress: RoundProgress;
  /** Tags of events that were read after the rules of tags were last evaluated. */
  readTags: Set<string>;
}

/** Whether a check is due or a change was not sent yet. */
export const isPriceWorkDue = (ctx: Ctx): Promise<boolean> => store.hasWork(ctx.db, ctx.clock());

/**
 * Checks the events that are due. Only one round runs at a time in the whole deployment, so that no host gets two calls
 * at once. Another job continues with what is left.
 * @throws LeaseHeld while another round runs.
 */
export async function checkPrices(ctx: Ctx): Promise<void> {
  await withLease(ctx, 'price checks', () => checkDue(ctx));
  if (await isPriceWorkDue(ctx)) await ctx.enqueue([{ kind: 'prices.check' }]);
}

async function checkDue(ctx: Ctx): Promise<void> {
  const [load, progress] = await Promise.all([store.countLoad(ctx.db), RoundProgress.open(ctx.db)]);
  const readTags = new Set<string>();
  const round = { load, progress, readTags };
  await runRound<WithAlerts>(ctx, {
    listDue: (known) => listDue(ctx, round, known),
    check: (event) => checkPage(ctx, round, event),
    postpone: (host, until) =>
      store.postponeHost(ctx, host, { until, reason: `${host} requires a pause.` }),
    send: async () => {
      const tags = [...readTags];
      readTags.clear();
      await settleTags(ctx, tags);
      await progress.send((ids) => sendChanges(ctx, ids));
    },
  });
  await progress.close();
}

/**
 * Checks the events whose prices the Discovery API has.
 * @returns the events whose pages are to be read.
 */
async function listDue(ctx: Ctx, round: Round, known: readonly number[]) {
  const startedAt = ctx.clock();
  const due = (kind: store.DueKind, limit: number) =>
    store.listDue(ctx.db, startedAt, known, { kind, limit });
  const [listed, unknown, pages] = await Promise.all([
    due('listed', LISTED_PER_CALL),
    due('unknown', LOOKED_UP_AT_ONCE),
    due('page', EVENTS_AT_ONCE),
  ]);
  await round.progress.begin([...listed, ...unknown, ...pages]);
  const events = [...listed, ...unknown];
  const listings = new Map(
    (await readListings(ctx, events)).map((listing) => [listing.targetId, listing]),
  );
  const listedEvents = events.map((event) => {
    const { providerId, outcome } = listings.get(event.id) ?? { ...event, outcome: null };
    return { event: { ...event, providerId }, outcome, isNew: providerId !== event.providerId };
  });
  const priceless = listedEvents
    .filter(({ outcome }) => outcome === null)
    .map(({ event }) => event);
  // The pages of one host are read slowly. Until then, the API must not be called for these events again.
  await store.noteListings(
    ctx.db,
    listedEvents.filter(({ isNew }) => isNew).map(({ event }) => event),
    priceless.filter(({ id }) => listings.has(id)),
  );
  for (const { event, outcome } of listedEvents)
    if (outcome) await keep(ctx, round, event, { outcome, startedAt });
  return [...pages, ...priceless];
}

async function checkPage(ctx: Ctx, round: Round, event: WithAlerts): Promise<void> {
  const startedAt = ctx.clock();
  if (round.progress.isSuspect(event.id))
    await store.putForward(ctx.db, event, startedAt + UNENDED_CHECK_MS);
  const outcome = await readPage(ctx, event);
  if (outcome.kind === 'failed' && outcome.retryAfterMs !== undefined) {
    await pageGate(ctx, event.host).report({ quota: null, pauseMs: outcome.retryAfterMs });
  }
  await keep(ctx, round, event, { outcome, startedAt });
}

/** Stores the result of a check, and delivers the alerts that it triggered. */
async function keep(
  ctx: Ctx,
  round: Round,
  event: WithAlerts,
  { outcome, startedAt }: { outcome: Outcome; startedAt: number },
): Promise<void> {
  const { all, listed, byHost } = round.load;
  const load = { all, listed, ofHost: byHost.get(event.host) ?? 1 };
  const intervalMs = checkInterval(load, Boolean(event.providerId));
  const result = settleCheck(event, outcome, { now: ctx.clock(), startedAt, intervalMs });
  const notifications = notificationStatements(result.notifications);
  let isKept: boolean;
  try {
    isKept = await store.writeCheck(ctx, event, result, notifications);
  } catch (error) {
    // A result that cannot be stored affects only this event. If the database itself fails, the
    // second attempt fails as well and ends the round.
    if (outcome.kind === 'failed') throw error;
    ctx.log.error('price check not stored', { url: event.url, text: String(error) });
    const failed = {
      kind: 'failed',
      state: 'unknown',
      reason: 'The result of the check could not be stored.',
    } as const;
    return keep(ctx, round, event, { outcome: failed, startedAt });
  }
  round.progress.stored(event.id);
  if (!isKept) return;
  if (outcome.kind === 'read') for (const tag of event.tags) round.readTags.add(tag);
  if (result.notifications.length > 0) await deliverNotifications(ctx);
}

/**
 * Sends changes that are marked as unsent to the browsers, and the state of the events with these ids. The next round
 * sends what a crash left unsent.
 */
export async function sendChanges(ctx: Ctx, ids: readonly number[] = []): Promise<void> {
  for (let from = 0; ; from += SENT_AT_ONCE) {
    const some = ids.slice(from, from + SENT_AT_ONCE);
    const rows = await store.listUnsent(ctx.db, some, SENT_AT_ONCE);
    if (rows.length > 0) {
      await ctx.publish(rows.flatMap(toMessages));
      const removed = await store.markSent(ctx.db, rows);
      // The states may have reached the channel after the removal.
      await ctx.publish(removed.map((url) => monitorMessage('price', url, 'removed')));
    }
    const marked = rows.filter(({ unsent }) => unsent !== 'nothing');
    if (marked.length === 0 && from + SENT_AT_ONCE >= ids.length) return;
  }
}

function toMessages(row: WithAlerts): ChannelMessage[] {
  const { url, prices, image, title, date, venue, city, country, currency } = row;
  const nextCheckAt = row.isPaused ? null : row.nextCheckAt;
  const alerts = row.alerts.map(({ id, isArmed, firedAt }) => ({
    id,
    is_armed: isArmed,
    fired_at: isoTime(firedAt),
  }));
  const move = moveOf(row);
  const state = monitorMessage('price', url, stateOf(row), { ...row, nextCheckAt, alerts, move });
  if (row.unsent !== 'prices') return [state];
  const facts = { url, prices, image, title, date, venue, city, country, currency };
  const data = {
    ...facts,
    recent: toRecent(row),
    last_seen: toLastSeen(row),
    changed_at: isoTime(row.changedAt),
    sale_state: row.saleState,
    opens_at: isoTime(row.opensAt),
  };
  return [{ type: 'priceUpdate', data }, state];
}

function stateOf({ isPaused, failure, checkedAt }: StoredEvent) {
  if (isPaused) return 'paused';
  if (failure !== null) return 'failing';
  return checkedAt === null ? 'waiting' : 'ok';
}

/**
 * Thins out the history: one step an hour after {@link RAW_DAYS} days, none after {@link KEPT_DAYS} days and none of
 * removed events. It works in batches, so that it also catches up after a long pause.
 */
export async function rollUpPrices(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const fullHour = Math.floor(ctx.clock() / HOUR_MS) * HOUR_MS;
  const until = fullHour - RAW_DAYS * DAY_MS;
  await inBatches((size) => store.rollUpSome(ctx.db, until, size));
  await store.deleteStepsBefore(ctx.db, fullHour - KEPT_DAYS * DAY_MS);
  await eraseRemovedHistories(ctx);
}

/** Events whose history is erased together. */
const ERASED_AT_ONCE = 200;

/** Erases the history of events that were removed, in one pass over the events that have history. */
export async function eraseRemovedHistories({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await store.listRemoved(db, after, ERASED_AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined) return;
    await store.eraseHistories(db, ids);
    after = last;
  }
}
