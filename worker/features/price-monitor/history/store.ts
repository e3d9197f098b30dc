import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { pricePoints } from '../../../db/schema/price-monitor.ts';
import type { Step } from './thin-history.ts';

/** The steps of a period, oldest first. The state at its start comes first, moved to the start. */
export async function listPoints(
  db: Database,
  targetId: number,
  { from, to }: { from: number; to: number },
): Promise<Step[]> {
  const { at, low, median, high, available, source } = pricePoints;
  const ofEvent = eq(pricePoints.targetId, targetId);
  const [before, within] = await db.batch([
    db
      .select({ at: sql<number>`${from}`, low, median, high, available, source })
      .from(pricePoints)
      .where(and(ofEvent, sql`${at} < ${from}`))
      .orderBy(sql`${at} desc`)
      .limit(1),
    db
      .select({ at, low, median, high, available, source })
      .from(pricePoints)
      .where(and(ofEvent, gte(at, from), lte(at, to)))
      .orderBy(asc(at)),
  ]);
  return [...before, ...within];
}
