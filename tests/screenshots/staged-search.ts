import type { Page } from '@playwright/test';
import type { ImapAccount } from '../../shared/mailboxes/schema.ts';

/** Stubs the list of mailboxes with `accounts`. */
export async function stageMailboxes(page: Page, accounts: readonly ImapAccount[]): Promise<void> {
  await page.route('**/api/imap-accounts', (route) =>
    route.fulfill({ json: { success: true, accounts, message: '' } }),
  );
  await page.route('**/api/health', (route) =>
    route.fulfill({
      json: { status: 'ok', database: 'ok', scanner: 'connected', providers: 'simulated' },
    }),
  );
}

/** Stubs the presale search with events. Call it before the page is opened. */
export async function stageSearch(
  page: Page,
  events: readonly (readonly [name: string, data: unknown])[],
): Promise<void> {
  const body = events
    .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
  await page.route('**/api/presale-codes/search', (route) =>
    route.fulfill({ body, contentType: 'text/event-stream' }),
  );
}

/** Fills in the form and starts the search. */
export async function searchFor(page: Page, keyword: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Keyword 1' }).fill(keyword);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Search Presale Codes' }).click();
}
