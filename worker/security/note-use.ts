import { MINUTE_MS } from '../../shared/times.ts';
import type { Ctx } from '../context/context.ts';
import { pause } from './pause.ts';

/** The use of a session or a token is written at most this often. */
export const USE_NOTED_EVERY_MS = MINUTE_MS;

const WAITED_MS = 50;

/**
 * Waits for a write that records a use, but not for long: while other writers hold the lock of the database, a call that
 * only reads goes on, and the use is written later or with a later call.
 */
export async function noteUse(
  { log, signal }: Pick<Ctx, 'log' | 'signal'>,
  of: 'session' | 'token',
  writing: PromiseLike<unknown>,
): Promise<void> {
  const noted = Promise.resolve(writing).catch((error: unknown) =>
    log.error(`the use of a ${of} was not noted`, { text: String(error) }),
  );
  await Promise.race([noted, pause(WAITED_MS, signal)]);
}
