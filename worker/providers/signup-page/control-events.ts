import type { SignupEvent } from '../../../shared/signup/schema.ts';
import { cut } from '../../../shared/text.ts';
import { trimMarks } from '../../../shared/trim-marks.ts';
import { oneLine } from '../public-page/one-line.ts';
import type { FormControl } from '../public-page/page-parts.ts';
import { findDate, isDateRest } from './event-date.ts';

/** An event's id contains a digit; `yes`, `on` and country codes do not. */
const ID = /^(?=.*\d)[\w:.-]{2,128}$/;
const PRESALE =
  /pre-?sale|early access|registration|verified fan|on-?sale|prévente|vorverkauf|preventa|prevendita/i;
const SEPARATORS = /\s+[-–—|•·/]\s+|\s*[\n|•·@]\s*|\s[-–—]\s/;
/** Brackets that became empty when a date or "sold out" was removed from them. */
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]/g;
const OPENING_MARK = /[\s,;:()\-–—]/;
/** A closing bracket may belong to the text: "Arena (South)". */
const CLOSING_MARK = /[\s,;:(\-–—]/;
const VENUE_WORD =
  /\b(?:arena|stadium|stadion|stade|estadio|theat(?:er|re)|hall|halle|cent(?:er|re)|garden|park|dome|palau|palacio|amphitheat(?:er|re)|club|pavilion|forum|coliseum|ballroom|field|bowl|house|auditorium|room|live)\b/i;

/**
 * The maximum length of the texts of a control that is not an event because its date cannot be
 * read.
 */
const LONGEST_TEXT = 200;
const SOLD_OUT =
  /\b(?:sold[\s-]?out|ausverkauft|complet|épuisé|agotad[oa]s?|esaurit[oi]|tutto esaurito|uitverkocht|esgotad[oa]s?|slutsåld|udsolgt|utsolgt|wyprzedane|vyprodáno|loppuunmyyty)(?!\p{L})/iu;

/** The events of a page's form controls. */
export interface ControlEvents {
  events: SignupEvent[];
  /** The texts of neighbouring controls whose date cannot be read. */
  undated: string[];
}

/**
 * Events behind options, radios and checkboxes: the value is the event's id, and the label contains
 * date, venue and city. A control without a date in its label or attributes is not an event
 * (countries, birthdays, consents). It is reported if it belongs to the same field as an event, or
 * is written like one.
 */
export function readControls(controls: readonly FormControl[], host: string): ControlEvents {
  const read = controls.map((control) => ({ control, event: readControl(control, host) }));
  const eventFields = new Set(
    read.flatMap(({ control, event }) => (event === null ? [] : [control.field])),
  );
  const undated = read.filter(
    ({ control, event }) =>
      event === null &&
      ID.test(control.value) &&
      /\p{L}/u.test(control.label) &&
      findDate(control.label, host) === null &&
      (eventFields.has(control.field) || looksLikeEvent(control)),
  );
  return {
    events: read.flatMap(({ event }) => event ?? []),
    undated: undated.map(({ control }) => cut(oneLine(control.label), LONGEST_TEXT)),
  };
}

/** A number, and a text with separators between places, such as "May 20 - Hall Five - Chicago". */
const looksLikeEvent = ({ label }: FormControl): boolean =>
  /\d/.test(label) && VENUE_WORD.test(label) && partsOf(label).length > 1;

function readControl(control: FormControl, host: string): SignupEvent | null {
  if (!ID.test(control.value)) return null;
  const attribute = (name: string) =>
    (
      control.attributes.get(`data-${name}`) ??
      control.attributes.get(`data-event-${name}`) ??
      ''
    ).trim();
  const inLabel = findDate(control.label, host);
  const inAttribute = findDate(attribute('date'), host);
  const date = (inAttribute ?? inLabel)?.date ?? '';
  if (date === '') return null;
  const rest = inLabel ? `${inLabel.before}\n${inLabel.after}` : control.label;
  const isSoldOut = SOLD_OUT.test(control.label);
  const parts = partsOf(isSoldOut ? rest.replace(SOLD_OUT, ' ') : rest);
  const presale = parts.find((part) => PRESALE.test(part));
  const [venue, city] = venueAndCity(parts.filter((part) => part !== presale));
  const event = {
    value: control.value,
    date,
    venue: attribute('venue') || venue,
    city: attribute('city') || city,
    presale:
      attribute('presale') || (presale ?? (PRESALE.test(control.group) ? control.group : '')),
    ...(isSoldOut
      ? { closed: 'sold_out' as const }
      : control.isDisabled && { closed: 'disabled' as const }),
  };
  return event.venue === '' && event.city === '' ? null : event;
}

/** Splits at dashes, bars and line breaks, or at commas if there are none of those. */
function partsOf(text: string): string[] {
  const parts = split(text, SEPARATORS);
  return parts.length === 1 ? split(parts[0] ?? '', /,\s+/) : parts;
}

function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => trimMarks(part.replace(EMPTY_BRACKETS, ' '), OPENING_MARK, CLOSING_MARK))
    .filter((part) => part !== '' && !isDateRest(part));
}

/** Venue before city, unless only the second one looks like a venue. `City, ST` is not split. */
function venueAndCity(parts: readonly string[]): [string, string] {
  const [first = '', second = '', third = ''] = parts;
  if (second === '') return splitOnce(first);
  if (!VENUE_WORD.test(first) && VENUE_WORD.test(second)) return [second, first];
  const isRegion = third !== '' && third.length <= 3;
  return [first, isRegion ? `${second}, ${third}` : second];
}

function splitOnce(text: string): [string, string] {
  const comma = text.indexOf(', ');
  return comma < 0 ? [text, ''] : [text.slice(0, comma), text.slice(comma + 2)];
}
