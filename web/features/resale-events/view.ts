import { type Column, type Sort, type SortOrder, sortRows } from '../../../shared/columns.ts';
import type {
  ResaleArtist,
  ResaleEvent,
  ResaleEventsAnswer,
} from '../../../shared/resale-events/schema.ts';
import { formatInstant } from '../../../shared/ticketing/view/dates.ts';
import { parseAnswer } from '../../lib/json.ts';
import type { EventsSearch, SortField } from './search-state.ts';

/** A day on which tickets go on sale. */
interface OnSaleDay {
  /** `DD/MM/YYYY` */
  day: string;
  /** Its first on-sale, as the feed writes it: an instant or a day. */
  at: string;
  isComing: boolean;
}

/** An artist as the screen lists it. */
export interface ArtistRow extends ResaleArtist {
  name: string;
  /** Distinct days, the earliest first. */
  onSaleDays: OnSaleDay[];
  /** The soonest on-sale to come, in milliseconds since the epoch. */
  nextOnSale: number | null;
  /** Concerts whose on-sale is to come. */
  comingSales: number;
  /** `upcoming`: some on-sale is to come, and none has passed. `mixed`: some of both. */
  state: 'upcoming' | 'mixed' | null;
  /** Artist, venues and cities in lower case. */
  searchText: string;
}

/** The filters and the sorting of the screen. */
export interface EventsView {
  text: string;
  countries: readonly string[];
  upcomingOnly: boolean;
  sort: Sort<SortField>;
}

/** Fields that the screen sorts by; numbers begin with the highest. */
export const COLUMNS: readonly (Column<ArtistRow> & { key: SortField })[] = [
  { key: 'name', header: 'Artist', sort: 'asc', value: ({ name }) => name },
  { key: 'onSaleDate', header: 'On Sale Date', sort: 'asc', value: ({ nextOnSale }) => nextOnSale },
  { key: 'concerts', header: 'Concerts', sort: 'desc', value: ({ events }) => events.length },
  { key: 'visits', header: 'Visits', sort: 'desc', value: (row) => row.number_of_visits },
  { key: 'score', header: 'Score', sort: 'desc', value: (row) => row.category_score },
  { key: 'finalScore', header: 'Final', sort: 'desc', value: (row) => row.ranking.final_score },
];

export const DEFAULT_SORT: Sort<SortField> = { column: 'finalScore', order: 'desc' };

const HEAD = '{"success":true,"data":{';
const TAIL = '}}';

/**
 * Reads an answer of GET /events line by line as it arrives: parsed at once, 12 MB would keep the page from responding
 * for as long as it takes. An answer without lines, such as a failure, is parsed whole.
 * @param onArtists gets the artists of some lines
 * @returns the answer with the artists that were not passed on
 * @throws SyntaxError when the answer ends early
 */
export async function readByLine(
  { body }: Pick<Response, 'body'>,
  onArtists: (artists: ResaleEventsAnswer['data']) => void,
): Promise<ResaleEventsAnswer> {
  const reader = (body ?? new Blob().stream()).pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let head = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const end = read.value.lastIndexOf('\n');
    if (end >= 0) {
      const lines = (rest + read.value.slice(0, end)).trim().replace(/,$/, '');
      if (lines !== HEAD) onArtists(parseAnswer<ResaleEventsAnswer>(head + lines + TAIL).data);
      rest = '';
      head = HEAD;
    }
    rest += read.value.slice(end + 1);
  }
  return parseAnswer(head + rest);
}

/** The answer's artists as rows; `now` in milliseconds since the epoch decides what is to come. */
export function readArtists(data: Record<string, ResaleArtist>, now: number): ArtistRow[] {
  return Object.entries(data).map(([name, artist]) => readArtist(name, artist, now));
}

function readArtist(name: string, artist: ResaleArtist, now: number): ArtistRow {
  const days = new Map<string, { at: number; isComing: boolean }>();
  const places = new Set<string>();
  let nextOnSale: number | null = null;
  let comingSales = 0;
  for (const { on_sale_date: onSale, venue_name, city_name } of artist.events) {
    places.add(venue_name ?? '').add(city_name ?? '');
    const at = onSale === null ? Number.NaN : Date.parse(onSale);
    if (onSale === null || Number.isNaN(at)) continue;
    const isComing = at > now;
    if (isComing) {
      comingSales += 1;
      nextOnSale = Math.min(nextOnSale ?? at, at);
    }
    const known = days.get(onSale);
    if (known === undefined) days.set(onSale, { at, isComing });
  }
  const onSales = [...days].sort(([, a], [, b]) => a.at - b.at);
  const hasPast = onSales.some(([, { isComing }]) => !isComing);
  return {
    ...artist,
    name,
    onSaleDays: distinctDays(onSales),
    nextOnSale,
    comingSales,
    state: nextOnSale === null ? null : hasPast ? 'mixed' : 'upcoming',
    searchText: [name, ...places].join('\n').toLowerCase(),
  };
}

/** Two on-sales of one day show once, as coming if one of them is. */
function distinctDays(onSales: readonly [string, { isComing: boolean }][]): OnSaleDay[] {
  const days = new Map<string, OnSaleDay>();
  for (const [at, { isComing }] of onSales) {
    const day = formatInstant(at).slice(0, 10);
    const known = days.get(day);
    days.set(day, { day, at: known?.at ?? at, isComing: isComing || known?.isComing === true });
  }
  return [...days.values()];
}

/** The sums over all artists. */
export function countTotals(rows: readonly ArtistRow[]) {
  const sum = (value: (row: ArtistRow) => number) =>
    rows.reduce((total, row) => total + value(row), 0);
  return {
    artists: rows.length,
    concerts: sum(({ events }) => events.length),
    countries: new Set(rows.flatMap(({ countries }) => countries)).size,
    visits: sum((row) => row.number_of_visits ?? 0),
    upcomingSales: sum(({ comingSales }) => comingSales),
  };
}

/** Every country, with the number of artists that play there. */
export function countCountries(rows: readonly ArtistRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { countries } of rows) {
    for (const country of countries) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return counts;
}

/** The artists that pass every filter; each word of the text must occur. */
export function filterArtists(
  rows: readonly ArtistRow[],
  { text, countries, upcomingOnly }: Pick<EventsView, 'text' | 'countries' | 'upcomingOnly'>,
): ArtistRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = new Set(countries);
  return rows.filter(
    (row) =>
      (!upcomingOnly || row.nextOnSale !== null) &&
      (chosen.size === 0 || row.countries.some((country) => chosen.has(country))) &&
      words.every((word) => row.searchText.includes(word)),
  );
}

export const sortArtists = (rows: readonly ArtistRow[], sort: Sort<SortField>): ArtistRow[] =>
  sortRows(rows, COLUMNS, sort);

/** The concerts of an artist by date; those without one come last. */
export const sortConcerts = (events: readonly ResaleEvent[]): ResaleEvent[] =>
  events.toSorted((a, b) => {
    const [first, second] = [a.event_date ?? '9999', b.event_date ?? '9999'];
    return first < second ? -1 : Number(first > second);
  });

/** The stored preferences of an operator. */
export interface EventsPreferences {
  countries: string[];
  upcomingOnly: boolean;
  sort: SortField;
  order: SortOrder;
}

export function viewOf(search: EventsSearch, remembered: EventsPreferences): EventsView {
  const { countries, upcoming, sort, order } = search;
  const text = search.search ?? '';
  if ((countries ?? upcoming ?? sort ?? order) === undefined) {
    const { sort: column, order: direction, ...filters } = remembered;
    return { text, ...filters, sort: { column, order: direction } };
  }
  const column = sort ?? DEFAULT_SORT.column;
  const first = COLUMNS.find(({ key }) => key === column)?.sort ?? 'desc';
  return {
    text,
    countries: countries?.split(',') ?? [],
    upcomingOnly: upcoming === '1',
    sort: { column, order: order ?? first },
  };
}

/** The address of a view. It names the sort whenever another part differs, so that a link shows the same to all operators. */
export function searchOf({ text, countries, upcomingOnly, sort }: EventsView): EventsSearch {
  const isDefault =
    countries.length === 0 &&
    !upcomingOnly &&
    sort.column === DEFAULT_SORT.column &&
    sort.order === DEFAULT_SORT.order;
  return {
    search: text || undefined,
    countries: countries.join(',') || undefined,
    upcoming: upcomingOnly ? '1' : undefined,
    sort: isDefault ? undefined : sort.column,
    order: isDefault ? undefined : sort.order,
  };
}

export const preferencesOf = ({
  countries,
  upcomingOnly,
  sort,
}: EventsView): EventsPreferences => ({
  countries: [...countries],
  upcomingOnly,
  sort: sort.column,
  order: sort.order,
});
