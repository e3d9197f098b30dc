/** A value of a bot parameter. An empty text in a number field means "not set". */
export type FieldValue = string | number | boolean;

/** One bot parameter (part 3, "Config field definition"). */
export interface EncoreField {
  key: string;
  label: string;
  type: 'text' | 'number' | 'boolean';
  defaultValue: FieldValue;
}

/** `uk` applies when any event link is on a UK ticketing domain. */
export type EncoreVariant = 'normal' | 'uk';

const text = (key: string, defaultValue = ''): EncoreField => field(key, 'text', defaultValue);
const number = (key: string, defaultValue: number | '' = ''): EncoreField =>
  field(key, 'number', defaultValue);
const boolean = (key: string, defaultValue = false): EncoreField =>
  field(key, 'boolean', defaultValue);

function field(key: string, type: EncoreField['type'], defaultValue: FieldValue): EncoreField {
  return { key, label: labelOf(key), type, defaultValue };
}

/** The key with spaces between its words: `IsResale2` reads `Is Resale 2` (part 4, "CSV files"). */
function labelOf(key: string): string {
  return key.replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ');
}

const FORCE_CART_BY_SEATS = boolean('ForceCartBySeats');

/** Bot parameters in the order of the file, with their defaults (part 2, point 3). */
const NORMAL_FIELDS: readonly EncoreField[] = [
  number('MinPrice', 0),
  number('MaxPrice', 150),
  text('Amount', '8,7,6,5,4,3,2'),
  text('Section'),
  text('ExcludeSection'),
  text('SectionConfig'),
  text('SortOrder', 'ticket_amount,total_amount'),
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

/** What the UK variant has of its own; it drops ForceCartBySeats (part 2, point 3). */
const UK_ONLY_FIELDS: readonly EncoreField[] = [
  text('DeliveryRegion'),
  text('Did'),
  boolean('IsResale'),
  boolean('IsResale2'),
  boolean('IsResale3'),
  number('CdMonitorLimit'),
  number('CdCartLimit'),
];

const FIELDS: Readonly<Record<EncoreVariant, readonly EncoreField[]>> = {
  normal: NORMAL_FIELDS,
  uk: [...NORMAL_FIELDS.filter((entry) => entry !== FORCE_CART_BY_SEATS), ...UK_ONLY_FIELDS],
};

/** The bot parameters of a variant, in the order of the file. */
export function encoreFields(variant: EncoreVariant): readonly EncoreField[] {
  return FIELDS[variant];
}

/** A UK ticketing domain: the host of the link ends in `.uk`. */
function isUkLink(link: string): boolean {
  return URL.canParse(link) && new URL(link).hostname.toLowerCase().endsWith('.uk');
}

/** UK mode: any event link is on a UK ticketing domain (part 3, point 3). */
export function variantOfLinks(links: readonly string[]): EncoreVariant {
  return links.some(isUkLink) ? 'uk' : 'normal';
}

/** The fields DeliveryRegion and IsResale tell a configuration of the UK variant (part 3, point 3). */
export function variantOfKeys(keys: Iterable<string>): EncoreVariant {
  const given = new Set(keys);
  return given.has('DeliveryRegion') || given.has('IsResale') ? 'uk' : 'normal';
}

/** The default of every bot parameter of a variant. */
export function defaultConfig(variant: EncoreVariant): Record<string, FieldValue> {
  return Object.fromEntries(
    encoreFields(variant).map((entry) => [entry.key, entry.defaultValue] as const),
  );
}

/** Number keys with `price` or `delay` in them start at 0; prices go in steps of 0.01, others of 1 (part 3, point 3). */
export function numberLimits(key: string): { min: number | undefined; step: number } {
  const name = key.toLowerCase();
  const isPrice = name.includes('price');
  return { min: isPrice || name.includes('delay') ? 0 : undefined, step: isPrice ? 0.01 : 1 };
}

const MAX_TEXT = 2000;

/** What is wrong with a value, in a sentence; null when it may be written. */
export function checkValue(entry: EncoreField, value: FieldValue): string | null {
  if (entry.type === 'boolean') {
    return typeof value === 'boolean' ? null : `${entry.label} is either true or false.`;
  }
  if (entry.type === 'text') return checkText(entry.label, value);
  if (value === '') return null;
  const amount = typeof value === 'boolean' ? Number.NaN : Number(value);
  const { min, step } = numberLimits(entry.key);
  if (!Number.isFinite(amount)) return `${entry.label} must be a number.`;
  if (min !== undefined && amount < min) return `${entry.label} must be at least ${min}.`;
  const steps = amount / step;
  if (Math.abs(steps - Math.round(steps)) > 1e-6) {
    return `${entry.label} goes in steps of ${step}.`;
  }
  return null;
}

function checkText(label: string, value: FieldValue): string | null {
  if (typeof value === 'boolean') return `${label} must be a text.`;
  return String(value).length > MAX_TEXT ? `${label} has at most ${MAX_TEXT} characters.` : null;
}
