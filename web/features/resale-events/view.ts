import { type Column, type Sort, type SortOrder, sortRows } from '../../../shared/columns.ts';
import type {
  ArtistBlock,
  ArtistBlocksAnswer,
  RankedParts,
  Ranking,
  ResaleEvent,
} from '../../../shared/resale-events/schema.ts';
import { wordsOf } from '../../../shared/resale-events/search-words.ts';
import { formatInstant } from '../../../shared/ticketing/view/dates.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/times.ts';
import { parseAnswer } from '../../lib/json.ts';
import type { EventsSearch, SortField } from './search-state.ts';

/** A day on which tickets go on sale. */
interface OnSaleDay {
  /** `DD/MM/YYYY` */
  day: string;
  /** Its first on-sale: an instant or a day. */
  at: string;
  isComing: boolean;
}

/** An artist as the screen lists it. On-sales are milliseconds since the epoch; whole days have no time. */
export interface ArtistRow {
  id: number;
  name: string;
  /** The name in lower case. */
  searchText: string;
  countries: readonly string[];
  number_of_visits: number | null;
  category_score: number | null;
  ranking: Ranking;
  parts: RankedParts;
  listeners: number | null;
  concerts: number;
  /** The first on-sale of each day: the earliest three and the last. */
  onSales: readonly number[];
  /** Days with an on-sale. */
  onSaleCount: number;
  /** The soonest future on-sale. */
  nextOnSale: number | null;
  /** The number of concerts whose on-sale is in the future. */
  comingSales: number;
  /** `upcoming`: some on-sale is in the future, and none has passed. `mixed`: there are both. */
  state: 'upcoming' | 'mixed' | null;
  /** The city with the fewest tickets left, if the provider publishes them. */
  scarcest: { city: string | null; tickets: number } | null;
}

/** The filters and the sorting of the screen. */
export interface EventsView {
  text: string;
  countries: readonly string[];
  upcomingOnly: boolean;
  sort: Sort<SortField>;
}

/** Fields that sort the screen; numbers begin with the highest. */
export const COLUMNS: readonly (Column<ArtistRow> & { key: SortField })[] = [
  { key: 'name', header: 'Artist', sort: 'asc', value: ({ name }) => name },
  { key: 'onSaleDate', header: 'On Sale Date', sort: 'asc', value: ({ nextOnSale }) => nextOnSale },
  { key: 'concerts', header: 'Concerts', sort: 'desc', value: ({ concerts }) => concerts },
  { key: 'visits', header: 'Visits', sort: 'desc', value: (row) => row.number_of_visits },
  { key: 'score', header: 'Score', sort: 'desc', value: (row) => row.category_score },
  { key: 'finalScore', header: 'Final', sort: 'desc', value: (row) => row.ranking.final_score },
];

export const DEFAULT_SORT: Sort<SortField> = { column: 'finalScore', order: 'desc' };

const HEAD = '{"success":true,"data":[';
const TAIL = ']}';

/**
 * Reads an answer of GET /events/feed/artists line by line as it arrives, so that the page responds
 * between two blocks. An answer without lines, such as a failure, is parsed as a whole.
 * @param onBlocks receives the blocks of some lines
 * @returns the answer with the blocks that were not passed on
 * @throws SyntaxError when the answer ends early
 */
export async function readByLine(
  { body }: Pick<Response, 'body'>,
  onBlocks: (blocks: ArtistBlock[]) => void,
): Promise<ArtistBlocksAnswer> {
  const reader = (body ?? new Blob().stream()).pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let head = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const end = read.value.lastIndexOf('\n');
    if (end >= 0) {
      const lines = (rest + read.value.slice(0, end)).trim().replace(/,$/, '');
      if (lines !== HEAD) onBlocks(parseAnswer<ArtistBlocksAnswer>(head + lines + TAIL).data);
      rest = '';
      head = HEAD;
    }
    rest += read.value.slice(end + 1);
  }
  return parseAnswer(head + rest);
}

/** The artists of a block as rows; `now` in milliseconds since the epoch decides what has passed. */
export const readArtists = (block: ArtistBlock, now: number): ArtistRow[] =>
  block.id.map((_, at) => readArtist(block, at, now));

function readArtist(block: ArtistBlock, at: number, now: number): ArtistRow {
  const value = <Key extends keyof ArtistBlock>(key: Key) =>
    // Each list of a block has a value for each of its artists.
    block[key][at] as ArtistBlock[Key][number];
  const name = value('name');
  const scores = {
    music_ranking_score: value('music_ranking_score'),
    social_score: value('social_score'),
    trend_score: value('trend_score'),
  };
  const stale = value('stale');
  const stateOf = (part: keyof RankedParts, score: number | null) =>
    score === null ? 'missing' : stale.includes(part) ? 'stale' : 'measured';
  const onSales = value('on_sales').map((minute) => minute * MINUTE_MS);
  const next = value('next_on_sale');
  const hasPast = (onSales[0] ?? now) < now;
  return {
    id: value('id'),
    name,
    searchText: name.toLowerCase(),
    countries: value('countries'),
    number_of_visits: value('number_of_visits'),
    category_score: value('category_score'),
    ranking: {
      final_score: value('final_score'),
      ...scores,
      bonus_percentage: value('bonus_percentage'),
    },
    parts: {
      music: stateOf('music', scores.music_ranking_score),
      social: stateOf('social', scores.social_score),
      trend: stateOf('trend', scores.trend_score),
    },
    listeners: value('listeners'),
    concerts: value('concerts'),
    onSales,
    onSaleCount: value('on_sale_days'),
    nextOnSale: next === null ? null : next * MINUTE_MS,
    comingSales: value('coming_sales'),
    state: next === null ? null : hasPast ? 'mixed' : 'upcoming',
    scarcest: value('scarcest'),
  };
}

/** An on-sale as an instant, or as a day if it has no time. Milliseconds since the epoch. */
export function onSaleText(at: number): string {
  const text = new Date(at).toISOString();
  return at % DAY_MS === 0 ? text.slice(0, 10) : text;
}

/**
 * The days of on-sales, which `now` divides into future and past ones. Two on one day are shown
 * once.
 */
export function onSaleDays(onSales: readonly number[], now: number): OnSaleDay[] {
  const days = new Map<string, OnSaleDay>();
  for (const onSale of onSales) {
    const at = onSaleText(onSale);
    const day = formatInstant(at).slice(0, 10);
    const earlier = days.get(day);
    const isComing = onSale > now || earlier?.isComing === true;
    days.set(day, { day, at: earlier?.at ?? at, isComing });
  }
  return [...days.values()];
}

/** The sums over all artists. A figure is null while no artist has a value for it. */
export function countTotals(rows: readonly ArtistRow[]) {
  const sum = (value: (row: ArtistRow) => number) =>
    rows.reduce((total, row) => total + value(row), 0);
  const hasVisits = rows.some((row) => row.number_of_visits !== null);
  const hasOnSales = rows.some(({ onSaleCount }) => onSaleCount > 0);
  return {
    artists: rows.length,
    concerts: sum(({ concerts }) => concerts),
    countries: new Set(rows.flatMap(({ countries }) => countries)).size || null,
    visits: hasVisits ? sum((row) => row.number_of_visits ?? 0) : null,
    upcomingSales: hasOnSales ? sum(({ comingSales }) => comingSales) : null,
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

/**
 * The artists that pass every filter. Each word of the text must occur in the name, unless the server has found the
 * artist by its venues and cities.
 * @param matches the ids that the server has found for this text
 */
export function filterArtists(
  rows: readonly ArtistRow[],
  { text, countries, upcomingOnly }: Pick<EventsView, 'text' | 'countries' | 'upcomingOnly'>,
  matches: ReadonlySet<number>,
): ArtistRow[] {
  const words = wordsOf(text);
  const chosen = new Set(countries);
  return rows.filter(
    (row) =>
      (!upcomingOnly || row.nextOnSale !== null) &&
      (chosen.size === 0 || row.countries.some((country) => chosen.has(country))) &&
      (matches.has(row.id) || words.every((word) => row.searchText.includes(word))),
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

/**
 * The address of a view. It contains the sort whenever another part differs, so that a link shows
 * the same to all operators.
 */
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
