import { eq, sql } from 'drizzle-orm';
import type { ExceededLimit } from '../../../shared/limit-guard/exceeded.ts';
import { auditListStatement, factsOf } from '../../db/audit.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { limitRules } from '../../db/schema/limit-rules.ts';

/** The maximum number of accounts per event in an operator's limit rule; null without a rule. */
export async function findAccountsPerEvent(
  db: Database,
  operatorId: number,
): Promise<number | null> {
  const [row] = await db.select().from(limitRules).where(eq(limitRules.operatorId, operatorId));
  return row?.accountsPerEvent ?? null;
}

/** Stores the limit rule of an operator. */
export async function putAccountsPerEvent(
  ctx: Changing,
  operatorId: number,
  accountsPerEvent: number | null,
): Promise<void> {
  await change(ctx, {
    statements: {
      put: ctx.db
        .insert(limitRules)
        .values({ operatorId, accountsPerEvent })
        .onConflictDoUpdate({ target: limitRules.operatorId, set: { accountsPerEvent } }),
    },
    audit: {
      action: 'limit-guard.change',
      subject: 'operator',
      detail: { accounts_per_event: accountsPerEvent },
      before: sql`select ${String(operatorId)} as id, (select ${factsOf({ accounts_per_event: limitRules.accountsPerEvent })}
        from ${limitRules} where ${limitRules.operatorId} = ${operatorId}) as was`,
    },
  });
}

/**
 * The statement that records confirmed limits, one entry for each, with the event's sale as the
 * subject.
 * @param tool the generator of the file
 */
export const confirmedStatement = (
  ctx: Changing,
  { tool, file, exceeded }: { tool: string; file: string; exceeded: readonly ExceededLimit[] },
) =>
  auditListStatement(
    ctx,
    exceeded.map(({ event_id, event, kind, limit, asked }) => ({
      action: 'limit-guard.confirm',
      subject: `sale:${event_id}`,
      detail: { kind, limit, asked, event, tool, file },
    })),
  );
