import { and, eq, like, or, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../context/context.ts';
import type { Database } from '../../db/client.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { calendarSubscriptions } from '../../db/schema/calendar.ts';
import { operators } from '../../db/schema/operators.ts';
import { passkeys } from '../../db/schema/passkeys.ts';

const credentials = {
  id: operators.id,
  email: operators.email,
  passwordHash: operators.passwordHash,
  tokenVersion: operators.tokenVersion,
  disabledAt: operators.disabledAt,
  // The subquery is nested because a column directly in a selected expression has no table name, and both tables have
  // an id.
  hasPasskey: sql<number>`exists (${sql`select 1 from ${passkeys} where ${passkeys.operatorId} = ${operators.id}`})`,
};

/** The fields of an operator that signing in needs. */
export type Credentials = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

/**
 * The statement that reads operators whose e-mail, or the part before its @, is `login` (lower case); at most three.
 */
export function readByLogin(db: Database, login: string) {
  const localPart = sql`substr(${operators.email}, 1, instr(${operators.email}, '@') - 1)`;
  return db
    .select(credentials)
    .from(operators)
    .where(or(eq(operators.email, login), eq(localPart, login)))
    .limit(3);
}

/**
 * The statement that stores another password hash; sessions remain. It matches while the operator
 * has the checked hash, because the command line may have set another password since then.
 */
export function replaceHash(
  db: Database,
  { id, passwordHash }: Pick<Credentials, 'id' | 'passwordHash'>,
  change: { passwordHash: string; mustChangePassword?: false },
) {
  const isUnchanged = and(eq(operators.id, id), eq(operators.passwordHash, passwordHash));
  return db.update(operators).set(change).where(isUnchanged);
}

/**
 * Returns one row while nothing has changed since the operator was read for a sign-in: not
 * disabled, the same password, no end of all sessions. Without a second factor, the operator must
 * still have no passkey.
 */
export const selectWhileCurrent = (
  { id, passwordHash, tokenVersion }: Pick<Credentials, 'id' | 'passwordHash' | 'tokenVersion'>,
  factor: 'password alone' | 'second factor',
): SQL =>
  sql`select 1 from ${operators} where ${operators.id} = ${id} and ${operators.passwordHash} = ${passwordHash}
    and ${operators.tokenVersion} = ${tokenVersion} and ${operators.disabledAt} is null
    ${factor === 'password alone' ? sql`and not exists (select 1 from ${passkeys} where ${passkeys.operatorId} = ${id})` : sql``}`;

/** The statement that revokes the operator's calendar address, which is read without a sign-in. */
export const revokeCalendar = (db: Database, operatorId: number) =>
  db.delete(calendarSubscriptions).where(eq(calendarSubscriptions.operatorId, operatorId));

/** The statement that revokes the operator's API tokens: all of them, or those with the scope `secrets`. */
export const revokeTokens = (db: Database, operatorId: number, which: 'all' | 'secrets' = 'all') =>
  db
    .delete(apiTokens)
    .where(
      and(
        eq(apiTokens.operatorId, operatorId),
        which === 'all' ? undefined : like(apiTokens.scopes, '%secrets%'),
      ),
    );

/** One operator by e-mail (lower case). */
export const findByEmail = (db: Database, email: string) => findOne(db, eq(operators.email, email));

/** One operator by id. */
export const findById = (db: Database, id: number) => findOne(db, eq(operators.id, id));

async function findOne(db: Database, where: SQL) {
  const [operator] = await db.select(credentials).from(operators).where(where);
  return operator ?? null;
}

/** Every operator, by e-mail: when it was added, and when it was disabled (milliseconds; null when it is not). */
export async function listOperators({ db }: Pick<Ctx, 'db'>) {
  return db
    .select({
      email: operators.email,
      createdAt: operators.createdAt,
      disabledAt: operators.disabledAt,
    })
    .from(operators)
    .orderBy(operators.email);
}

/** The statement that adds an operator; it fails when the e-mail is taken. */
export function insertOperator(
  db: Database,
  operator: { email: string; passwordHash: string; createdAt: number; mustChangePassword: boolean },
) {
  return db.insert(operators).values(operator);
}

/** The statement that changes an operator. `tokenVersion` rises, so that all issued tokens end. */
export function changeOperator(
  db: Database,
  id: number,
  change: { passwordHash?: string; disabledAt?: number | null; mustChangePassword?: boolean },
) {
  return db
    .update(operators)
    .set({ ...change, tokenVersion: sql`${operators.tokenVersion} + 1` })
    .where(eq(operators.id, id));
}
