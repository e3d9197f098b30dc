import { streamSpreadsheetCsv } from '../csv/spreadsheet-writer.ts';
import { encoreFields, variantOfConfig, variantOfLinks } from '../encore/fields.ts';
import { encoreFile } from '../encore/file.ts';
import { streamSiteCsv } from '../site-generator/site-file.ts';
import type { Allocation } from './allocation/allocation.ts';
import {
  ACCOUNT_COLUMNS,
  cityOf,
  EVENT_ACCOUNT_COLUMNS,
  SHORTFALL_COLUMNS,
  SUMMARY_COLUMNS,
} from './csv.ts';
import type { TicketLimits } from './guarded-events.ts';
import { artistOfTitle, eventFileName, exportName } from './names.ts';
import type { DispatchEvent, DispatchRequest } from './schema.ts';

/** One file of the ZIP: its path and its text in chunks. */
export interface DispatchFile {
  path: string;
  chunks: Iterable<string>;
}

interface EventPart {
  event: DispatchEvent;
  index: number;
  /** `NN_date_city_venue.csv` */
  file: string;
}

/** The files of the ZIP in order. Rows are created when they are read. */
export function* dispatchFiles(
  request: DispatchRequest,
  allocation: Allocation,
  limits: TicketLimits,
): Generator<DispatchFile> {
  const parts = request.events.map((event, index) => describeEvent(request, event, index));
  yield {
    path: 'summary.csv',
    chunks: streamSpreadsheetCsv(
      SUMMARY_COLUMNS,
      parts.map(({ event, index }) => ({ event, assigned: allocation.countOf(index) })),
    ),
  };
  yield { path: 'accounts.csv', chunks: accountRows(request, allocation) };
  if (allocation.shortfalls.length > 0) {
    yield { path: 'shortfall.csv', chunks: shortfallRows(request, allocation) };
  }
  for (const part of parts) {
    yield { path: `events/${part.file}`, chunks: eventRows(part, allocation) };
  }
  if (!request.use_encore_parameters) return;
  for (const part of parts) {
    yield {
      path: `encore/${part.file}`,
      chunks: encoreRows({ request, limits }, part, allocation),
    };
  }
}

/**
 * `{artist}_{accounts}_accounts_{YYYY-MM-DD}[_UK].zip`. `_UK` stands for a UK sign-up page or UK parameters.
 * @param date `YYYY-MM-DD`
 */
export function dispatchFileName(
  request: DispatchRequest,
  allocation: Allocation,
  date: string,
): string {
  const titles = [request.artist_name, request.event_title, request.page_title];
  const artist = titles.map(artistOfTitle).find((title) => title !== '') ?? '';
  const config = request.use_encore_parameters ? request.encore_parameters?.config : undefined;
  const isUkConfig = config !== undefined && variantOfConfig(config) === 'uk';
  const isUk = isUkConfig || variantOfLinks([request.page_url]) === 'uk';
  return `${exportName({ artist, accounts: allocation.accountsUsed, date, isUk })}.zip`;
}

function describeEvent(request: DispatchRequest, event: DispatchEvent, index: number): EventPart {
  const { date, venue } = event.event_infos;
  const name = eventFileName(index, request.events.length, { date, venue, city: cityOf(event) });
  return { event, index, file: `${name}.csv` };
}

function* accountRows(request: DispatchRequest, allocation: Allocation): Generator<string> {
  const ids = request.events.map(({ id }) => id);
  const rows = mapRows(allocation.byAccount(), ({ account, events }) => ({
    account,
    eventIds: events.flatMap((event) => ids[event] ?? []),
  }));
  yield* streamSpreadsheetCsv(ACCOUNT_COLUMNS, rows);
}

function* eventRows({ event, index }: EventPart, allocation: Allocation): Generator<string> {
  const rows = mapRows(allocation.accountsOf(index), (account) => ({ event, account }));
  yield* streamSpreadsheetCsv(EVENT_ACCOUNT_COLUMNS, rows);
}

/** Rows that are created when they are read, so that memory contains only one at a time. */
function* mapRows<Entry, Row>(entries: Iterable<Entry>, toRow: (entry: Entry) => Row) {
  for (const entry of entries) yield toRow(entry);
}

function shortfallRows(request: DispatchRequest, allocation: Allocation): Iterable<string> {
  const byId = new Map(request.events.map((event) => [event.id, event] as const));
  const rows = allocation.shortfalls.flatMap((shortfall) => {
    const event = byId.get(shortfall.eventId);
    return event ? [{ event, shortfall }] : [];
  });
  return streamSpreadsheetCsv(SHORTFALL_COLUMNS, rows);
}

/**
 * The bot configuration of one event. A sign-up page has no links of its events, so that cell is
 * empty.
 */
function* encoreRows(
  { request, limits }: { request: DispatchRequest; limits: TicketLimits },
  { event, index }: EventPart,
  allocation: Allocation,
): Generator<string> {
  const config = request.encore_parameters?.config ?? { global: {}, events: {}, custom_fields: [] };
  const file = encoreFile({
    targets: [
      {
        id: event.id,
        url: '',
        ticketLimit: limits.get(event.id) ?? null,
        accounts: Array.from(allocation.accountsOf(index), ({ email }) => email),
      },
    ],
    fields: encoreFields(variantOfConfig(config)),
    config,
    customFields: config.custom_fields,
    cartWebhooks: request.encore_parameters?.cart_webhooks ?? [],
  });
  yield* streamSiteCsv(file);
}
