import { readFacts } from '../../../shared/artist-monitor/stored.ts';
import { titleFromUrl } from '../../../shared/price-monitor/prices.ts';
import { zoneOfCountry } from '../../../shared/sales/country-zones.ts';
import type { SaleSource } from '../../../shared/sales/schema.ts';
import { NOT_AVAILABLE } from '../../../shared/ticketing/constants.ts';
import { CANCELLED } from '../../../shared/ticketing/sale.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { type KnownWindow, windowsOf } from '../../../shared/ticketing/windows.ts';
import { isoTime } from '../../../shared/times.ts';
import type { StoredFacts, StoredWatched } from './store.ts';

/** An event as one source describes it. Texts are '' if it has none. */
export interface KnownEvent {
  artist: string;
  name: string;
  venue: string;
  city: string;
  country: string;
  timezone: string | null;
  /** `YYYY-MM-DD HH:mm`, `YYYY-MM-DD` or ''. */
  date: string;
  note: string | null;
  url: string;
  windows: KnownWindow[];
}

const textOf = (text: string): string => (text === NOT_AVAILABLE ? '' : text);
const DATED = /^\d{4}-\d{2}-\d{2}/;

/** An event of the provider. */
export function fromFacts(event: EventFacts): KnownEvent {
  return {
    artist: textOf(event.artist),
    name: textOf(event.artist),
    venue: textOf(event.venue),
    city: textOf(event.location),
    country: textOf(event.nation),
    timezone: textOf(event.timezone) || null,
    date: DATED.test(event.date) ? event.date : '',
    note: event.sale_note,
    url: textOf(event.eventLink),
    windows: windowsOf(event),
  };
}

/** An event of a catalogue with its sales. */
function fromCatalogue({ event, sales }: NonNullable<StoredFacts['catalogue']>): KnownEvent {
  const isCancelled = CANCELLED.includes(event.status);
  return {
    artist: event.artists[0]?.name || event.name,
    name: event.name,
    venue: event.venue,
    city: event.city,
    country: event.country,
    timezone: event.timezone || zoneOfCountry(event.country),
    date: event.day,
    url: event.url,
    note: isCancelled
      ? 'Cancelled'
      : event.goneAt === null
        ? null
        : 'No longer listed in the catalogue',
    windows: isCancelled ? [] : sales.map(({ event: _, ...sale }) => sale),
  };
}

/** A watched event, whose page names at most the opening of the general sale. */
export function fromWatched(row: StoredWatched): KnownEvent {
  const title = row.title ?? titleFromUrl(row.url);
  const general = { kind: 'general' as const, name: '', opensAt: row.opensAt, closesAt: null };
  return {
    artist: title,
    name: title,
    venue: row.venue ?? '',
    city: row.city ?? '',
    country: row.country ?? '',
    timezone: null,
    date: row.date ?? '',
    note: null,
    url: row.url,
    windows: row.opensAt === null ? [] : [general],
  };
}

/** An event that remains only in reminders and notes. */
export function fromReminders(rows: StoredFacts['reminders']): KnownEvent {
  const { title = '', place = '' } = rows[0] ?? {};
  return {
    artist: title,
    name: title,
    venue: '',
    city: place,
    country: '',
    timezone: null,
    date: '',
    note: null,
    url: '',
    windows: rows.map(({ kind, name, opensAt }) => ({ kind, name, opensAt, closesAt: null })),
  };
}

const sourceOf = (
  source: SaleSource['source'],
  readAt: number | null,
  nextAt: number | null,
): SaleSource => ({ source, read_at: isoTime(readAt), next_at: isoTime(nextAt) });

/**
 * The facts of an event and their source; null if nothing lists it. The monitor takes precedence,
 * because it reads most often, then the newest one of catalogue, calendar and the copy for
 * reminders, by the rules of reminders. What the monitor read about an artist whose period has
 * ended gets old, and comes after these. A cancellation counts if either the monitor or the
 * catalogue reports it. Facts that the chosen source lacks are taken from the others.
 */
export function decideEvent(
  stored: Pick<StoredFacts, 'catalogue' | 'monitored' | 'calendar' | 'followed' | 'watched'>,
): { event: KnownEvent; sources: SaleSource[] } | null {
  const { catalogue, monitored, calendar, followed, watched } = stored;
  const copies: { event: KnownEvent; from: SaleSource }[] = [];
  const checked = monitored && {
    event: fromFacts(readFacts(monitored.facts)),
    from: sourceOf('monitor', monitored.checkedAt, monitored.isOpen ? monitored.nextAt : null),
  };
  if (checked && monitored.isOpen) copies.push(checked);
  const listed = catalogue && {
    readAt: catalogue.readAt ?? 0,
    event: fromCatalogue(catalogue),
    from: sourceOf('catalogue', catalogue.readAt, catalogue.nextAt),
  };
  const copied = calendar && {
    readAt: calendar.readAt,
    event: fromFacts(readFacts(calendar.facts)),
    from: sourceOf('calendar', calendar.readAt, null),
  };
  const { facts = null, readAt = 0, nextAt = null } = followed ?? {};
  const from = sourceOf('search', readAt, nextAt);
  const copy = facts === null ? undefined : { readAt, event: fromFacts(readFacts(facts)), from };
  const others = [listed, copied, copy].filter((one) => one !== undefined);
  copies.push(...others.sort((a, b) => b.readAt - a.readAt));
  if (checked && !monitored.isOpen) copies.push(checked);
  if (watched)
    copies.push({
      event: fromWatched(watched),
      from: sourceOf('prices', watched.checkedAt, watched.isPaused ? null : watched.nextCheckAt),
    });
  const [first, ...rest] = copies;
  if (first === undefined) return null;
  const event = rest.reduce((known, { event: other }) => filled(known, other), first.event);
  const cancelled = [first, listed].find((one) => one?.event.note === 'Cancelled');
  return {
    event: cancelled ? { ...event, note: 'Cancelled', windows: [] } : event,
    sources: copies.map(({ from }) => from),
  };
}

/**
 * An event with missing texts filled from another description; a date with a time takes precedence.
 */
function filled(event: KnownEvent, other: KnownEvent): KnownEvent {
  const isNamedByArtist = event.name === event.artist;
  return {
    artist: event.artist || other.artist,
    name: (isNamedByArtist ? other.name : event.name) || event.name,
    venue: event.venue || other.venue,
    city: event.city || other.city,
    country: event.country || other.country,
    timezone: event.timezone ?? other.timezone,
    date: other.date.length > event.date.length ? other.date : event.date,
    note: event.note,
    url: event.url || other.url,
    windows: event.windows,
  };
}
