import { DomainError } from '../shared/errors.ts';
import {
  addScanner,
  listScanners,
  renewScanner,
  revokeScanner,
} from '../worker/features/scanners/service.ts';
import { openChecked } from './services/checked-database.ts';
import { printable, runCommand } from './services/command.ts';
import { type DatabaseTarget, databaseTarget, openForCommand } from './services/database-target.ts';

const USAGE = `Usage: npm run scanner -- add|revoke <name>
       npm run scanner -- list

"add" prints the token of the scanner once; start the scanner with it as SCANNER_TOKEN.
Works on LIBSQL_URL, or on the database of the product that runs in DATA_DIR.`;

/** Issues a new token for the scanner of this name; an earlier one is no longer admitted. */
export const issueScannerToken = (target: DatabaseTarget, name: string): Promise<string> =>
  renewScanner(openForCommand(target), name);

const dayOf = (at: number | null) =>
  at === null ? 'never' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');

async function printScanners(ctx: ReturnType<typeof openForCommand>): Promise<void> {
  for (const { name, createdAt, lastAdmittedAt } of await listScanners(ctx)) {
    const days = `added ${dayOf(createdAt)}  last connected ${dayOf(lastAdmittedAt)}`;
    console.log(printable(`${name}  ${days}`));
  }
}

async function run(command: string | undefined, name: string | undefined): Promise<void> {
  if (command === 'list') return printScanners(openForCommand(databaseTarget()));
  if (name === undefined) throw new DomainError('bad_request', USAGE);
  const ctx = await openChecked(databaseTarget());
  switch (command) {
    case 'add':
      return console.log(`SCANNER_TOKEN=${await addScanner(ctx, name)}`);
    case 'revoke':
      await revokeScanner(ctx, name);
      return console.log(`${name} is no longer admitted; its connection ends within a minute.`);
    default:
      throw new DomainError('bad_request', USAGE);
  }
}

if (import.meta.main) {
  const [command, name] = process.argv.slice(2);
  await runCommand(() => run(command, name));
}
