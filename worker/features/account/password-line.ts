import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context/context.ts';
import { type Slots, takeSlot } from '../../security/slots.ts';

/** A password check takes a quarter of a second of processor time: all at once would leave none for other work. */
const LIMITS = { calls: 2, lostAfterMs: 10_000 };
/** The longest wait of an attempt. Attempts from known addresses may wait longer. */
const WAIT = { knownMs: 40_000, strangerMs: 5_000 };

const running: Slots = new Map();

/**
 * Runs a password check when fewer than two run in this isolate.
 * @throws DomainError `too_many_requests` when the wait would be too long.
 */
export async function inPasswordLine<T>(
  ctx: Pick<Ctx, 'signal'>,
  isKnownAddress: boolean,
  check: () => Promise<T>,
): Promise<T> {
  const limits = { ...LIMITS, waitMs: isKnownAddress ? WAIT.knownMs : WAIT.strangerMs };
  const release = await takeSlot(running, crypto.randomUUID(), limits, ctx.signal);
  if (release === null) {
    const message = 'Too many sign-ins at once. Try again in a few seconds.';
    throw new DomainError('too_many_requests', message, { retryAfterSeconds: 5 });
  }
  try {
    return await check();
  } finally {
    release();
  }
}
