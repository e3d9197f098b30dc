import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Ctx } from '../context.ts';
import { audit } from './schema/audit.ts';

/** A fact worth keeping about a change: counts, names, ids. */
type Fact = string | number | boolean | null | readonly (string | number)[];

interface Change {
  /** Capability and verb: `profiles.import`. */
  action: string;
  /** Kind and id: `imap_account:12`; the kind alone where the rows found bring their ids. */
  subject: string;
  detail?: Record<string, Fact>;
}

type Audited = Pick<Ctx, 'db' | 'operator' | 'clock' | 'requestId'>;

const SECRET_NAME = /passw|secret|token|cvv|card|hash|api_?key|authorization/i;

/**
 * The statement that records a change. Put it into the same batch as the change itself
 * (part 4, "Data at rest": who, what, when; never a secret). Details named like a secret are refused.
 * @throws Error when a detail's name says that it holds a secret: a mistake of the program.
 */
export function auditStatement(ctx: Audited, change: Change, actor?: string) {
  return ctx.db.insert(audit).values(entryOf(ctx, change, actor));
}

/**
 * As {@link auditStatement}, once for each `id` that `found` selects, which ends its subject: nothing is recorded of rows
 * that are not there. In a batch it stands after an insertion, but before a change or deletion of what it looks for.
 */
export function auditFoundStatement(
  ctx: Audited,
  change: Change,
  found: SQLWrapper,
  actor?: string,
) {
  const entry = entryOf(ctx, change, actor);
  return ctx.db.insert(audit).select(sql`
    select null, ${entry.at}, ${entry.operatorId}, ${entry.actor}, ${entry.action},
      ${entry.subject} || ':' || found.id, ${entry.requestId}, ${entry.detail}
    from ${found} as found
  `);
}

function entryOf(ctx: Audited, change: Change, actor = ctx.operator?.email ?? 'system') {
  const detail = change.detail ?? {};
  const secret = Object.keys(detail).find((name) => SECRET_NAME.test(name));
  if (secret !== undefined) throw new Error(`The audit trail must not hold "${secret}"`);
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
