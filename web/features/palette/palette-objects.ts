import { queryOptions, useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import {
  Bell,
  CalendarClock,
  ChartNoAxesCombined,
  CircleAlert,
  ContactRound,
  History,
  ListOrdered,
  type LucideIcon,
  Mailbox,
  Radar,
  Search,
  Tags,
  Ticket,
} from 'lucide-react';
import type { PaletteItem as FoundObject } from '../../../shared/palette/schema.ts';
import { toSearchText } from '../../../shared/text.ts';
import type { Command } from '../../kit/keys/commands.ts';
import { api, send } from '../../lib/api.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { LIST_KEY, newestOf, WORK_PAGES, WORK_TOOLS } from '../recent-work/work-link.ts';
import { alertTarget } from './typed-verbs.ts';

/** A line of the palette: a command, a page or an object. */
export interface PaletteEntry extends Omit<Command, 'group'> {
  /** The text after the label, such as the tool that the object belongs to. */
  note?: string;
  icon?: LucideIcon;
}

/** An entry of an object. */
type Item = PaletteEntry & { group: string };

const TYPING_MS = 150;

const objectsQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: async ({ signal }) =>
      (await send(api.palette.$get({ query: { q } }, { init: { signal } }))).data,
    enabled: q !== '',
    staleTime: 10_000,
  });

/** The kinds in the order of their groups. */
const KINDS: Record<FoundObject['kind'], { group: string; icon: LucideIcon }> = {
  work: { group: 'Recent work', icon: History },
  artist: { group: 'Artists', icon: Ticket },
  monitored: { group: 'Monitored artists', icon: Radar },
  sale: { group: 'Sales', icon: CalendarClock },
  category: { group: 'Categories', icon: Tags },
  queue: { group: 'Queues', icon: ListOrdered },
  price: { group: 'Watched prices', icon: ChartNoAxesCombined },
  mailbox: { group: 'Mailboxes', icon: Mailbox },
  profile: { group: 'Profiles', icon: ContactRound },
};

const idOf = (item: FoundObject): string =>
  `object ${item.kind} ${'type' in item ? item.type : ''} ${item.id}`;

/** A keyword of the entry that comes first. */
export const BEST = '\u0000best';

/** The last entry: a search for artists that are not in the list. */
export const ARTIST_SEARCH = 'object artist search';

/** The objects of the desk that match a query of the palette. */
export function useFoundObjects(query: string) {
  const target = alertTarget(query);
  const typed = target ?? query.trim();
  const settled = useDebounced(typed, TYPING_MS);
  const { data, error, isFetching, refetch } = useQuery(objectsQuery(settled));
  const navigate = useNavigate();
  const isCurrent = typed === settled && typed !== '';
  const matches = isCurrent ? (data ?? []) : [];
  // The server found them, so the palette's own filter accepts them.
  const keywords = [query];
  const alertEntry = (entry: Item, event: string): Item => ({
    ...entry,
    label: `Price alert for ${entry.label}`,
    icon: Bell,
    run: () => void navigate({ to: '/event-price-monitoring', search: { event, tab: 'alerts' } }),
  });
  const items: Item[] = matches
    .filter(({ kind }) => target === null || kind === 'price')
    .map((item) => {
      const { label, detail } = item;
      const id = idOf(item);
      const note = item.kind === 'work' ? joined(WORK_TOOLS[item.tool], detail) : detail;
      const run = () => void navigate(linkOf(item));
      const entry = { ...KINDS[item.kind], id, label, note, keywords, run };
      return target !== null && item.kind === 'price' ? alertEntry(entry, item.id) : entry;
    });
  const searched = {
    id: ARTIST_SEARCH,
    label: 'Search artists by this name',
    note: '',
    group: 'Search',
    icon: Search,
    keywords,
    run: () => void navigate({ to: '/ticketmaster', search: { artistName: typed, open: 'match' } }),
  };
  const allPrices: Item = {
    id: 'object price search',
    label: `Watched prices of “${typed}”, to set alerts`,
    note: '',
    ...KINDS.price,
    keywords,
    run: () => void navigate({ to: '/event-price-monitoring', search: { search: typed } }),
  };
  if (target !== null) items.push(allPrices);
  else if (typed !== '') items.push(searched);
  const failure: PaletteEntry = {
    id: 'object search failed',
    label: 'Objects could not be searched. Try again.',
    icon: CircleAlert,
    keywords,
    run: () => void refetch(),
  };
  const named = matches.find(
    ({ kind, label }) => kind === 'artist' && toSearchText(label) === toSearchText(typed),
  );
  const best = items.find(({ id }) =>
    target === null ? named !== undefined && id === idOf(named) : id !== allPrices.id,
  );
  // cmdk ranks an entry when it appears, by its keywords alone.
  if (best !== undefined) best.keywords = [...keywords, BEST];
  return {
    /**
     * The id of the entry that Enter opens: the artist whose full name is typed, or the first price
     * for an alert.
     */
    best: best?.id,
    /** Names of artists whose events an entry opens. */
    artists: new Set(
      matches.flatMap(({ kind, label }) => (kind === 'artist' ? label.toLowerCase() : [])),
    ),
    groups: Map.groupBy(items, ({ group }) => group),
    isSearching: typed !== '' && (isFetching || !isCurrent),
    failure: isCurrent && error !== null ? failure : null,
  };
}

/** The maximum number of works in an empty palette. */
const MOST_RECENT = 5;
/** The number of works that are read for it: drafts and repetitions are skipped. */
const READ_RECENT = '20';

const newestQuery = queryOptions({
  queryKey: [...LIST_KEY, 'newest'],
  queryFn: async ({ signal }) =>
    (await send(api['recent-work'].$get({ query: { limit: READ_RECENT } }, { init: { signal } })))
      .data,
  // Another machine may have saved works in the meantime.
  staleTime: 0,
});

/** The newest works, for a palette in which nothing is typed. */
export function useRecentWork() {
  const { data: works = [], isFetching } = useQuery(newestQuery);
  const navigate = useNavigate();
  const items = newestOf(works)
    .slice(0, MOST_RECENT)
    .map(({ id, kind, name, title }) => ({
      id: `work ${kind} ${id}`,
      label: name ?? (title || WORK_TOOLS[kind]),
      note: joined(WORK_TOOLS[kind], name === null ? '' : title),
      icon: History,
      run: () => void navigate({ to: WORK_PAGES[kind], search: { work: String(id) } }),
    }));
  return { items, isFetching };
}

const joined = (...parts: string[]): string => parts.filter(Boolean).join(', ');

/** The screen that shows an object, with the object in its address. */
function linkOf(item: FoundObject): Pick<LinkProps, 'to' | 'search' | 'params'> {
  switch (item.kind) {
    case 'monitored':
      return { to: '/artist-monitor', search: { artist: item.id } };
    case 'sale':
      return { to: '/sale/$eventId', params: { eventId: item.id } };
    case 'artist':
      return { to: '/ticketmaster', search: { byId: item.id, artistName: item.label } };
    case 'category':
      return { to: queueTool(item.type), search: { category: item.label } };
    case 'queue':
      return { to: queueTool(item.type), search: { queue: item.id } };
    case 'mailbox':
      return { to: '/imap-accounts', search: { edit: String(item.id) } };
    case 'price':
      return { to: '/event-price-monitoring', search: { event: item.id } };
    case 'work':
      return { to: WORK_PAGES[item.tool], search: { work: String(item.id) } };
    case 'profile':
      return { to: '/profiles', search: { search: item.label, profile: String(item.id) } };
  }
}

const queueTool = (type: 'verified_fan' | 'standard') =>
  type === 'verified_fan' ? '/vf-queues-tool' : '/queues-tool';
