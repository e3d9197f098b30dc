import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context/context.ts';
import { addressPrefix } from '../../security/client.ts';
import { pause } from '../../security/pause.ts';

/** A password check takes a quarter of a second of processor time: all at once would leave none for other work. */
const RUNNING_AT_MOST = 2;
/** A check that did not end within this time was cut off with its request. */
const LOST_AFTER_MS = 10_000;
const LONGEST_WAIT_MS = 90_000;
const LOOK_AGAIN_AFTER_MS = 50;
/** An attempt that did not look at the line for this long was cut off with its request. */
const GONE_AFTER_MS = 2_000;
/** The most attempts that wait: of one address, which a whole office may share, and of all unknown addresses. */
const WAITING_AT_MOST = { ofAddress: 100, ofStrangers: 400 };

/** An attempt in the line. Times are in milliseconds. */
interface Waiting {
  isKnown: boolean;
  address: string;
  /** The number of attempts of its address that were in the line before it. */
  place: number;
  arrivedAt: number;
  lookedAt: number;
}

/** The start of each check that runs. */
const running = new Map<symbol, number>();
const line = new Map<symbol, Waiting>();

/**
 * Runs a password check when fewer than two run in this isolate. Known addresses come first; among others, the first
 * attempt of each address comes before the second one of any, so that one address cannot keep others waiting. The wait
 * looks at the clock instead of being woken by another request: the platform may end that request without running its
 * last steps.
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
  const place = waiting.filter((other) => other.address === address).length;
  const strangers = waiting.filter((other) => !other.isKnown).length;
  if (place >= WAITING_AT_MOST.ofAddress) throw tooMany();
  if (!isKnown && strangers >= WAITING_AT_MOST.ofStrangers) throw tooMany();
  const attempt = { isKnown, address, place, arrivedAt, lookedAt: arrivedAt };
  line.set(id, attempt);
  while (running.size >= RUNNING_AT_MOST || !isNext(attempt)) {
    await pause(LOOK_AGAIN_AFTER_MS, signal);
    attempt.lookedAt = Date.now();
    forgetLost(attempt.lookedAt);
    if (attempt.lookedAt - arrivedAt >= LONGEST_WAIT_MS) throw tooMany();
  }
  line.delete(id);
  running.set(id, Date.now());
}

function isNext(attempt: Waiting): boolean {
  for (const other of line.values()) if (isBefore(other, attempt)) return false;
  return true;
}

const isBefore = (one: Waiting, other: Waiting): boolean =>
  one.isKnown !== other.isKnown
    ? one.isKnown
    : one.place !== other.place
      ? one.place < other.place
      : one.arrivedAt < other.arrivedAt;

function forgetLost(now: number): void {
  for (const [id, startedAt] of running) if (now - startedAt > LOST_AFTER_MS) running.delete(id);
  for (const [id, { lookedAt }] of line) if (now - lookedAt > GONE_AFTER_MS) line.delete(id);
}

const tooMany = (): DomainError =>
  new DomainError('too_many_requests', 'Too many sign-ins at once. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  });
