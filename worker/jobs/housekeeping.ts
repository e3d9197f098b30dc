import type { Ctx } from '../context.ts';
import { forgetOldAttempts } from '../features/auth/index.ts';
import { dropUnfinishedUploads } from '../features/queues/index.ts';

/** Once an hour is often enough for what only takes up room. */
const isDue = (now: number) => new Date(now).getUTCMinutes() === 0;

/** Clears what nobody will ask for again: expired sign-in attempts and unfinished uploads. */
async function tidyUp(ctx: Ctx): Promise<void> {
  const attempts = await forgetOldAttempts(ctx);
  const uploadParts = await dropUnfinishedUploads(ctx);
  ctx.log.info('housekeeping', { attempts, uploadParts });
}

/** What the cron trigger of each minute sets off. */
export async function runDueJobs(ctx: Ctx): Promise<void> {
  if (isDue(ctx.clock())) await tidyUp(ctx);
}
