import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWith } from '../../shared/presale-codes/events.ts';
import { JobStreams } from '../../worker/durable/job-streams.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('no heartbeat is planned once a job has ended or its last stream is cancelled', async () => {
  const abandoned: string[] = [];
  const streams = new JobStreams((job) => abandoned.push(job));
  const ended = streams.open('ended', 'one', []);
  const left = streams.open('left', 'two', []);
  expect(vi.getTimerCount()).toBe(2);
  vi.advanceTimersToNextTimer();
  streams.end('ended', { type: 'done', answer: answerWith([], []) });
  expect(vi.getTimerCount()).toBe(1);
  expect(await new Response(ended).text()).toBe(
    `{"type":"beat"}\n${JSON.stringify({ type: 'done', answer: answerWith([], []) })}\n`,
  );
  await left.cancel();
  expect(vi.getTimerCount()).toBe(0);
  expect(abandoned).toEqual(['left']);
});
