import * as z from 'zod/mini';
import { doneAnswer, emptyAnswer } from '../../../shared/answers.ts';
import {
  monitoredArtistsAnswer,
  newMonitoredArtist,
} from '../../../shared/artist-monitor/schema.ts';
import { salesAnswer, salesQuery } from '../../../shared/catalogues/schema.ts';
import { dashboardAnswer } from '../../../shared/dashboard/schema.ts';
import { type RankedArtist, rankedArtist } from '../../../shared/mcp/schema.ts';
import { notificationKind, notificationsAnswer } from '../../../shared/notifications/schema.ts';
import {
  eventFilter,
  priceEventRequest,
  priceHistoryAnswer,
  watchedEventsAnswer,
} from '../../../shared/price-monitor/schema.ts';
import { queueType } from '../../../shared/queues/queue-type.ts';
import { bestAccountsAnswer, queueAnalysisAnswer } from '../../../shared/queues/schema.ts';
import { followedSale } from '../../../shared/reminders/schema.ts';
import { artistBlocksAnswer } from '../../../shared/resale-events/schema.ts';
import { artistEventsAnswer, artistSearchAnswer } from '../../../shared/ticketing/schema.ts';
import { isoTime } from '../../../shared/times.ts';

/** The most rows in an answer of a tool. */
const MOST_ROWS = 50;

/** A call of the API. */
export interface ApiCall {
  method: 'GET' | 'POST';
  /** The path below /api, with its query. */
  path: string;
  json?: unknown;
}

/** A page of rows, or one answer. */
type Result = { data: readonly unknown[]; next_cursor: string | null } | Record<string, unknown>;

/** A tool of the MCP server: a call of the API under a name that a model understands. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodMiniObject;
  output: z.ZodMiniObject;
  /** Whether it changes something: it then needs a token with the scope `write`. */
  changes: boolean;
  /**
   * Checks an input.
   * @param now in milliseconds since the epoch
   * @returns the call of the API, and a function that creates the result from the body of its
   * answer; or why the input is not valid
   */
  prepare: (rawInput: unknown, now: number) => Prepared | { refusal: string };
}

interface Prepared {
  call: ApiCall;
  read: (body: unknown) => Result;
}

interface ToolParts<Input extends z.ZodMiniObject, Answer extends z.core.$ZodType> {
  name: string;
  title: string;
  description: string;
  input: Input;
  answer: Answer;
  output: z.ZodMiniObject;
  changes?: boolean;
  call: (values: z.output<Input>, now: number) => ApiCall;
  read: (answer: z.output<Answer>, values: z.output<Input>, now: number) => Result;
}

function tool<Input extends z.ZodMiniObject, Answer extends z.core.$ZodType>({
  answer,
  input,
  call,
  read,
  changes = false,
  ...parts
}: ToolParts<Input, Answer>): Tool {
  return {
    ...parts,
    input,
    changes,
    prepare: (given, now) => {
      const { data, error } = z.safeParse(input, given);
      if (error) {
        const lines = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
        return { refusal: lines.join('\n') };
      }
      return {
        call: call(data, now),
        read: (body) => z.parse(parts.output, read(z.parse(answer, body), data, now)),
      };
    },
  };
}

const page = (data: z.core.$ZodType) => z.object({ data, next_cursor: z.nullable(z.string()) });

/** The answer of a list that the API returns page by page. Its rows are checked as those of the result. */
const pageAnswer = page(z.array(z.unknown()));

/** An answer with a whole list. Only the rows of the page are checked. */
const whole = <Name extends string>(name: Name) =>
  z.object({ [name]: z.array(z.unknown()) } as Record<Name, z.ZodMiniArray<z.ZodMiniUnknown>>);

const cursor = z.optional(z.string().check(z.maxLength(2_000)));
/**
 * The cursor of lists that the API returns completely: the number of rows that were returned
 * before.
 */
const offset = z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'Send next_cursor of an answer.')));

/**
 * A part of a path. An empty part would disappear from the address, and dots would lead to another
 * call.
 */
const pathPart = (message: string) =>
  z.string().check(z.refine((text) => !['', '.', '..'].includes(text.trim()), message));

/**
 * The cursor of a price history: the number of points that were returned before, and the period of
 * the first page.
 */
const historyCursor = z.optional(
  z.string().check(z.regex(/^\d{1,9}_[^_]{0,40}_[^_]{1,40}$/, 'Send next_cursor of an answer.')),
);

interface HistoryInput {
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
}

/** The period of a price history, which later pages take from the cursor, and how many points were returned before. */
function readPeriod(given: HistoryInput, now: number) {
  const { from, to = isoTime(now) } = given;
  if (given.cursor === undefined) return { start: '0', from, to };
  const [start, first, last = to] = given.cursor.split('_');
  return { start, from: first === '' ? undefined : first, to: last };
}

function pageOf<Row>(rows: readonly Row[], given: { cursor?: string | undefined }) {
  const start = Number(given.cursor ?? 0);
  const end = start + MOST_ROWS;
  return {
    data: rows.slice(start, end),
    next_cursor: end < rows.length ? String(end) : null,
  };
}

/** A query of a path; undefined parts are omitted. */
function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const params = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${path}?${new URLSearchParams(params)}`;
}

const listOf = {
  sale: salesAnswer.shape.data,
  artist: artistSearchAnswer.shape.artists,
  event: artistEventsAnswer.shape.data,
  monitored: monitoredArtistsAnswer.shape.data,
  watched: watchedEventsAnswer.shape.data,
  price: priceHistoryAnswer.shape.data,
  account: queueAnalysisAnswer.shape.data.shape.accounts,
  notification: notificationsAnswer.shape.data,
};

type Blocks = z.output<typeof artistBlocksAnswer>['data'];

/** The artists of the Events screen, the highest final score first. */
const rankArtists = (blocks: Blocks): RankedArtist[] =>
  blocks
    .flatMap((block) =>
      block.id.map((id, at) => ({
        id,
        name: block.name[at] ?? '',
        final_score: block.final_score[at] ?? null,
        category_score: block.category_score[at] ?? null,
        concerts: block.concerts[at] ?? 0,
        coming_sales: block.coming_sales[at] ?? 0,
        countries: block.countries[at] ?? [],
      })),
    )
    .sort((a, b) => (b.final_score ?? -1) - (a.final_score ?? -1));

const listNotifications = (query: Record<string, string | undefined>): ApiCall => ({
  method: 'GET',
  path: withQuery('/notifications', { limit: MOST_ROWS, ...query }),
});

/** The tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'upcoming_sales',
    title: 'Upcoming sales',
    description:
      'Presales and general sales that open next, soonest first, of monitored artists and of the catalogues of countries. Times are ISO 8601 in UTC. `from` is now unless it is named; `search` is a part of an artist, event, venue or city; `country` is a code such as DE.',
    input: z.object({
      ...z.pick(salesQuery, { from: true, to: true, country: true, search: true }).shape,
      cursor,
    }),
    answer: pageAnswer,
    output: page(listOf.sale),
    call: (given) => ({ method: 'GET', path: withQuery('/sales', { limit: MOST_ROWS, ...given }) }),
    read: (answer) => answer,
  }),
  tool({
    name: 'search_artists',
    title: 'Search artists',
    description:
      'Finds artists by name at the ticket provider. Their `id` is what artist_events and watch_artist need.',
    input: z.object({ name: pathPart('Enter a name.'), cursor: offset }),
    answer: whole('artists'),
    output: page(listOf.artist),
    call: ({ name }) => ({
      method: 'GET',
      path: `/events/get_artists/${encodeURIComponent(name)}`,
    }),
    read: ({ artists }, given) => pageOf(artists, given),
  }),
  tool({
    name: 'artist_events',
    title: 'Events of an artist',
    description:
      'Lists the coming events of an artist with venue, dates, presales, public sale, price ranges and ticket limit.',
    input: z.object({
      artist_id: pathPart('Send the id of an artist of search_artists.'),
      cursor: offset,
    }),
    answer: whole('data'),
    output: page(listOf.event),
    call: ({ artist_id }) => ({
      method: 'GET',
      path: `/events/artist/${encodeURIComponent(artist_id)}`,
    }),
    read: ({ data }, given) => pageOf(data, given),
  }),
  tool({
    name: 'event_ranking',
    title: 'Ranking of artists',
    description:
      'Ranks the artists of the Events screen for resale, the highest final score first. A score is null if nobody publishes its parts.',
    input: z.object({ cursor: offset }),
    answer: artistBlocksAnswer,
    output: page(z.array(rankedArtist)),
    call: () => ({ method: 'GET', path: '/events/feed/artists' }),
    read: ({ data }, given) => pageOf(rankArtists(data), given),
  }),
  tool({
    name: 'monitored_artists',
    title: 'Monitored artists',
    description: 'Lists the artists that the desk checks for new events and changed sales.',
    input: z.object({ cursor: offset }),
    answer: whole('data'),
    output: page(listOf.monitored),
    call: () => ({ method: 'GET', path: '/events/monitored-artists' }),
    read: ({ data }, given) => pageOf(data, given),
  }),
  tool({
    name: 'watched_prices',
    title: 'Watched prices',
    description:
      'Lists watched events with their lowest price, availability, sale state and alerts. `search` matches title, venue, city, address and tag.',
    input: z.object({ search: eventFilter.shape.search, tag: z.optional(z.string()), cursor }),
    answer: pageAnswer,
    output: page(listOf.watched),
    call: (given) => ({
      method: 'GET',
      path: withQuery('/events/price-targets', { limit: MOST_ROWS, ...given }),
    }),
    read: (answer) => answer,
  }),
  tool({
    name: 'price_history',
    title: 'Price history',
    description:
      'Reads the prices of a watched event, oldest first. `url` is its address in watched_prices. Without `from` it begins seven days ago.',
    input: z.object({
      url: z.string(),
      from: z.optional(z.string()),
      to: z.optional(z.string()),
      cursor: historyCursor,
    }),
    answer: whole('data'),
    output: page(listOf.price),
    call: ({ url, ...given }, now) => {
      const { from, to } = readPeriod(given, now);
      return { method: 'GET', path: withQuery('/events/price-history', { url, from, to }) };
    },
    read: ({ data }, given, now) => {
      const { start, from = '', to } = readPeriod(given, now);
      const page = pageOf(data, { cursor: start });
      const { next_cursor: next } = page;
      return { ...page, next_cursor: next === null ? null : `${next}_${from}_${to}` };
    },
  }),
  tool({
    name: 'queue_accounts',
    title: 'Accounts in queues',
    description:
      'Ranks accounts by their average position in queues; a lower ratio is better. `search` is a part of an account.',
    input: z.object({ type: queueType, search: z.optional(z.string()), cursor }),
    answer: queueAnalysisAnswer,
    output: page(listOf.account),
    call: (given) => ({
      method: 'GET',
      path: withQuery('/queues/get', { limit: MOST_ROWS, ...given }),
    }),
    read: ({ data }) => ({ data: data.accounts, next_cursor: data.next_cursor ?? null }),
  }),
  tool({
    name: 'best_accounts',
    title: 'Best accounts',
    description:
      'Lists the best accounts of categories (all categories if the list is empty) for a sale, at most 50.',
    input: z.object({
      type: queueType,
      categories: z._default(z.array(z.string()), []),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST_ROWS)), MOST_ROWS),
    }),
    answer: bestAccountsAnswer,
    output: page(listOf.account),
    call: (json) => ({ method: 'POST', path: '/queues/best-accounts', json }),
    read: ({ data }) => ({ data: data.accounts, next_cursor: null }),
  }),
  tool({
    name: 'found_codes',
    title: 'Found presale codes',
    description:
      'Lists presale codes that watched searches found in mailboxes, newest first. `title` has the words of the search, usually the artist; `body` begins with the code and says how likely it is.',
    input: z.object({ cursor }),
    answer: pageAnswer,
    output: page(listOf.notification),
    call: (given) => listNotifications({ kind: 'presale_code', ...given }),
    read: (answer) => answer,
  }),
  tool({
    name: 'notifications',
    title: 'Notifications',
    description:
      'Lists notifications, newest first: price alerts, events of artists, presale codes, mailboxes and the system.',
    input: z.object({
      kind: z.optional(notificationKind),
      unread: z.optional(z.boolean()),
      cursor,
    }),
    answer: pageAnswer,
    output: page(listOf.notification),
    call: ({ unread, ...given }) =>
      listNotifications({ ...given, unread: unread === true ? 'true' : undefined }),
    read: (answer) => answer,
  }),
  tool({
    name: 'dashboard',
    title: 'Dashboard',
    description:
      'Reads the figures of the desk: events, queues, profiles, and the state of its parts.',
    input: z.object({}),
    answer: dashboardAnswer,
    output: z.omit(dashboardAnswer, { success: true }),
    call: () => ({ method: 'GET', path: '/dashboard' }),
    read: ({ success: _, ...numbers }) => numbers,
  }),
  tool({
    name: 'watch_price',
    title: 'Watch the prices of an event',
    description: 'Adds an event to the watched ones by its address at a ticket shop.',
    input: priceEventRequest,
    answer: doneAnswer,
    output: z.object({ message: z.string() }),
    changes: true,
    call: (json) => ({ method: 'POST', path: '/events/monitored-price-event', json }),
    read: ({ message }) => ({ message }),
  }),
  tool({
    name: 'watch_artist',
    title: 'Monitor an artist',
    description:
      'Has the desk check an artist for new events and changed sales. `artist_id` and `artist_name` are those of search_artists.',
    input: newMonitoredArtist,
    answer: emptyAnswer,
    output: z.object({ message: z.string() }),
    changes: true,
    call: (json) => ({ method: 'POST', path: '/events/monitored-artists', json }),
    read: () => ({ message: 'Artist monitored' }),
  }),
  tool({
    name: 'follow_sale',
    title: 'Follow a sale',
    description:
      'Reminds the operator before a sale opens, and when it moves. `event_id`, `kind` and `presale_name` are those of upcoming_sales.',
    input: followedSale,
    answer: doneAnswer,
    output: z.object({ message: z.string() }),
    changes: true,
    call: (json) => ({ method: 'POST', path: '/sales/follow', json }),
    read: ({ message }) => ({ message }),
  }),
];
