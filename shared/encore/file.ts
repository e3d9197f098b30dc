import { safeFileName } from '../csv/safe-file-name.ts';
import type { CustomField } from '../site-generator/custom-fields.ts';
import { customAsField, type SiteConfig, type SiteField } from '../site-generator/fields.ts';
import type { SiteFile } from '../site-generator/site-file.ts';
import { joinWebhooks } from '../site-generator/webhooks.ts';
import { type AccountChoice, accountsOfEvent } from './accounts.ts';
import { encoreValue, type LimitedEvent } from './amounts.ts';
import type { EncoreVariant } from './fields.ts';

/** An event of the file and its accounts, in order. */
export interface EncoreTarget extends LimitedEvent {
  /** Address of the event's page; empty if it is not published. */
  url: string;
  accounts: readonly string[];
}

export interface EncoreInput {
  targets: readonly EncoreTarget[];
  /** The enabled fields in the order of the file. */
  fields: readonly SiteField[];
  config: SiteConfig;
  customFields: readonly CustomField[];
  cartWebhooks: readonly string[];
}

/** A file whose events select from the common accounts. */
export interface EncoreChoice extends Omit<EncoreInput, 'targets'> {
  events: readonly (Omit<EncoreTarget, 'accounts'> & AccountChoice)[];
}

/** Assigns each event its accounts. */
export const withAccounts = (
  { events, ...input }: EncoreChoice,
  available: readonly string[],
): EncoreInput => ({
  ...input,
  targets: events.map(({ id, url, ticketLimit, ...choice }) => ({
    id,
    url,
    ticketLimit,
    accounts: accountsOfEvent(available, choice),
  })),
});

/** The Encore configuration: one row per account and event. */
export function encoreFile(input: EncoreInput): SiteFile<EncoreTarget, string> {
  const { targets, fields, config, customFields, cartWebhooks } = input;
  const webhooks = joinWebhooks(cartWebhooks);
  return {
    columns: [
      { header: 'Email', row: (email) => email },
      { header: 'Event ID', event: ({ id }) => id },
      { header: 'Event URL', event: ({ url }) => url },
      ...[...fields, ...customFields.map(customAsField)].map((field) => ({
        header: field.label,
        event: (target: EncoreTarget) => String(encoreValue(config, target, field)),
      })),
      { header: 'Cart Webhooks', event: () => webhooks },
    ],
    events: targets.map((event) => ({ event, subjects: event.accounts })),
  };
}

interface EncoreName {
  /** The artists of the events, without repeats. */
  artists: readonly string[];
  rows: number;
  /** `YYYY-MM-DD` */
  date: string;
  variant: EncoreVariant;
}

/**
 * `encore_{artist}_{rows}_{date}[_UK].csv`; with several artists, the first one and `and_others`.
 */
export function encoreFileName({ artists, rows, date, variant }: EncoreName): string {
  const names = [...new Set(artists.map((artist) => safeFileName(artist, 'events')))];
  const artist = names.length > 1 ? `${names[0]}_and_others` : (names[0] ?? 'events');
  return `encore_${artist}_${rows}_${date}${variant === 'uk' ? '_UK' : ''}.csv`;
}
