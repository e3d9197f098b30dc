import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { MAX_TOKENS } from '../../../shared/api-tokens/schema.ts';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import { factsBefore } from '../../db/audit.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { operators } from '../../db/schema/operators.ts';

type Row = typeof apiTokens.$inferSelect;

/** The tokens of an operator, the newest first. */
export const findTokens = (db: Database, operatorId: number): Promise<Row[]> =>
  db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.operatorId, operatorId))
    .orderBy(desc(apiTokens.id));

/**
 * Stores a token, together with the statements `more`. @returns its id.
 * @throws DomainError `conflict` if the operator has too many
 */
export async function insertToken(
  ctx: Changing,
  row: Omit<Row, 'id' | 'lastUsedAt'>,
  more: Parameters<typeof change>[1]['statements'],
) {
  const { added } = await change(ctx, {
    statements: {
      ...more,
      room: sql`select 1 where (select count(*) from ${apiTokens} where ${apiTokens.operatorId} = ${row.operatorId}) < ${MAX_TOKENS}`,
      added: ctx.db.insert(apiTokens).values(row).returning({ id: apiTokens.id }),
    },
    audit: {
      action: 'api-tokens.add',
      subject: 'api_token',
      subjectIds: sql`(select last_insert_rowid() as id)`,
      detail: { name: row.name, scopes: row.scopes, expires_at: row.expiresAt },
    },
    expect: {
      room: () =>
        new DomainError('conflict', `An operator has at most ${MAX_TOKENS} tokens. Revoke one.`),
    },
  });
  return added[0]?.id ?? 0;
}

/** @throws DomainError `not_found` */
export async function deleteToken(ctx: Changing, id: number, operatorId: number): Promise<void> {
  const isOwn = and(eq(apiTokens.id, id), eq(apiTokens.operatorId, operatorId));
  await change(ctx, {
    statements: { deleted: ctx.db.delete(apiTokens).where(isOwn) },
    audit: {
      action: 'api-tokens.revoke',
      subject: 'api_token',
      before: factsBefore(apiTokens.id, { name: apiTokens.name, scopes: apiTokens.scopes }, isOwn),
    },
    expect: { deleted: () => noSuch('token') },
  });
}

/** The token of this id and hash with its operator, unless the operator is disabled; undefined for any other. */
export async function findUsableToken(db: Database, id: number, secretHash: string) {
  const [token] = await db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      lastUsedAt: apiTokens.lastUsedAt,
      expiresAt: apiTokens.expiresAt,
      operatorId: operators.id,
      email: operators.email,
      mustChangePassword: operators.mustChangePassword,
    })
    .from(apiTokens)
    .innerJoin(operators, eq(operators.id, apiTokens.operatorId))
    .where(
      and(eq(apiTokens.id, id), eq(apiTokens.secretHash, secretHash), isNull(operators.disabledAt)),
    );
  return token;
}

/** Records the use of a token, unless a use after `unlessAfter` was recorded. */
export const touchToken = (db: Database, id: number, now: number, unlessAfter: number) =>
  db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(apiTokens.id, id),
        or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, unlessAfter)),
      ),
    );
