import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context/context.ts';
import { addressPrefix } from '../../security/client.ts';
import { pause } from '../../security/pause.ts';

/**
 * A password check takes a quarter of a second of processor time: simultaneous checks would leave
 * none for other work.
 */
const RUNNING_AT_MOST = 2;
/** A check that did not end within this time was aborted with its request. */
const LOST_AFTER_MS = 10_000;
const LONGEST_WAIT_MS = 90_000;
const LOOK_AGAIN_AFTER_MS = 50;
/** An attempt that did not check the line for this long was aborted with its request. */
const GONE_AFTER_MS = 2_000;
/**
 * The maximum number of waiting attempts: from one address, which a whole office may share, and
 * from all unknown addresses.
 */
const WAITING_AT_MOST = { ofAddress: 100, ofStrangers: 400 };

/** An attempt in the line. Times are in milliseconds. */
interface Waiting {
  isKnown: boolean;
  address: string;
  lookedAt: number;
}

/** The address and the start of each running check. */
const running = new Map<symbol, { address: string; startedAt: number }>();
/** In the order of arrival. */
const line = new Map<symbol, Waiting>();
/** The turn at which each address had its last check, while it has attempts that wait or run. */
const lastTurns = new Map<string, number>();

/**
 * Runs a password check when fewer than two run in this isolate. Known addresses come first; apart
 * from that, addresses take turns, so that one address cannot keep others waiting, and the attempts
 * of an address keep their order. Waiting attempts poll the clock and do not depend on another
 * request: the platform may end that request without running its last steps.
 * @throws DomainError `too_many_requests` when the line is full or the wait would be too long.
 */
export async function inPasswordLine<T>(
  ctx: Pick<Ctx, 'signal' | 'client'>,
  isKnownAddress: boolean,
  check: () => Promise<T>,
): Promise<T> {
  const id = Symbol('attempt');
  try {
    await waitForTurn(id, ctx, isKnownAddress);
    return await check();
  } finally {
    line.delete(id);
    running.delete(id);
  }
}

async function waitForTurn(
  id: symbol,
  { signal, client }: Pick<Ctx, 'signal' | 'client'>,
  isKnown: boolean,
): Promise<void> {
  const arrivedAt = Date.now();
  forgetLost(arrivedAt);
  const address = addressPrefix(client.address);
  const waiting = [...line.values()];
  const ofAddress = waiting.filter((other) => other.address === address).length;
  const strangers = waiting.filter((other) => !other.isKnown).length;
  if (ofAddress >= WAITING_AT_MOST.ofAddress) throw tooMany();
  if (!isKnown && strangers >= WAITING_AT_MOST.ofStrangers) throw tooMany();
  const attempt = { isKnown, address, lookedAt: arrivedAt };
  line.set(id, attempt);
  // A new address waits for one attempt of each earlier address.
  if (!lastTurns.has(address)) lastTurns.set(address, latestTurn());
  while (running.size >= RUNNING_AT_MOST || nextInLine() !== id) {
    await pause(LOOK_AGAIN_AFTER_MS, signal);
    attempt.lookedAt = Date.now();
    forgetLost(attempt.lookedAt);
    if (attempt.lookedAt - arrivedAt >= LONGEST_WAIT_MS) throw tooMany();
  }
  line.delete(id);
  running.set(id, { address, startedAt: Date.now() });
  lastTurns.set(address, latestTurn() + 1);
}

const latestTurn = (): number => Math.max(0, ...lastTurns.values());

/**
 * The first attempt of the address with the oldest turn; among equal ones, the first that arrived.
 */
function nextInLine(): symbol | null {
  let next: symbol | null = null;
  let best: Waiting | null = null;
  for (const [id, attempt] of line) {
    if (best !== null && !isBefore(attempt, best)) continue;
    [next, best] = [id, attempt];
  }
  return next;
}

const isBefore = (one: Waiting, other: Waiting): boolean =>
  one.isKnown === other.isKnown
    ? (lastTurns.get(one.address) ?? 0) < (lastTurns.get(other.address) ?? 0)
    : one.isKnown;

function forgetLost(now: number): void {
  for (const [id, { startedAt }] of running)
    if (now - startedAt > LOST_AFTER_MS) running.delete(id);
  for (const [id, { lookedAt }] of line) if (now - lookedAt > GONE_AFTER_MS) line.delete(id);
  const present = new Set([...line.values(), ...running.values()].map(({ address }) => address));
  for (const address of lastTurns.keys()) if (!present.has(address)) lastTurns.delete(address);
}

const tooMany = (): DomainError =>
  new DomainError('too_many_requests', 'Too many sign-ins at once. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  });
