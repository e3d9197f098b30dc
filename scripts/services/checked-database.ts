import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDataKeys } from '../../shared/env.ts';
import { isOpenedBy, OTHER_KEY, type SealedValues } from '../../worker/security/key-check.ts';
import { assertUsableSchema } from '../migrate.ts';
import { type DatabaseTarget, openForCommand } from './database-target.ts';

/** The text for operators and owners about a database with secrets if no key is configured. */
const NO_KEY =
  'No data key is named, and the database holds passwords and cards that were sealed with one';

const dataFolder = (): string => process.env.DATA_DIR?.trim() || '.data';
const secretsFile = (): string => join(dataFolder(), 'secrets.json');

/** DATA_KEY of the environment, or of the secrets in DATA_DIR. @throws Error if neither has one. */
export function readDataKey(): string {
  const variable = process.env.DATA_KEY?.trim();
  if (variable) return variable;
  const file = secretsFile();
  try {
    const secrets: { DATA_KEY?: string } = JSON.parse(readFileSync(file, 'utf8'));
    if (secrets.DATA_KEY) return secrets.DATA_KEY;
  } catch (cause) {
    throw new Error(`No data key is named: set DATA_KEY (${file} cannot be read).`, { cause });
  }
  throw new Error(`No data key is named: set DATA_KEY (${file} has none).`);
}

/** Like {@link readDataKey}; null if no key is configured. */
export function findDataKey(): string | null {
  try {
    return readDataKey();
  } catch {
    return null;
  }
}

/**
 * Checks that the named DATA_KEY opens the secrets of a database; without one, only a database
 * without secrets passes.
 * @param then what to do after the key is available, such as `restore again`
 * @throws Error with one plain sentence
 */
export async function assertOpenedByDataKey(db: SealedValues, then: string): Promise<void> {
  const key = findDataKey();
  if (await isOpenedBy(db, key === null ? [] : parseDataKeys(key))) return;
  const reason = key === null ? NO_KEY : OTHER_KEY;
  throw new Error(
    `${reason}: copy secrets.json of the installation that it comes from to ${dataFolder()}, or set its DATA_KEY, and ${then}.`,
  );
}

/**
 * The context of services in a command that changes the database.
 * @throws Error with one plain sentence if it is of a later release, or holds secrets that the named DATA_KEY does not
 * open
 */
export async function openChecked(
  target: DatabaseTarget,
): Promise<ReturnType<typeof openForCommand>> {
  await assertUsableSchema(target);
  const ctx = openForCommand(target);
  await assertOpenedByDataKey(ctx.db, 'try again');
  return ctx;
}
