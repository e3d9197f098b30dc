import type { CsvColumn } from '../csv/column.ts';
import type { PooledAccount } from '../queues/accounts/account-table.ts';
import { formatRatio } from '../queues/accounts/ratios.ts';
import type { Shortfall } from './allocation/shortfall.ts';
import type { DispatchEvent, SignupEvent } from './schema.ts';

/** A list inside one cell. */
const joined = (values: readonly string[]): string => values.join(', ');

/** The city of an event: that of its infos, otherwise `event_city`. */
export const cityOf = (event: Pick<DispatchEvent, 'event_infos' | 'event_city'>): string =>
  event.event_infos.city || event.event_city || '';

const categoriesOf = (categories: readonly string[]): string =>
  categories.length === 0 ? 'All' : joined(categories);

/** Columns of the events CSV. */
export const SIGNUP_EVENT_COLUMNS: readonly CsvColumn<{
  event: SignupEvent;
  accounts: number;
  categories: readonly string[];
}>[] = [
  { header: 'Event ID', value: ({ event }) => event.value },
  { header: 'Date', value: ({ event }) => event.date },
  { header: 'Venue', value: ({ event }) => event.venue },
  { header: 'City', value: ({ event }) => event.city || event.event_city },
  { header: 'Presale', value: ({ event }) => event.presale },
  { header: 'Accounts', value: ({ accounts }) => accounts },
  { header: 'Categories', value: ({ categories }) => categoriesOf(categories) },
];

const EVENT_COLUMNS: readonly CsvColumn<{ event: DispatchEvent }>[] = [
  { header: 'Event ID', value: ({ event }) => event.id },
  { header: 'Date', value: ({ event }) => event.event_infos.date },
  { header: 'Venue', value: ({ event }) => event.event_infos.venue },
  { header: 'City', value: ({ event }) => cityOf(event) },
  { header: 'Presale', value: ({ event }) => event.presale },
];

/** Columns of `summary.csv`. */
export const SUMMARY_COLUMNS: readonly CsvColumn<{ event: DispatchEvent; assigned: number }>[] = [
  ...EVENT_COLUMNS,
  { header: 'Requested', value: ({ event }) => event.accounts_amount },
  { header: 'Assigned', value: ({ assigned }) => assigned },
  { header: 'Categories', value: ({ event }) => categoriesOf(event.categories) },
];

/** Columns of `events/NN_date_city_venue.csv`. */
export const EVENT_ACCOUNT_COLUMNS: readonly CsvColumn<{
  event: DispatchEvent;
  account: PooledAccount;
}>[] = [
  { header: 'Email', value: ({ account }) => account.email },
  { header: 'Category', value: ({ account }) => joined(account.categories) },
  {
    header: 'AVG_Ratio',
    value: ({ account }) => (account.avgRatio === null ? '' : formatRatio(account.avgRatio)),
  },
  { header: 'Event ID', value: ({ event }) => event.id },
  { header: 'Presale', value: ({ event }) => event.presale },
];

/** Columns of `shortfall.csv`: each event that is not filled, and why. */
export const ACCOUNT_COLUMNS: readonly CsvColumn<{
  account: PooledAccount;
  eventIds: readonly string[];
}>[] = [
  { header: 'Email', value: ({ account }) => account.email },
  { header: 'Category', value: ({ account }) => joined(account.categories) },
  { header: 'Events', value: ({ eventIds }) => eventIds.length },
  { header: 'Event IDs', value: ({ eventIds }) => joined(eventIds) },
];

/** Columns of `shortfall.csv`: each event that is not filled, and why. */
export const SHORTFALL_COLUMNS: readonly CsvColumn<{
  event: DispatchEvent;
  shortfall: Shortfall;
}>[] = [
  ...EVENT_COLUMNS,
  { header: 'Requested', value: ({ shortfall }) => shortfall.requested },
  { header: 'Assigned', value: ({ shortfall }) => shortfall.assigned },
  { header: 'Missing', value: ({ shortfall }) => shortfall.missing },
  { header: 'Reason', value: ({ shortfall }) => shortfall.reason },
  {
    header: 'Competing Events',
    value: ({ shortfall }) => joined(shortfall.competingEventIds),
  },
];
