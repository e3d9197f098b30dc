import { dashboardAnswer } from '../factories/dashboard.ts';
import type { Answer } from './desk.tsx';
import { keepWorks } from './kept-work.ts';

const list = () => ({ success: true, data: [], total: 0, next_cursor: null });

/** Answers the calls of all pages: the dashboard's with numbers, lists without entries. */
export const emptyDesk = (): Record<string, Answer> => ({
  ...keepWorks().answers,
  'GET /dashboard': () => dashboardAnswer,
  'GET /health': () => ({
    status: 'ok',
    database: 'ok',
    scanner: 'connected',
    providers: 'simulated',
  }),
  'GET /sample-data': () => ({
    success: true,
    state: 'none',
    done: 0,
    steps: 0,
    failure: null,
    kept: [],
  }),
  'GET /events/feed/artists': () => ({ success: true, data: [] }),
  'GET /events/feed': () => ({ success: true, data: null }),
  'GET /events/monitored-artists': list,
  'GET /events/artist-checks': () => ({ success: true, data: [], plan: null }),
  'GET /events/artist-changes': list,
  'GET /events/price-targets': () => ({
    ...list(),
    counts: { unread: 0, none: 0, low: 0, medium: 0, high: 0 },
    tags: [],
  }),
  'GET /queues/list': list,
  'GET /queues/get': () => ({
    success: true,
    data: { accounts: [], total_accounts: 0, next_cursor: null },
  }),
  'GET /queues/accounts': () => ({
    success: true,
    data: {},
    stats: { categories_list: [] },
  }),
  'GET /encore/webhook-presets': () => ({ success: true, presets: [] }),
  'GET /limit-rules': () => ({ success: true, accounts_per_event: null }),
  'GET /profiles': list,
  'GET /profiles/notes': () => ({ success: true, duplicates: 0, expired: 0 }),
  'GET /imap-accounts': () => ({ success: true, accounts: [] }),
  'GET /sales': () => ({ success: true, data: [], next_cursor: null }),
  'GET /catalogues': () => ({ success: true, data: [] }),
  'GET /presale-watches': () => ({ success: true, data: [] }),
  'GET /watch-rules': () => ({ success: true, data: [] }),
  'POST /sales/readiness': ({ body }) => ({
    success: true,
    data: (body as { rows: object[] }).rows.map(() => ({ codes: null, work: null })),
  }),
  'POST /sales/followed': () => ({ success: true, events: [], sales: [] }),
  'GET /palette': () => ({ success: true, data: [] }),
});
