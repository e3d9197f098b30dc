import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { describeFacts } from '../shared/audit/texts.ts';
import { DomainError } from '../shared/errors.ts';
import {
  addOperator,
  disableOperator,
  enableOperator,
  listOperators,
  removeAllPasskeys,
  setPassword,
} from '../worker/features/account/operators.ts';
import { readAudit } from '../worker/features/audit/service.ts';
import { openChecked } from './services/checked-database.ts';
import { printable, readSecret, runCommand } from './services/command.ts';
import { type DatabaseTarget, databaseTarget, openForCommand } from './services/database-target.ts';

const USAGE = `Usage: npm run operator -- add|passwd|disable|enable|drop-passkeys <e-mail>
       npm run operator -- list
       npm run operator -- audit [--since <date|7d|24h>] [--who <part of an e-mail>] [--kind <profiles>] [--json]

"audit" prints who changed what and when, oldest first: of the last seven days unless --since names another start.
The command prompts for the password, or reads it from standard input; an empty one is generated and printed once.
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
      // A password from OPERATOR_PASSWORD was chosen by the owner.
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
  const entered = await readSecret('Password (empty: generate one): ');
  const password = entered === '' ? generatePassword() : entered;
  await store(password);
  if (entered === '') console.log(`Password: ${password}`);
}

async function printOperators(ctx: ReturnType<typeof openForCommand>): Promise<void> {
  for (const { email, createdAt, disabledAt } of await listOperators(ctx)) {
    const since = new Date(createdAt).toISOString().slice(0, 10);
    console.log(printable(`${email}  since ${since}${disabledAt === null ? '' : '  disabled'}`));
  }
}

const UNITS_MS = { d: 86_400_000, h: 3_600_000 };

/** `7d` and `24h` count back from now; any other value is an ISO date or time. */
export function readSince(text: string, now: number): number {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * UNITS_MS[unit === 'd' ? 'd' : 'h'];
  const instant = Date.parse(text);
  if (!Number.isNaN(instant)) return instant;
  throw new DomainError(
    'bad_request',
    `--since ${text} is no date and no period such as 7d or 24h.`,
  );
}

async function printAudit(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { since: text, who: text, kind: text, json: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  const { since = '7d', who = '', kind = '' } = values;
  const filter = { since: readSince(since, Date.now()), who, kind };
  for await (const entry of readAudit(openForCommand(databaseTarget()), filter)) {
    const { at, actor, action, subject, detail } = entry;
    const line = `${at.slice(0, 19).replace('T', ' ')}  ${actor}  ${action}  ${subject}  ${describeFacts(detail)}`;
    console.log(printable(values.json ? JSON.stringify(entry) : line.trimEnd()));
  }
}

async function run(command: string | undefined, email: string | undefined): Promise<void> {
  if (command === 'audit') return printAudit(process.argv.slice(3));
  if (command === 'list') return printOperators(openForCommand(databaseTarget()));
  if (email === undefined) throw new DomainError('bad_request', USAGE);
  const ctx = await openChecked(databaseTarget());
  switch (command) {
    case 'add':
      await withPassword((password) =>
        addOperator(ctx, { email, password, mustChangePassword: true }),
      );
      return console.log(`${email} can sign in, and must then choose a password of their own.`);
    case 'passwd':
      await withPassword((password) => setPassword(ctx, { email, password }));
      return console.log(
        `${email} has a new password, and must choose one of their own after signing in. Older sessions end within seconds.`,
      );
    case 'disable':
      await disableOperator(ctx, { email });
      return console.log(`${email} can no longer sign in; sessions end within seconds.`);
    case 'enable':
      await enableOperator(ctx, { email });
      return console.log(`${email} can sign in again.`);
    case 'drop-passkeys':
      await removeAllPasskeys(ctx, { email });
      return console.log(`${email} signs in with the password alone.`);
    default:
      throw new DomainError('bad_request', USAGE);
  }
}

if (import.meta.main) {
  const [command, email] = process.argv.slice(2);
  await runCommand(() => run(command, email));
}
