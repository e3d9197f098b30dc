import { get } from 'node:http';
import type { Page } from '@playwright/test';
import { signedIn, startBrowser } from '../e2e/browser.ts';
import { fillResaleFeed } from '../factories/resale-feed.ts';
import { withDesk } from './harness/desk.ts';
import { type Measure, percentile, type Row } from './harness/row.ts';

const RUNS = 7;

/** Receives an answer and drops it. `fetch` would need more time to join 13 MB than the Worker needs to send them. */
function receive(url: string, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}.`));
    answer.on('end', resolve).on('error', reject).resume();
  }).on('error', reject);
  return promise;
}

/** The Worker's time for the whole answer, read to its end. */
async function timeAnswers(origin: string, token: string): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await receive(`${origin}/api/events`, token);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/**
 * Runs in the page: measures from the end of the answer to the first task after the frame that
 * shows the list.
 */
function watchList(): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[role=grid] [role=gridcell]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        const end = performance.now();
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const answer = entries.find(({ name }) => /\/feed\/artists$/.test(name));
        if (answer) performance.measure('interactive', { start: answer.responseEnd, end });
      }),
    );
  }).observe(document, { childList: true, subtree: true });
  const tasks: number[] = [];
  Object.assign(window, { longTasks: tasks });
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
}

/**
 * Measures from a click on an idle page to the frame that shows its result, as browsers do: rounded
 * to 8 ms, at least 16. The address and the rest of the list follow after that frame, because an
 * operator's next click comes later.
 */
async function timeClick(page: Page, selector: string): Promise<number> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const duration = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const click = list.getEntriesByName('click')[0];
          if (click === undefined) return;
          observer.disconnect();
          resolve(click.duration);
        });
        observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
        // Browsers do not report a faster click.
        let frames = 0;
        const count = () => (++frames > 60 ? resolve(16) : requestAnimationFrame(count));
        addEventListener('click', () => requestAnimationFrame(count), { once: true });
      }),
  );
  await page.locator(selector).first().click();
  return duration;
}

/** The longest task while the list is scrolled from its beginning to its end, 0 where none exceeds 50 ms. */
const scroll = (page: Page) =>
  page.evaluate(async () => {
    const tasks = (window as unknown as { longTasks: number[] }).longTasks;
    tasks.length = 0;
    const list = document.querySelector('[role=grid]');
    for (let frame = 0; frame < 120; frame += 1) {
      list?.scrollBy(0, 400);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return Math.max(0, ...tasks);
  });

async function timeScreen(origin: string, token: string) {
  const browser = await startBrowser();
  const times = {
    interactive: [] as number[],
    sort: [] as number[],
    filter: [] as number[],
    scroll: [] as number[],
  };
  for (let run = 0; run < RUNS; run += 1) {
    const storageState = signedIn(origin, token);
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    await page.addInitScript(watchList);
    await page.goto(`${origin}/events`);
    const duration = await page.waitForFunction(
      () => performance.getEntriesByName('interactive')[0]?.duration,
    );
    times.interactive.push((await duration.jsonValue()) ?? Number.NaN);
    times.sort.push(await timeClick(page, '[role=columnheader] button'));
    times.filter.push(await timeClick(page, 'input[role=switch]'));
    await timeClick(page, 'input[role=switch]');
    times.scroll.push(await scroll(page));
    await context.close();
  }
  await browser.close();
  return times;
}

/** The resale feed with 1,000 artists of 40 concerts each: the Worker's answer, and the screen. */
export const measure: Measure = () =>
  withDesk(async ({ origin, token, dataDir }) => {
    await fillResaleFeed(dataDir);
    const answers = await timeAnswers(origin, token);
    const screen = await timeScreen(origin, token);
    const row = (what: string, times: number[], limit: number): Row => ({
      what: `${what}, median of ${RUNS}`,
      measured: percentile(times, 0.5),
      unit: 'ms',
      against: 'goal',
      limit,
    });
    return [
      {
        ...row('', [], 400),
        what: 'the first GET /events of an isolate: 1,000 artists with 40 concerts each',
        measured: answers[0] ?? Number.NaN,
      },
      row('GET /events', answers.slice(1), 400),
      row('its answer to an interactive list', screen.interactive, 500),
      row('another sort on an idle page, click to the painted frame', screen.sort, 50),
      row('another filter on an idle page, click to the painted frame', screen.filter, 50),
      row('longest task while scrolling, 0 below 50 ms', screen.scroll, 50),
    ];
  });
