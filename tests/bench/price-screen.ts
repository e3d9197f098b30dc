import type { CDPSession, Page } from '@playwright/test';
import type { WatchedEvent } from '../../shared/price-monitor/schema.ts';
import { startBrowser } from '../e2e/browser.ts';
import { longestTask } from '../e2e/longest-task.ts';
import { operator, operatorVariables } from '../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../e2e/product.ts';
import { makeWatchedEvent } from '../factories/watched-event.ts';
import type { Measure } from './harness/row.ts';

const CARDS = 2_000;
const UPDATES_PER_SECOND = 50;
/** The figures of one measured run. Memory is compared between the first run and the last. */
const RUN_SECONDS = 20;
/**
 * `BENCH_MINUTES=10 npm run bench price-screen` looks for slow growth; without the variable it runs
 * one minute.
 */
const RUNS = 3 * Number(process.env.BENCH_MINUTES ?? 1);
const TARGETS_CALL = '**/api/events/price-targets?*';

/** Stubs the list with generated cards, page by page. */
export async function stageTargets(page: Page): Promise<WatchedEvent[]> {
  const events = Array.from({ length: CARDS }, () => makeWatchedEvent());
  await page.route(TARGETS_CALL, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
    const next = from + limit;
    return route.fulfill({
      json: {
        success: true,
        data: events.slice(from, next),
        total: CARDS,
        next_cursor: next < CARDS ? String(next) : null,
        counts: { unread: 0, none: 0, low: 0, medium: 0, high: CARDS },
        tags: [],
      },
    });
  });
  return events;
}

/** Replaces the live channel by one that sends updates at a steady pace while `isSending` is true. */
async function stageChannel(page: Page, events: readonly WatchedEvent[]) {
  const state = { isSending: false, sent: 0 };
  let timer: ReturnType<typeof setInterval> | undefined;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    clearInterval(timer);
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    send({ type: 'hello', epoch: 'bench', reset: true });
    send({ type: 'ready', seq: 0 });
    let seq = 0;
    timer = setInterval(() => {
      if (!state.isSending) return;
      const { url = '' } = events[(seq * 7) % 60] ?? {};
      const prices = { [`${40 + (seq % 37)}.00`]: { count: 1 + (seq % 60), areas: ['Floor'] } };
      const data = { url, prices, image: null, title: null, date: null, venue: null };
      send({ type: 'priceUpdate', data, seq: ++seq });
      state.sent++;
    }, 1000 / UPDATES_PER_SECOND);
  });
  return { state, stop: () => clearInterval(timer) };
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

async function loadAllCards(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Monitored events' });
  const all = page.getByText(`2,000 of 2,000 events`, { exact: true });
  while (!(await all.isVisible())) {
    await grid.press('End');
    await page.waitForLoadState('networkidle');
  }
  await grid.press('Home');
}

/** The screen with 2,000 cards while 50 updates a second arrive, most of them for cards in view. */
export const measure: Measure = async () => {
  const dataDir = await makeFolder();
  const product = await startProduct({ dataDir, variables: operatorVariables });
  const browser = await startBrowser();
  try {
    await product.ready;
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${product.origin}/login`);
    await page.getByLabel('Email or username').fill(operator.email);
    await page.getByLabel('Password', { exact: true }).fill(operator.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${product.origin}/`);
    const channel = await stageChannel(page, await stageTargets(page));
    await page.goto(`${product.origin}/event-price-monitoring`);
    await page.getByText('Connected', { exact: true }).waitFor();
    await loadAllCards(page);
    const session = await page.context().newCDPSession(page);
    channel.state.isSending = true;
    // Waits until the updates have reached the screen.
    await page
      .getByText(/^\d+ prices changed$/)
      .first()
      .waitFor();
    const longest: number[] = [];
    const heaps: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const until = channel.state.sent + RUN_SECONDS * UPDATES_PER_SECOND * 0.9;
      const { longestMs } = await longestTask(page, async () => {
        while (channel.state.sent < until)
          await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      });
      longest.push(longestMs);
      heaps.push(await heapBytes(session));
    }
    channel.stop();
    const what = `${CARDS.toLocaleString('en')} cards, ${UPDATES_PER_SECOND} price updates a second`;
    return [
      {
        what: `longest task with ${what}`,
        unit: 'ms',
        against: 'bar',
        limit: 50,
        measured: Math.max(...longest),
      },
      {
        what: `memory after ${RUNS} runs of ${RUN_SECONDS} s with ${what}`,
        unit: 'MB',
        against: 'after the first run, plus a tenth',
        limit: ((heaps[0] ?? 0) * 1.1) / 1e6,
        measured: (heaps.at(-1) ?? 0) / 1e6,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await removeFolder(dataDir);
  }
};
