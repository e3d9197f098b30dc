import { sql } from 'drizzle-orm';
import { utcDay } from '../../shared/times.ts';
import type { Changing } from './changing.ts';
import type { Database } from './client.ts';
import { activity } from './schema/activity.ts';

/** The counted activities; the amount is a number of profiles, found events, users, or rows of a backup. */
type ActivityKind = 'profiles.add' | 'ticketing.search' | 'users.generate' | 'backup.make';

interface ActivityTotals {
  times: number;
  amount: number;
  /** The number of items since `recentSince`. */
  recentAmount: number;
  /** Milliseconds since the epoch. */
  lastAt: number;
  lastAmount: number;
}

/** The statement that counts one activity. It belongs in the batch of the change itself. */
export function activityStatement(
  ctx: Pick<Changing, 'db' | 'clock'>,
  kind: ActivityKind,
  amount: number,
) {
  const lastAt = ctx.clock();
  return ctx.db
    .insert(activity)
    .values({ kind, day: utcDay(lastAt), times: 1, amount, lastAt, lastAmount: amount })
    .onConflictDoUpdate({
      target: [activity.kind, activity.day],
      set: {
        times: sql`${activity.times} + 1`,
        amount: sql`${activity.amount} + ${amount}`,
        lastAt,
        lastAmount: amount,
      },
    });
}

/** The totals of each kind that has happened. `recentSince` is in milliseconds since the epoch. */
export async function readActivity(
  db: Database,
  recentSince: number,
): Promise<Partial<Record<ActivityKind, ActivityTotals>>> {
  // With max() as the only extreme, SQLite takes last_amount from the row that has it.
  const { kind: ofKind, day, times, amount, lastAt, lastAmount } = activity;
  const rows = await db.all<ActivityTotals & { kind: ActivityKind }>(
    sql`select ${ofKind} as kind, sum(${times}) as times, sum(${amount}) as amount,
      coalesce(sum(${amount}) filter (where ${day} >= ${utcDay(recentSince)}), 0) as "recentAmount",
      max(${lastAt}) as "lastAt", ${lastAmount} as "lastAmount" from ${activity} group by ${ofKind}`,
  );
  return Object.fromEntries(rows.map(({ kind, ...totals }) => [kind, totals]));
}
