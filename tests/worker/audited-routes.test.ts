import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { app } from '../../worker/app.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { ACCOUNT_CALLS } from './audited/account.ts';
import { callQuietly, NO_ID, openDesk } from './audited/desk.ts';
import { LIST_CALLS } from './audited/lists.ts';
import { MONITOR_CALLS } from './audited/monitors.ts';
import { readSettings } from './settings.ts';

const AUDITED = { ...ACCOUNT_CALLS, ...LIST_CALLS, ...MONITOR_CALLS };

/** Routes that use the method of a change and change nothing, each with the reason for the method. */
const READING: Record<string, string> = {
  'POST /auth/passkeys/options': 'stores only the challenge that the next call answers',
  'POST /auth/confirm/options': 'stores only the challenge that the next call answers',
  'POST /calendar/download': 'the events do not fit into an address',
  'POST /events/by-urls': 'the addresses do not fit into one',
  'POST /events/get-available-sections': 'the specification names the method',
  'POST /mcp': 'its tools make calls of the API, which are audited themselves',
  'POST /events/signup-infos': 'the specification names the method',
  'POST /queues/accounts/holders': 'the accounts do not fit into an address',
  'POST /queues/best-accounts': 'the specification names the method',
  'POST /presale-codes/search': 'the specification names the method',
  'POST /recent-work/find': 'the search does not fit into an address',
  // Calls of a scanner, which stores what a provider publishes.
  'POST /scanner/catalogues/alive': 'keeps a reading for its scanner',
  'POST /scanner/catalogues/changes': 'stores events of a provider, no data of an operator',
  'POST /scanner/catalogues/claim': 'begins a reading',
  'POST /scanner/catalogues/end': 'ends a reading',
  'POST /scanner/catalogues/hashes': 'keeps a reading for its scanner',
  'POST /scanner/mailboxes/token': 'renews a token, no data of an operator',
  'POST /scanner/watches/memory': 'changes nothing',
  'POST /scanner/watches/open': 'changes nothing',
  'POST /scanner/watches/results': 'stores codes of mails, for the watches of operators',
  'POST /scanner/watches/states': 'stores how mailboxes are read',
  'POST /sales/readiness': 'the rows of a list do not fit into an address',
  'POST /sales/followed': 'the ids of a list do not fit into an address',
  'POST /watch-rules/count': 'the lists of a rule do not fit into an address',
  'POST /watch-rules/match-artists': 'the names do not fit into an address',
  'POST /notification-channels/:id/test': 'sends a message to its operator',
  'POST /notifications/read': 'marks what its reader has seen',
};

test('each route with the method of a change is audited, or is listed as one that changes nothing', () => {
  const routes = new Set(
    app.routes
      .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method))
      .map(({ method, path }) => `${method} ${path.replace(/^\/api/, '')}`),
  );
  expect([...routes].sort()).toEqual([...Object.keys(AUDITED), ...Object.keys(READING)].sort());
});

/** The statements that were sent to the database, one text for each batch. */
let batches: string[] = [];
beforeEach(() => {
  batches = [];
  const { LIBSQL_URL } = readSettings();
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input instanceof Request && input.url.startsWith(LIBSQL_URL)) {
      batches.push(await input.clone().text());
    }
    return send(input, init);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const writesTo = (batch: string, table: string): boolean =>
  new RegExp(`(?:insert (?:or \\w+ )?into|update|delete from)\\W+${table}\\b`, 'i').test(batch);

test.each(Object.entries(AUDITED))('%s', async (route, prepare) => {
  const desk = await openDesk();
  const { action, subject, detail = {}, writes, refused, after, ...given } = await prepare(desk);
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+/, String(NO_ID));
  const idOf = (answer: Response) => answer.headers.get('x-request-id') ?? 'none';
  const entriesOf = (answer: Response) =>
    desk.db
      .select()
      .from(audit)
      .where(eq(audit.requestId, idOf(answer)));
  try {
    const accepted = await desk.send(method, given.path ?? path, given.json);
    expect(await accepted.text()).not.toContain('"success":false');
    // A batch that could not get the lock because of another writer is sent again unchanged.
    const recording = [...new Set(batches.filter((batch) => batch.includes(idOf(accepted))))];
    expect(recording, 'batches with the entry').toHaveLength(1);
    if (writes !== null) expect(writesTo(recording[0] ?? '', writes), recording[0]).toBe(true);
    const entries = (await entriesOf(accepted)).map((entry) => ({
      ...entry,
      detail: JSON.parse(entry.detail),
    }));
    const { id: operatorId, email: actor } = desk.operator;
    expect(entries).toEqual([
      expect.objectContaining({ action, subject, detail, operatorId, actor }),
    ]);

    const refusals = route.startsWith('POST /auth/login')
      ? []
      : [await callQuietly(method, path, given.json ?? {})];
    if (refused !== null)
      refusals.push(await desk.send(method, refused.path ?? path, refused.json));
    for (const answer of refusals) {
      expect(String(answer.status)).toMatch(/^4/);
      expect(await entriesOf(answer)).toEqual([]);
    }
  } finally {
    await after?.();
  }
});
