import type { SignupEvent } from '../../../shared/signup/schema.ts';
import { trimMarks } from '../../../shared/trim-marks.ts';
import type { FormControl } from '../public-page/page-parts.ts';
import { findDate } from './event-date.ts';

/** An event's id holds a digit; `yes`, `on` and country codes do not. */
const ID = /^(?=.*\d)[\w:.-]{2,128}$/;
const PRESALE =
  /pre-?sale|early access|registration|verified fan|on-?sale|prévente|vorverkauf|preventa|prevendita/i;
const SEPARATORS = /\s+[-–—|•·/]\s+|\s*[\n|•·@]\s*|\s[-–—]\s/;
const OPENING_MARK = /[\s,;:()\-–—]/;
/** A closing bracket may belong to the text: "Arena (South)". */
const CLOSING_MARK = /[\s,;:(\-–—]/;
const VENUE_WORD =
  /\b(?:arena|stadium|stadion|stade|estadio|theat(?:er|re)|hall|halle|cent(?:er|re)|garden|park|dome|palau|palacio|amphitheat(?:er|re)|club|pavilion|forum|coliseum|ballroom|field|bowl|house|auditorium|room|live)\b/i;

/**
 * Events behind options, radios and checkboxes: the value is the event's id, the label holds date, venue and city.
 * A control without a date in its label or attributes is no event (countries, birthdays, consents).
 */
export function readControls(controls: readonly FormControl[], host: string): SignupEvent[] {
  return controls.flatMap((control) => readControl(control, host) ?? []);
}

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
  const parts = partsOf(rest);
  const presale = parts.find((part) => PRESALE.test(part));
  const [venue, city] = venueAndCity(parts.filter((part) => part !== presale));
  const event = {
    value: control.value,
    date,
    venue: attribute('venue') || venue,
    city: attribute('city') || city,
    presale:
      attribute('presale') || (presale ?? (PRESALE.test(control.group) ? control.group : '')),
  };
  return event.venue === '' && event.city === '' ? null : event;
}

/** Splits at dashes, bars and line breaks, or at commas where there are none of those. */
function partsOf(text: string): string[] {
  const parts = split(text, SEPARATORS);
  return parts.length === 1 ? split(parts[0] ?? '', /,\s+/) : parts;
}

function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => trimMarks(part, OPENING_MARK, CLOSING_MARK))
    .filter((part) => part !== '');
}

/** Venue before city, unless only the second one sounds like a venue. `City, ST` stays together. */
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
