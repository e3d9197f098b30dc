import { setTimeout as pause } from 'node:timers/promises';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findHeadlessChromium } from './scripts/checks/system-programs.ts';
import { documentValidator } from './tests/setup/document-validator.ts';
import { answerHasher } from './worker/security/passwords.ts';

/** Variables of the Worker under test: throw-away values, and the database and providers of the global set-up. */
const testVariables = (libsqlUrl: string, libsqlAuthToken: string, simulatorUrl: string) => ({
  LIBSQL_URL: libsqlUrl,
  LIBSQL_AUTH_TOKEN: libsqlAuthToken,
  TOKEN_SECRET: 'a-secret-for-tests-of-at-least-32-bytes',
  DATA_KEY: `test:${Buffer.alloc(32, 1).toString('base64')}`,
  SCANNER_TOKEN: 'a-scanner-token-for-these-tests-only',
  PROVIDERS: 'simulated',
  TICKETMASTER_API_URL: `${simulatorUrl}/discovery/v2`,
  SEATGEEK_API_URL: `${simulatorUrl}/seatgeek/2`,
  WIKIMEDIA_API_URL: `${simulatorUrl}/wikimedia`,
  MUSICBRAINZ_API_URL: `${simulatorUrl}/musicbrainz/ws/2`,
  LISTENBRAINZ_API_URL: `${simulatorUrl}/listenbrainz`,
  MICROSOFT_CLIENT_ID: 'simulated',
  MICROSOFT_OAUTH_URL: `${simulatorUrl}/identity/microsoft`,
  GOOGLE_CLIENT_ID: 'simulated',
  GOOGLE_CLIENT_SECRET: 'simulated',
  GOOGLE_OAUTH_URL: `${simulatorUrl}/identity/google`,
  PROVIDER_CONTACT: 'tests@desk.example',
});

const hashes = new Map<string, Promise<string>>();
/** A sign-in waits this long for its hash, because tests may run several at the same time. */
const HASH_MS = 150;

/**
 * Computes each password hash of the tests once: one takes a quarter of a second of processor time, and tests of limits
 * repeat the same wrong password many times.
 */
async function hashOnce(request: { text: () => Promise<string> }): Promise<Response> {
  const input = await request.text();
  const hash = hashes.get(input) ?? answerHasher(input);
  hashes.set(input, hash);
  await pause(HASH_MS);
  return new Response(await hash);
}

/** Packages that components load late. */
const COMPONENT_PACKAGES = [
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-store',
  '@tanstack/react-virtual',
  'clsx',
  'cmdk',
  'comlink',
  'fflate',
  'hono/client',
  'htmlparser2',
  'lucide-react',
  'radix-ui',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'uplot',
  'zod',
  'zod/mini',
];

/**
 * What React's development build does for developer tools, and for the search for faults in React itself, takes a third of
 * the page's processor time. No warning depends on it.
 */
const LEFT_OUT_OF_REACT = [
  // Where each element was made, which only adds lines to a warning. React stops it after 10,000 elements within a second.
  ['1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++', 'false'],
  // The time that each component takes, for the profiler.
  ['tag |= ProfileMode;', ''],
  // React's own records refuse fields that React does not know.
  ['Object.preventExtensions(this)', 'this'],
] as const;

const leanReact = {
  name: 'lean-react',
  transform: {
    filter: { id: /\/react(-dom)?\/cjs\/.*development\.js$/ },
    handler: (code: string) =>
      LEFT_OUT_OF_REACT.reduce((text, [part, without]) => text.replaceAll(part, without), code),
  },
};

export default defineConfig({
  test: {
    // Files run in the same order everywhere: without the times of earlier runs, the largest file is the first.
    cache: false,
    provide: { testSeed: process.env.TEST_SEED ?? 'desk' },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          // A process of its own for each file would load every package again, which takes more than half of the time of
          // most files. The set-up gives each file its own copy of the product's modules instead. Threads of one process
          // rarely end it: V8 loses count of the pages of compiled code that they share ("Check failed: jit_page").
          pool: 'forks',
          isolate: false,
          // A third of the time is spent waiting, so two files run at once, even if the machine has only
          // two processors.
          maxWorkers: 2,
          setupFiles: ['tests/unit/setup.ts'],
          // Other stages of the tests run beside this one; only a hanging test should reach these
          // limits.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Bindings, flags and Durable Objects come from wrangler.toml alone.
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: testVariables(
                inject<string>('libsqlUrl'),
                inject<string>('libsqlAuthToken'),
                inject<string>('simulatorUrl'),
              ),
              serviceBindings: {
                PASSWORD_HASHER: hashOnce,
                DOCUMENT_VALIDATOR: documentValidator(),
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: ['tests/setup/global-setup.ts'],
          setupFiles: ['tests/worker/setup.ts'],
          // A separate runtime for each file would cost three times as much. Every test owns its
          // rows anyway.
          isolate: false,
          // The files share one database, and some change what the whole desk has.
          maxWorkers: 1,
          expect: { poll: { timeout: 60_000 } },
          // Password hashes are slow by design, and slower on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'imap',
          environment: 'node',
          include: ['tests/imap/**/*.test.ts'],
          isolate: false,
          expect: { poll: { timeout: 60_000 } },
          // A search of ten mailboxes takes a minute if everything else runs at the same time.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Components in the machine's Chromium, without the product around them.
        plugins: [react(), tailwindcss()],
        // If it were found during a run, a package would load a second copy of React.
        optimizeDeps: {
          include: COMPONENT_PACKAGES,
          // Without React's marks for the browser's developer tools, which take a fifth of its time.
          rolldownOptions: {
            plugins: [leanReact],
            transform: {
              define: { 'console.createTask': 'undefined', 'console.timeStamp': 'undefined' },
            },
          },
        },
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/component/setup.ts'],
          // The product logs each call: thousands of lines, which slow the tests down.
          disableConsoleIntercept: true,
          // The modules of the product are loaded and run once for all files; tests/component/setup.ts resets the page
          // before each test.
          isolate: false,
          testTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            commands: { parkPointer: ({ page }) => page.mouse.move(-1, -1) },
            provider: playwright({
              contextOptions: {
                locale: 'en-GB',
                timezoneId: 'Europe/Paris',
                reducedMotion: 'reduce',
                permissions: ['clipboard-read', 'clipboard-write'],
              },
              launchOptions: {
                executablePath: findHeadlessChromium(),
                args: ['--no-sandbox', '--disable-gpu'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'types', environment: 'node', include: ['tests/types/**/*.test.ts'] } },
    ],
  },
});
