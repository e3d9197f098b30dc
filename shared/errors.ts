import type * as z from 'zod/mini';
import type { failureBody, issue } from './answers.ts';
import type { ExceededLimit } from './limit-guard/exceeded.ts';

/**
 * The closed set of error codes. Services throw a {@link DomainError} with one of them;
 * `worker/http/errors.ts` maps each to an HTTP status once.
 */
export type ErrorCode =
  | 'bad_request'
  | 'invalid_account'
  | 'invalid_token'
  | 'bad_credentials'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'limit_exceeded'
  | 'payload_too_large'
  | 'too_many_requests'
  | 'upstream_failed'
  | 'upstream_timeout'
  | 'unavailable'
  | 'internal';

/** The message of an unexpected failure, whose own text never leaves the server. */
export const INTERNAL_ERROR_TEXT = 'An internal server error occurred.';

export type Issue = z.infer<typeof issue>;
export type FailureBody = z.infer<typeof failureBody>;

/**
 * The step that a signed-in operator must take before a call is answered: choose a new password, or confirm with a
 * passkey.
 */
export type Requirement = 'own-password' | 'passkey';

/** The header of a refused call that names its {@link Requirement}. */
export const REQUIREMENT_HEADER = 'X-Requirement';

interface DomainErrorDetails {
  issues?: Issue[];
  /** The limits that the operator has to confirm. */
  exceeded?: ExceededLimit[];
  /** The ids of events whose ticket limit could not be read. */
  unreadLimits?: string[];
  /** Sent as the header {@link REQUIREMENT_HEADER}. */
  requirement?: Requirement;
  /** Sent as the Retry-After header, in whole seconds. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * A failure that the caller may see: its message is written for operators and contains no secret.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly exceeded: ExceededLimit[] | undefined;
  readonly unreadLimits: string[] | undefined;
  readonly requirement: Requirement | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: DomainErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.issues = details.issues;
    this.exceeded = details.exceeded;
    this.unreadLimits = details.unreadLimits;
    this.requirement = details.requirement;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The refusal of one field of an input. */
export const wrongField = (path: string, message: string): DomainError =>
  new DomainError('bad_request', message, { issues: [{ path, message }] });

/**
 * The refusal of an id.
 * @param what the object, such as 'profile'
 */
export const noSuch = (what: string): DomainError =>
  new DomainError('not_found', `There is no such ${what}.`);
