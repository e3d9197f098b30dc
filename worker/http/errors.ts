import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  DomainError,
  type ErrorCode,
  type FailureBody,
  INTERNAL_ERROR_TEXT,
  REQUIREMENT_HEADER,
} from '../../shared/errors.ts';
import { causesOf, describeDatabaseError } from '../db/errors.ts';

/** The one place where error codes become HTTP statuses. */
export const STATUS = {
  bad_request: 400,
  invalid_account: 400,
  invalid_token: 401,
  bad_credentials: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  limit_exceeded: 409,
  payload_too_large: 413,
  too_many_requests: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
  upstream_timeout: 504,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

/** Answers that any call may give, for the client's types. */
export type ErrorAnswers = {
  [Status in (typeof STATUS)[ErrorCode]]: { json: FailureBody };
};

/**
 * Turns anything thrown into an answer. Unknown errors never leak their text. `isOurs` is true when the fault is this
 * server's, so that the cause belongs in the log.
 */
export function describeFailure(error: unknown) {
  const failure =
    findDomainError(error) ??
    fromHttpException(error) ??
    describeDatabaseError(error) ??
    new DomainError('internal', INTERNAL_ERROR_TEXT);
  const headers: Record<string, string> = {};
  if (failure.retryAfterSeconds !== undefined) {
    headers['Retry-After'] = String(Math.max(1, Math.ceil(failure.retryAfterSeconds)));
  }
  if (failure.requirement !== undefined) headers[REQUIREMENT_HEADER] = failure.requirement;
  const body: FailureBody = { success: false, message: failure.message };
  if (failure.code === 'invalid_account' || failure.code === 'limit_exceeded')
    body.code = failure.code;
  if (failure.issues !== undefined) body.issues = failure.issues;
  if (failure.exceeded !== undefined) body.exceeded = failure.exceeded;
  if (failure.unreadLimits !== undefined) body.unread_limits = failure.unreadLimits;
  const status = STATUS[failure.code];
  return { status, body, headers, isOurs: status === 500 || status === 503 };
}

/** The wrappers of libraries (drizzle, libSQL) keep the original error as their cause. */
const findDomainError = (error: unknown): DomainError | undefined =>
  causesOf(error).find((cause) => cause instanceof DomainError);

function fromHttpException(error: unknown): DomainError | null {
  if (!(error instanceof HTTPException) || error.status !== 400) return null;
  return new DomainError('bad_request', 'The request body does not match its Content-Type header.');
}
