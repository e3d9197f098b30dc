import type { ResultSet } from '@libsql/client/web';
import { is, lt, SQL, type SQLWrapper, StringChunk, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { type SQLiteColumn, SQLiteSelectBase, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { DomainError } from '../../shared/errors.ts';
import { auditRowsStatement, auditStatement, factsOf } from './audit.ts';
import { inBatches } from './batches.ts';
import type { Changing } from './changing.ts';
import { runBatch } from './client.ts';
import { failedStatement, isUniqueViolation } from './errors.ts';

export type { Changing } from './changing.ts';

type Builder = BatchItem<'sqlite'> & SQLWrapper;
type Statement = SQL | Builder;

/**
 * Statements by name, run in this order. A list may be empty; only its last statement can be
 * expected to match.
 */
type Statements = Record<string, Statement | readonly SQL[]>;

/**
 * A builder's result is what it returns on its own; raw SQL gives libSQL's rows; a list gives the
 * total number of its changes.
 */
type Results<S extends Statements> = {
  [Name in keyof S]: S[Name] extends Builder
    ? S[Name]['_']['result']
    : S[Name] extends SQL
      ? ResultSet
      : Pick<ResultSet, 'rowsAffected'>;
};

type AuditEntry = Parameters<typeof auditStatement>[1] & {
  /** The author of the change if no operator is signed in. */
  actor?: string;
  /** Selects the ids that end the subject, such as that of the new row; one entry per id. */
  subjectIds?: SQLWrapper;
  /** Selects the `id` that ends the subject (null: none), and `was`, the facts before the change; one entry per row. */
  before?: SQLWrapper;
};

interface Change<S extends Statements> {
  statements: S;
  /** Null for bookkeeping that changes no operator's data. */
  audit: AuditEntry | null;
  /**
   * Statements that must match, and the error to throw when one does not: a query that returns no
   * row, or a write that changes none. In that case, nothing of the batch is stored.
   */
  expect?: { [Name in keyof S]?: () => DomainError };
  /** The error to throw when a unique index refuses a statement. */
  conflict?: () => DomainError;
}

/**
 * Writes one audited change as one transaction in one round trip: the checks, the statements and the audit entry
 * together, or nothing. Two operators can therefore not both pass a check that only one of them may pass.
 *
 * @example
 * const { renamed } = await change(ctx, {
 *   statements: { renamed: ctx.db.update(labels).set({ name }).where(eq(labels.id, id)) },
 *   audit: { action: 'labels.rename', subject: `label:${id}`, detail: { name } },
 *   expect: { renamed: () => new DomainError('not_found', 'There is no such label.') },
 *   conflict: () => new DomainError('conflict', `A label named "${name}" already exists.`),
 * });
 *
 * @returns the result of each statement, by name.
 * @throws DomainError the error of the first unmet expectation, or `conflict`.
 */
export async function change<const S extends Statements>(
  ctx: Changing,
  { statements, audit, expect = {}, conflict }: Change<S>,
): Promise<Results<S>> {
  const batch: Builder[] = [];
  const spans = new Map<string, { from: number; to: number; isList: boolean }>();
  const expectations = new Map<number, () => DomainError>();
  if (audit?.before !== undefined) {
    const { actor, before, ...entry } = audit;
    batch.push(auditRowsStatement(ctx, entry, before, actor));
  }
  for (const [name, value] of Object.entries(statements)) {
    const list: readonly Statement[] = isList(value) ? value : [value];
    const from = batch.length;
    batch.push(
      ...list.map((statement) => (is(statement, SQL) ? ctx.db.run(statement) : statement)),
    );
    spans.set(name, { from, to: batch.length, isList: isList(value) });
    const unmet = expect[name];
    const last = list.at(-1);
    if (unmet === undefined || last === undefined) continue;
    expectations.set(batch.length, unmet);
    batch.push(
      ctx.db.run(refuseUnless(isQuery(last) ? sql`exists (${last.getSQL()})` : sql`changes() > 0`)),
    );
  }
  if (audit !== null && audit.before === undefined) {
    const { actor, subjectIds, ...entry } = audit;
    batch.push(
      subjectIds === undefined
        ? auditStatement(ctx, entry, actor)
        : auditRowsStatement(ctx, entry, sql`select id, null as was from ${subjectIds}`, actor),
    );
  }
  const results = await runBatch(ctx.db, batch).catch((error: unknown) => {
    const unmet = expectations.get(failedStatement(error) ?? -1);
    if (unmet !== undefined) throw unmet();
    if (isUniqueViolation(error)) throw conflict?.() ?? error;
    throw error;
  });
  const named = [...spans].map(([name, { from, to, isList }]) => [
    name,
    isList ? { rowsAffected: sumChanges(results.slice(from, to)) } : results[from],
  ]);
  // The results are in the order of the statements, and the type of each statement names its result.
  return Object.fromEntries(named) as Results<S>;
}

/** The deletion of a row with `deletedAt` can be undone for at least this long. */
const RESTORABLE_MS = 10 * 60_000;
/** These rows have many indexes. */
const ERASED_AT_ONCE = { first: 1_000 };

/**
 * Deletes rows for good whose `deletedAt` is older than {@link RESTORABLE_MS}, in batches, and records the number of
 * each batch under the name `fact`. @returns how many.
 */
export async function eraseDeleted(
  ctx: Changing,
  table: SQLiteTable & { id: SQLiteColumn; deletedAt: SQLiteColumn },
  { fact, ...entry }: { action: string; subject: string; fact: string },
): Promise<number> {
  const isOld = lt(table.deletedAt, ctx.clock() - RESTORABLE_MS);
  let total = 0;
  await inBatches(async (size) => {
    const some = sql`(select ${table.id} from ${table} where ${isOld} limit ${size})`;
    const { erased } = await change(ctx, {
      statements: { erased: ctx.db.delete(table).where(sql`${table.id} in ${some}`) },
      audit: {
        ...entry,
        before: sql`select null as id, ${factsOf({ [fact]: sql`count` })} as was
          from (select count(*) as count from ${some}) where count > 0`,
      },
    });
    total += erased.rowsAffected;
    return erased.rowsAffected === size;
  }, ERASED_AT_ONCE);
  return total;
}

const isList = (given: Statement | readonly SQL[]): given is readonly SQL[] => Array.isArray(given);

const sumChanges = (results: unknown[]): number =>
  // Lists hold raw SQL only, which libSQL answers with a result set.
  (results as ResultSet[]).reduce((sum, { rowsAffected }) => sum + rowsAffected, 0);

/**
 * A query that fails unless the condition holds, so that the batch is rolled back. SQLite can raise errors only in
 * triggers.
 */
const refuseUnless = (condition: SQL): SQL =>
  sql`select json_extract('{}', case when ${condition} then '$' else 'unmet expectation' end)`;

function isQuery(statement: Statement): boolean {
  if (is(statement, SQLiteSelectBase)) return true;
  if (!is(statement, SQL)) return false;
  const [first] = statement.queryChunks;
  return is(first, StringChunk) && /^\s*(?:select|with)\b/i.test(first.value.join(''));
}
