import { page } from 'vitest/browser';
import type { QueueAccount } from '../../shared/queues/accounts/columns.ts';
import type { BestAccountsRequest, QueueType } from '../../shared/queues/schema.ts';
import type { TicketingEvent } from '../../shared/ticketing/schema.ts';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import { Calls } from './calls.ts';
import type { Answer } from './desk.tsx';
import { keepWorks } from './kept-work.ts';
import { openProduct } from './product.tsx';
import { accountsOf } from './queues-desk.tsx';

/**
 * A category of 12 tested and 3 untested accounts; the first one has the ratio 0.01%, the next one
 * 0.02%.
 */
export const ELITE = 'Encore Elite';

/**
 * The Encore Tool with two events, a category of standard accounts, and a server that stores works.
 */
export class EncoreWorld {
  readonly events: TicketingEvent[] = [1, 2].map((day) =>
    ticketingEvent({
      id: `E${day}`,
      date: `2027-03-1${day} 20:00`,
      eventLink: `https://tickets.example/E${day}`,
    }),
  );
  readonly accounts: Record<QueueType, Record<string, QueueAccount[]>> = {
    standard: { [ELITE]: accountsOf('elite', 12, 3) },
    verified_fan: {},
  };
  answers: Record<string, Answer>;
  calls = new Calls();
  /** The address on the screen. */
  href = () => '';

  constructor() {
    this.answers = {
      'GET /events/by-ids': ({ query }) => this.#eventsById(query.get('ids')?.split(',') ?? []),
      'POST /events/get-available-sections': () => ({
        success: true,
        data: { sections: ['Floor', 'Balcony'], manifest_link: 'https://maps.example/E1.png' },
      }),
      'GET /queues/accounts': ({ query }) => this.#categories(query.get('type') as QueueType),
      'POST /queues/best-accounts': ({ body }) => this.#bestAccounts(body as BestAccountsRequest),
      'GET /encore/webhook-presets': () => ({ success: true, presets: [] }),
      'GET /limit-rules': () => ({ success: true, accounts_per_event: null }),
      ...keepWorks().answers,
    };
  }

  /** @param address that of all events by default */
  async open(
    address = `/encore-tool?events=${this.events.map(({ id }) => id).join(',')}`,
    storage: 'empty' | 'kept' = 'empty',
  ) {
    const opened = await openProduct(address, this.answers, { storage });
    this.answers = opened.answers;
    this.calls = opened.calls;
    this.href = opened.href;
    return opened;
  }

  /** The bodies of the calls to a `METHOD /path` so far. */
  sentTo(route: string): unknown[] {
    return this.calls.to(route).map(({ body }) => body);
  }

  #eventsById(ids: readonly string[]) {
    const data = this.events.filter(({ id }) => ids.includes(id));
    const missing = ids.filter((wanted) => !data.some(({ id }) => id === wanted));
    return { success: true, data, missing };
  }

  #categories(type: QueueType) {
    const categories_list = Object.entries(this.accounts[type]).map(([name, list]) => ({
      name,
      total_accounts: list.length,
      tested_accounts: list.filter(({ avg_ratio }) => avg_ratio !== null).length,
    }));
    return { success: true, data: {}, stats: { categories_list } };
  }

  #bestAccounts(request: BestAccountsRequest) {
    const { type, categories, min_ratio = 0, max_ratio = 1 } = request;
    const accounts = categories
      .flatMap((name) => this.accounts[type][name] ?? [])
      .filter(({ avg_ratio }) => {
        return avg_ratio !== null && avg_ratio >= min_ratio && avg_ratio <= max_ratio;
      });
    return { success: true, data: { accounts } };
  }
}

export const category = (name: string) => page.getByRole('checkbox', { name, exact: false });

/** A figure of the export summary. */
export const summary = (label: string) =>
  page
    .getByRole('region', { name: 'Export Summary' })
    .getByText(label)
    .query()
    ?.parentElement?.querySelector('dd')?.textContent;
