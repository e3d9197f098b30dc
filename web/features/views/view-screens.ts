import type { ViewScreen } from '../../../shared/views/screens.ts';

interface ViewedScreen {
  /** The parts of the address that a view stores: filters and sorting. */
  params: readonly string[];
  /**
   * The parts that identify the open item. A view stores them too; a view without them does not
   * change the open item.
   */
  opened?: { params: readonly string[]; label: string };
  /** The grid whose columns an operator can hide. */
  grid?: { table: string; columns: readonly string[] };
  /**
   * The values that an address without any of these parts stands for, if the screen would otherwise
   * apply a stored choice.
   */
  defaults?: Readonly<Record<string, string>>;
}

const queues: ViewedScreen = {
  params: ['category', 'list', 'search', 'sort'],
  grid: {
    table: 'queue-accounts',
    columns: ['rank', 'total_queues', 'avg_ratio', 'best_ratio', 'worst_ratio', 'history'],
  },
};

/** The parts of each screen that its views store. */
export const SCREENS: Readonly<Record<ViewScreen, ViewedScreen>> = {
  agenda: {
    params: ['view', 'search', 'country', 'kind', 'followed', 'zone'],
    opened: { params: ['from', 'day'], label: 'the chosen day' },
  },
  'artist-monitor': { params: ['filter', 'status', 'sort', 'order'] },
  'event-price-monitoring': { params: ['search', 'availability', 'tag', 'alert', 'sort', 'view'] },
  events: {
    params: ['search', 'countries', 'upcoming', 'sort', 'order'],
    defaults: { sort: 'finalScore', order: 'desc' },
  },
  'imap-accounts': { params: ['filter', 'state', 'tag'] },
  'presale-code-tool': { params: ['filter', 'confidence', 'sort', 'order', 'group'] },
  profiles: { params: ['search', 'note', 'country'] },
  'queues-tool': queues,
  'vf-queues-tool': queues,
  ticketmaster: {
    params: [
      'status',
      'country',
      'venue',
      'filter',
      'from',
      'to',
      'price',
      'sort',
      'order',
      'view',
    ],
    opened: { params: ['byId', 'artistName'], label: 'the opened artist' },
    grid: {
      table: 'ticketing-events',
      columns: ['location', 'presales', 'sale', 'limit', 'promoter', 'links'],
    },
  },
};
