import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inPasswordLine } from '../../worker/features/account/password-line.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ctxAt = (address: string) => ({
  signal: new AbortController().signal,
  client: { address, userAgent: '' },
});
const OFFICE = '203.0.113.5';
const OTHER = '198.51.100.7';

/** A check that runs until it is ended. */
function startCheck({ address = OFFICE, isKnown = false } = {}) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const check = vi.fn(() => promise);
  const result = inPasswordLine(ctxAt(address), isKnown, check).catch((error) => error);
  return { check, result, end: () => resolve('checked') };
}

const TOO_MANY = { code: 'too_many_requests', retryAfterSeconds: 5 };

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

test('a check that does not end is given up after ten seconds', async () => {
  const lost = [startCheck(), startCheck()];
  const next = startCheck();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(next.check).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(next.check).toHaveBeenCalled();
  for (const check of [...lost, next]) check.end();
  expect(await next.result).toBe('checked');
});

test('sixty attempts for one unknown address are all checked, in the order of arrival', async () => {
  const order: number[] = [];
  const attempts = Array.from({ length: 60 }, (_, at) =>
    inPasswordLine(ctxAt(OFFICE), false, async () => {
      order.push(at);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }),
  );
  await vi.advanceTimersByTimeAsync(12_000);
  await Promise.all(attempts);
  expect(order).toEqual(Array.from({ length: 60 }, (_, at) => at));
});

test('one attempt for another address waits for one of each address, and a known address waits for none', async () => {
  const order: string[] = [];
  const attempt = (name: string, address: string, isKnown = false) =>
    inPasswordLine(ctxAt(address), isKnown, async () => {
      order.push(name);
      await new Promise((resolve) => setTimeout(resolve, 250));
    });
  const attempts = Array.from({ length: 8 }, (_, at) => attempt(`office ${at}`, OFFICE));
  attempts.push(attempt('other', OTHER), attempt('known', '192.0.2.1', true));
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(attempts);
  expect(order.slice(0, 5)).toEqual(['office 0', 'office 1', 'known', 'office 2', 'other']);
});

test.each([1, 3, 6])(
  'an attempt after %i earlier ones for its address overtakes no waiting attempt',
  async (made) => {
    const order: number[] = [];
    const attempt = (at: number) =>
      inPasswordLine(ctxAt(OFFICE), false, async () => {
        order.push(at);
        await new Promise((resolve) => setTimeout(resolve, 250));
      });
    const attempts = Array.from({ length: 10 }, (_, at) => attempt(at));
    await vi.advanceTimersByTimeAsync(150 * made);
    attempts.push(attempt(10), attempt(11));
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all(attempts);
    expect(order).toEqual(Array.from({ length: 12 }, (_, at) => at));
  },
);

test('two offices take turns, whichever came first', async () => {
  const order: string[] = [];
  const attempt = (name: string, address: string) =>
    inPasswordLine(ctxAt(address), false, async () => {
      order.push(name);
      await new Promise((resolve) => setTimeout(resolve, 250));
    });
  const attempts = Array.from({ length: 6 }, () => attempt('a', OFFICE));
  await vi.advanceTimersByTimeAsync(700);
  attempts.push(...Array.from({ length: 6 }, () => attempt('b', OTHER)));
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(attempts);
  expect(order.slice(6, 11).filter((name) => name === 'b').length).toBeGreaterThanOrEqual(2);
  expect(order.at(-1)).toBe('b');
});

test('the attempt after a hundred waiting ones from one address is refused, and one from another address is not', async () => {
  const attempts = Array.from({ length: 102 }, () => startCheck());
  const refused = startCheck();
  const other = startCheck({ address: OTHER });
  await vi.advanceTimersByTimeAsync(100);
  expect(await refused.result).toMatchObject(TOO_MANY);
  attempts[0]?.end();
  attempts[1]?.end();
  await vi.advanceTimersByTimeAsync(100);
  expect(other.check).toHaveBeenCalled();
  for (const check of [...attempts, other]) check.end();
  await vi.advanceTimersByTimeAsync(10_000);
});

test('nobody waits for longer than ninety seconds', async () => {
  const attempts = Array.from({ length: 30 }, () => startCheck());
  await vi.advanceTimersByTimeAsync(91_000);
  expect(await attempts.at(-1)?.result).toMatchObject(TOO_MANY);
  for (const { end } of attempts) end();
});
