/**
 * `npm run screenshots`: photographs every screen of the running product, light and dark, wide and
 * narrow, into docs/screenshots. With names of screens as arguments, only those.
 */
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { startBrowser } from '../e2e/browser.ts';
import { operator, operatorVariables } from '../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../e2e/product.ts';
import { waitForFeed } from '../e2e/resale-feed.ts';
import { fill } from './fill.ts';
import { type Screen, screens } from './screens.ts';

const FOLDER = 'docs/screenshots';
const ARTIST = 'Northern Lanterns';
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operator),
  });
  return JSON.parse(await answer.text()).token;
}

/** Calls of the signed-in operator. A failed one ends the run. */
function caller(origin: string, token: string) {
  return async (path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

/** The values in the addresses of the screens: the artist's id, and some of its events. */
async function findNames(call: ReturnType<typeof caller>) {
  const { artists } = await call(`/events/get_artists/${encodeURIComponent(ARTIST)}`);
  const { data } = await call(`/events/artist/${artists[0].id}`);
  const ids = data.slice(0, 3).map((event: { id: string }) => event.id);
  return {
    '{artist}': String(artists[0].id),
    '{event}': String(ids[0]),
    '{events}': ids.join(','),
  };
}

async function photograph(page: Page, file: string): Promise<void> {
  // A palette of colours is enough for flat surfaces and keeps the repository small.
  const picture = sharp(await page.screenshot({ animations: 'disabled' }));
  await picture.png({ palette: true, colours: 128, effort: 8 }).toFile(file);
  console.log(file);
}

async function visit(browser: Browser, screen: Screen, origin: string, token: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of SIZES) {
      const localStorage = screen.isSignedOut ? [] : [{ name: 'token', value: token }];
      const context = await browser.newContext({
        baseURL: origin,
        colorScheme,
        viewport,
        locale: 'en-GB',
        timezoneId: 'Europe/Paris',
        reducedMotion: 'reduce',
        storageState: { cookies: [], origins: [{ origin, localStorage }] },
      });
      const page = await context.newPage();
      if (screen.open) await screen.open(page, screen.path);
      else await page.goto(screen.path);
      await page.waitForLoadState('networkidle');
      if (!screen.isSignedOut) await page.getByRole('button', { name: /^Notifications/ }).waitFor();
      if (screen.shows) await page.getByText(screen.shows).first().waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await photograph(page, `${FOLDER}/${screen.name}-${colorScheme}-${viewport.width}.png`);
      await context.close();
    }
  }
}

const wanted = process.argv.slice(2);
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const dataDir = await makeFolder();
const product = await startProduct({
  dataDir,
  variables: operatorVariables,
});
try {
  await product.ready;
  await mkdir(FOLDER, { recursive: true });
  const token = await signIn(product.origin);
  const call = caller(product.origin, token);
  await fill(call);
  await waitForFeed(call);
  const names = await findNames(call);
  const browser = await startBrowser();
  for (const screen of chosen) {
    const path = screen.path.replace(/\{\w+\}/, (name) => names[name as keyof typeof names]);
    await visit(browser, { ...screen, path }, product.origin, token);
  }
  await browser.close();
} finally {
  await product.stop();
  await removeFolder(dataDir);
}
