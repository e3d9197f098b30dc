import { queryOptions, useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import {
  ChartNoAxesCombined,
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
import type { PaletteItem as FoundObject } from '../../../../shared/palette/schema.ts';
import { api, send } from '../../../lib/api.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import { LIST_KEY, WORK_PAGES, WORK_TOOLS } from '../../recent-work/work-link.ts';

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
const KINDS: Record<FoundObject['kind'], { heading: string; icon: LucideIcon }> = {
  work: { heading: 'Recent work', icon: History },
  artist: { heading: 'Artists', icon: Ticket },
  monitored: { heading: 'Monitored artists', icon: Radar },
  category: { heading: 'Categories', icon: Tags },
  queue: { heading: 'Queues', icon: ListOrdered },
  price: { heading: 'Watched prices', icon: ChartNoAxesCombined },
  mailbox: { heading: 'Mailboxes', icon: Mailbox },
  profile: { heading: 'Profiles', icon: ContactRound },
};

/** The last entry: a search for artists that are not in the list. */
export const ARTIST_SEARCH = 'artist search';

/** The objects of the desk that match a query of the palette. */
export function useFoundObjects(query: string) {
  const typed = query.trim();
  const settled = useDebounced(typed, TYPING_MS);
  const { data, error, isFetching, refetch } = useQuery(objectsQuery(settled));
  const navigate = useNavigate();
  const isCurrent = typed === settled && typed !== '';
  const found = isCurrent ? (data ?? []) : [];
  const items = found.map((item) => {
    const { heading, icon } = KINDS[item.kind];
    const { label, detail } = item;
    const id = `${item.kind} ${'type' in item ? item.type : ''} ${item.id}`;
    const note = item.kind === 'work' ? joined(WORK_TOOLS[item.tool], detail) : detail;
    return { id, label, note, heading, icon, run: () => void navigate(linkOf(item)) };
  });
  const searched = {
    id: ARTIST_SEARCH,
    label: 'Search artists by this name',
    note: '',
    heading: 'Search',
    icon: Search,
    run: () => void navigate({ to: '/ticketmaster', search: { artistName: typed, open: 'match' } }),
  };
  if (typed !== '') items.push(searched);
  return {
    groups: [...Map.groupBy(items, ({ heading }) => heading)],
    isSearching: typed !== '' && (isFetching || !isCurrent),
    hasFailed: isCurrent && error !== null,
    retry: () => void refetch(),
  };
}

/** The most works that an empty palette shows. */
const MOST_RECENT = '5';

const newestQuery = queryOptions({
  queryKey: [...LIST_KEY, 'newest'],
  queryFn: async ({ signal }) =>
    (await send(api['recent-work'].$get({ query: { limit: MOST_RECENT } }, { init: { signal } })))
      .data,
  // Another machine may have saved since.
  staleTime: 0,
});

/** The newest works, for a palette in which nothing is typed. */
export function useRecentWork() {
  const { data: works = [], isFetching } = useQuery(newestQuery);
  const navigate = useNavigate();
  const items = works.map(({ id, kind, name, title }) => ({
    id: `work ${kind} ${id}`,
    label: name ?? (title || WORK_TOOLS[kind]),
    note: joined(WORK_TOOLS[kind], name === null ? '' : title),
    run: () => void navigate({ to: WORK_PAGES[kind], search: { work: String(id) } }),
  }));
  return { items, isFetching };
}

const joined = (...parts: string[]): string => parts.filter(Boolean).join(', ');

/** The screen that shows an object, with the object in its address. */
function linkOf(item: FoundObject): Pick<LinkProps, 'to' | 'search'> {
  switch (item.kind) {
    case 'monitored':
      return { to: '/artist-monitor', search: { artist: item.id } };
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
