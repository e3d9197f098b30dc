import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { pause } from '../../security/pause.ts';

/** A password check takes a quarter of a second of processor time, which other calls of the isolate wait for. */
const CHECKS_AT_ONCE = 2;
/** A check that did not report its end within this time was cut off with its request. */
const CHECK_LOST_AFTER_MS = 10_000;
const LOOK_AGAIN_AFTER_MS = 50;
/** The longest wait of an attempt. Known addresses may wait longer than unknown ones. */
const WAIT = { knownMs: 20_000, strangerMs: 5_000 };

/** Start times of the checks that run, in milliseconds. */
const running = new Set<{ startedAt: number }>();

/**
 * Runs a password check when fewer than two run in this isolate. The wait looks at the clock instead of being
 * woken by another request: the platform may end that request without running its last steps.
 * @throws DomainError `too_many_requests` when the wait would be too long.
 */
export async function inPasswordLine<T>(
  ctx: Pick<Ctx, 'signal'>,
  isKnownAddress: boolean,
  check: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + (isKnownAddress ? WAIT.knownMs : WAIT.strangerMs);
  while (countRunning() >= CHECKS_AT_ONCE) {
    if (Date.now() >= deadline) throw busy();
    await pause(LOOK_AGAIN_AFTER_MS, ctx.signal);
  }
  const mine = { startedAt: Date.now() };
  running.add(mine);
  try {
    return await check();
  } finally {
    running.delete(mine);
  }
}

function countRunning(): number {
  const lostBefore = Date.now() - CHECK_LOST_AFTER_MS;
  for (const check of running) if (check.startedAt < lostBefore) running.delete(check);
  return running.size;
}

const busy = () =>
  new DomainError('too_many_requests', 'Too many sign-ins at once. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  });
