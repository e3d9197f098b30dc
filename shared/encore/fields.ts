import type { CustomField } from '../site-generator/custom-fields.ts';
import {
  booleanField as boolean,
  customAsField,
  type FieldValues,
  numberField as number,
  type SiteConfig,
  type SiteField,
  textField as text,
} from '../site-generator/fields.ts';
import { FIELD_HELP } from './field-help.ts';

/** `uk` applies when any event link is on a UK ticketing domain. */
export type EncoreVariant = 'normal' | 'uk';

/** Configuration of the generator: values for all events, per event, and the operator's own text fields. */
export interface EncoreConfig extends SiteConfig {
  custom_fields: CustomField[];
}

const withHelp = (field: SiteField): SiteField => {
  const hint = FIELD_HELP[field.key];
  return hint === undefined ? field : { ...field, hint };
};

/** Numbers of tickets, the preferred one first. */
const AMOUNTS = {
  pattern: /^[1-9]\d?(?:\s*,\s*[1-9]\d?)*$/,
  rule: 'must be numbers of tickets from 1 to 99, such as 4,3,2.',
};

const SORT_KEYS = {
  pattern: /^\w+(?:\s*,\s*\w+)*$/,
  rule: 'must be names, such as ticket_amount,total_amount.',
};

const FORCE_CART_BY_SEATS = boolean('ForceCartBySeats');

/** Bot parameters in the order of the file, with their defaults. */
const NORMAL_FIELDS: readonly SiteField[] = [
  number('MinPrice', 0),
  number('MaxPrice', 150),
  text('Amount', '8,7,6,5,4,3,2', AMOUNTS),
  text('Section'),
  text('ExcludeSection'),
  text('SectionConfig'),
  text('SortOrder', 'ticket_amount,total_amount', SORT_KEYS),
  text('UnlockCode'),
  text('Keywords'),
  number('MonitorDelay'),
  boolean('EmailOtp', true),
  boolean('UseMap', true),
  FORCE_CART_BY_SEATS,
  boolean('RestartAfterCart'),
  boolean('ForceQueueWait', true),
  boolean('UseInternalMonitor'),
  boolean('MonitorReserve'),
  boolean('UseMonitorProxy'),
  boolean('PreSendOtp'),
  boolean('UseMonitorWatchDog'),
  boolean('IsWatchDog'),
  boolean('OnlyMonitor'),
  boolean('AutoPayment'),
];

/** Fields that only the UK variant has; it drops ForceCartBySeats. */
const UK_ONLY_FIELDS: readonly SiteField[] = [
  text('DeliveryRegion'),
  text('Did'),
  boolean('IsResale'),
  boolean('IsResale2'),
  boolean('IsResale3'),
  number('CdMonitorLimit'),
  number('CdCartLimit'),
];

const FIELDS: Readonly<Record<EncoreVariant, readonly SiteField[]>> = {
  normal: NORMAL_FIELDS.map(withHelp),
  uk: [...NORMAL_FIELDS.filter((entry) => entry !== FORCE_CART_BY_SEATS), ...UK_ONLY_FIELDS].map(
    withHelp,
  ),
};

/** Names that a custom field cannot have: those of the other columns of both variants. */
export const TAKEN_NAMES: readonly string[] = [
  'Email',
  'Event ID',
  'Event URL',
  'Cart Webhooks',
  ...NORMAL_FIELDS.map((field) => field.key),
  ...UK_ONLY_FIELDS.map((field) => field.key),
];

/** The bot parameters of a variant, in the order of the file. */
export function encoreFields(variant: EncoreVariant): readonly SiteField[] {
  return FIELDS[variant];
}

/** All fields of a configuration in the order of the file: the variant's, then the custom ones. */
export function fieldsOf(
  variant: EncoreVariant,
  customFields: readonly CustomField[],
): SiteField[] {
  return [...encoreFields(variant), ...customFields.map(customAsField)];
}

/** A UK ticketing domain: the host of the link ends in `.uk`. */
function isUkLink(link: string): boolean {
  return URL.canParse(link) && new URL(link).hostname.toLowerCase().endsWith('.uk');
}

/** UK mode: any event link is on a UK ticketing domain. */
export function variantOfLinks(links: readonly string[]): EncoreVariant {
  return links.some(isUkLink) ? 'uk' : 'normal';
}

/** A configuration belongs to the UK variant when it has a value for DeliveryRegion or IsResale. */
export function variantOfConfig(config: EncoreConfig): EncoreVariant {
  const maps = [config.global, ...Object.values(config.events)];
  const isUk = maps.some((values) => 'DeliveryRegion' in values || 'IsResale' in values);
  return isUk ? 'uk' : 'normal';
}

/** The default of every bot parameter of a variant. */
export function defaultConfig(variant: EncoreVariant): FieldValues {
  return Object.fromEntries(
    encoreFields(variant).map((entry) => [entry.key, entry.defaultValue] as const),
  );
}
