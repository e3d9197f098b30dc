import type { Page } from '@playwright/test';
import { showPresaleResults } from './presale-results.ts';

/**
 * One screen to photograph: its file name, its address, and the text that shows that it has loaded.
 */
export interface Screen {
  name: string;
  path: string;
  isSignedOut?: boolean;
  /** Text that is on the screen once it has loaded. */
  shows?: string | RegExp;
  /**
   * Works on the screen after its address is open, if the address alone does not show the wanted
   * state.
   */
  open?: (page: Page, path: string) => Promise<void>;
}

const EVENTS = [
  'https://tickets.example/northern-lanterns-paris',
  'https://tickets.example/northern-lanterns-lyon',
];

/** Sites whose work has the two events, saved at the server. */
const filledSites = new Set<string>();

/** Opens a site's tool with two events. */
async function showSiteEvents(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (!filledSites.has(path)) {
    await page.getByPlaceholder('Paste event URLs, one per line').fill(EVENTS.join('\n'));
    await page.getByRole('button', { name: 'Add Events' }).click();
    filledSites.add(path);
  }
  await page.getByRole('article', { name: 'Event 2', exact: true }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** Opens Encore with the accounts of a category. */
async function showEncoreRows(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const configuration = page.getByRole('radio', { name: 'Configuration' });
  const category = page.getByRole('checkbox', { name: /^Elite/ });
  await page.getByText('Selected Events').first().waitFor();
  if (await configuration.isVisible()) await configuration.click();
  await category.check();
  if (await configuration.isVisible()) await page.getByRole('radio', { name: /^Events/ }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
}

/** Generates the users that the address names. */
async function showUsers(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Generate users' }).click();
}

/** Opens the watched prices once each of them was checked. */
async function showPrices(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByText('Velvet Herons').first().waitFor();
  const unchecked = page.getByText('Waiting for the first check').first();
  await unchecked.waitFor({ state: 'hidden', timeout: 120_000 });
}

/**
 * Every screen of the product; `{artist}` is replaced by the id of a simulated artist, `{events}` by some of its
 * events.
 */
export const screens: Screen[] = [
  { name: 'login', path: '/login', isSignedOut: true, shows: 'Sign in' },
  { name: 'error', path: '/error?code=502', isSignedOut: true, shows: 'Server unavailable' },
  { name: 'events', path: '/events', shows: 'Northern Lanterns' },
  { name: 'ticketing-empty', path: '/ticketmaster', shows: 'Search for an Artist' },
  { name: 'ticketing', path: '/ticketmaster?byId={artist}', shows: 'Export to CSV' },
  { name: 'agenda', path: '/agenda', shows: 'Northern Lanterns' },
  { name: 'sale', path: '/sale/{event}', shows: 'Northern Lanterns' },
  { name: 'artist-monitor', path: '/artist-monitor', shows: 'Northern Lanterns' },
  { name: 'queues', path: '/queues-tool', shows: 'Load More' },
  { name: 'vf-queues', path: '/vf-queues-tool', shows: 'Load More' },
  {
    name: 'signup',
    path: `/signup?url=${encodeURIComponent('https://signup.ticketmaster.com/northern-lanterns')}`,
    shows: 'Export events CSV',
  },
  { name: 'profiles', path: '/profiles', shows: 'Buyer 20' },
  {
    name: 'encore',
    path: '/encore-tool?events={events}',
    shows: 'Selected Events',
    open: showEncoreRows,
  },
  { name: 'adonis', path: '/adonis-tool?site=AXS', shows: 'Generate CSV', open: showSiteEvents },
  { name: 'tsuki', path: '/tsuki-tool?site=AXS', shows: 'Generate CSV', open: showSiteEvents },
  {
    name: 'user-generator',
    path: '/user-generator?count=100&nationality=DE&seed=4711',
    shows: '100 users',
    open: showUsers,
  },
  {
    name: 'price-monitor',
    path: '/event-price-monitoring',
    shows: 'velvet herons',
    open: showPrices,
  },
  { name: 'presale-codes', path: '/presale-code-tool', shows: 'codes@desk.test' },
  {
    name: 'presale-results',
    path: '/presale-code-tool',
    shows: 'LANTERNLIGHT',
    open: showPresaleResults,
  },
  { name: 'imap-accounts', path: '/imap-accounts', shows: 'codes@desk.test' },
  // Comes after the tools, because it shows their saved work.
  { name: 'dashboard', path: '/', shows: 'Load sample data' },
  { name: 'watch-rules', path: '/watch-rules', shows: 'No watch rules' },
  { name: 'settings', path: '/settings', shows: 'API tokens' },
  { name: 'docs', path: '/docs', shows: 'Sign in with a second factor' },
];
