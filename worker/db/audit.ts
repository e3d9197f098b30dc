import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Facts } from '../../shared/audit/schema.ts';
import { jsonObject } from './bulk.ts';
import type { Changing } from './changing.ts';
import { audit } from './schema/audit.ts';

interface Change {
  /** Capability and verb: `profiles.import`. */
  action: string;
  /** Kind and id: `imap_account:12`. Only the kind if the selected rows supply the ids. */
  subject: string;
  /** Facts about the change: counts, names, ids. */
  detail?: Facts;
}

/** Words that name a secret, as whole words: `card_number` is refused, `cards` and `discarded` are not. */
const SECRET_WORD =
  /(?:^|_)(?:passw(?:or)?d|secret|token|cvv|card|hash|api_?key|authorization)(?:_|$)/;

/**
 * The statement that records a change: who, what and when, never a secret. Put it into the same batch as the
 * change itself.
 * @throws Error when the name of a detail is that of a secret, which is a programming error.
 */
export function auditStatement(ctx: Changing, change: Change, actor?: string) {
  return ctx.db.insert(audit).values(entryOf(ctx, change, actor));
}

/** The statement that records several changes at once ({@link auditStatement}), as one parameter of any length. */
export function auditListStatement(ctx: Changing, changes: readonly Change[]) {
  const entries = changes.map((one) => entryOf(ctx, one));
  const value = (key: keyof ReturnType<typeof entryOf>) =>
    sql`json_extract(entry.value, ${`$.${key}`})`;
  return ctx.db.insert(audit).select(sql`
    select null, ${value('at')}, ${value('operatorId')}, ${value('actor')}, ${value('action')},
      ${value('subject')}, ${value('requestId')}, ${value('detail')}
    from json_each(${JSON.stringify(entries)}) as entry
  `);
}

/**
 * Adds one entry for each row of `rows`, a query of `id` and `was`. The id is appended to the subject unless it is
 * null; `was`, the facts before the change ({@link factsOf}) or null, becomes part of the detail. Place the statement
 * before a change of these rows, but after their insertion.
 */
export function auditRowsStatement(
  ctx: Changing,
  change: Change,
  rows: SQLWrapper,
  actor?: string,
) {
  const entry = entryOf(ctx, change, actor);
  return ctx.db.insert(audit).select(sql`
    select null, ${entry.at}, ${entry.operatorId}, ${entry.actor}, ${entry.action},
      ${entry.subject} || coalesce(':' || subject.id, ''), ${entry.requestId},
      iif(subject.was is null, ${entry.detail}, json_set(${entry.detail}, '$.was', json(subject.was)))
    from (${rows}) as subject
  `);
}

/** The rows that a condition matches, as `before` of a change: their ids and facts. */
export const factsBefore = (
  id: SQLiteColumn,
  facts: Record<string, SQLWrapper>,
  where: SQL | undefined,
): SQL => sql`select ${id} as id, ${factsOf(facts)} as was from ${id.table} where ${where}`;

/** The facts of a row as JSON text, named as in the detail of a change. */
export function factsOf(fields: Record<string, SQLWrapper>): SQL {
  refuseSecrets(fields);
  return jsonObject(fields);
}

function refuseSecrets(facts: object): void {
  const secret = Object.keys(facts).find((name) => SECRET_WORD.test(wordsOf(name)));
  if (secret !== undefined) throw new Error(`The audit trail must not hold "${secret}"`);
}

/** The e-mail of the operator, and the name of the token that acts for it; `system` without an operator. */
export function actorOf({ operator }: Pick<Changing, 'operator'>): string {
  if (operator === null) return 'system';
  return operator.apiToken
    ? `${operator.email} through token "${operator.apiToken.name}"`
    : operator.email;
}

function entryOf(ctx: Changing, change: Change, actor = actorOf(ctx)) {
  const detail = change.detail ?? {};
  refuseSecrets(detail);
  return {
    at: ctx.clock(),
    operatorId: ctx.operator?.id ?? null,
    actor,
    action: change.action,
    subject: change.subject,
    requestId: ctx.requestId,
    detail: JSON.stringify(detail),
  };
}

/** `tokenSecret` and `token-secret` as `token_secret`. */
const wordsOf = (name: string): string =>
  name.replace(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/g, '_').toLowerCase();
