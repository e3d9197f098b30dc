import { decodeHTML } from 'entities';
import type { SignupEvent } from '../../../shared/signup/schema.ts';
import { cut } from '../../../shared/text.ts';
import { type Fields, isFields } from '../fields.ts';
import { oneLine } from '../public-page/one-line.ts';
import { findJson } from '../public-page/script-json.ts';
import { findDate } from './event-date.ts';

const ID_KEYS = [
  'value',
  'eventId',
  'event_id',
  'eventID',
  'tmEventId',
  'discoveryId',
  'id',
  'identifier',
];
const DATE_KEYS = [
  'localDate',
  'date',
  'eventDate',
  'event_date',
  'startDate',
  'start_date',
  'startDateTime',
  'start_date_time',
  'dateTime',
  'datetime',
  'start',
  'dates',
  'when',
];
const TIME_KEYS = ['localTime', 'time', 'startTime', 'start_time', 'eventTime'];
const VENUE_KEYS = ['venue', 'venueName', 'venue_name', 'location', 'place', 'venues', '_embedded'];
const CITY_KEYS = [
  'city',
  'cityName',
  'city_name',
  'event_city',
  'eventCity',
  'addressLocality',
  'address',
  'market',
  'town',
];
const PRESALE_KEYS = ['presale', 'presaleName', 'presale_name', 'presales', 'saleName', 'sale'];
const NAME_KEYS = ['name', 'title', 'label', 'value'];

const INNER_EVENT_KEYS = ['subEvent', 'subEvents', 'events'];

const MAX_NODES = 400_000;
const MAX_EVENTS = 5000;
const MAX_DEPTH = 6;
/** The maximum number of characters of a JSON text that are read for a name, date or id. */
const MAX_TEXT = 2000;
const ID = /^[\w:.-]{2,128}$/;

interface Node {
  value: unknown;
  /** How many texts this value was unpacked from. */
  unpacked: number;
}

/**
 * Events in parsed JSON of any shape: every object that contains an id, a date and a venue,
 * including schema.org events. It works without recursion and reads at most 400,000 values.
 */
export function findEvents(roots: readonly unknown[], host: string): SignupEvent[] {
  const events: SignupEvent[] = [];
  const stack: Node[] = [...roots].reverse().map((value) => ({ value, unpacked: 0 }));
  for (let seen = 0; seen < MAX_NODES && events.length < MAX_EVENTS; seen++) {
    const node = stack.pop();
    if (!node) break;
    const event = isFields(node.value) ? readEvent(node.value, host) : null;
    if (event) events.push(event);
    for (const child of childrenOf(node, event !== null).reverse()) stack.push(child);
  }
  return events;
}

/** The values inside a value. For an event, returns only its sub-events: venue and presales are not events. */
function childrenOf({ value, unpacked }: Node, isEvent: boolean): Node[] {
  if (typeof value === 'string') {
    // Some frameworks put JSON into the texts of their JSON.
    const mayHoldEvents = unpacked < 2 && value.length > 40 && /venue/i.test(value);
    const inner = mayHoldEvents ? findJson(value) : [];
    return inner.map((found) => ({ value: found, unpacked: unpacked + 1 }));
  }
  if (typeof value !== 'object' || value === null) return [];
  const children =
    isEvent && isFields(value)
      ? INNER_EVENT_KEYS.map((key) => ownValue(value, key))
      : Object.values(value);
  return children.map((child) => ({ value: child, unpacked }));
}

function readEvent(object: Fields, host: string): SignupEvent | null {
  const value = idOf(object);
  if (value === '') return null;
  const date = dateOf(object, host);
  if (date === '') return null;
  const venue = textAt(object, VENUE_KEYS, 0);
  if (venue === '') return null;
  return { value, date, venue, city: cityIn(object), presale: textAt(object, PRESALE_KEYS, 0) };
}

function ownValue(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function idOf(object: Fields): string {
  for (const key of ID_KEYS) {
    const given = ownValue(object, key);
    const text = scalar(isFields(given) ? ownValue(given, 'value') : given);
    if (ID.test(text)) return text;
  }
  return isLinkedEvent(object) ? idOfLink(object) : '';
}

function isLinkedEvent(object: Fields): boolean {
  const types = [ownValue(object, '@type')].flat();
  return types.some((type) => typeof type === 'string' && /(?:Event|Festival)$/.test(type));
}

/**
 * schema.org events often have no id except the one in their page's address: the last part of its
 * path.
 */
function idOfLink(object: Fields): string {
  for (const key of ['url', '@id']) {
    const link = scalar(ownValue(object, key));
    const path = URL.canParse(link) ? new URL(link).pathname : '';
    const last =
      path
        .split('/')
        .filter((part) => part !== '')
        .at(-1) ?? '';
    if (ID.test(last)) return last;
  }
  return '';
}

function dateOf(object: Fields, host: string, depth = 0): string {
  for (const key of DATE_KEYS) {
    const given = ownValue(object, key);
    const inner = depth < MAX_DEPTH && isFields(given) ? dateOf(given, host, depth + 1) : '';
    if (inner !== '') return inner;
    const found = findDate(dateText(given), host)?.date ?? '';
    if (found === '') continue;
    return found.length > 10 ? found : withTime(found, object);
  }
  return '';
}

/** Dates come as texts, or as seconds or milliseconds since 1970. */
function dateText(given: unknown): string {
  if (typeof given !== 'number') return scalar(given);
  const instant = given > 1e11 ? given : given * 1000;
  const isPlausible = instant > 9e11 && instant < 9e12;
  return isPlausible ? new Date(instant).toISOString().slice(0, 16) : '';
}

function withTime(date: string, object: Fields): string {
  for (const key of TIME_KEYS) {
    const time = /^([01]\d|2[0-3]):([0-5]\d)/.exec(scalar(ownValue(object, key)));
    if (time) return `${date} ${time[0]}`;
  }
  return date;
}

/** The text at the first key that has one; for objects and lists, their name. */
function textAt(object: Fields, keys: readonly string[], depth: number): string {
  for (const key of keys) {
    const text = nameOf(ownValue(object, key), keys, depth);
    if (text !== '') return text;
  }
  return '';
}

function nameOf(given: unknown, keys: readonly string[], depth: number): string {
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(given)) return nameOf(given[0], keys, depth + 1);
  if (!isFields(given)) return scalar(given);
  return textAt(given, NAME_KEYS, depth + 1) || textAt(given, keys, depth + 1);
}

/** The city is a property of the event or of its venue. */
function cityIn(object: Fields, depth = 0): string {
  const city = textAt(object, CITY_KEYS, 0);
  if (city !== '' || depth > 3) return city;
  for (const key of VENUE_KEYS) {
    const inner = [ownValue(object, key)].flat()[0];
    const city = isFields(inner) ? cityIn(inner, depth + 1) : '';
    if (city !== '') return city;
  }
  return '';
}

function scalar(given: unknown): string {
  if (typeof given === 'number') return Number.isFinite(given) ? String(given) : '';
  return typeof given === 'string' ? cut(oneLine(decodeHTML(cut(given, MAX_TEXT))), 300) : '';
}
