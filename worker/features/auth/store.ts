import { eq, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { loginAttempts, operators } from '../../db/schema/operators.ts';

const credentials = {
  id: operators.id,
  email: operators.email,
  passwordHash: operators.passwordHash,
  tokenVersion: operators.tokenVersion,
  disabledAt: operators.disabledAt,
};

/** An operator as signing in needs it. */
export type Credentials = Awaited<ReturnType<typeof findByLogin>>[number];

/** Operators whose e-mail, or the part before its @, is `login` (lower case); at most a few. */
export async function findByLogin(db: Database, login: string) {
  const localPart = sql`substr(${operators.email}, 1, instr(${operators.email}, '@') - 1)`;
  return db
    .select(credentials)
    .from(operators)
    .where(or(eq(operators.email, login), eq(localPart, login)))
    .limit(3);
}

/** The state that a token is checked against; null when there is no such operator. */
export async function findOperator(db: Database, id: number) {
  const rows = await db.select(credentials).from(operators).where(eq(operators.id, id)).limit(1);
  return rows[0] ?? null;
}

/** The statement that forgets attempts whose window began at `startedAt` (milliseconds) or before. */
export function deleteAttemptsBefore(db: Database, startedAt: number) {
  return db.delete(loginAttempts).where(lte(loginAttempts.windowStartedAt, startedAt));
}

/** Counts one attempt for each subject and answers each subject's count within its window. */
export async function countAttempts(
  db: Database,
  subjects: string[],
  window: { now: number; lengthMs: number },
) {
  const expired = deleteAttemptsBefore(db, window.now - window.lengthMs);
  const counted = db
    .insert(loginAttempts)
    .values(subjects.map((subject) => ({ subject, windowStartedAt: window.now, count: 1 })))
    .onConflictDoUpdate({
      target: loginAttempts.subject,
      set: { count: sql`${loginAttempts.count} + 1` },
    })
    .returning();
  const [, rows] = await db.batch([expired, counted]);
  return rows;
}

/** Statements that take back what a successful sign-in counted. */
export function forgiveAttempts(db: Database, subjects: { operator: string; address: string }) {
  return [
    db.delete(loginAttempts).where(eq(loginAttempts.subject, subjects.operator)),
    db
      .update(loginAttempts)
      .set({ count: sql`max(0, ${loginAttempts.count} - 1)` })
      .where(eq(loginAttempts.subject, subjects.address)),
  ];
}

/** The statement that stores a password hash made with today's parameters; sessions stay. */
export function replaceHash(db: Database, operatorId: number, passwordHash: string) {
  return db.update(operators).set({ passwordHash }).where(eq(operators.id, operatorId));
}

/** One operator by e-mail (lower case). */
export async function findByEmail(db: Database, email: string) {
  const rows = await db
    .select(credentials)
    .from(operators)
    .where(eq(operators.email, email))
    .limit(1);
  return rows[0] ?? null;
}

/** Every operator, by e-mail, without hashes. */
export async function readOperators(db: Database) {
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
  operator: { email: string; passwordHash: string; createdAt: number },
) {
  return db.insert(operators).values(operator);
}

/** The statement that changes an operator; `tokenVersion` rises, so that issued tokens end. */
export function changeOperator(
  db: Database,
  id: number,
  change: { passwordHash?: string; disabledAt?: number | null },
) {
  return db
    .update(operators)
    .set({ ...change, tokenVersion: sql`${operators.tokenVersion} + 1` })
    .where(eq(operators.id, id));
}
