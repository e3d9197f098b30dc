import type { FullProfile } from '../profiles/schema.ts';
import type { CustomField } from './custom-fields.ts';
import {
  customAsField,
  type FieldValues,
  resolveValue,
  type SiteConfig,
  type SiteField,
} from './fields.ts';
import type { SiteColumn, SiteFile } from './site-file.ts';
import type { SplitAddress } from './splitting/split-address.ts';
import type { SplitName } from './splitting/split-name.ts';
import { splitProfile } from './splitting/split-profile.ts';

/** A profile in the form for columns: the name and the address in their parts. */
export interface SiteBuyer extends FullProfile, SplitAddress, SplitName {}

/** An event in the form for columns. */
export interface SiteEvent {
  url: string;
  /** One of the site's country codes; empty if the site has none. */
  countryCode: string;
  /** The event's values: its own, otherwise those for all events, otherwise the defaults. */
  values: FieldValues;
  /** Settings of the whole file. */
  settings: FieldValues;
  /** Day of the file, `YYYY-MM-DD`. */
  date: string;
}

/** A row of the file: a profile and its proxy. */
export interface SiteRow {
  buyer: SiteBuyer;
  proxy: string;
}

export type ProfileColumn = SiteColumn<SiteEvent, SiteRow>;

/**
 * A site whose bot requires one row per event and buyer profile. A new site is one file with such a
 * definition.
 */
export interface ProfileSite {
  /** Shown on the card and part of the file name; unique within its tool. */
  name: string;
  /** Settings with a value for all events and one per event. */
  fields: readonly SiteField[];
  /** Settings of the whole file. */
  settings: readonly SiteField[];
  /** The columns in the order of the file. */
  columns: readonly ProfileColumn[];
  /** Country codes to choose per event. */
  countryCodes?: readonly string[];
  /** Whether the operator may add columns. */
  takesCustomFields?: true;
  /** Whether a proxy list is used in turn, row by row. */
  takesProxies?: true;
}

/** An event of a draft. */
export interface ChosenEvent {
  id: string;
  url: string;
  countryCode: string;
  /** Rows of the event. */
  accounts: number;
}

export interface ProfileFileInput {
  events: readonly ChosenEvent[];
  /** Used in turn across the rows of the file. */
  profiles: readonly FullProfile[];
  config: SiteConfig;
  settings: FieldValues;
  customFields: readonly CustomField[];
  proxies: readonly string[];
  date: string;
}

/** A column with the same value in all rows of an event. */
export const eventColumn = (
  header: string,
  event: (event: SiteEvent) => string,
): ProfileColumn => ({ header, event });

/** A column of the profile. */
export const buyerColumn = (
  header: string,
  read: (buyer: SiteBuyer) => string | null,
): ProfileColumn => ({ header, row: ({ buyer }) => read(buyer) });

/** A column of one of the event's fields. Booleans are written as TRUE and FALSE. */
export const fieldColumn = (header: string, key: string): ProfileColumn =>
  eventColumn(header, ({ values }) => writeValue(values[key]));

/** A column of one of the file's settings. */
export const settingColumn = (header: string, key: string): ProfileColumn =>
  eventColumn(header, ({ settings }) => writeValue(settings[key]));

export const PROXY_COLUMN: ProfileColumn = { header: 'PROXY', row: ({ proxy }) => proxy };

function writeValue(value: FieldValues[string] | undefined): string {
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');
}

/**
 * Completes a profile with the parts of its name and address; parts that an operator corrected take
 * precedence.
 */
export const toBuyer = (profile: FullProfile): SiteBuyer => ({
  ...profile,
  ...splitProfile(profile),
});

/** The columns of a file: the site's, then the custom fields. */
function columnsOf(site: ProfileSite, customFields: readonly CustomField[]): ProfileColumn[] {
  return [...site.columns, ...customFields.map(({ key, label }) => fieldColumn(label, key))];
}

/** The file of a site: for each event as many rows as it has accounts, with profiles and proxies used in turn. */
export function profileFile(
  site: ProfileSite,
  input: ProfileFileInput,
): SiteFile<SiteEvent, SiteRow> {
  const buyers = input.profiles.map(toBuyer);
  const fields = [...site.fields, ...input.customFields.map(customAsField)];
  const settings = Object.fromEntries(
    site.settings.map((field) => [field.key, input.settings[field.key] ?? field.defaultValue]),
  );
  const { proxies } = input;
  function* rowsFrom(first: number, count: number): Generator<SiteRow> {
    for (let place = first; place < first + count; place++) {
      const buyer = buyers[place % buyers.length];
      if (buyer) yield { buyer, proxy: proxies[place % proxies.length] ?? '' };
    }
  }
  let next = 0;
  const firstRows = input.events.map(({ accounts }) => {
    next += accounts;
    return next - accounts;
  });
  return {
    columns: columnsOf(site, input.customFields),
    events: input.events.map((event, index) => ({
      event: {
        url: event.url,
        countryCode: event.countryCode,
        values: Object.fromEntries(
          fields.map((field) => [field.key, resolveValue(input.config, event.id, field)]),
        ),
        settings,
        date: input.date,
      },
      subjects: { [Symbol.iterator]: () => rowsFrom(firstRows[index] ?? 0, event.accounts) },
    })),
  };
}
