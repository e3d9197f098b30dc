import type { Ctx } from '../context.ts';
import { audit } from './schema/audit.ts';

/** A fact worth keeping about a change: counts, names, ids. */
type Fact = string | number | boolean | null | readonly (string | number)[];

interface Change {
  /** Capability and verb: `profiles.import`. */
  action: string;
  /** Kind and id: `imap_account:12`. */
  subject: string;
  detail?: Record<string, Fact>;
}

const SECRET_NAME = /passw|secret|token|cvv|card|hash|api_?key|authorization/i;

/**
 * The statement that records a change. Put it into the same batch as the change itself
 * (part 4, "Data at rest": who, what, when; never a secret). Details named like a secret are refused.
 * @throws Error when a detail's name says that it holds a secret: a mistake of the program.
 */
export function auditStatement(
  ctx: Pick<Ctx, 'db' | 'operator' | 'clock' | 'requestId'>,
  change: Change,
  actor: string = ctx.operator?.email ?? 'system',
) {
  const detail = change.detail ?? {};
  const secret = Object.keys(detail).find((name) => SECRET_NAME.test(name));
  if (secret !== undefined) throw new Error(`The audit trail must not hold "${secret}"`);
  return ctx.db.insert(audit).values({
    at: ctx.clock(),
    operatorId: ctx.operator?.id ?? null,
    actor,
    action: change.action,
    subject: change.subject,
    requestId: ctx.requestId,
    detail: JSON.stringify(detail),
  });
}
