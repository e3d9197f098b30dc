import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobWatchers } from '../../worker/durable/job-watchers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('no sign of life is planned once a job has ended or nobody listens any more', async () => {
  const abandoned: string[] = [];
  const watchers = new JobWatchers((job) => abandoned.push(job));
  const ended = watchers.watch('ended', []);
  const left = watchers.watch('left', []);
  expect(vi.getTimerCount()).toBe(2);
  vi.advanceTimersToNextTimer();
  watchers.end('ended', { type: 'no_scanner' });
  expect(vi.getTimerCount()).toBe(1);
  expect(await new Response(ended).text()).toBe('{"type":"beat"}\n{"type":"no_scanner"}\n');
  await left.cancel();
  expect(vi.getTimerCount()).toBe(0);
  expect(abandoned).toEqual(['left']);
});
