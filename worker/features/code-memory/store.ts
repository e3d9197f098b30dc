import { and, count, desc, eq, lt, max, sql } from 'drizzle-orm';
import { type CodeVerdict, MEMORY_LIMITS } from '../../../shared/code-memory/schema.ts';
import { noSuch } from '../../../shared/errors.ts';
import { isOneOf } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { codeMemory } from '../../db/schema/code-memory.ts';

type Answer = typeof codeMemory.$inferInsert;

const NEWEST_FIRST = [desc(codeMemory.answeredAt), desc(codeMemory.id)];

/** All answers, the newest first. */
export const listAnswers = (db: Database): Promise<(typeof codeMemory.$inferSelect)[]> =>
  db
    .select()
    .from(codeMemory)
    .orderBy(...NEWEST_FIRST)
    .limit(MEMORY_LIMITS.inAll);

/** The verdict about a code; null without one. */
export async function findVerdict(db: Database, code: string): Promise<CodeVerdict | null> {
  const [row] = await db
    .select({ verdict: codeMemory.verdict })
    .from(codeMemory)
    .where(eq(codeMemory.code, code));
  return row?.verdict ?? null;
}

/** A text that changes with the answers; empty without any. */
export async function findRevision(db: Database): Promise<string> {
  const [row] = await db
    .select({
      answers: count(),
      last: max(codeMemory.id),
      sum: sql<number>`coalesce(sum(${codeMemory.answeredAt} % 1000000007), 0)`,
    })
    .from(codeMemory);
  return row === undefined || row.answers === 0 ? '' : `${row.answers}-${row.last}-${row.sum}`;
}

/** The statements that delete what exceeds the limits: the oldest answers of a sender, and those of unused senders. */
function deleteExcess(db: Database, sender: string) {
  const { id, verdict, answeredAt, usedAt } = codeMemory;
  const { ofSender, inAll } = MEMORY_LIMITS;
  return [
    db
      .delete(codeMemory)
      .where(
        sql`${codeMemory.sender} = ${sender} and ${id} not in (select ${id} from ${codeMemory}
          where ${codeMemory.sender} = ${sender} order by ${verdict} = 'copied', ${answeredAt} desc, ${id} desc limit ${ofSender})`,
      )
      .getSQL(),
    db
      .delete(codeMemory)
      .where(
        sql`${id} in (select ${id} from ${codeMemory} order by ${usedAt} desc, ${answeredAt} desc, ${id} desc limit -1 offset ${inAll})`,
      )
      .getSQL(),
  ];
}

/** Stores an answer, which replaces the earlier one about the same code. */
export async function writeAnswer(ctx: Changing, answer: Answer): Promise<void> {
  const { verdict, operatorId, answeredAt, usedAt, senderName } = answer;
  await change(ctx, {
    statements: {
      written: ctx.db
        .insert(codeMemory)
        .values(answer)
        .onConflictDoUpdate({
          target: codeMemory.code,
          set: { verdict, operatorId, answeredAt, usedAt },
          // A copy and an answer may arrive at the same time.
          ...(verdict === 'copied' && { setWhere: eq(codeMemory.verdict, 'copied') }),
        }),
      excess: deleteExcess(ctx.db, answer.sender),
    },
    audit: {
      action: 'code-memory.answer',
      subject: 'code_memory',
      detail: { verdict, sender: senderName },
    },
  });
}

/** Deletes the answer about a code. Without an answer, nothing changes. */
export async function deleteAnswer(
  ctx: Changing,
  { code, senderName }: Pick<Answer, 'code' | 'senderName'>,
): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(codeMemory).where(eq(codeMemory.code, code)) },
    audit: {
      action: 'code-memory.take-back',
      subject: 'code_memory',
      detail: { sender: senderName },
    },
  });
}

/** Deletes all answers about a sender. @throws DomainError `not_found` */
export async function deleteSender(ctx: Changing, sender: string): Promise<void> {
  const [row] = await ctx.db
    .select({ name: codeMemory.senderName })
    .from(codeMemory)
    .where(eq(codeMemory.sender, sender))
    .orderBy(...NEWEST_FIRST)
    .limit(1);
  await change(ctx, {
    statements: { deleted: ctx.db.delete(codeMemory).where(eq(codeMemory.sender, sender)) },
    audit: {
      action: 'code-memory.delete',
      subject: 'code_memory',
      detail: { sender: row?.name ?? '' },
    },
    expect: { deleted: () => noSuch('sender') },
  });
}

/** Deletes all answers. */
export async function deleteAll(ctx: Changing): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(codeMemory) },
    audit: { action: 'code-memory.delete-all', subject: 'code_memory' },
  });
}

/** A sender that was used more recently than this is not marked again. */
const MARK_EVERY_MS = 3_600_000;

/**
 * Marks senders, by their hashes, as used now, so that the answers about others are deleted first.
 */
export async function markUsed(
  db: Database,
  senders: readonly string[],
  now: number,
): Promise<void> {
  if (senders.length === 0) return;
  await db
    .update(codeMemory)
    .set({ usedAt: now })
    .where(and(isOneOf(codeMemory.sender, senders), lt(codeMemory.usedAt, now - MARK_EVERY_MS)));
}
