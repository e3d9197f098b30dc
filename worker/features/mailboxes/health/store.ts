import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { HealthRecord } from '../../../../shared/mailboxes/health.ts';
import type { MailboxPlace } from '../../../../shared/mailboxes/mail-servers.ts';
import { isOneOf, jsonRows } from '../../../db/bulk.ts';
import { type Changing, change } from '../../../db/change.ts';
import type { Database } from '../../../db/client.ts';
import { nameOf } from '../../../db/names.ts';
import { imapAccounts } from '../../../db/schema/mailboxes.ts';
import type { StoredAccount } from '../store.ts';

const isDue = (now: number): SQL | undefined =>
  and(eq(imapAccounts.isActive, true), lte(imapAccounts.checkDueAt, now));

/** Whether an active mailbox waits for a check. */
export async function hasDue(db: Database, now: number): Promise<boolean> {
  const [row] = await db
    .select({ id: imapAccounts.id })
    .from(imapAccounts)
    .where(isDue(now))
    .limit(1);
  return row !== undefined;
}

/** Active mailboxes that wait for a check, the last saved ones first. */
export async function listDue(db: Database, now: number, limit: number): Promise<StoredAccount[]> {
  return db
    .select()
    .from(imapAccounts)
    .where(isDue(now))
    .orderBy(desc(imapAccounts.checkDueAt))
    .limit(limit);
}

/**
 * Makes active mailboxes due; without ids, all of them.
 * @returns how many.
 */
export async function makeDue(ctx: Changing, ids: readonly number[] | null): Promise<number> {
  const isChosen = ids === null ? undefined : isOneOf(imapAccounts.id, ids);
  const { due } = await change(ctx, {
    statements: {
      due: ctx.db
        .update(imapAccounts)
        .set({ checkDueAt: ctx.clock() })
        .where(and(eq(imapAccounts.isActive, true), isChosen)),
    },
    audit: {
      action: 'mailbox-health.check',
      subject: 'imap_accounts',
      detail: { mailboxes: ids?.length ?? 'all' },
    },
  });
  return due.rowsAffected;
}

/** Records that an operator tests a mailbox. */
export async function recordTest(
  ctx: Changing,
  id: number | 'new',
  { user, host, port }: MailboxPlace,
): Promise<void> {
  const detail = { user, host, port };
  const subject = `imap_account:${id}`;
  await change(ctx, { statements: {}, audit: { action: 'imap-accounts.test', subject, detail } });
}

/** The health of a mailbox after an attempt; `before` as it was read before the attempt. */
export interface NewHealth {
  id: number;
  before: Pick<HealthRecord, 'checkDueAt' | 'checkedAt'>;
  after: HealthRecord;
}

/**
 * Stores the health of mailboxes with the notifications about it. A mailbox that was saved or
 * recorded after it was read does not change.
 */
export async function recordHealth(
  ctx: Changing,
  entries: readonly NewHealth[],
  notified: readonly SQL[],
): Promise<void> {
  const rows = entries.map(({ id, before, after }) => ({
    ...after,
    id,
    beforeDueAt: before.checkDueAt,
    beforeCheckedAt: before.checkedAt,
  }));
  const names = [
    'workedAt',
    'checkedAt',
    'failingSince',
    'failures',
    'failure',
    'checkDueAt',
  ] as const;
  const assignments = names.map(
    (name) => sql`${nameOf(imapAccounts[name])} = given.${sql.identifier(name)}`,
  );
  const input = jsonRows([...names, 'id', 'beforeDueAt', 'beforeCheckedAt'], rows);
  await change(ctx, {
    statements: {
      recorded: sql`
        update ${imapAccounts} set ${sql.join(assignments, sql`, `)}
        from ${input} as given
        where ${imapAccounts.id} = given.id and ${imapAccounts.checkDueAt} = given.beforeDueAt
          and ${imapAccounts.checkedAt} is given.beforeCheckedAt`,
      notified,
    },
    audit: null,
  });
}
