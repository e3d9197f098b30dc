import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { findChromium } from '../../scripts/checks/system-programs.ts';

/** Starts a Chromium outside of the test runner, for measurements and screenshots. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });

/** The storage of a browser in which the operator with this token is signed in. */
export const signedIn = (
  origin: string,
  token: string,
): Exclude<BrowserContextOptions['storageState'], string | undefined> => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'token', value: token }] }],
});
