import { signedIn, startBrowser } from '../e2e/browser.ts';
import { withDesk } from './harness/desk.ts';
import { type Measure, percentile } from './harness/row.ts';

const ARTIST = 'The Long Haul';
const RUNS = 5;

async function askJson<T>(url: string, token: string): Promise<[T, Response]> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return [JSON.parse(await answer.text()), answer];
}

function ownMilliseconds(answer: Response): number {
  const own = /own;dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1];
  if (own === undefined) throw new Error('The events answer has no Server-Timing "own".');
  return Number(own);
}

/**
 * Runs in the page: measures from the first byte of the events answer to the first task after the frame that shows the
 * list.
 */
function measureList(): void {
  const finish = (observer: MutationObserver): void => {
    if (document.querySelector('[role=grid] [role=gridcell]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        const end = performance.now();
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const answer = entries.find(({ name }) => name.includes('/api/events/artist/'));
        if (answer) performance.measure('list-interactive', { start: answer.responseStart, end });
      }),
    );
  };
  new MutationObserver((_, observer) => finish(observer)).observe(document, {
    childList: true,
    subtree: true,
  });
}

async function timeList(origin: string, token: string, artistId: string): Promise<number[]> {
  const browser = await startBrowser();
  const samples: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const storageState = signedIn(origin, token);
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    await page.addInitScript(measureList);
    await page.goto(`${origin}/ticketmaster?byId=${artistId}`);
    const duration = await page.waitForFunction(
      () => performance.getEntriesByName('list-interactive')[0]?.duration,
      undefined,
      { timeout: 60_000 },
    );
    samples.push((await duration.jsonValue()) ?? Number.NaN);
    await context.close();
  }
  await browser.close();
  return samples;
}

/**
 * An artist with 2,500 events: the server's own time, and the time until the list on the screen
 * accepts input.
 */
export const measure: Measure = () =>
  withDesk(async ({ origin, token }) => {
    const [{ artists }] = await askJson<{ artists: { id: string; name: string }[] }>(
      `${origin}/api/events/get_artists/${encodeURIComponent(ARTIST)}`,
      token,
    );
    const id = artists.find(({ name }) => name === ARTIST)?.id ?? '';
    const [{ eventCount }, answer] = await askJson<{ eventCount: number }>(
      `${origin}/api/events/artist/${id}`,
      token,
    );
    const list = await timeList(origin, token, id);
    return [
      {
        what: `events of an artist, ${eventCount} of them: server time without the provider's`,
        measured: ownMilliseconds(answer),
        unit: 'ms',
        against: 'goal',
        limit: 150,
      },
      {
        what: `answer to interactive list of ${eventCount}, median of ${RUNS}`,
        measured: percentile(list, 0.5),
        unit: 'ms',
        against: 'goal',
        limit: 300,
      },
    ];
  });
