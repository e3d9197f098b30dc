import type { APIRequestContext } from '@playwright/test';
import type { QueueType } from '../../shared/queues/schema.ts';
import type { TicketingEvent } from '../../shared/ticketing/schema.ts';
import { test as base } from './fixtures.ts';

/** Accounts named after their number; the first ones have the best ratio. */
export const emailOf = (prefix: string, index: number): string =>
  `${prefix}${String(index).padStart(4, '0')}@example.com`;

/** Writes data of a test into the product and reads it, through the product's own calls. */
export class Desk {
  readonly #request: APIRequestContext;
  readonly #headers: Record<string, string>;

  constructor(request: APIRequestContext, token: string) {
    this.#request = request;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  /** A category of `tested` + `untested` accounts; the tested ones rank by number. */
  async addCategory(
    type: QueueType,
    name: string,
    prefix: string,
    tested: number,
    untested = 0,
  ): Promise<void> {
    const accounts = Array.from({ length: tested + untested }, (_, index) =>
      emailOf(prefix, index),
    );
    await this.#post('/api/queues/accounts', { type, category_name: name, accounts });
    if (tested === 0) return;
    await this.#post('/api/queues/insert', {
      type,
      queue_id: `queue of ${name}`,
      queue_total: 10_000,
      queue_date: '2026-11-01',
      accounts: accounts
        .slice(0, tested)
        .map((account_name, index) => ({ account_name, position: index + 1 })),
    });
  }

  /** Buyer profiles named `{prefix} 0`, `{prefix} 1` and so on; the last ones are listed first. */
  async addProfiles(prefix: string, count: number): Promise<void> {
    const profiles = Array.from({ length: count }, (_, index) => ({
      profile_name: `${prefix} ${index}`,
      email: `${prefix.toLowerCase()}${index}@example.com`,
      password: 'shop-password',
      address: '12 bis rue de la Paix',
      city: 'Lyon',
      country: 'FR',
      name: 'Théo Marchand',
      phone: '+33465712308',
      postal: '69002',
      state: 'Rhône',
      card_number: '4111111111111111',
      card_exp_month: '03',
      card_exp_year: '2030',
      cvv: '123',
    }));
    await this.#post('/api/profiles', { profiles });
  }

  /** Events of a simulated artist. */
  /** The id of a simulated artist. */
  async artistId(artist: string): Promise<string> {
    const { artists } = await this.#get(`/api/events/get_artists/${encodeURIComponent(artist)}`);
    return String(artists[0].id);
  }

  async eventsOf(artist: string, count: number): Promise<TicketingEvent[]> {
    const found = await this.#get(`/api/events/get_artists/${encodeURIComponent(artist)}`);
    const { data } = await this.#get(`/api/events/artist/${found.artists[0].id}`);
    return data.slice(0, count);
  }

  async #get(path: string) {
    const response = await this.#request.get(path, { headers: this.#headers });
    return response.json();
  }

  async #post(path: string, data: unknown): Promise<void> {
    const response = await this.#request.post(path, { headers: this.#headers, data });
    if (!response.ok())
      throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  }
}

/** `desk` beside the fixtures that every browser test has. */
export const test = base.extend<{ desk: Desk }>({
  desk: ({ request, token }, use) => use(new Desk(request, token)),
});
