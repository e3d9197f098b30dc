import type { Page } from '@playwright/test';
import type { ImapAccount } from '../../shared/imap-accounts/schema.ts';
import type { FoundCode, MailboxReport } from '../../shared/presale-codes/events.ts';

/** Mailboxes as the list answers them, in place of the product's own. */
export function stagedMailboxes(count: number): ImapAccount[] {
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    user: `box${String(i + 1).padStart(3, '0')}@staged.example`,
    host: i % 2 === 0 ? 'imap.gmail.com' : 'imap.gmx.net',
    port: 993,
    is_active: i % 10 !== 9,
    created_at: '2026-11-20T10:00:00.000Z',
  }));
}

/** Answers the list of mailboxes with `accounts`. */
export async function stageMailboxes(page: Page, accounts: readonly ImapAccount[]): Promise<void> {
  await page.route('**/api/imap-accounts', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, accounts, message: '' } })
      : route.fallback(),
  );
  await page.route('**/api/health', (route) =>
    route.fulfill({
      json: { status: 'ok', database: 'ok', scanner: 'connected', providers: 'simulated' },
    }),
  );
}

export const stagedCode = (part: Partial<FoundCode> = {}): FoundCode => ({
  code: 'HARVEST',
  account: 'box001@staged.example',
  email_subject: 'Your presale code',
  email_from: 'Velvet Herons <club@herons.example>',
  email_date: '2026-11-20T12:32:00.000Z',
  confidence: 0.97,
  evidence: 'Use code HARVEST at checkout.',
  ...part,
});

export const stagedReport = (part: Partial<MailboxReport> = {}): MailboxReport => ({
  id: 1,
  user: 'box001@staged.example',
  status: 'ok',
  message: '',
  scanned: 12,
  matched: 3,
  needs_look: [],
  ...part,
});

declare global {
  interface Window {
    /** The bodies of the searches asked for so far, the newest last. */
    stagedStreams: ReadableStreamDefaultController<Uint8Array>[];
    stagedIds: string[];
    stagedStatus: number;
  }
}

/** The answer of the search, told by the test event by event. */
export class StagedSearch {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  /** Call before the page is opened. */
  async stage(): Promise<void> {
    await this.#page.addInitScript(() => {
      const real = window.fetch;
      window.stagedStreams = [];
      window.stagedIds = [];
      window.stagedStatus = 200;
      window.fetch = (input, init) => {
        if (!String(input).endsWith('/api/presale-codes/search')) return real(input, init);
        window.stagedIds.push(new Headers(init?.headers).get('X-Search-Id') ?? '');
        const status = window.stagedStatus;
        if (status === 0) return Promise.reject(new TypeError('Failed to fetch'));
        if (status !== 200)
          return Promise.resolve(
            Response.json(
              { success: false, message: status === 401 ? 'Invalid token' : '' },
              { status },
            ),
          );
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            window.stagedStreams.push(controller);
            init?.signal?.addEventListener('abort', () => {
              try {
                controller.error(new DOMException('Aborted', 'AbortError'));
              } catch {
                // Closed before.
              }
            });
          },
        });
        return Promise.resolve(
          new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
        );
      };
    });
  }

  /** What the next asking is answered with: 200, another status, or 0 for a server that cannot be reached. */
  async answer(status: number): Promise<void> {
    await this.#page.evaluate((value) => {
      window.stagedStatus = value;
    }, status);
  }

  /** Sends events down the newest stream, all of them in one chunk. */
  async tell(...events: readonly (readonly [name: string, data: unknown])[]): Promise<void> {
    const text = events
      .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      .join('');
    await this.#page.waitForFunction(() => window.stagedStreams.length > 0);
    await this.#page.evaluate((chunk) => {
      window.stagedStreams.at(-1)?.enqueue(new TextEncoder().encode(chunk));
    }, text);
  }

  /** Breaks the newest stream as a lost network does. */
  async lose(): Promise<void> {
    await this.#page.evaluate(() =>
      window.stagedStreams.at(-1)?.error(new TypeError('network error')),
    );
  }

  /** Ids of the searches asked for, one for each asking. */
  askedIds(): Promise<string[]> {
    return this.#page.evaluate(() => window.stagedIds);
  }
}

/** Fills the form in and presses the button. */
export async function searchFor(page: Page, keyword: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Keyword 1' }).fill(keyword);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Search Presale Codes' }).click();
}
