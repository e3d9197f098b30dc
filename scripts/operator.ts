import { randomBytes } from 'node:crypto';
import { DomainError } from '../shared/errors.ts';
import {
  addOperator,
  disableOperator,
  enableOperator,
  listOperators,
  setPassword,
} from '../worker/features/auth/operators.ts';
import { readSecret, runCommand } from './services/command.ts';
import { type DatabaseTarget, databaseTarget, openForCommand } from './services/database-target.ts';

const USAGE = `Usage: npm run operator -- add|passwd|disable|enable <e-mail>
       npm run operator -- list

The password is asked for, or read from standard input; an empty one is generated and printed once.
Works on LIBSQL_URL, or on the database of the product that runs in DATA_DIR.`;

/** A random password of 120 bits. */
export const generatePassword = (): string => randomBytes(15).toString('base64url');

/**
 * Creates the first operator, unless one with that e-mail exists.
 * @returns the password when it was generated here, to be shown once; null when the operator existed
 * already or the password was given.
 */
export async function createOperator(
  target: DatabaseTarget,
  input: { email: string; password?: string | undefined },
): Promise<{ created: boolean; generatedPassword: string | null }> {
  const generated = input.password === undefined ? generatePassword() : null;
  const password = input.password ?? generated ?? '';
  try {
    await addOperator(openForCommand(target), {
      email: input.email,
      password,
      // A password from OPERATOR_PASSWORD is the owner's own choice.
      mustChangePassword: generated !== null,
    });
    return { created: true, generatedPassword: generated };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    return { created: false, generatedPassword: null };
  }
}

/** Reads the password, or generates one and prints it once it is stored. */
async function withPassword(store: (password: string) => Promise<void>): Promise<void> {
  const given = await readSecret('Password (empty: generate one): ');
  const password = given === '' ? generatePassword() : given;
  await store(password);
  if (given === '') console.log(`Password: ${password}`);
}

async function printOperators(ctx: ReturnType<typeof openForCommand>): Promise<void> {
  for (const { email, createdAt, disabledAt } of await listOperators(ctx)) {
    const since = new Date(createdAt).toISOString().slice(0, 10);
    console.log(`${email}  since ${since}${disabledAt === null ? '' : '  disabled'}`);
  }
}

async function run(command: string | undefined, email: string | undefined): Promise<void> {
  if (command === 'list') return printOperators(openForCommand(databaseTarget()));
  if (email === undefined) throw new DomainError('bad_request', USAGE);
  const ctx = openForCommand(databaseTarget());
  switch (command) {
    case 'add':
      await withPassword((password) =>
        addOperator(ctx, { email, password, mustChangePassword: true }),
      );
      return console.log(`${email} can sign in, and is then asked to choose an own password.`);
    case 'passwd':
      await withPassword((password) => setPassword(ctx, { email, password }));
      return console.log(
        `${email} has a new password, and is asked to choose an own one after signing in. Older sessions end within seconds.`,
      );
    case 'disable':
      await disableOperator(ctx, { email });
      return console.log(`${email} can no longer sign in; sessions end within seconds.`);
    case 'enable':
      await enableOperator(ctx, { email });
      return console.log(`${email} can sign in again.`);
    default:
      throw new DomainError('bad_request', USAGE);
  }
}

if (import.meta.main) {
  const [command, email] = process.argv.slice(2);
  await runCommand(() => run(command, email));
}
