import type { Browser, CDPSession, Page, Route } from '@playwright/test';
import type { FoundCode } from '../../shared/presale-codes/events.ts';
import type { Profile } from '../../shared/profiles/schema.ts';
import { signedIn, startBrowser } from '../e2e/browser.ts';
import { longestTask } from '../e2e/longest-task.ts';
import { makeMailboxes } from '../factories/mailboxes.ts';
import { makeWatchedEvent } from '../factories/watched-event.ts';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import { withDesk } from './harness/desk.ts';
import type { Measure, Row } from './harness/row.ts';

const FIRST_PAINT_MS = 300;
const TASK_MS = 50;
/** Screens that are scrolled after the list is shown. */
const SCREENS = 60;
const SCREEN_PX = 800;

interface List {
  what: string;
  path: string;
  /** The call whose first byte starts the measurement, and the stubbed part of each call. */
  call: string;
  stubs: Record<string, (route: Route) => object | string>;
  /** What makes the list appear after its address is open; nothing by default. */
  start?: (page: Page) => Promise<void>;
}

/** Answers a list page by page. */
const paged = (total: number, make: (index: number) => object, rest: object = {}) => {
  return (route: Route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
    const end = Math.min(total, from + limit);
    const data = Array.from({ length: end - from }, (_, at) => make(from + at));
    return { success: true, data, total, next_cursor: end < total ? String(end) : null, ...rest };
  };
};

const ACCOUNTS = 1_000_000;
const PROFILES = 500_000;
const PRICES = 20_000;
const EVENTS = 10_000;
const CODES = 20_000;

const accountOf = (index: number) => ({
  account: `account${index}@mail.test`,
  total_queues: 4,
  avg_ratio: index / ACCOUNTS,
  best_ratio: index / ACCOUNTS / 2,
  worst_ratio: index / ACCOUNTS,
  rank: index + 1,
  progress_history: Array.from({ length: 4 }, (_, at) => ({
    queue_id: `queue ${at}`,
    queue_date: `2026-11-0${at + 1}`,
    position: index + 1,
    queue_total: ACCOUNTS,
    ratio: index / ACCOUNTS,
  })),
});

const accountPage = (route: Route) => {
  const { data, total, next_cursor } = paged(ACCOUNTS, accountOf)(route);
  const page = { accounts: data, total_accounts: total, next_cursor, counting: null };
  return { success: true, data: page };
};

const profileOf = (index: number): Profile => ({
  id: index + 1,
  profile_name: `Buyer ${index}`,
  email: `buyer${index}@mail.test`,
  password: null,
  address: `${index} rue de la Paix`,
  city: 'Lyon',
  country: 'FR',
  name: `Théo Marchand ${index}`,
  phone: '04 65 71 23 08',
  postal: '69002',
  state: 'Auvergne-Rhône-Alpes',
  card_number: `•••• •••• •••• ${String(index % 10_000).padStart(4, '0')}`,
  card_brand: 'Visa',
  card_exp_month: '03',
  card_exp_year: '2030',
  cvv: null,
  created_at: '2026-11-20T12:00:00.000Z',
  split: null,
  has_password: true,
  is_duplicate: false,
  is_expired: false,
});

const eventOf = (index: number) =>
  ticketingEvent({
    id: `E${index}`,
    venue: `Movistar Arena ${index % 400}`,
    location: `City ${index % 90}`,
    date: new Date(Date.UTC(2027, 2, 1, 20) + index * 3_600_000)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' '),
  });

const codeOf = (index: number): FoundCode => ({
  code: `KEL${index.toString(36).toUpperCase()}`,
  account: `box${String(1 + (index % 50)).padStart(3, '0')}@staged.example`,
  email_subject: `Your presale code for show ${index % 900}`,
  email_from: 'fans@tickets.example',
  email_date: '2026-11-20T12:00:00.000Z',
  confidence: (index % 100) / 100,
  evidence: `Your code is KEL${index.toString(36).toUpperCase()}.`,
  mail_id: `m${index}`,
});

/** 20,000 codes in the form that the server sends. */
function codeStream(): string {
  const codes = Array.from({ length: CODES }, (_, index) => codeOf(index));
  const event = (name: string, data: unknown) =>
    `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const parts = codes.map((code) => event('code', code));
  const message = `${CODES} code(s) found`;
  return [...parts, event('done', { success: true, codes, message, mailboxes: [] })].join('');
}

const LISTS: List[] = [
  {
    what: `${ACCOUNTS.toLocaleString('en')} accounts`,
    path: '/vf-queues-tool',
    call: '/api/queues/get?',
    stubs: { '/api/queues/get?': accountPage },
  },
  {
    what: `${PROFILES.toLocaleString('en')} profiles`,
    path: '/profiles',
    call: '/api/profiles?',
    stubs: { '/api/profiles?': paged(PROFILES, profileOf) },
  },
  {
    what: `${PRICES.toLocaleString('en')} prices`,
    path: '/event-price-monitoring',
    call: '/api/events/price-targets?',
    stubs: {
      '/api/events/price-targets?': paged(PRICES, () => makeWatchedEvent(), {
        counts: { unread: 0, none: 0, low: 0, medium: 0, high: PRICES },
        tags: [],
      }),
    },
  },
  {
    what: `${EVENTS.toLocaleString('en')} events of an artist`,
    path: '/ticketmaster?byId=K1',
    call: '/api/events/artist/K1',
    stubs: {
      '/api/events/artist/K1': () => ({
        success: true,
        data: Array.from({ length: EVENTS }, (_, index) => eventOf(index)),
        eventCount: EVENTS,
      }),
    },
  },
  {
    what: `${CODES.toLocaleString('en')} codes`,
    path: '/presale-code-tool',
    call: '/api/presale-codes/search',
    stubs: {
      '/api/imap-accounts': () => ({ success: true, accounts: makeMailboxes(50) }),
      '/api/presale-codes/search': () => codeStream(),
    },
    start: async (page) => {
      await page.getByRole('textbox', { name: 'Keyword 1' }).fill('e');
      await page.getByRole('button', { name: 'Select All' }).click();
      await page.getByRole('button', { name: 'Search Presale Codes' }).click();
    },
  },
];

/**
 * Runs in the page: measures from the first byte of the answer to the first task after the frame that shows the list.
 */
function watchFirstPaint(call: string): void {
  const finish = (observer: MutationObserver): void => {
    if (document.querySelector('[role=grid] [role=row][data-index]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        const end = performance.now();
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const start = entries.findLast(({ name }) => name.includes(call))?.responseStart ?? 0;
        performance.measure('first-paint-of-list', { start, end });
      }),
    );
  };
  new MutationObserver((_, observer) => finish(observer)).observe(document, {
    childList: true,
    subtree: true,
  });
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

async function scrollThrough(page: Page): Promise<void> {
  await page.getByRole('grid').first().hover();
  for (let screen = 0; screen < SCREENS; screen++) {
    await page.mouse.wheel(0, SCREEN_PX);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
}

async function measureList(browser: Browser, origin: string, token: string, list: List) {
  const context = await browser.newContext({
    storageState: signedIn(origin, token),
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  for (const [part, answer] of Object.entries(list.stubs)) {
    await page.route(
      ({ pathname, search }) => `${pathname}${search}`.startsWith(part),
      (route) => {
        const body = answer(route);
        return typeof body === 'string'
          ? route.fulfill({ body, contentType: 'text/event-stream' })
          : route.fulfill({ json: body });
      },
    );
  }
  await page.addInitScript(watchFirstPaint, list.call);
  const shown = await longestTask(page, async () => {
    await page.goto(`${origin}${list.path}`);
    await list.start?.(page);
    const duration = await page.waitForFunction(
      () => performance.getEntriesByName('first-paint-of-list')[0]?.duration,
      undefined,
      { timeout: 60_000 },
    );
    await page.waitForLoadState('networkidle');
    return (await duration.jsonValue()) ?? Number.NaN;
  });
  const session = await context.newCDPSession(page);
  const before = await heapBytes(session);
  const scrolled = await longestTask(page, () => scrollThrough(page));
  const after = await heapBytes(session);
  await context.close();
  return {
    paintMs: shown.result,
    showMs: shown.longestMs,
    scrollMs: scrolled.longestMs,
    before,
    after,
  };
}

/**
 * Each list with a hundred times its usual entries, from stubbed answers: first paint, longest
 * tasks, and memory while scrolling.
 */
export const measure: Measure = () =>
  withDesk(async ({ origin, token }) => {
    const browser = await startBrowser();
    const rows: Row[] = [];
    for (const list of LISTS) {
      const figures = await measureList(browser, origin, token, list);
      const row = (what: string, measured: number, unit: string, limit: number): Row => ({
        what: `${list.what}: ${what}`,
        measured,
        unit,
        against: 'bar',
        limit,
      });
      rows.push(
        row('answer to list', figures.paintMs, 'ms', FIRST_PAINT_MS),
        row('longest task until it is shown', figures.showMs, 'ms', TASK_MS),
        row(`longest task while ${SCREENS} screens are scrolled`, figures.scrollMs, 'ms', TASK_MS),
        row('memory after that', figures.after / 1e6, 'MB', (figures.before * 1.2) / 1e6 + 2),
      );
    }
    await browser.close();
    return rows;
  });
