import type { Ctx } from '../context/context.ts';

/** Everything that is logged as a security event; docs/security.md lists them with their fields. */
export type SecurityEvent =
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_in_limited'
  | 'sign_out'
  | 'sign_out_everywhere'
  | 'session_ended'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factor_refused'
  | 'password_change_refused'
  | 'api_token_made'
  | 'api_token_revoked'
  | 'token_refused'
  | 'rate_limited'
  | 'scanner_admitted'
  | 'scanner_refused';

/**
 * Writes one log line for a security event: who (operator id), from where, with what. Never a secret or a typed name.
 */
export function logSecurity(
  ctx: Pick<Ctx, 'log' | 'client' | 'operator'>,
  event: SecurityEvent,
  fields: Record<string, string | number> = {},
): void {
  ctx.log.info('security', {
    event,
    operator: ctx.operator?.id ?? null,
    address: ctx.client.address,
    user_agent: ctx.client.userAgent,
    ...fields,
  });
}
