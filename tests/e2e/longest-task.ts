import type { Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of processor time, which other programs of the machine do not affect. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * Runs `work` and returns how long the longest task of the page's main thread used the processor,
 * in milliseconds.
 */
export async function longestTask<T>(
  page: Page,
  work: () => Promise<T>,
): Promise<{ result: T; longestMs: number }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
  });
  const result = await work();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString('utf8'),
  );
  const mainThreads = new Set(
    traceEvents
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map((event) => `${event.pid}:${event.tid}`),
  );
  const tasks = traceEvents.filter(
    (event) =>
      event.ph === 'X' &&
      /RunTask$/.test(event.name) &&
      mainThreads.has(`${event.pid}:${event.tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace holds no task of the main thread.');
  return {
    result,
    longestMs: tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000,
  };
}
