import { eq } from 'drizzle-orm';
import type { Ctx } from '../../context/context.ts';
import type { Database } from '../../db/client.ts';
import { excluded } from '../../db/names.ts';
import { scanners } from '../../db/schema/operators.ts';

/** Records the admission of the scanner with this token hash. @returns its name; null when there is no such scanner. */
export async function admitByHash(
  db: Database,
  tokenHash: string,
  lastAdmittedAt: number,
): Promise<string | null> {
  const rows = await db
    .update(scanners)
    .set({ lastAdmittedAt })
    .where(eq(scanners.tokenHash, tokenHash))
    .returning({ name: scanners.name });
  return rows[0]?.name ?? null;
}

/**
 * Every scanner, by name: when it was added and when it was last admitted (milliseconds; null:
 * never).
 */
export async function listScanners({ db }: Pick<Ctx, 'db'>) {
  return db
    .select({
      name: scanners.name,
      createdAt: scanners.createdAt,
      lastAdmittedAt: scanners.lastAdmittedAt,
    })
    .from(scanners)
    .orderBy(scanners.name);
}

/** The hashes of all tokens that are admitted. */
export async function listTokenHashes(db: Database): Promise<string[]> {
  const rows = await db.select({ tokenHash: scanners.tokenHash }).from(scanners);
  return rows.map(({ tokenHash }) => tokenHash);
}

type NewScanner = Pick<typeof scanners.$inferInsert, 'name' | 'tokenHash' | 'createdAt'>;

/** The statement that adds a scanner; it fails when the name is taken. */
export const insertScanner = (db: Database, scanner: NewScanner) =>
  db.insert(scanners).values(scanner);

/** The statement that adds a scanner, or stores another token for the scanner of this name. */
export const upsertScanner = (db: Database, scanner: NewScanner) =>
  db
    .insert(scanners)
    .values(scanner)
    .onConflictDoUpdate({
      target: scanners.name,
      set: { tokenHash: excluded(scanners.tokenHash) },
    });

/** The statement that deletes a scanner. */
export const deleteScanner = (db: Database, name: string) =>
  db.delete(scanners).where(eq(scanners.name, name));
