import { createScheduledController, env } from 'cloudflare:test';
import { inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { heartbeat } from '../../worker/db/schema/activity.ts';
import { loginAttempts } from '../../worker/db/schema/operators.ts';
import worker from '../../worker/index.ts';
import { runDueJobs } from '../../worker/jobs/cron.ts';
import { makeCtx } from '../factories/worker/context.ts';

const HOUR = 3_600_000;

describe('housekeeping', () => {
  test('the full hour clears expired sign-in attempts and leaves those that still count', async () => {
    // Uses the last full hour, not the next one: other tests count attempts in the same database.
    const fullHour = Math.floor(Date.now() / HOUR) * HOUR;
    const lines: string[] = [];
    const log = { info: (line: string) => lines.push(line), error: () => undefined };
    const ctx = makeCtx({ clock: () => fullHour, log });
    const old = `name:${crypto.randomUUID()}`;
    const fresh = `name:${crypto.randomUUID()}`;
    await ctx.db.insert(loginAttempts).values([
      { subject: old, windowStartedAt: fullHour - HOUR, count: 3 },
      { subject: fresh, windowStartedAt: Date.now(), count: 3 },
    ]);

    // Otherwise the clock would seem to have been set back.
    await ctx.db.delete(heartbeat);
    await runDueJobs(makeCtx({ clock: () => fullHour + 60_000, log }));
    expect(lines).toEqual([]);
    await runDueJobs(ctx);
    expect(lines).toEqual(['housekeeping']);
    const left = await ctx.db
      .select({ subject: loginAttempts.subject })
      .from(loginAttempts)
      .where(inArray(loginAttempts.subject, [old, fresh]));
    expect(left).toEqual([{ subject: fresh }]);
  });

  test('the cron trigger reaches the handler without an error', async () => {
    const controller = createScheduledController({ scheduledTime: new Date(), cron: '* * * * *' });
    // Jobs would continue beside the following tests.
    const queue = { sendBatch: async () => undefined };
    const bound = Object.assign(
      { ...env },
      { JOBS: queue, PRICE_JOBS: queue, ARTIST_JOBS: queue },
      { NOTIFICATION_JOBS: queue, CHANNEL_JOBS: queue, REMINDER_JOBS: queue },
    );
    await expect(worker.scheduled(controller, bound)).resolves.toBeUndefined();
  });
});
