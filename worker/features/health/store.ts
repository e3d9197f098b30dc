import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';

/** Asks the database for anything at all. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`select 1`);
}
