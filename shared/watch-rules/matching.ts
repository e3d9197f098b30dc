import type { FeedEvent, FeedSale } from '../catalogues/feed.ts';
import { fold } from '../text.ts';
import { CANCELLED } from '../ticketing/sale.ts';
import { artistKey, fullArtistKey } from './artist-names.ts';
import { type RuleConditions, withinMs } from './schema.ts';

/** A rule whose lists are prepared for many comparisons. */
export interface PreparedRule {
  /** By {@link artistKey}. */
  artists: ReadonlySet<string>;
  /** The same artists by {@link fullArtistKey}. */
  fullArtists: ReadonlySet<string>;
  countries: ReadonlySet<string>;
  cities: ReadonlySet<string>;
  venues: ReadonlySet<string>;
  segments: ReadonlySet<string>;
  withinMs: number | null;
}

const folded = (texts: readonly string[]) => new Set(texts.map(fold));

export const prepareRule = (rule: RuleConditions): PreparedRule => ({
  artists: new Set(rule.artists.map(artistKey)),
  fullArtists: new Set(rule.artists.map(fullArtistKey)),
  countries: new Set(rule.countries),
  cities: folded(rule.cities),
  venues: folded(rule.venues),
  segments: folded(rule.segments),
  withinMs: withinMs(rule),
});

/** Whether the segment or the genre of an event is one of a rule's. */
export const isOfSegments = (
  { segments }: Pick<PreparedRule, 'segments'>,
  { segment, genre }: Pick<FeedEvent, 'segment' | 'genre'>,
): boolean => segments.size === 0 || segments.has(fold(segment)) || segments.has(fold(genre));

/** Whether a rule names an artist. @param ambiguous the result of {@link ambiguousKeys} for the known artists */
export function namesArtist(
  { artists, fullArtists }: Pick<PreparedRule, 'artists' | 'fullArtists'>,
  name: string,
  ambiguous: ReadonlySet<string>,
): boolean {
  const key = artistKey(name);
  return ambiguous.has(key) ? fullArtists.has(fullArtistKey(name)) : artists.has(key);
}

/**
 * Whether a rule matches an event of a country, whatever its hours.
 * @param ambiguous the result of {@link ambiguousKeys} for the known artists
 */
export function matchesEvent(
  rule: PreparedRule,
  event: Pick<FeedEvent, 'artists' | 'city' | 'venue' | 'segment' | 'genre'>,
  country: string,
  ambiguous: ReadonlySet<string>,
): boolean {
  const { artists, countries, cities, venues } = rule;
  if (countries.size > 0 && !countries.has(country)) return false;
  if (cities.size > 0 && !cities.has(fold(event.city))) return false;
  if (venues.size > 0 && !venues.has(fold(event.venue))) return false;
  if (!isOfSegments(rule, event)) return false;
  return artists.size === 0 || event.artists.some(({ name }) => namesArtist(rule, name, ambiguous));
}

/** A fact about an event, for a notification. */
export interface EventFact {
  kind: 'new_event' | 'new_sale' | 'sale_moved' | 'date' | 'status';
  /** Distinguishes it from other facts about the event. */
  key: string;
  topic: string;
  body: string;
  /** The opening that it is about; null for none. */
  opensAt: number | null;
}

/** What was stored about an event before a change. */
export type KnownEvent = Pick<FeedEvent, 'status' | 'day' | 'sales'>;

const ENDED = new Set([...CANCELLED, 'postponed', 'rescheduled']);

/**
 * What is new about an event: the event itself, or sales that are new or moved and lie ahead, its new date, and the end of the
 * event.
 * @param before null for an event that was not stored
 */
export function factsOf(before: KnownEvent | null, event: FeedEvent, now: number): EventFact[] {
  const ahead = event.sales.filter(({ opensAt }) => opensAt > now);
  const where = [event.city, event.venue].filter((part) => part !== '').join(', ');
  if (before === null) {
    const [next] = ahead.toSorted((a, b) => a.opensAt - b.opensAt);
    const opening = next === undefined ? '' : `; ${saleText(next)}`;
    const body = `${where}, ${event.day || 'date unknown'}${opening}`;
    const opensAt = next?.opensAt ?? null;
    return [{ kind: 'new_event', key: 'new_event', topic: 'New event', body, opensAt }];
  }
  const facts = pairSales(before.sales, event.sales)
    .filter(({ sale }) => sale.opensAt > now)
    .map(({ sale, earlier }): EventFact => {
      const kind = earlier === null ? 'new_sale' : 'sale_moved';
      // A sale may move back and forth: each move is a fact.
      const move = earlier === null ? '' : `|${earlier}|${dayOf(now)}`;
      return {
        kind,
        key: `${kind}|${sale.kind}|${sale.name}|${sale.opensAt}${move}`,
        topic: topicOf(sale.kind, earlier === null),
        body: `${where}: ${saleText(sale)}`,
        opensAt: sale.opensAt,
      };
    });
  if (event.day !== before.day && event.day !== '' && before.day !== '')
    facts.push({
      kind: 'date',
      key: `date|${before.day}|${event.day}|${dayOf(now)}`,
      topic: 'New date',
      body: `${where}: ${event.day} instead of ${before.day}`,
      opensAt: null,
    });
  if (event.status !== before.status && ENDED.has(event.status))
    facts.push({
      kind: 'status',
      key: `status|${event.status}`,
      topic: `Event ${event.status}`,
      body: `${where}, ${event.day}`,
      opensAt: null,
    });
  return facts;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * The sales that were not stored, each with the time of a stored sale of its kind and name that is listed no more; null for
 * one that is new. One name may have several openings.
 */
function pairSales(before: readonly FeedSale[], listed: readonly FeedSale[]) {
  const keyOf = ({ kind, name, opensAt }: FeedSale) => `${opensAt} ${kind} ${name}`;
  const stored = new Set(before.map(keyOf));
  const still = new Set(listed.map(keyOf));
  const left = before.filter((sale) => !still.has(keyOf(sale)));
  return listed
    .filter((sale) => !stored.has(keyOf(sale)))
    .map((sale) => {
      const at = left.findIndex(({ kind, name }) => kind === sale.kind && name === sale.name);
      const [earlier] = at < 0 ? [] : left.splice(at, 1);
      return { sale, earlier: earlier?.opensAt ?? null };
    });
}

const topicOf = (kind: FeedEvent['sales'][number]['kind'], isNew: boolean): string => {
  const what = kind === 'presale' ? 'presale' : 'general sale';
  return isNew ? `New ${what}` : `${what.charAt(0).toUpperCase()}${what.slice(1)} moved`;
};

export const saleText = ({ kind, name, opensAt }: FeedEvent['sales'][number]): string =>
  `${kind === 'presale' ? name || 'presale' : 'general sale'} opens ${new Date(opensAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Whether a fact is within the hours of a rule: its sale opens in that time. A rule without hours takes every fact. */
export const isWithin = (rule: PreparedRule, { opensAt }: EventFact, now: number): boolean =>
  rule.withinMs === null || (opensAt !== null && opensAt > now && opensAt - now <= rule.withinMs);
