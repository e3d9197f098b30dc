import type { ResultSet } from '@libsql/client/web';
import { SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { type Database, runBatch } from '../../db/client.ts';

/** What a statement answered: its rows, and how many rows it changed. */
interface Outcome {
  rows: Record<string, unknown>[];
  changes: number;
}

/** Runs statements as one transaction. */
export async function runChange(
  db: Database,
  statements: (SQL | BatchItem<'sqlite'>)[],
): Promise<Outcome[]> {
  const items = statements.map((statement) =>
    statement instanceof SQL ? db.run(statement) : statement,
  );
  const results = await runBatch(db, items);
  // Raw statements and inserts alike answer libSQL's result set.
  return (results as ResultSet[]).map(({ rows, rowsAffected }) => ({
    rows,
    changes: rowsAffected,
  }));
}
