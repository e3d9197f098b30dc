import type { Ctx } from '../context.ts';
import { forgetOldAttempts, forgetOldSessions } from '../features/auth/index.ts';
import { beat } from '../features/health/index.ts';
import { dropOldUploads } from '../features/queues/index.ts';
import { disconnectRevoked } from '../features/scanners/index.ts';

/** Once an hour is often enough for what only takes up room. */
const isDue = (now: number) => new Date(now).getUTCMinutes() === 0;

/** Deletes what nothing will read again: old sign-in attempts, old sessions and old uploads in parts. */
async function tidyUp(ctx: Ctx): Promise<void> {
  const attempts = await forgetOldAttempts(ctx);
  const sessions = await forgetOldSessions(ctx);
  const uploads = await dropOldUploads(ctx);
  ctx.log.info('housekeeping', { attempts, sessions, uploads });
}

/** Runs with the cron trigger of each minute. */
export async function runDueJobs(ctx: Ctx): Promise<void> {
  await beat(ctx);
  await disconnectRevoked(ctx);
  if (isDue(ctx.clock())) await tidyUp(ctx);
}
