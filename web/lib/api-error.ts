import {
  type FailureBody,
  type Issue,
  REQUIREMENT_HEADER,
  type Requirement,
} from '../../shared/errors.ts';
import { parseJson } from './json.ts';

/**
 * Why a call failed: `server`, an answer with the failure envelope; `no_envelope`, an answer of another program,
 * such as a proxy's HTML page, whose text is not shown; the caller shows its own; `timeout`, the
 * client's limit of 180 s; `aborted`, the caller cancelled; `network`, the server could not be reached.
 */
export type ApiErrorKind = 'server' | 'no_envelope' | 'timeout' | 'aborted' | 'network';

interface ApiErrorDetails {
  status?: number | undefined;
  issues?: Issue[] | undefined;
  requirement?: Requirement | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
  body?: string;
}

/** A failed call. `message` can be shown to the operator; for `no_envelope` it only names the status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly issues: Issue[];
  /** The step that the operator must take before the call is answered. */
  readonly requirement: Requirement | undefined;
  /** From the X-Request-Id header. It finds the call in the logs. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The answer's text as it came; empty when there was no answer. */
  readonly body: string;

  constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.status = details.status ?? 0;
    this.issues = details.issues ?? [];
    this.requirement = details.requirement;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.body = details.body ?? '';
  }
}

/** Converts anything that `fetch` or reading a body threw into an ApiError. */
export function describeThrown(thrown: unknown, callerSignal?: AbortSignal | null): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (callerSignal?.aborted) {
    return new ApiError('aborted', 'The request was cancelled.', { cause: thrown });
  }
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'TimeoutError') {
    return new ApiError('timeout', 'The server took too long to answer.', { cause: thrown });
  }
  if (name === 'AbortError') {
    return new ApiError('aborted', 'The request was cancelled.', { cause: thrown });
  }
  if (thrown instanceof SyntaxError) {
    return new ApiError('no_envelope', 'The server sent an unreadable answer.', { cause: thrown });
  }
  return new ApiError('network', 'The server could not be reached. Check your connection.', {
    cause: thrown,
  });
}

const REQUIREMENTS: readonly Requirement[] = ['own-password', 'passkey'];

/** Converts an answer that is not ok into an ApiError. */
export async function describeFailure(response: Response): Promise<ApiError> {
  const text = await readText(response);
  const envelope = readEnvelope(text);
  const message = envelope?.message ?? `The server answered with status ${response.status}.`;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(envelope === null ? 'no_envelope' : 'server', message, {
    status: response.status,
    issues: envelope?.issues,
    body: text,
    requirement: REQUIREMENTS.find((name) => name === response.headers.get(REQUIREMENT_HEADER)),
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

/** True for a body of the failure envelope, whatever its status. */
export function isFailure(body: unknown): body is FailureBody {
  return (
    typeof body === 'object' && body !== null && (body as { success?: unknown }).success === false
  );
}

/** The text of an answer; empty when the connection breaks before its end. */
async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    return '';
  }
}

/** The failure envelope; null when a proxy answered with something else. */
function readEnvelope(text: string): { message: string; issues?: Issue[] } | null {
  const body = parseJson(text);
  return isFailure(body) && typeof body.message === 'string' ? body : null;
}
