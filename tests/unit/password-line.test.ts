import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inPasswordLine } from '../../worker/features/account/password-line.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ctx = { signal: new AbortController().signal };

/** A check that runs until it is ended. */
function startCheck(isKnownAddress = false) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const check = vi.fn(() => promise);
  const result = inPasswordLine(ctx, isKnownAddress, check).catch((error) => error);
  return { check, result, end: () => resolve('checked') };
}

test('two password checks run at once; the next one runs when one of them ends', async () => {
  const [first, second, third] = [startCheck(), startCheck(), startCheck()];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(second?.check).toHaveBeenCalled();
  expect(third?.check).not.toHaveBeenCalled();
  first?.end();
  await vi.advanceTimersByTimeAsync(100);
  expect(third?.check).toHaveBeenCalled();
  second?.end();
  third?.end();
  expect(await third?.result).toBe('checked');
});

test('a stranger waits at most five seconds; an address that is known waits until a lost check is given up', async () => {
  const lost = [startCheck(), startCheck()];
  const stranger = startCheck();
  const known = startCheck(true);
  await vi.advanceTimersByTimeAsync(5_100);
  expect(await stranger.result).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 });
  expect(stranger.check).not.toHaveBeenCalled();
  expect(known.check).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_100);
  expect(known.check).toHaveBeenCalled();
  for (const check of [...lost, known]) check.end();
  expect(await known.result).toBe('checked');
});
