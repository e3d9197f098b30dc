import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AS_FOUND } from '../../shared/csv/read-file.ts';
import type { AccountFileJobs } from '../../web/features/encore/accounts/account-file.worker.ts';
import type { ImportJobs } from '../../web/features/profiles/import/import.worker.ts';
import { holdWork } from '../../web/features/recent-work/session/hold.ts';
import { openJobs } from '../../web/kit/job.ts';
import { openTabChannel, requestLock } from '../../web/lib/tabs.ts';
import { PATIENCE } from '../factories/patience.ts';

/** The error of a browser that blocks the storage of the site. */
const refusal = () => new DOMException('The operation is insecure.', 'SecurityError');

/** Each way in which a browser refuses the mechanisms that tabs share. */
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

  test('a tab has every lock at once until it releases the lock', async () => {
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
    await vi.waitFor(() => expect(granted).toHaveBeenCalledOnce(), PATIENCE);
    hold.release();
    expect(lost).not.toHaveBeenCalled();
  });

  test('a tab posts to no other tab', () => {
    const channel = openTabChannel('a', () => undefined);
    channel.post('text');
    channel.close();
  });
});

const READ_AS = { ...AS_FOUND, columns: null, remembered: {} };

describe.each(['missing', 'refused'])('in a browser whose workers are %s', (how) => {
  const file = (text: string) => new File([text], 'accounts.csv');
  const openReader = () =>
    openJobs<AccountFileJobs>(
      () =>
        new Worker(
          new URL('../../web/features/encore/accounts/account-file.worker.ts', import.meta.url),
          { type: 'module' },
        ),
    );
  beforeEach(() => {
    const refused = class {
      constructor() {
        throw refusal();
      }
    };
    vi.stubGlobal('Worker', how === 'missing' ? undefined : refused);
    onTestFinished(() => void vi.unstubAllGlobals());
  });

  test('jobs run in the tab, several at once', async () => {
    const readers = [openReader(), openReader()];
    const reads = readers.map((jobs, at) =>
      jobs.run((remote) =>
        remote.readAccounts(file(`a${at}@mail.test\nb${at}@mail.test`), READ_AS),
      ),
    );
    expect((await Promise.all(reads)).map(({ text }) => text)).toEqual([
      'a0@mail.test\nb0@mail.test',
      'a1@mail.test\nb1@mail.test',
    ]);
    for (const jobs of readers) jobs.close();
    await expect(readers[0]?.run(() => new Promise(() => {}))).rejects.toThrow(
      'The work was stopped.',
    );
  });

  test('each worker has its own state', async () => {
    const open = () =>
      openJobs<ImportJobs>(
        () =>
          new Worker(
            new URL('../../web/features/profiles/import/import.worker.ts', import.meta.url),
            {
              type: 'module',
            },
          ),
      );
    const [first, second] = [open(), open()];
    const rows = (jobs: typeof first) =>
      jobs.run((remote, listen) =>
        remote.readFile(
          '1',
          file('ProfileName\nx'),
          AS_FOUND,
          listen(() => undefined),
        ),
      );
    const checked = await rows(first);
    expect(checked.valid).toBe(0);
    const part = { upload_id: '1', from: 0, to: 0 };
    await first.run((remote) => remote.writePart('1', part));
    await expect(second.run((remote) => remote.writePart('1', part))).rejects.toThrow(
      'The file is no longer held.',
    );
    first.close();
    second.close();
  });

  test('the job ends if its code cannot be loaded', async () => {
    const crashed = vi.fn();
    const jobs = openJobs<AccountFileJobs>(
      () => new Worker(`${location.origin}/no-such-worker.js`, { type: 'module' }),
      crashed,
    );
    await expect(jobs.run((remote) => remote.readAccounts(file(''), READ_AS))).rejects.toThrow(
      'The browser stopped the work.',
    );
    expect(crashed).toHaveBeenCalledOnce();
  });
});

test('in other browsers, a tab waits for the lock of another tab, and gets its messages', async () => {
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
