import type { Ctx } from '../context.ts';
import { claimDueChecks, forgetOldChanges } from '../features/artist-monitor/index.ts';
import { disconnectEnded, forgetOldAttempts, forgetOldSessions } from '../features/auth/index.ts';
import { isRenewalDue } from '../features/calendar/index.ts';
import { beat } from '../features/health/index.ts';
import { forgetOldNotifications, isDeliveryDue } from '../features/notifications/index.ts';
import { isPriceWorkDue, rollUpPrices } from '../features/price-monitor/index.ts';
import { dropOldUploads } from '../features/queues/index.ts';
import { disconnectRevoked } from '../features/scanners/index.ts';
import { describeError } from '../http/log.ts';
import type { JobMessage } from './messages.ts';

/** Once an hour is often enough for what only takes up room. */
const isFullHour = (now: number) => new Date(now).getUTCMinutes() === 0;

/** Deletes what nothing will read again: old sign-in attempts, sessions, uploads, notifications, timelines and prices. */
async function tidyUp(ctx: Ctx): Promise<void> {
  if (!isFullHour(ctx.clock())) return;
  const attempts = await forgetOldAttempts(ctx);
  const sessions = await forgetOldSessions(ctx);
  const uploads = await dropOldUploads(ctx);
  const notifications = await forgetOldNotifications(ctx);
  const changes = await forgetOldChanges(ctx);
  await rollUpPrices(ctx);
  ctx.log.info('housekeeping', { attempts, sessions, uploads, notifications, changes });
}

/** Finds what is due and puts it on the job queue. Two ticks at once may enqueue a job twice, which is harmless. */
async function enqueueDue(ctx: Ctx): Promise<void> {
  // The feed checks itself what is due: a tick without work costs a read and two small writes.
  const due: JobMessage[] = [{ kind: 'resale.concerts' }, { kind: 'resale.views' }];
  due.push(...(await claimDueChecks(ctx)));
  if (await isRenewalDue(ctx)) due.push({ kind: 'calendar.renew' });
  if (await isDeliveryDue(ctx)) due.push({ kind: 'notifications.deliver' });
  if (await isPriceWorkDue(ctx)) due.push({ kind: 'prices.check' });
  await ctx.enqueue(due);
}

const STEPS = [beat, disconnectRevoked, disconnectEnded, enqueueDue, tidyUp];

/**
 * Runs with the cron trigger of each minute. A step that fails does not keep the others from running.
 * @throws the first failure, after all steps.
 */
export async function runDueJobs(ctx: Ctx): Promise<void> {
  const results = await Promise.allSettled(STEPS.map((step) => step(ctx)));
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) ctx.log.error('cron step failed', describeError(reason));
  if (failures[0] !== undefined) throw failures[0].reason;
}
