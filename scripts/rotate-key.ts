import { randomBytes } from 'node:crypto';
import { parseDataKeys } from '../shared/env.ts';
import { auditStatement } from '../worker/db/audit.ts';
import { isOpenedBy, OTHER_KEY } from '../worker/security/key-check.ts';
import { rotateColumn } from '../worker/security/rotation.ts';
import { SEALED_COLUMNS, type SealedColumnFacts } from '../worker/security/sealed-columns.ts';
import { assertUsableSchema } from './migrate.ts';
import { readDataKey } from './services/checked-database.ts';
import { runCommand } from './services/command.ts';
import { type DatabaseTarget, databaseTarget, openForCommand } from './services/database-target.ts';

const USAGE = `Usage: npm run rotate-key -- new    prints DATA_KEY with a fresh key in front
       npm run rotate-key           reseals every stored secret under the first key of DATA_KEY

First set the printed DATA_KEY for the product, then run it without "new", then drop the old key.
DATA_KEY is read from the environment, or from the secrets of the product that runs in DATA_DIR.`;

/**
 * Reseals every listed column in the current version under the first key of `dataKey`. Safe to stop and
 * run again.
 * @returns the number of values that were resealed, and of those that no key opens.
 */
export async function rotateKey(
  target: DatabaseTarget,
  dataKey: string,
  columns: readonly SealedColumnFacts[] = SEALED_COLUMNS,
): Promise<{ resealed: number; unreadable: number }> {
  const keys = parseDataKeys(dataKey);
  const ctx = openForCommand(target);
  await assertUsableSchema(target);
  if (!(await isOpenedBy(ctx.db, keys, columns))) {
    throw new Error(`${OTHER_KEY}: name it in DATA_KEY, behind the new one.`);
  }
  const total = { resealed: 0, unreadable: 0 };
  for (const facts of columns) {
    let done = { resealed: 0, unreadable: 0 };
    for await (const progress of rotateColumn(ctx.db, keys, facts)) {
      done = progress;
      console.log(`${facts.column}: ${done.resealed} resealed, ${done.unreadable} unreadable`);
    }
    total.resealed += done.resealed;
    total.unreadable += done.unreadable;
  }
  await auditStatement(
    ctx,
    { action: 'vault.rotate', subject: `data_key:${keys[0]?.id ?? ''}`, detail: total },
    'command line',
  );
  return total;
}

async function main(): Promise<void> {
  const [command] = process.argv.slice(2);
  if (command === 'new') {
    const id = `k${new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '')}`;
    return console.log(`${id}:${randomBytes(32).toString('base64')},${readDataKey()}`);
  }
  if (command !== undefined) throw new Error(USAGE);
  const { resealed, unreadable } = await rotateKey(databaseTarget(), readDataKey());
  console.log(`${resealed} values were resealed.`);
  if (unreadable > 0) {
    throw new Error(
      `${unreadable} values cannot be opened with any key of DATA_KEY: keep old keys.`,
    );
  }
}

if (import.meta.main) await runCommand(main);
