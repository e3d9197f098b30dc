import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../worker/context/context.ts';
import { sessions } from '../../../worker/db/schema/operators.ts';
import { openSession } from '../../../worker/features/account/sessions/service.ts';
import { findByEmail, insertOperator } from '../../../worker/features/account/store.ts';
import { hashPassword } from '../../../worker/security/passwords.ts';
import { issueToken } from '../../../worker/security/tokens.ts';
import { makeCtx } from './context.ts';

/** An operator that belongs to one test, with a password and a session. */
export interface TestOperator {
  id: number;
  email: string;
  password: string;
  token: string;
}

const PASSWORD = 'the password of every operator in these tests';
/** Hashing is slow by design: once per test file is enough. */
let hashed: Promise<string> | undefined;

/** Adds an operator with a name that no other test uses, and opens a session for it. */
export async function makeOperator(ctx: Ctx = makeCtx()): Promise<TestOperator> {
  hashed ??= hashPassword(PASSWORD);
  const email = `operator-${crypto.randomUUID()}@desk.test`;
  await insertOperator(ctx.db, {
    email,
    passwordHash: await hashed,
    mustChangePassword: false,
    createdAt: ctx.clock(),
  });
  const stored = await findByEmail(ctx.db, email);
  if (stored === null) throw new Error('the operator was not stored');
  const session = openSession(ctx, stored, ctx.clock());
  await session.statement;
  const token = await issueToken(ctx.env, session.token, ctx.clock());
  return { id: stored.id, email, password: PASSWORD, token };
}

/**
 * Records the use of a passkey in all sessions of an operator.
 * @param at in milliseconds, now by default
 */
export const confirmSessions = (operatorId: number, at = Date.now()) =>
  makeCtx().db.update(sessions).set({ confirmedAt: at }).where(eq(sessions.operatorId, operatorId));
