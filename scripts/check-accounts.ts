import { eq, sql } from 'drizzle-orm';
import { parseDataKeys } from '../shared/env.ts';
import { isAccount, readMixedAddress } from '../shared/pasted-accounts/address.ts';
import { maskAccounts } from '../shared/pasted-accounts/parse-accounts.ts';
import { accountKey } from '../shared/queues/keys.ts';
import { auditStatement } from '../worker/db/audit.ts';
import { profiles } from '../worker/db/schema/profiles.ts';
import { queueAccounts } from '../worker/db/schema/queues.ts';
import { recentWork } from '../worker/db/schema/recent-work.ts';
import { unseal } from '../worker/security/vault.ts';
import { openChecked, readDataKey } from './services/checked-database.ts';
import { printable, runCommand } from './services/command.ts';
import { type DatabaseTarget, databaseTarget, openForCommand } from './services/database-target.ts';

const USAGE = `Usage: npm run check-accounts             lists stored addresses with something beside them, such as a password
       npm run check-accounts -- --mend   stores the bare addresses instead

What stands beside an address is never printed. Backups that were made before still hold it.`;

const ROWS_AT_ONCE = 5_000;
type Desk = ReturnType<typeof openForCommand>;

/** A stored address that contains more than the address. */
export interface MixedAccount {
  /** Where it is stored: `account 12`, `profile 3`, `recent work 7`. */
  place: string;
  /** The bare address; null if it is not clear which part that is. */
  address: string | null;
  /** Whether the bare address was stored instead. */
  isMended: boolean;
}

/**
 * Finds stored addresses with something beside them: accounts of queues and categories, e-mail
 * addresses of profiles, and lists of saved works, which are unsealed.
 * @param dataKey DATA_KEY; null skips saved works.
 * @param isMending stores the bare address, unless an account with it exists. Saved works are
 * mended when they are opened.
 */
export async function checkAccounts(
  target: DatabaseTarget,
  dataKey: string | null,
  isMending: boolean,
): Promise<MixedAccount[]> {
  const desk = openForCommand(target);
  const mixed = [
    ...(await checkQueueAccounts(desk, isMending)),
    ...(await checkProfiles(desk, isMending)),
    ...(dataKey === null ? [] : await checkWorks(desk, dataKey)),
  ];
  const mended = mixed.filter(({ isMended }) => isMended).length;
  if (mended > 0) {
    const change = { action: 'accounts.mend', subject: 'accounts', detail: { accounts: mended } };
    await auditStatement(desk, change, 'command line');
  }
  return mixed;
}

async function checkQueueAccounts({ db }: Desk, isMending: boolean): Promise<MixedAccount[]> {
  const mixed: MixedAccount[] = [];
  for await (const { id, text, pool } of readPages((after) =>
    db
      .select({ id: queueAccounts.id, text: queueAccounts.email, pool: queueAccounts.pool })
      .from(queueAccounts)
      .where(sql`${queueAccounts.id} > ${after} and ${queueAccounts.email} like '%@%'`)
      .orderBy(queueAccounts.id)
      .limit(ROWS_AT_ONCE),
  )) {
    if (isAccount(text)) continue;
    const address = readMixedAddress(text)?.address ?? null;
    const entry = { place: `account ${id}`, address, isMended: false };
    mixed.push(entry);
    if (!isMending || address === null) continue;
    const emailKey = accountKey(address);
    const { rowsAffected } = await db.run(
      sql`update ${queueAccounts} set email = ${address}, email_key = ${emailKey} where id = ${id}
        and not exists (select 1 from ${queueAccounts} where pool = ${pool} and email_key = ${emailKey})`,
    );
    entry.isMended = rowsAffected > 0;
  }
  return mixed;
}

async function checkProfiles({ db }: Desk, isMending: boolean): Promise<MixedAccount[]> {
  const mixed: MixedAccount[] = [];
  for await (const { id, text } of readPages((after) =>
    db
      .select({ id: profiles.id, text: sql<string>`${profiles.email}` })
      .from(profiles)
      .where(sql`${profiles.id} > ${after} and ${profiles.email} is not null`)
      .orderBy(profiles.id)
      .limit(ROWS_AT_ONCE),
  )) {
    if (isAccount(text)) continue;
    const address = readMixedAddress(text)?.address ?? null;
    mixed.push({ place: `profile ${id}`, address, isMended: isMending });
    if (!isMending) continue;
    const searchText = sql`replace(${profiles.searchText}, ${text.toLowerCase()}, ${address?.toLowerCase() ?? ''})`;
    await db.update(profiles).set({ email: address, searchText }).where(eq(profiles.id, id));
  }
  return mixed;
}

async function checkWorks({ db }: Desk, dataKey: string): Promise<MixedAccount[]> {
  const keys = parseDataKeys(dataKey);
  const mixed: MixedAccount[] = [];
  const { id, body, sealRow } = recentWork;
  for await (const work of readPages((after) =>
    db
      .select({ id, body, sealRow })
      .from(recentWork)
      .where(sql`${id} > ${after} and ${recentWork.kind} = 'encore'`)
      .orderBy(id)
      .limit(100),
  )) {
    const text = unseal(keys, { column: 'recent_work.body', row: work.sealRow }, work.body);
    const isMixed = textsOf(JSON.parse(text)).some((one) => maskAccounts(one) !== one);
    if (isMixed) mixed.push({ place: `recent work ${work.id}`, address: null, isMended: false });
  }
  return mixed;
}

/** Every text of a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Reads all rows of a query that returns the rows after an id. */
async function* readPages<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = 0;
  while (true) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function main(): Promise<void> {
  const [option, ...others] = process.argv.slice(2);
  if (others.length > 0 || (option !== undefined && option !== '--mend')) throw new Error(USAGE);
  const target = databaseTarget();
  await openChecked(target);
  const mixed = await checkAccounts(target, readDataKey(), option === '--mend');
  for (const { place, address, isMended } of mixed) {
    const now = isMended ? ': mended' : '';
    console.log(`${place}: ${address === null ? 'no bare address' : printable(address)}${now}`);
  }
  const left = mixed.filter(({ isMended }) => !isMended).length;
  console.log(`${mixed.length} stored with something beside the address, ${left} of them left.`);
  if (left > 0) process.exitCode = 1;
}

if (import.meta.main) await runCommand(main);
