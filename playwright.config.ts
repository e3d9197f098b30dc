import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findFirefox, findHeadlessChromium } from './scripts/checks/system-programs.ts';

// Concurrent runs must not clear each other's traces; workers inherit the choice.
process.env.E2E_OUTPUT ??= `test-results/e2e-${process.pid}`;

/**
 * Browser features that no test uses: each costs a process for every opened page. Only the last
 * --disable-features counts, so the features that Playwright disables are listed again.
 */
const SWITCHED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  // Playwright's own.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const MONITOR = '**/artist-monitor.spec.ts';
const STARTS = '**/launch*.spec.ts';
const FIREFOX = '**/firefox/*.spec.ts';
const WEBKIT = '**/webkit/*.spec.ts';

/**
 * Browser tests: the whole product in the machine's own Chromium, the main jobs in its Firefox and WebKitGTK too;
 * nothing leaves the machine.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: process.env.E2E_OUTPUT,
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Only a test that hangs reaches these limits, even on a busy machine.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  projects: [
    // Starts of the product mostly wait: they run one after the other, beside the pages.
    { name: 'starts', testMatch: STARTS, workers: 1 },
    // The team has one list of artists, and one of them announces an event with each check.
    { name: 'monitor', testMatch: MONITOR, workers: 1 },
    // The machine's own Firefox, by WebDriver BiDi.
    {
      name: 'firefox',
      testMatch: FIREFOX,
      workers: 1,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: fileURLToPath(new URL('tests/e2e/firefox/relay.mjs', import.meta.url)),
          env: { ...process.env, FIREFOX_PATH: findFirefox() },
          firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
        },
      },
    },
    // The machine's own WebKitGTK, by WebDriver.
    { name: 'webkit', testMatch: WEBKIT, workers: 1 },
    { name: 'pages', testIgnore: [STARTS, MONITOR, FIREFOX, WEBKIT] },
  ],
  reporter: 'line',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    // Tracing costs a tenth of the processor time: `npm test` repeats failed tests with a trace;
    // use `--trace on` to record one manually.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findHeadlessChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // This works together with the page that fixtures.ts keeps open, so that no page starts a process of its own.
        '--renderer-process-limit=1',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${SWITCHED_OFF.join(',')}`,
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
