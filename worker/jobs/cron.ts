import type { Ctx } from '../context/context.ts';
import type { JobMessage } from '../context/jobs.ts';
import {
  deleteOldAttempts,
  deleteOldSessions,
  disconnectEnded,
} from '../features/account/index.ts';
import { deleteOldChanges, startDueChecks } from '../features/artist-monitor/index.ts';
import { isRenewalDue } from '../features/calendar/index.ts';
import { deleteLongGone, isClearingDue, offerReadings } from '../features/catalogues/index.ts';
import { publishMarked } from '../features/channel/marks.ts';
import { recordTick } from '../features/health/index.ts';
import { deleteOldSignIns, isCheckDue } from '../features/mailboxes/index.ts';
import { deleteOldNotifications, deliverNotifications } from '../features/notifications/index.ts';
import { deleteOldCodes, watchMailboxesAgain } from '../features/presale-watches/index.ts';
import { isPriceWorkDue, rollUpPrices } from '../features/price-monitor/index.ts';
import { eraseDeletedProfiles } from '../features/profiles/index.ts';
import { deleteOldUploads, isApplyDue, isCountDue } from '../features/queues/index.ts';
import { eraseDeletedWork } from '../features/recent-work/index.ts';
import { deleteOldFollows, isCopyDue, runReminders } from '../features/reminders/index.ts';
import { listDueRefreshes } from '../features/resale-events/index.ts';
import { isSampleWorkDue } from '../features/sample-data/index.ts';
import { disconnectRevoked } from '../features/scanners/index.ts';
import { notifyOfOpenings } from '../features/watch-rules/index.ts';
import { describeError } from '../http/log.ts';

/** Data that only takes up space is deleted once an hour. */
const isFullHour = (now: number) => new Date(now).getUTCMinutes() === 0;

/**
 * Deletes data that will not be read again: old sign-in attempts, sessions, uploads, notifications,
 * codes of watches, timelines, choices of sales, deleted profiles and works, removed events,
 * sign-ins to mailboxes, prices.
 */
async function tidyUp(ctx: Ctx): Promise<void> {
  if (!isFullHour(ctx.clock())) return;
  const attempts = await deleteOldAttempts(ctx);
  const sessions = await deleteOldSessions(ctx);
  const uploads = await deleteOldUploads(ctx);
  const notifications = await deleteOldNotifications(ctx);
  const watchedCodes = await deleteOldCodes(ctx);
  const changes = await deleteOldChanges(ctx);
  const follows = await deleteOldFollows(ctx);
  const profiles = await eraseDeletedProfiles(ctx);
  const works = await eraseDeletedWork(ctx);
  const goneEvents = await deleteLongGone(ctx);
  const signIns = await deleteOldSignIns(ctx);
  await rollUpPrices(ctx);
  const accounts = { attempts, sessions };
  ctx.log.info('housekeeping', {
    ...accounts,
    uploads,
    notifications,
    watchedCodes,
    changes,
    follows,
    profiles,
    works,
    goneEvents,
    signIns,
  });
}

/** The searches for due jobs, which run independently. Two ticks at once may find a job twice, which is harmless. */
const DUE: ((ctx: Ctx) => Promise<JobMessage[]>)[] = [
  listDueRefreshes,
  async (ctx) => ((await isRenewalDue(ctx)) ? [{ kind: 'calendar.renew' }] : []),
  async (ctx) => ((await isCopyDue(ctx)) ? [{ kind: 'reminders.renew' }] : []),
  async (ctx) => ((await isPriceWorkDue(ctx)) ? [{ kind: 'prices.check' }] : []),
  async (ctx) => ((await isSampleWorkDue(ctx)) ? [{ kind: 'sample-data.run' }] : []),
  async (ctx) => ((await isCheckDue(ctx)) ? [{ kind: 'mailboxes.check' }] : []),
  async (ctx) => ((await isApplyDue(ctx)) ? [{ kind: 'queues.apply' }] : []),
  async (ctx) => ((await isCountDue(ctx)) ? [{ kind: 'queues.count' }] : []),
  async (ctx) => ((await isClearingDue(ctx)) ? [{ kind: 'catalogues.clear' }] : []),
];

const STEPS: ((ctx: Ctx) => Promise<void>)[] = [
  recordTick,
  disconnectRevoked,
  disconnectEnded,
  deliverNotifications,
  publishMarked,
  (ctx) => startDueChecks(ctx),
  offerReadings,
  watchMailboxesAgain,
  runReminders,
  async (ctx) => (isFullHour(ctx.clock()) ? notifyOfOpenings(ctx) : undefined),
  ...DUE.map((find) => async (ctx: Ctx) => ctx.enqueue(await find(ctx))),
  tidyUp,
];

/**
 * Runs with the cron trigger of each minute. A step that fails does not prevent the others.
 * @throws the first failure, after all steps.
 */
export async function runDueJobs(ctx: Ctx): Promise<void> {
  const results = await Promise.allSettled(STEPS.map((step) => step(ctx)));
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) ctx.log.error('cron step failed', describeError(reason));
  if (failures[0] !== undefined) throw failures[0].reason;
}
