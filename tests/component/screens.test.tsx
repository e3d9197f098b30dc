import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../web/lib/query-client.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const heading = page.getByRole('heading', { level: 1 });

test.each([
  '/',
  '/dashboard',
  '/events',
  '/agenda',
  '/ticketmaster',
  '/artist-monitor',
  '/settings',
  '/watch-rules',
  '/user-generator',
  '/event-price-monitoring',
  '/queues-tool',
  '/vf-queues-tool',
  '/signup',
  '/encore-tool',
  '/profiles',
  '/adonis-tool',
  '/tsuki-tool',
  '/presale-code-tool',
  '/imap-accounts',
])('%s has no accessibility violations and fits the width of a phone', async (path) => {
  await openProduct(path, emptyDesk());
  await expect.element(heading).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(document.querySelector('main [role=alert]')).toBeNull();
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.element(heading).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
});
