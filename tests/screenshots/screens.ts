import type { Page } from '@playwright/test';
import { showPresaleResults } from './presale-results.ts';

/** One screen to photograph: its file name, its address, and what shows that it is there. */
export interface Screen {
  name: string;
  path: string;
  isSignedOut?: boolean;
  /** Text that is on the screen once it has loaded. */
  shows?: string | RegExp;
  /** Opens the address and works on the screen, where the address alone does not show it. */
  open?: (page: Page, path: string) => Promise<void>;
}

const EVENTS = [
  'https://tickets.example/northern-lanterns-paris',
  'https://tickets.example/northern-lanterns-lyon',
];

/** Opens a site's tool and adds two events. */
async function showSiteEvents(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByPlaceholder('Paste event URLs, one per line').fill(EVENTS.join('\n'));
  await page.getByRole('button', { name: 'Add Events' }).click();
  await page.getByRole('article', { name: 'Event 2', exact: true }).waitFor();
}

/** Generates the users that the address names. */
async function showUsers(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Generate users' }).click();
}

/** Every screen of the product; `{artist}` stands for the id of a simulated artist, `{events}` for some of its events. */
export const screens: Screen[] = [
  { name: 'login', path: '/login', isSignedOut: true, shows: 'Sign in' },
  { name: 'error', path: '/error?code=502', isSignedOut: true, shows: 'Server unavailable' },
  { name: 'dashboard', path: '/', shows: 'System status' },
  { name: 'events', path: '/events', shows: 'Northern Lanterns' },
  { name: 'ticketing-empty', path: '/ticketmaster', shows: 'Search for an Artist' },
  { name: 'ticketing', path: '/ticketmaster?byId={artist}', shows: 'Export to CSV' },
  { name: 'artist-monitor', path: '/artist-monitor', shows: 'Northern Lanterns' },
  { name: 'queues', path: '/queues-tool', shows: 'Load More' },
  { name: 'vf-queues', path: '/vf-queues-tool', shows: 'Load More' },
  {
    name: 'signup',
    path: `/signup?url=${encodeURIComponent('https://signup.ticketmaster.com/northern-lanterns')}`,
    shows: 'Export events CSV',
  },
  { name: 'profiles', path: '/profiles', shows: 'Buyer 24' },
  { name: 'encore', path: '/encore-tool?events={events}', shows: 'Selected Events' },
  { name: 'adonis', path: '/adonis-tool?site=AXS', shows: 'Generate CSV', open: showSiteEvents },
  { name: 'tsuki', path: '/tsuki-tool?site=AXS', shows: 'Generate CSV', open: showSiteEvents },
  {
    name: 'user-generator',
    path: '/user-generator?count=100&nationality=DE&seed=4711',
    shows: '100 users',
    open: showUsers,
  },
  { name: 'price-monitor', path: '/event-price-monitoring', shows: 'velvet herons' },
  { name: 'presale-codes', path: '/presale-code-tool', shows: 'codes@desk.test' },
  {
    name: 'presale-results',
    path: '/presale-code-tool',
    shows: 'LANTERNLIGHT',
    open: showPresaleResults,
  },
  { name: 'imap-accounts', path: '/imap-accounts', shows: 'codes@desk.test' },
  { name: 'settings', path: '/settings', shows: 'Settings page under development.' },
];
