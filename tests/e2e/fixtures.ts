import { test as base, expect, type Page, type Request, request } from '@playwright/test';
import { operator } from './operator.ts';

/** Problems of a page that make its test fail, unless the test expects them. */
export interface Problems {
  /** Lets problems through whose text matches, such as the 401 that the test provokes. */
  expect(pattern: RegExp): void;
}

export interface TestFixtures {
  /** Whether the page starts with a stored token (default). `test.use({ isSignedIn: false })` for the login page. */
  isSignedIn: boolean;
  problems: Problems;
  /** Writes pictures of the page (both themes, 1440 and 390 wide) into LOOK_DIR, when that is set. */
  look: (name: string) => Promise<void>;
}

export interface WorkerFixtures {
  /** A session token of the tests' operator. */
  token: string;
  /** Where the product answers. */
  origin: string;
}

const isLocal = (url: URL) =>
  !['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) ||
  ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

export const test = base.extend<TestFixtures, WorkerFixtures>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
    async ({}, use) => {
      const origin = process.env.E2E_ORIGIN;
      if (origin === undefined) throw new Error('E2E_ORIGIN is not set: global-setup sets it.');
      await use(origin);
    },
    { scope: 'worker' },
  ],

  token: [
    async ({ origin }, use) => {
      const context = await request.newContext({ baseURL: origin });
      const answer = await context.post('/api/auth/login', { data: operator });
      const { token } = await answer.json();
      await context.dispose();
      if (typeof token !== 'string') throw new Error(`Signing in answered ${answer.status()}.`);
      await use(token);
    },
    { scope: 'worker' },
  ],

  baseURL: ({ origin }, use) => use(origin),

  isSignedIn: [true, { option: true }],

  storageState: ({ isSignedIn, token, origin }, use) => {
    const localStorage = isSignedIn ? [{ name: 'token', value: token }] : [];
    return use({ cookies: [], origins: [{ origin, localStorage }] });
  },

  problems: [
    async ({ context }, use) => {
      const found: string[] = [];
      const expected: RegExp[] = [];
      context.on('weberror', (error) => found.push(`page error: ${error.error().stack}`));
      // Chromium reports a violation of the content security policy as a console error.
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        found.push(`console error: ${message.text()} (${message.location().url})`);
      });
      const outgoing: Request[] = [];
      context.on('request', (sent) => {
        if (!isLocal(new URL(sent.url()))) outgoing.push(sent);
      });
      const pages: Page[] = [];
      context.on('page', (page) => pages.push(page));
      await use({ expect: (pattern) => expected.push(pattern) });
      // A link that the operator opens in a new tab is no load of the product's own.
      const own = outgoing.filter(
        (sent) => !sent.isNavigationRequest() || sent.frame().page() === pages[0],
      );
      found.push(...own.map((sent) => `request to another machine: ${sent.url()}`));
      const unexpected = found.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'the page must run without errors').toEqual([]);
    },
    { auto: true },
  ],

  look: ({ page }, use) => use((name) => takePictures(page, name)),
});

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
