import type * as z from 'zod/mini';
import { pick } from '../pick.ts';
import { NOT_AVAILABLE } from '../ticketing/constants.ts';
import type { EventFacts, PresaleWindow, SaleStatus, TicketingEvent } from '../ticketing/schema.ts';
import { formatEventDate, formatInstant } from '../ticketing/view/dates.ts';
import { zoneName } from '../zone-name.ts';
import type { CHANGE_KINDS } from './change-kinds.ts';
import type { artistChange, eventChange } from './stored.ts';

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type EventChange = z.infer<typeof eventChange>;
export type ArtistChange = z.infer<typeof artistChange>;

export function factsOf(event: TicketingEvent): EventFacts {
  const { id, artist, date, timezone, venue, location, nation, status, sale_note } = event;
  const { presale_windows, generalSaleStart, eventLink, ticketLimit } = event;
  return {
    id,
    artist,
    date,
    timezone,
    venue,
    location,
    nation,
    status,
    sale_note,
    presale_windows,
    generalSaleStart,
    eventLink,
    ...(ticketLimit !== NOT_AVAILABLE && { ticketLimit }),
  };
}

/** An event as one answer of the provider describes it. */
export interface AnsweredEvent {
  facts: EventFacts;
  /** The answer of POST /api-tokens. `token` is `bod_<id>_<secret>` and is not shown again. */
  hasStatus: boolean;
  /** Whether the provider marks the start of the general sale as not decided yet. */
  isSaleStartOpen: boolean;
}

/**
 * The events of an answer merged with their stored facts: a field that the provider omits keeps its
 * value.
 * @returns also how many of the events were stored before, and how many of those lack a stored
 * field.
 */
export function completeFacts(
  storedById: ReadonlyMap<string, EventFacts>,
  answer: readonly AnsweredEvent[],
): { facts: EventFacts[]; storedCount: number; thinCount: number } {
  let storedCount = 0;
  let thinCount = 0;
  const facts = answer.map((event) => {
    const before = storedById.get(event.facts.id);
    if (before === undefined) return event.facts;
    const missing = missingFields(before, event);
    storedCount += 1;
    // A cancelled or postponed event loses its sales, and possibly its date, permanently.
    const isSettled = event.hasStatus && event.facts.sale_note !== null;
    thinCount += missing.length > 0 && !isSettled ? 1 : 0;
    const carriedOver = [...missing, ...partialFields(before, event.facts)];
    return { ...event.facts, ...pick(before, carriedOver) };
  });
  return { facts, storedCount, thinCount };
}

const TEXTS = ['artist', 'date', 'timezone', 'venue', 'location', 'nation', 'eventLink'] as const;

/** The stored fields that an answer omits. */
function missingFields(
  before: EventFacts,
  { facts, hasStatus, isSaleStartOpen }: AnsweredEvent,
): (keyof EventFacts)[] {
  const isLost = (field: (typeof TEXTS)[number] | 'generalSaleStart') =>
    facts[field] === NOT_AVAILABLE && before[field] !== NOT_AVAILABLE;
  const hasSales = facts.generalSaleStart !== NOT_AVAILABLE || isSaleStartOpen;
  const hasWindows = facts.presale_windows.length > 0;
  // If the answer has the start of the general sale, missing presales mean that there are none.
  const areWindowsLost = !hasSales && !hasWindows && before.presale_windows.length > 0;
  const isSaleLost = !isSaleStartOpen && isLost('generalSaleStart');
  // The sales decide whether tickets can be bought; a cancellation comes only from the provider's
  // status.
  const isStatusLost = !hasStatus && (before.sale_note !== null || !(hasSales || hasWindows));
  return [
    ...TEXTS.filter(isLost),
    ...(isSaleLost ? (['generalSaleStart'] as const) : []),
    ...(areWindowsLost ? (['presale_windows'] as const) : []),
    ...(isStatusLost ? (['status', 'sale_note'] as const) : []),
  ];
}

/**
 * The fields of which an answer has only a part, such as the day of a date without its time, or no
 * ticket limit.
 */
function partialFields(before: EventFacts, after: EventFacts): (keyof EventFacts)[] {
  const isTimeLost = before.date.startsWith(`${after.date} `);
  const isPlaceLost = ` ${before.location},`.includes(` ${after.location},`);
  return [
    ...(isTimeLost ? (['date'] as const) : []),
    ...(isPlaceLost ? (['location'] as const) : []),
    ...(after.ticketLimit === undefined ? (['ticketLimit'] as const) : []),
  ];
}

const STATUS_WORDS: Record<SaleStatus, string> = {
  onsale: 'On sale',
  presale: 'Presale open',
  offsale: 'Not on sale',
};
const wordOf = ({ sale_note, status }: EventFacts): string => sale_note ?? STATUS_WORDS[status];

/**
 * The changes from `before` to `after`, by event id and field. Events that are missing in `after` are not a change,
 * because a provider's list may be incomplete.
 * @param today `YYYY-MM-DD`: the end of the sale of a past event is not reported.
 */
export function changesOf(
  before: ReadonlyMap<string, EventFacts>,
  after: readonly EventFacts[],
  today: string,
): EventChange[] {
  return after.flatMap((event) => {
    const earlier = before.get(event.id);
    const { venue, location, nation, timezone, eventLink } = event;
    const changed = (kind: ChangeKind, from: string | null, to: string, presale?: string) => ({
      kind,
      event_id: event.id,
      from,
      to,
      ...(presale !== undefined && { presale }),
      place: { venue, location, nation, timezone, eventLink },
    });
    if (earlier === undefined) return [changed('new_event', null, event.date)];
    const isOver = /^\d/.test(event.date) && event.date.slice(0, 10) < today;
    const fields = [
      ['date', earlier.date, event.date],
      ['venue', venueOf(earlier), venueOf(event)],
      ['sale_moved', earlier.generalSaleStart, event.generalSaleStart],
      ['status', wordOf(earlier), wordOf(event)],
    ] as const;
    return [
      ...presaleChanges(earlier.presale_windows, event.presale_windows).map(
        ({ from, opens, name }) =>
          changed(from === undefined ? 'new_presale' : 'presale_moved', from ?? null, opens, name),
      ),
      ...fields.flatMap(([kind, from, to]) =>
        from === to || (isOver && kind === 'status') ? [] : [changed(kind, from, to)],
      ),
    ];
  });
}

const venueOf = ({ venue, location }: EventFacts): string => `${venue}, ${location}`;
const opensAt = ({ opens }: PresaleWindow): string => opens ?? NOT_AVAILABLE;

/**
 * New presales, and those with the same name that open at another time: `from` is their former
 * opening.
 */
function presaleChanges(before: readonly PresaleWindow[], after: readonly PresaleWindow[]) {
  const same = (a: PresaleWindow) => (b: PresaleWindow) => a.name === b.name && a.opens === b.opens;
  const gone = before.filter((window) => !after.some(same(window)));
  return after
    .filter((window) => !before.some(same(window)))
    .map((window) => {
      const at = gone.findIndex(({ name }) => name === window.name);
      const [former] = at < 0 ? [] : gone.splice(at, 1);
      return { name: window.name, opens: opensAt(window), from: former && opensAt(former) };
    });
}

/** The known openings of an event's sales, as instants in milliseconds since the epoch. */
export function saleOpenings(
  event: Pick<EventFacts, 'presale_windows' | 'generalSaleStart'>,
): number[] {
  return [...event.presale_windows.map(opensAt), event.generalSaleStart]
    .map((text) => Date.parse(text))
    .filter((instant) => !Number.isNaN(instant));
}

/**
 * A change as text: `New presale` and `Chicago, Union Hall: Fan presale opens 22/11/2026 10:00
 * (GMT-6)`.
 */
export function describeChange(change: EventChange): { title: string; detail: string } {
  const { kind, from, to, presale = 'Presale', place } = change;
  const where = [place.location, place.venue].filter((part) => part !== NOT_AVAILABLE).join(', ');
  const at = (text: string | null) => describeInstant(text, place.timezone);
  switch (kind) {
    case 'started':
      return {
        title: 'Monitoring started',
        detail: `${to} ${to === '1' ? 'event' : 'events'} known`,
      };
    case 'new_event':
      return { title: 'New event', detail: `${where}, ${formatEventDate(to)}` };
    case 'new_presale':
      return { title: 'New presale', detail: `${where}: ${presale} opens ${at(to)}` };
    case 'presale_moved':
      return {
        title: 'Presale moved',
        detail: `${where}: ${presale} from ${at(from)} to ${at(to)}`,
      };
    case 'sale_moved':
      return { title: 'General sale moved', detail: `${where}: from ${at(from)} to ${at(to)}` };
    case 'date':
      return {
        title: 'Date changed',
        detail: `${where}: from ${formatEventDate(from ?? '')} to ${formatEventDate(to)}`,
      };
    case 'venue':
      return { title: 'Venue changed', detail: `From ${from} to ${to}` };
    case 'status':
      return { title: to, detail: `${where}, before: ${from}` };
  }
}

/** `22/11/2026 10:00 (GMT-6)` at the venue, or in UTC if its zone is unknown. */
function describeInstant(text: string | null, timezone: string): string {
  if (text === null || text === NOT_AVAILABLE) return 'an unknown time';
  const zone = timezone === NOT_AVAILABLE ? 'UTC' : timezone;
  return `${formatInstant(text, zone)} (${zoneName(text, zone)})`;
}
