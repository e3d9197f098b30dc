import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assignAccounts } from '../../shared/signup/allocation/allocation.ts';
import { dispatchFiles } from '../../shared/signup/dispatch-files.ts';
import type { DispatchRequest } from '../../shared/signup/schema.ts';
import { streamZip } from '../../worker/features/signup/zip.ts';
import { tableOf } from './allocation.ts';

/**
 * A dispatch of `events` x `accounts` slots with Encore parameters, written to `path` in the form
 * that the Worker sends.
 */
export async function writeDispatch(
  path: string,
  events: number,
  accounts: number,
  city = 'CON',
): Promise<void> {
  const request: DispatchRequest = {
    events_by_account: 10,
    events: Array.from({ length: events }, (_, index) => ({
      id: `E${index}`,
      presale: 'Fan presale',
      accounts_amount: accounts,
      event_infos: { date: '2027-03-14 20:00', venue: `Møvistar / Arena ${index}`, city },
      categories: [],
    })),
    event_title: 'Rosalía VF Signup',
    artist_name: 'Rosalía',
    page_title: '',
    page_url: '',
    use_encore_parameters: true,
    confirmed_limits: [],
    unread_limits: [],
    encore_parameters: {
      cart_webhooks: ['https://hooks.example/1'],
      config: { global: {}, events: {}, custom_fields: [] },
    },
  };
  const allocation = assignAccounts({
    accounts: tableOf(
      Array.from({ length: 20_000 }, (_, index) => ({
        email: `account${index}@example.com`,
        categories: ['Gold'],
        avgRatio: index / 20_000,
      })),
    ),
    eventsByAccount: request.events_by_account,
    events: request.events.map((event) => ({
      id: event.id,
      accountsAmount: event.accounts_amount,
      categories: event.categories,
    })),
  });
  const stream = streamZip(dispatchFiles(request, allocation, new Map()));
  await pipeline(Readable.from(stream), createWriteStream(path));
}

const [path] = process.argv.slice(2);
if (import.meta.main && path !== undefined) await writeDispatch(path, 100, 1_000);
