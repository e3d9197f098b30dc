import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test';
import { describePages } from './failed-page.ts';
import { operatorMaker, type TestOperator } from './operator.ts';

/** Problems of a page that make its test fail, unless the test expects them. */
export interface Problems {
  /** Allows problems whose text matches, such as the 401 that the test provokes. */
  expect(pattern: RegExp): void;
}

export interface TestFixtures {
  /** An operator for this test only. */
  operator: TestOperator;
  /** The token of the operator's session. */
  token: string;
  /** Whether the page starts with a stored token (default). `test.use({ isSignedIn: false })` for the login page. */
  isSignedIn: boolean;
  /**
   * Whether the context is reused for the next test (default). A test with a permanent change, such
   * as a clock, needs its own context.
   */
  keepsContext: boolean;
  problems: Problems;
  /** Writes pictures of the page (both themes, 1440 and 390 wide) into LOOK_DIR, if it is set. */
  look: (name: string) => Promise<void>;
}

export interface WorkerFixtures {
  addOperator: () => Promise<TestOperator>;
  /** The address of the product. */
  origin: string;
  /**
   * The context of the worker's tests, and a page in it that keeps the browser process for the next
   * test. They are created at first use, with the options of the tests.
   */
  reused: { context?: BrowserContext; page?: Page };
}

const isLocal = (url: URL) =>
  !['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) ||
  ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

export const test = base.extend<TestFixtures, WorkerFixtures>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      const origin = process.env.E2E_ORIGIN;
      if (origin === undefined) throw new Error('E2E_ORIGIN is not set: global-setup sets it.');
      await use(origin);
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  addOperator: [async ({}, use) => use(await operatorMaker()), { scope: 'worker' }],

  operator: async ({ addOperator }, use) => use(await addOperator()),

  token: ({ operator }, use) => use(operator.token),

  baseURL: ({ origin }, use) => use(origin),

  isSignedIn: [true, { option: true }],

  keepsContext: [true, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  reused: [({}, use) => use({}), { scope: 'worker' }],

  // The tests of a worker share the browser's cache, which saves a third of the processor: a
  // separate context for each test would download and compile the web app again. A test that fails
  // ends its worker, and the context with it.
  context: async ({ browser, reused, keepsContext, isSignedIn, token, origin }, use, info) => {
    const context = (keepsContext && reused.context) || (await browser.newContext());
    const start = { testId: info.testId, origin, token: isSignedIn ? token : undefined };
    const script = await context.addInitScript(startClean, start);
    if (keepsContext && !reused.context) {
      reused.context = context;
      reused.page = await context.newPage();
      await reused.page.goto(`${origin}/favicon.svg`);
    }
    await use(context);
    const opened = context.pages().filter((page) => page !== reused.page);
    // A browser whose process has ended has no pages.
    if (info.status !== info.expectedStatus && opened.length > 0)
      info.errors.push({ message: await describePages(opened, info.errors) });
    if (!keepsContext) return context.close();
    await Promise.all(opened.map((page) => page.close()));
    await Promise.all([script.dispose(), context.unrouteAll(), context.clearPermissions()]);
  },

  page: async ({ context, viewport }, use) => {
    const page = await context.newPage();
    if (viewport && viewport.width !== page.viewportSize()?.width) {
      await page.setViewportSize(viewport);
    }
    await use(page);
  },

  problems: [
    async ({ context, reused }, use) => {
      const problems: string[] = [];
      const expected: RegExp[] = [];
      const noteError = (error: WebError) => problems.push(`page error: ${error.error().stack}`);
      // Chromium reports a violation of the content security policy as a console error.
      const noteConsole = (message: ConsoleMessage) => {
        // The kept page shows a picture; for a page, the browser would request an icon.
        if (message.type() !== 'error' || message.page() === reused.page) return;
        problems.push(`console error: ${message.text()} (${message.location().url})`);
      };
      const outgoing: Request[] = [];
      const noteRequest = (sent: Request) => {
        if (!isLocal(new URL(sent.url()))) outgoing.push(sent);
      };
      const pages: Page[] = [];
      const notePage = (page: Page) => pages.push(page);
      context.on('weberror', noteError).on('console', noteConsole);
      context.on('request', noteRequest).on('page', notePage);
      await use({ expect: (pattern) => expected.push(pattern) });
      context.off('weberror', noteError).off('console', noteConsole);
      context.off('request', noteRequest).off('page', notePage);
      // A link that the operator opens in a new tab is not a request of the product.
      const own = outgoing.filter(
        (sent) => !sent.isNavigationRequest() || sent.frame().page() === pages[0],
      );
      problems.push(...own.map((sent) => `request to another machine: ${sent.url()}`));
      const unexpected = problems.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'the page must run without errors').toEqual([]);
    },
    { auto: true },
  ],

  look: ({ page }, use) => use((name) => takePictures(page, name)),
});

/**
 * Runs in the page before its own scripts, so that the first document of a test has the initial
 * storage of the test.
 */
function startClean(start: { testId: string; origin: string; token: string | undefined }): void {
  const mark = `test=${start.testId}`;
  if (location.origin !== start.origin || document.cookie === mark) return;
  // biome-ignore lint/suspicious/noDocumentCookie: no other way works before the page's own scripts run.
  document.cookie = mark;
  localStorage.clear();
  if (start.token !== undefined) localStorage.setItem('token', start.token);
}

async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK_DIR;
  if (folder === undefined) return;
  const before = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
  }
  if (before) await page.setViewportSize(before);
}

export { expect };
