import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { activity, heartbeat } from '../../db/schema/activity.ts';
import { imapAccounts } from '../../db/schema/mailboxes.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { operators } from '../../db/schema/operators.ts';

/** The names of the applied migrations of a database, in order; empty for a new database. */
export async function listApplied(db: Database): Promise<string[]> {
  const [table] = await db.all<{ name: string }>(
    sql`select name from sqlite_schema where name = 'applied_migrations'`,
  );
  if (table === undefined) return [];
  const rows = await db.all<{ name: string }>(
    sql`select name from applied_migrations order by rowid`,
  );
  return rows.map(({ name }) => name);
}

/** Whether a database has no tables of any release yet. */
export async function isNewDatabase(db: Database): Promise<boolean> {
  const tables = await db.all(sql`select 1 from sqlite_schema where name = 'activity'`);
  return tables.length === 0;
}

/** The clock of the database server, in milliseconds since the epoch. */
export async function readDatabaseClock(db: Database): Promise<number> {
  const [row] = await db.all<{ now: number }>(
    sql`select cast(unixepoch('subsec') * 1000 as integer) as now`,
  );
  return Number(row?.now);
}

/**
 * The data for the check of the database. Times are in milliseconds since the epoch; null if
 * nothing is stored.
 */
export async function readFacts(db: Database) {
  const [active, ticks, lastBackup, dead, failing] = await Promise.all([
    db.select({ count: count() }).from(operators).where(isNull(operators.disabledAt)),
    db.select({ lastAt: heartbeat.lastAt }).from(heartbeat),
    readLastBackup(db),
    db.select({ count: count() }).from(notifications).where(eq(notifications.webhookState, 'dead')),
    db
      .select({ error: notifications.webhookError })
      .from(notifications)
      // Uses the index on the state, because most notifications were sent.
      .where(
        and(
          inArray(notifications.webhookState, ['pending', 'dead']),
          isNotNull(notifications.webhookError),
        ),
      )
      .orderBy(sql`+${notifications.id} desc`)
      .limit(1),
  ]);
  return {
    operators: active[0]?.count ?? 0,
    lastTick: ticks[0]?.lastAt ?? null,
    lastBackup,
    deadPosts: dead[0]?.count ?? 0,
    postError: failing[0]?.error ?? null,
  };
}

/** When the last backup was made, in milliseconds since the epoch; null if there is none. */
export async function readLastBackup(db: Database): Promise<number | null> {
  const [last] = await db
    .select({ lastAt: activity.lastAt })
    .from(activity)
    .where(eq(activity.kind, 'backup.make'))
    .orderBy(desc(activity.lastAt))
    .limit(1);
  return last?.lastAt ?? null;
}

/**
 * The mail servers of the active mailboxes, at most `limit`, those with the most mailboxes first.
 */
export async function listMailServers(db: Database, limit: number) {
  return db
    .select({ host: imapAccounts.host, port: imapAccounts.port, mailboxes: count() })
    .from(imapAccounts)
    .where(eq(imapAccounts.isActive, true))
    .groupBy(imapAccounts.host, imapAccounts.port)
    .orderBy(desc(count()))
    .limit(limit);
}
