import { readJson } from '../../../shared/json.ts';
import type { ProviderQuota } from '../../context/gate.ts';
import type { Operation } from './operation.ts';
import { readQuota } from './quota.ts';
import { describeRefusal, isRefusedAnswer, ProviderRefusal, readDetail } from './refusals.ts';
import { judgeTooMany, tooFast } from './too-many.ts';

/** The answer, or how long to wait before the call is repeated. */
type Outcome = { value: unknown } | { againInMs: number };

/** How many times one call was repeated so far, and why. */
export interface Tries {
  errors: number;
  spikes: number;
}

/** The completely read answer to a call. */
export interface Received {
  response: Response;
  body: string;
}

/** The count of the gate may differ by the pending calls; a larger difference is reported to it. */
const QUOTA_TOLERANCE = 10;
/**
 * The Commerce API's error code for an event that its shop does not have; repeating the call does
 * not help.
 */
const NO_SUCH_OFFER = '40001';

/**
 * Evaluates an answer, and reports its data about the quota to the gate.
 * @param expected the quota that the gate counted after the call; null if it counts none
 * @throws DomainError for a refusal after which no repetition helps
 */
export async function judge(
  operation: Operation,
  received: Received,
  tries: Tries,
  expected: number | null,
): Promise<Outcome> {
  const { response, body } = received;
  const reported = readQuota(response.headers);
  operation.quota = reported ?? operation.quota;
  const isPause = response.status === 503 && response.headers.has('retry-after');
  if (response.status === 429 || isPause) return waitForPause(operation, received, tries, reported);
  const isSurprise =
    reported !== null &&
    (expected === null || Math.abs(reported.available - expected) > QUOTA_TOLERANCE);
  if (isSurprise) await operation.gate.report({ quota: reported, pauseMs: null });
  if (response.ok) {
    const value = operation.meter.timeOwn(() => parse(body));
    // An answer that contains only errors is not an empty list.
    if (isRefusedAnswer(value)) throw describeRefusal(response.status, body, operation.key);
    return { value };
  }
  const refusal = describeRefusal(response.status, body, operation.key);
  const isWorthAnother = response.status >= 500 && readDetail(body).code !== NO_SUCH_OFFER;
  if (!isWorthAnother) throw refusal;
  return repeat(operation, refusal, tries);
}

/** After a 429 or a requested pause: the gate delays every caller, including this one. */
async function waitForPause(
  { gate, ctx, limits }: Operation,
  { response, body }: Received,
  tries: Tries,
  reported: ProviderQuota | null,
): Promise<Outcome> {
  if (reported?.available === 0) await gate.report({ quota: reported, pauseMs: null });
  const pauseMs = judgeTooMany(response, body, reported, ctx.clock());
  await gate.report({ quota: reported, pauseMs });
  if (tries.spikes >= limits.spikeRetries || pauseMs > limits.longestPauseMs) {
    throw tooFast(pauseMs);
  }
  tries.spikes += 1;
  return { againInMs: 0 };
}

/** Only reads are repeated, and this client makes no other calls. @throws the error after the last repetition. */
export function repeat({ limits }: Operation, error: Error, tries: Tries): Outcome {
  if (tries.errors >= limits.retries) throw error;
  tries.errors += 1;
  return { againInMs: backoff(limits.backoffMs, tries.errors) };
}

function parse(body: string): unknown {
  const value = readJson(body);
  if (value !== undefined) return value;
  const message = 'Ticketmaster sent an answer that is not JSON.';
  throw new ProviderRefusal('upstream_failed', message, 200);
}

function backoff(baseMs: number, tries: number): number {
  return baseMs * 2 ** (tries - 1) * (0.5 + Math.random());
}
