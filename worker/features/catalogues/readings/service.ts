import { randomBytes } from 'node:crypto';
import type { FeedChanges, Reading, ReadingEnd } from '../../../../shared/catalogues/feed.ts';
import { CATALOGUE_COUNTRIES } from '../../../../shared/catalogues/schema.ts';
import { DomainError } from '../../../../shared/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/times.ts';
import { afterwards, type Ctx } from '../../../context/context.ts';
import { offerCatalogues } from '../../../durable/scan-desk-client.ts';
import { admitFeedCalls } from '../../../providers/ticketmaster/index.ts';
import { reportChanges } from '../../artist-monitor/index.ts';
import { deliverNotifications, notificationStatements } from '../../notifications/index.ts';
import { noticesOf } from '../../watch-rules/index.ts';
import * as store from '../store.ts';

/** A file is published once a day. */
const READ_EVERY_MS = DAY_MS;
/**
 * The waits after a reading that failed, and after one that never ended: each four times as long as
 * the last one.
 */
const FIRST_RETRY_MS = { failed: HOUR_MS, lost: 15 * MINUTE_MS };
const RETRY_FACTOR = 4;
const HASHES_AT_ONCE = 10_000;

const retryMs = (attempts: number, firstMs: number): number =>
  Math.min(READ_EVERY_MS, firstMs * RETRY_FACTOR ** (Math.max(1, attempts) - 1));

/**
 * Sends a scanner the message that readings are due. Without a connected scanner, they wait. For
 * the job of each minute.
 */
export async function offerReadings(ctx: Pick<Ctx, 'db' | 'env' | 'clock' | 'log'>): Promise<void> {
  if (!(await store.isReadingDue(ctx.db, ctx.clock()))) return;
  // The next minute repeats an offer that did not arrive.
  await afterwards(ctx, 'readings not offered', () => offerCatalogues(ctx));
}

/**
 * Gives the next reading that is due to a scanner, after its call has passed the gate of the provider.
 * @returns null if none is due, or the call may not be made now.
 */
export async function claimReading(ctx: Ctx): Promise<Reading | null> {
  const now = ctx.clock();
  const token = randomBytes(32).toString('base64url');
  const againAt = (attempts: number) => now + retryMs(attempts, FIRST_RETRY_MS.lost);
  const claimed = await store.claimReading(ctx.db, { token, now, againAt });
  if (claimed === null) return null;
  const country = CATALOGUE_COUNTRIES.find((code) => code === claimed.country);
  if (country === undefined) return null;
  try {
    // The first file cannot be compared with stored events, but with its size in the list of files.
    const hasList = claimed.readAt === null || claimed.events === 0;
    return { token, country, ...(await admitFeedCalls(ctx, { country, hasList })) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const waitMs = Math.max(FIRST_RETRY_MS.lost, (error.retryAfterSeconds ?? 0) * 1000);
    // A reading that waits for its calls has not failed: the events of the last one are still good.
    const isWaiting = error.retryAfterSeconds !== undefined && claimed.readAt !== null;
    const reason = isWaiting ? undefined : error.message;
    await store.releaseClaim(ctx.db, token, { nextAt: now + waitMs, reason });
    return null;
  }
}

/**
 * Extends a reading for its scanner.
 * @throws DomainError `conflict` if it has ended.
 */
export const renewReading = ({ db, clock }: Ctx, token: string): Promise<void> =>
  store.renewReading(db, token, clock());

/**
 * The next ids and hashes of the stored events.
 * @throws DomainError `conflict` if the reading has ended.
 */
export async function readHashes(ctx: Ctx, token: string, after: string) {
  const { country } = await store.findReading(ctx.db, token);
  await renewReading(ctx, token);
  // The day of a venue may be a day behind the one in UTC.
  const today = new Date(ctx.clock() - DAY_MS).toISOString().slice(0, 10);
  return store.listHashes(ctx.db, { country, after, limit: HASHES_AT_ONCE, today });
}

/**
 * Stores a part of the changes, and sends notifications of those that match a watch rule.
 * @throws DomainError `conflict` if the reading has ended.
 */
export async function storeChanges(ctx: Ctx, token: string, changes: FeedChanges): Promise<void> {
  const catalogue = await store.findReading(ctx.db, token);
  const { country } = catalogue;
  const { events } = changes;
  // The first reading of a country sends no notifications, because none of its events is new. The
  // same applies to a reading after an empty file.
  const isFirst = catalogue.readAt === null || catalogue.events === 0;
  const notices = isFirst || events.length === 0 ? [] : await findNotices(ctx, country, events);
  await store.storeChanges(ctx, {
    token,
    country,
    changes,
    notices: notificationStatements(notices),
    report: isFirst ? [] : [reportChanges(ctx.db, { country, events, now: ctx.clock() }).getSQL()],
  });
  if (notices.length > 0) await deliverNotifications(ctx);
}

async function findNotices(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  country: string,
  events: FeedChanges['events'],
) {
  const storedById = await store.findStoredEvents(
    db,
    country,
    events.map(({ id }) => id),
  );
  const before = (id: string) => storedById.get(id) ?? null;
  return noticesOf({ db }, { country, events, before, now: clock() });
}

/**
 * Records how a reading ended, and when the next one is due.
 * @throws DomainError `conflict` if it has already ended.
 */
export async function endReading(ctx: Ctx, token: string, end: ReadingEnd): Promise<void> {
  const now = ctx.clock();
  if (end.outcome === 'complete') {
    const { events, changes } = end;
    const state = { readAt: now, events, changes, attempts: 0 };
    return store.endReading(ctx, token, { ...state, nextAt: now + READ_EVERY_MS, reason: null });
  }
  const { attempts } = await store.findReading(ctx.db, token);
  const { reason, pauseMs } = end;
  if (pauseMs !== null) await ctx.gateOf('ticketmaster').report({ quota: null, pauseMs });
  const waitMs = Math.max(retryMs(attempts, FIRST_RETRY_MS.failed), pauseMs ?? 0);
  await store.endReading(ctx, token, { nextAt: now + waitMs, reason });
}

/** Whether events must be deleted because their catalogue is off. */
export const isClearingDue = async ({ db }: Pick<Ctx, 'db'>): Promise<boolean> =>
  (await store.findUnwanted(db)) !== null;

/** Deletes the events of catalogues that are off, in batches. */
export async function clearCatalogues({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const country = await store.findUnwanted(db);
  if (country !== null) await store.deleteUnwanted(db, country);
}

/** Deletes events that have been gone for a month. @returns how many. */
export const deleteLongGone = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<number> =>
  store.deleteLongGone(db, clock());
