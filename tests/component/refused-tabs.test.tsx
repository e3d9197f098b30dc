import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { holdWork } from '../../web/features/recent-work/session/hold.ts';
import { openTabChannel, requestLock } from '../../web/lib/tabs.ts';

/** What a browser that blocks the storage of the site throws. */
const refusal = () => new DOMException('The operation is insecure.', 'SecurityError');

/** Each way in which a browser refuses what tabs share. */
const BROWSERS: Record<string, () => void> = {
  'that refuses with a rejection': () => {
    vi.spyOn(navigator.locks, 'request').mockImplementation(() => Promise.reject(refusal()));
  },
  'that refuses at once': () => {
    vi.spyOn(navigator.locks, 'request').mockImplementation(() => {
      throw refusal();
    });
  },
  'without locks': () => {
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as unknown as LockManager);
  },
  'that refuses the locks themselves': () => {
    vi.spyOn(navigator, 'locks', 'get').mockImplementation(() => {
      throw refusal();
    });
  },
};

describe.each(Object.keys(BROWSERS))('in a browser %s', (browser) => {
  beforeEach(() => {
    BROWSERS[browser]?.();
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw refusal();
        }
      },
    );
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    });
  });

  test('a tab has every lock at once, until it gives it up', async () => {
    const locks: unknown[] = [];
    await requestLock('a', { ifAvailable: true }, (lock) => void locks.push(lock));
    expect(locks).toEqual([{ name: 'a', mode: 'exclusive' }]);
    const signal = AbortSignal.abort();
    await expect(requestLock('a', { signal }, () => undefined)).rejects.toThrow();
  });

  test('a tab may edit its work', async () => {
    const granted = vi.fn();
    const lost = vi.fn();
    const hold = holdWork('work encore 1', { granted, lost, flush: async () => undefined });
    await vi.waitFor(() => expect(granted).toHaveBeenCalledOnce());
    hold.release();
    expect(lost).not.toHaveBeenCalled();
  });

  test('a tab posts to nobody', () => {
    const channel = openTabChannel('a', () => undefined);
    channel.post('text');
    channel.close();
  });
});

test('in other browsers, a tab waits for the lock of another one, and gets its messages', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = requestLock('taken', {}, () => promise);
  const seen: (Lock | null)[] = [];
  await requestLock('taken', { ifAvailable: true }, (lock) => void seen.push(lock));
  expect(seen).toEqual([null]);
  resolve();
  await first;
  const texts: string[] = [];
  const here = openTabChannel<string>('named', (text) => texts.push(text));
  const there = openTabChannel<string>('named', () => undefined);
  onTestFinished(() => {
    here.close();
    there.close();
  });
  there.post('text');
  await expect.poll(() => texts).toEqual(['text']);
});
