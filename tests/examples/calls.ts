import { SIMULATED_MAIL_SERVER } from '../../shared/scanners/protocol.ts';

/** One call whose body and answer become an example of the API document. */
export interface ExampleCall {
  /** The call as it is listed in the outline of the document: `GET /labels/:id`. */
  call: string;
  /**
   * The path with values in place of parameters, and with a query; the path of `call` by default.
   */
  path?: string;
  body?: unknown;
}

/** Answers that later calls need: the ids of what exists. */
export interface World {
  artist: string;
  /** The id of an artist of the feed. */
  rankedArtist: number;
  event: string;
  /** A sale, in the form in which it is followed. */
  sale: { event_id: string; kind: string; presale_name: string | null };
  /** The address of an event whose sections are published. */
  seatedEvent: string;
  mailbox: number;
  profile: number;
  watched: { id: number; url: string };
  /** The id of the operator. */
  password: string;
}

const TYPE = 'standard';
const ACCOUNTS = ['nico.0@gmx.test', 'chloe.37@gmail.test'];
const VIEW = {
  screen: 'ticketmaster',
  name: 'Presales in Germany',
  is_shared: false,
  address: '?status=presale&country=DE&sort=date',
  columns: ['location', 'presales', 'sale'],
};
const RULE = {
  name: 'Lanterns in Germany',
  artists: ['Northern Lanterns'],
  countries: ['DE'],
  cities: [],
  venues: [],
  segments: [],
  opens_within_hours: null,
  is_active: true,
};
const MAILBOX = { user: 'desk@desk.test', password: 'simulated', is_active: true };
const PROFILE = {
  profile_name: 'Buyer 21',
  email: 'buyer21@example.com',
  password: null,
  name: 'Tom Bakker',
  phone: '+31 20 990 1234',
  address: 'Damrak 5',
  city: 'Amsterdam',
  postal: '1012',
  state: '',
  country: 'NL',
  card_number: '4242424242424242',
  card_exp_month: '03',
  card_exp_year: '2030',
  cvv: '123',
};
const WORK = {
  kind: 'encore',
  key: 'vvG1example',
  title: 'Northern Lanterns',
  events: 1,
  rows: 4,
  body: { rows: [] },
};
const CHANNEL = {
  kind: 'slack',
  name: 'Night shift',
  kinds: ['presale_code'],
  quiet: null,
  address: 'https://hooks.slack.com/services/T0/B0/example',
};
const SHOP = 'https://www.axs.com/events/70000/northern-lanterns';

/** Calls that read. */
export const readingCalls = ({
  rankedArtist,
  seatedEvent,
  artist,
  event,
  sale,
  mailbox,
  profile,
  watched,
  password,
}: World): ExampleCall[] => [
  { call: 'GET /health' },
  { call: 'POST /auth/login', body: { email: 'operator@localhost', password } },
  { call: 'GET /auth/me' },
  { call: 'GET /auth/passkeys' },
  { call: 'GET /auth/sessions' },
  {
    call: 'POST /api-tokens',
    body: { name: 'Night export', scopes: ['read'], expires_at: null, password },
  },
  { call: 'GET /api-tokens' },
  { call: 'GET /public-address' },
  { call: 'GET /dashboard' },
  { call: 'GET /palette', path: '/palette?q=lanterns' },
  { call: 'GET /history', path: `/history?kind=price_target&id=${watched.id}` },
  { call: 'GET /events/feed' },
  { call: 'GET /events/feed/artists' },
  { call: 'GET /events/feed/artists/:id', path: `/events/feed/artists/${rankedArtist}` },
  { call: 'GET /events/feed/matches', path: '/events/feed/matches?search=berlin' },
  { call: 'GET /events/get_artists/:name', path: '/events/get_artists/Northern%20Lanterns' },
  { call: 'GET /events/artist/:id', path: `/events/artist/${artist}` },
  { call: 'GET /events/by-ids', path: `/events/by-ids?ids=${event}` },
  { call: 'GET /events/monitored-artists' },
  { call: 'GET /events/artist-checks' },
  { call: 'GET /events/artist-changes' },
  { call: 'GET /catalogues' },
  { call: 'GET /sales', path: '/sales?limit=2' },
  { call: 'GET /sale/:event_id', path: `/sale/${sale.event_id}` },
  { call: 'GET /sale/:event_id/codes', path: `/sale/${sale.event_id}/codes` },
  { call: 'GET /calendar' },
  { call: 'GET /encore/webhook-presets' },
  { call: 'GET /queues/get', path: `/queues/get?type=${TYPE}&limit=2` },
  { call: 'GET /queues/list', path: `/queues/list?type=${TYPE}` },
  { call: 'GET /queues/accounts', path: `/queues/accounts?type=${TYPE}&limit=2&category=Elite` },
  { call: 'GET /queues/pool', path: `/queues/pool?type=${TYPE}` },
  { call: 'GET /imap-accounts' },
  { call: 'GET /imap-accounts/:id/folders', path: `/imap-accounts/${mailbox}/folders` },
  { call: 'GET /profiles', path: '/profiles?limit=2' },
  { call: 'GET /profiles/notes' },
  { call: 'GET /notifications', path: '/notifications?limit=2' },
  { call: 'GET /events/monitored-price-event' },
  { call: 'GET /events/price-targets', path: '/events/price-targets?limit=1' },
  { call: 'GET /events/price-target', path: `/events/price-target?url=${watched.url}` },
  { call: 'GET /events/price-history', path: `/events/price-history?url=${watched.url}` },
  { call: 'GET /sample-data' },
  { call: 'GET /doctor' },
  { call: 'GET /notification-channels/push-key' },
  { call: 'GET /recent-work/presets', path: '/recent-work/presets?key=encore' },
  {
    call: 'POST /events/get-available-sections',
    body: { event_url: seatedEvent },
  },
  { call: 'POST /watch-rules/match-artists', body: { names: ['Northern Lanterns', 'Vela Marin'] } },
  { call: 'POST /queues/accounts/holders', body: { type: TYPE, accounts: ACCOUNTS } },
  {
    call: 'POST /queues/best-accounts',
    body: { type: TYPE, categories: ['Elite'], limit: 2, max_ratio: 0.2 },
  },
  { call: 'POST /users/get_random', body: { amount: 1, nationality: 'FR', seed: 'example' } },
  {
    call: 'POST /presale-codes/search',
    body: {
      search_keywords: ['Northern Lanterns'],
      imap_account_ids: [mailbox],
      code_length_min: 4,
      search_hours: 24,
    },
  },
  { call: 'POST /profiles/full', body: { ids: [profile] } },
  { call: 'POST /profiles/:id/reveal', path: `/profiles/${profile}/reveal` },
];

/**
 * Calls that change something, each after those that it needs. `{id}` is the id in the answer to
 * the last call before it.
 */
export const changingCalls = ({
  sale,
  artist,
  event,
  mailbox,
  profile,
  watched,
}: World): ExampleCall[] => [
  {
    call: 'PUT /events/monitored-artists/:artist_id',
    path: `/events/monitored-artists/${artist}`,
    body: {
      artist_name: 'Northern Lanterns',
      artist_image: '',
      start_monitoring: '2026-11-22',
      end_monitoring: null,
    },
  },
  {
    call: 'POST /events/monitored-artists',
    body: {
      artist_id: 'K8vZ9170002',
      artist_name: 'The Long Haul',
      start_monitoring: null,
      end_monitoring: null,
    },
  },
  {
    call: 'POST /events/monitored-artists/:artist_id/check',
    path: '/events/monitored-artists/K8vZ9170002/check',
  },
  {
    call: 'DELETE /events/monitored-artists/:artist_id',
    path: '/events/monitored-artists/K8vZ9170002',
  },
  { call: 'POST /calendar/events', body: { ids: [event] } },
  { call: 'DELETE /calendar/events' },
  { call: 'PUT /catalogues', body: { countries: ['DE', 'US'] } },
  { call: 'POST /views', body: VIEW },
  { call: 'PUT /views/:id', path: '/views/{id}', body: { ...VIEW, is_shared: true } },
  { call: 'GET /views', path: '/views?screen=ticketmaster' },
  { call: 'DELETE /views/:id', path: '/views/{id}' },
  { call: 'POST /watch-rules/count', body: RULE },
  { call: 'POST /watch-rules', body: RULE },
  { call: 'PUT /watch-rules/:id', path: '/watch-rules/{id}', body: { ...RULE, is_active: false } },
  { call: 'GET /watch-rules' },
  { call: 'DELETE /watch-rules/:id', path: '/watch-rules/{id}' },
  {
    call: 'POST /presale-watches',
    body: {
      name: 'Lanterns at night',
      search: {
        search_keywords: ['Northern Lanterns'],
        imap_account_ids: [mailbox],
        code_length_min: 4,
      },
    },
  },
  { call: 'GET /presale-watches' },
  {
    call: 'PATCH /presale-watches/:id',
    path: '/presale-watches/{id}',
    body: { is_paused: true },
  },
  { call: 'GET /presale-watches/:id/codes', path: '/presale-watches/{id}/codes' },
  { call: 'DELETE /presale-watches/:id', path: '/presale-watches/{id}' },
  {
    call: 'POST /queues/insert',
    body: {
      type: TYPE,
      queue_id: 'tour-7',
      queue_total: 60_000,
      queue_date: '2026-11-20',
      accounts: [{ account_name: 'nico.0@gmx.test', position: 312 }],
    },
  },
  { call: 'POST /queues/delete', body: { type: TYPE, queue_id: 'tour-7' } },
  {
    call: 'POST /queues/accounts',
    body: { type: TYPE, category_name: 'VIP', accounts: ACCOUNTS },
  },
  {
    call: 'POST /queues/category/transfer',
    body: {
      type: TYPE,
      mode: 'copy',
      from_category: 'VIP',
      to_category: 'Friday',
      accounts: ACCOUNTS,
    },
  },
  {
    call: 'POST /queues/category/remove',
    body: { type: TYPE, category_name: 'Friday', accounts: ACCOUNTS.slice(0, 1) },
  },
  {
    call: 'POST /queues/category/rename',
    body: { type: TYPE, old_category_name: 'Friday', new_category_name: 'Saturday' },
  },
  { call: 'POST /queues/category/delete', body: { type: TYPE, category_name: 'Saturday' } },
  { call: 'POST /imap-accounts', body: { ...SIMULATED_MAIL_SERVER, ...MAILBOX } },
  {
    call: 'POST /imap-accounts/import',
    body: {
      accounts: [{ ...SIMULATED_MAIL_SERVER, user: 'night@desk.test', password: 'simulated' }],
      tags: ['night'],
    },
  },
  {
    call: 'POST /imap-accounts/test',
    body: { ...SIMULATED_MAIL_SERVER, user: MAILBOX.user, password: MAILBOX.password },
  },
  { call: 'POST /imap-accounts/check', body: { ids: [mailbox] } },
  { call: 'POST /profiles', body: { profiles: [PROFILE] } },
  {
    call: 'PUT /profiles/:id/split',
    path: `/profiles/${profile}/split`,
    body: { street: 'Damrak' },
  },
  { call: 'POST /profiles/delete', body: { ids: [profile] } },
  { call: 'POST /profiles/restore', body: { ids: [profile] } },
  { call: 'POST /events/monitored-price-event', body: { url: SHOP } },
  { call: 'DELETE /events/monitored-price-event', body: { url: SHOP } },
  {
    call: 'POST /events/price-targets',
    body: { targets: [{ url: SHOP, tags: ['Lanterns'] }], tags: ['Berlin'] },
  },
  { call: 'POST /events/price-targets/pause', body: { ids: [watched.id], is_paused: true } },
  { call: 'POST /events/price-targets/pause', body: { ids: [watched.id], is_paused: false } },
  {
    call: 'POST /events/price-targets/tags',
    body: { ids: [watched.id], add: ['Berlin'], remove: [] },
  },
  {
    call: 'POST /events/price-targets/alerts',
    body: { ids: [watched.id], kind: 'drop_percent', value: 20 },
  },
  { call: 'POST /events/price-targets/check', body: { ids: [watched.id] } },
  { call: 'POST /events/price-alerts', body: { url: watched.url, kind: 'below', value: 40 } },
  { call: 'GET /events/price-alerts', path: `/events/price-alerts?url=${watched.url}` },
  { call: 'POST /events/tag-alerts', body: { tag: 'Berlin', kind: 'below', value: 40 } },
  { call: 'GET /events/tag-alerts' },
  { call: 'DELETE /events/price-alerts/:id', path: '/events/price-alerts/{id}' },
  { call: 'POST /events/update-monitored-price-event' },
  { call: 'POST /events/price-targets/remove', body: { ids: [watched.id] } },
  {
    call: 'POST /recent-work',
    body: { ...WORK, token: '6f1c2c1e-0b0f-4f5a-9f3e-2f6f0a3f7d11' },
  },
  { call: 'GET /recent-work/:id', path: '/recent-work/{id}' },
  { call: 'PUT /recent-work/:id', path: '/recent-work/{id}', body: { ...WORK, version: 1 } },
  { call: 'PATCH /recent-work/:id', path: '/recent-work/{id}', body: { name: 'Friday' } },
  { call: 'GET /recent-work' },
  { call: 'POST /recent-work/:id/duplicate', path: '/recent-work/{id}/duplicate' },
  { call: 'POST /recent-work/find', body: { kind: WORK.kind, key: WORK.key } },
  { call: 'DELETE /recent-work/:id', path: '/recent-work/{id}' },
  { call: 'POST /recent-work/:id/restore', path: '/recent-work/{id}/restore' },
  { call: 'POST /notifications/read', body: { ids: [1] } },
  { call: 'POST /sales/followed', body: { event_ids: [sale.event_id] } },
  {
    call: 'POST /sales/readiness',
    body: { rows: [{ artist: 'Northern Lanterns', event_ids: [sale.event_id] }] },
  },
  { call: 'POST /sales/follow', body: sale },
  { call: 'DELETE /sales/follow', body: sale },
  { call: 'PUT /reminder-settings', body: { leads_minutes: [1440, 60, 10] } },
  { call: 'GET /reminder-settings' },
  { call: 'PUT /limit-rules', body: { accounts_per_event: 60 } },
  { call: 'GET /limit-rules' },
  {
    call: 'POST /limit-answers',
    body: {
      tool: 'encore',
      file: 'encore_Northern Lanterns_360_2026-11-25.csv',
      exceeded: [
        {
          event_id: event,
          event: 'Elbe Hall, 06/12/2026',
          kind: 'tickets',
          limit: 6,
          asked: 8,
        },
      ],
    },
  },
  { call: 'POST /notifications/resend' },
  { call: 'PUT /notifications/muted', body: { kinds: ['system'] } },
  { call: 'POST /notification-channels', body: CHANNEL },
  {
    call: 'PATCH /notification-channels/:id',
    path: '/notification-channels/{id}',
    body: { is_paused: true },
  },
  { call: 'GET /notification-channels' },
  { call: 'DELETE /notification-channels/:id', path: '/notification-channels/{id}' },
];
