import type { SaleWindow } from './sale.ts';
import { NOT_AVAILABLE, type PresaleWindow, type Price } from './schema.ts';

/** The venue's local date and time of an event, in the provider's form. */
export interface LocalStart {
  localDate?: string | undefined;
  localTime?: string | undefined;
  dateTBA?: boolean | undefined;
  dateTBD?: boolean | undefined;
  timeTBA?: boolean | undefined;
  noSpecificTime?: boolean | undefined;
}

/** One price range of an event. */
export interface PriceRange {
  min?: number | undefined;
  max?: number | undefined;
  currency?: string | undefined;
}

/** One picture of an event or artist. `isFallback` marks a generic picture of the genre. */
export interface Picture {
  url: string;
  ratio: string;
  width: number;
  isFallback: boolean;
}

/** The text, or 'N/A' if it is absent or blank. Line breaks become spaces. */
export function textOrNotAvailable(text: string | undefined | null): string {
  const flat = text?.replace(/\s+/g, ' ').trim();
  return flat ? flat : NOT_AVAILABLE;
}

/**
 * The venue's local date: `YYYY-MM-DD HH:mm`, or `YYYY-MM-DD` if the time is to be announced. If
 * the date itself is, 'TBA' (to be announced) or 'TBD' (to be determined). Otherwise 'N/A'.
 */
export function describeDate(start: LocalStart): string {
  if (start.dateTBA) return 'TBA';
  if (start.dateTBD) return 'TBD';
  if (!start.localDate) return NOT_AVAILABLE;
  const isTimeOpen = start.timeTBA === true || start.noSpecificTime === true;
  const time = /^\d{2}:\d{2}/.exec(start.localTime ?? '');
  return isTimeOpen || !time ? start.localDate : `${start.localDate} ${time[0]}`;
}

const zones = new Map<string, string>();

/**
 * Whether a text is the name of a time zone that this platform supports; an offset such as `+02:00`
 * is not one.
 */
export const isZoneName = (zone: string | undefined): boolean =>
  describeZone(zone) !== NOT_AVAILABLE;

/** The IANA name of a time zone that this platform supports, otherwise 'N/A'. */
export function describeZone(zone: string | undefined): string {
  if (!zone || /^[+-]/.test(zone)) return NOT_AVAILABLE;
  // A list has thousands of events in few zones, and creating a formatter is slow.
  const name = zones.get(zone) ?? findZone(zone);
  zones.set(zone, name);
  return name;
}

function findZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return NOT_AVAILABLE;
  }
}

/** The lowest and highest price over all ranges of the first range's currency; null without a price. */
export function readPrice(ranges: readonly PriceRange[]): Price | null {
  const currency = ranges[0]?.currency;
  const figures = ranges
    .filter((range) => range.currency === currency)
    .flatMap((range) => [range.min, range.max])
    .filter((figure): figure is number => figure !== undefined && Number.isFinite(figure));
  if (figures.length === 0) return null;
  return { min: Math.min(...figures), max: Math.max(...figures), currency: currency ?? null };
}

/** `min - max CUR`, also when both are equal; 'N/A' without a price. */
export function describePrice(ranges: readonly PriceRange[]): string {
  const price = readPrice(ranges);
  if (price === null) return NOT_AVAILABLE;
  const span = `${formatAmount(price.min)} - ${formatAmount(price.max)}`;
  return price.currency === null ? span : `${span} ${price.currency}`;
}

function formatAmount(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

/** `city, state`, or the available part of it. */
export function describeLocation(city: string | undefined, state: string | undefined): string {
  const parts = [city, state].map((part) => part?.trim()).filter((part) => part);
  return parts.length === 0 ? NOT_AVAILABLE : parts.join(', ');
}

/**
 * The city of a `city, state`. A last part with a dot, as in "Washington, D.C.", is not a state,
 * because states are codes or names.
 */
export const cityOf = (location: string): string => location.replace(/, [^,.]*$/, '');

/** `name: start to end` of each presale, joined by `; `. A `;` inside a name becomes a comma: it separates presales. */
export function describePresales(presales: readonly PresaleWindow[]): string {
  if (presales.length === 0) return NOT_AVAILABLE;
  return presales.map(describePresale).join('; ');
}

function describePresale({ name, opens, closes }: PresaleWindow): string {
  const from = opens ?? NOT_AVAILABLE;
  return `${name.replaceAll(';', ',')}: ${from} to ${closes ?? NOT_AVAILABLE}`;
}

/** A sale window in the API's form. */
export function writeWindow({ name, startsAt, endsAt }: SaleWindow): PresaleWindow {
  return {
    name: textOrNotAvailable(name),
    opens: startsAt === null ? null : formatInstant(startsAt),
    closes: endsAt === null ? null : formatInstant(endsAt),
  };
}

/** An instant as `YYYY-MM-DDTHH:mm:ssZ`, 'N/A' if unknown. */
export function formatInstant(instant: number | null): string {
  if (instant === null) return NOT_AVAILABLE;
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** A two-letter country code in capitals, otherwise 'N/A'. */
export function describeNation(code: string | undefined): string {
  const capital = code?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(capital) ? capital : NOT_AVAILABLE;
}

const WANTED_WIDTH = 640;

/**
 * The picture that suits an event card: 16:9, near 640 pixels wide, not a generic one if there is a
 * choice. Null without pictures.
 */
export function pickImage(pictures: readonly Picture[]): Picture | null {
  let best: Picture | null = null;
  for (const picture of pictures) {
    if (best === null || compareSuit(picture, best) < 0) best = picture;
  }
  return best;
}

function compareSuit(a: Picture, b: Picture): number {
  return (
    Number(a.isFallback) - Number(b.isFallback) ||
    Number(a.ratio !== '16_9') - Number(b.ratio !== '16_9') ||
    Number(a.width < WANTED_WIDTH) - Number(b.width < WANTED_WIDTH) ||
    Math.abs(a.width - WANTED_WIDTH) - Math.abs(b.width - WANTED_WIDTH)
  );
}
