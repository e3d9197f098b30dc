import { NOT_AVAILABLE } from './constants.ts';
import type { TicketingEvent } from './schema.ts';

/** A value as it is shown: outer blanks and one pair of wrapping quotes removed (part 3, "Values may be wrapped in quotes"). */
export function unwrapValue(value: string): string {
  const text = value.trim();
  const inner = text.slice(1, -1);
  const isWrapped =
    text.length >= 2 &&
    text.startsWith('"') &&
    text.endsWith('"') &&
    !inner.replaceAll('""', '').includes('"');
  return isWrapped ? inner.replaceAll('""', '"').trim() : text;
}

/** True for a text that the provider published; false for 'N/A' and blanks. */
export function isPublished(value: string): boolean {
  return value !== '' && value.toUpperCase() !== NOT_AVAILABLE;
}

/** Unwraps every text of an event once, so that screen, sorting and export read the same values. */
export function unwrapEvent(event: TicketingEvent): TicketingEvent {
  const unwrapped = { ...event };
  for (const key of Object.keys(unwrapped) as (keyof TicketingEvent)[]) unwrapText(unwrapped, key);
  unwrapped.nation = unwrapped.nation.toUpperCase();
  return unwrapped;
}

function unwrapText<Key extends keyof TicketingEvent>(event: TicketingEvent, key: Key): void {
  const value: unknown = event[key];
  if (typeof value === 'string') Object.assign(event, { [key]: unwrapValue(value) });
}

/** The address itself when it is an absolute http or https one, else null: nothing else may become a link. */
export function safeLink(address: string): string | null {
  if (!/^https?:\/\//i.test(address)) return null;
  return URL.canParse(address) ? address : null;
}

/** One presale of the text `name: start to end; ...`; `opens` and `closes` are ISO instants or null where unknown. */
export interface PresaleWindow {
  name: string;
  opens: string | null;
  closes: string | null;
}

const INSTANT = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const PRESALE_ENTRY = new RegExp(
  String.raw`^(?<name>.*?)\s*:\s*(?:(?<opens>${INSTANT})|N\/A)?(?:\s+to\s+(?:(?<closes>${INSTANT})|N\/A))?$`,
  'is',
);

/**
 * Reads the presale text of an event. A name may hold colons; a semicolon inside a name belongs to it as long as
 * no dates stand before it, because every entry ends with its dates.
 */
export function readPresales(presales: string): PresaleWindow[] {
  if (!isPublished(presales)) return [];
  const windows: PresaleWindow[] = [];
  let pending = '';
  for (const piece of presales.split(';')) {
    const text = (pending === '' ? piece : `${pending};${piece}`).replace(/\s+/g, ' ').trim();
    const match = PRESALE_ENTRY.exec(text)?.groups;
    if (match === undefined) {
      pending = text;
      continue;
    }
    pending = '';
    windows.push({
      name: match.name ?? '',
      opens: match.opens ?? null,
      closes: match.closes ?? null,
    });
  }
  if (pending !== '') windows.push({ name: pending, opens: null, closes: null });
  return windows;
}

/**
 * The number of a ticket limit that the provider wrote as a sentence: 'There is an overall 8 ticket limit' reads as
 * '8'. Sentences without a number, or with several, stay as they are.
 */
export function shortTicketLimit(text: string): string {
  const numbers = new Set(text.match(/\d+/g));
  const [only] = numbers;
  return numbers.size === 1 && only !== undefined && only.length <= 3 ? only : text;
}
