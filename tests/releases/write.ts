/**
 * `npm run release-data`: starts the product with its simulated providers, uses every part of it once, and writes its
 * database, shortened, as the data of this version. Run it before the version is tagged; the file is never changed later.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { backUp, namesOf, TEXT_INDEXES } from '../../scripts/backup.ts';
import { startLibsql } from '../../scripts/services/libsql.ts';
import { SIMULATED_MAIL_SERVER } from '../../shared/scanners/protocol.ts';
import { VERSION } from '../../worker/db/release.ts';
import { SEALED_COLUMNS } from '../../worker/security/sealed-columns.ts';
import { makeFolder, removeFolder, startProduct } from '../e2e/product.ts';
import { FACTS, fileOf, RELEASE_KEYS } from './data.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any call.
type Send = (method: string, path: string, body?: unknown) => Promise<any>;

const WAIT_MS = 240_000;
const COUNTRY = 'DE';
const ARTIST = { id: 'K8vZ9170000', name: FACTS.artist };
const PERSON = {
  profile_name: 'Buyer 1',
  email: 'buyer1@example.com',
  password: 'a password of a shop',
  name: 'Tom Bakker',
  phone: '+31 20 990 1234',
  address: 'Damrak 5',
  city: 'Amsterdam',
  postal: '1012',
  state: '',
  country: 'NL',
  card_number: FACTS.card,
  card_exp_month: '03',
  card_exp_year: '2030',
  cvv: FACTS.cvv,
};

/** Repeats a call until its answer fulfils a condition. */
async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${WAIT_MS} ms.`);
    await pause(500);
  }
}

/** Creates queues, profiles, mailboxes, channels, saved work, a token and settings. */
async function fillDesk(send: Send): Promise<void> {
  const queue = {
    type: 'verified_fan',
    queue_id: FACTS.queue,
    queue_total: 60_000,
    queue_date: '2026-11-20',
    accounts: FACTS.accounts.map((account_name, at) => ({ account_name, position: 300 + at })),
  };
  await send('POST', '/queues/insert', queue);
  const begun = { ...queue, queue_id: 'tour-2', queue_total: 50_000 };
  const upload = { id: '6f1c2c1e-0b0f-4f5a-9f3e-2f6f0a3f7d12', part: 1, parts: 2 };
  await send('POST', '/queues/insert', { ...begun, upload });
  const accounts = { type: queue.type, category_name: FACTS.category, accounts: FACTS.accounts };
  await send('POST', '/queues/accounts', accounts);
  const second = { ...PERSON, profile_name: 'Buyer 2', name: 'Mara Lindqvist', password: null };
  await send('POST', '/profiles', { profiles: [PERSON, second] });
  const { data: profiles } = await send('GET', '/profiles?limit=5');
  await send('PUT', `/profiles/${profiles[0].id}/split`, { street: 'Damrak' });
  await send('POST', '/imap-accounts', {
    ...SIMULATED_MAIL_SERVER,
    user: FACTS.mailbox,
    password: 'simulated',
    is_active: true,
    tags: ['night'],
  });
  await send('POST', '/recent-work', {
    kind: 'encore',
    key: 'vvG1example',
    title: FACTS.work.title,
    events: 1,
    rows: 1,
    body: { rows: FACTS.work.rows },
    token: '6f1c2c1e-0b0f-4f5a-9f3e-2f6f0a3f7d11',
  });
  const channel = {
    kind: 'slack',
    name: FACTS.channel,
    kinds: ['presale_code'],
    quiet: null,
    address: 'https://hooks.slack.com/services/T0/B0/example',
  };
  const { data: added } = await send('POST', '/notification-channels', channel);
  await send('PATCH', `/notification-channels/${added.id}`, { is_paused: true });
  await send('GET', '/notification-channels/push-key');
  const { password } = FACTS.operator;
  const token = { name: FACTS.token, scopes: ['read'], expires_at: null, password };
  await send('POST', '/api-tokens', token);
  await send('PUT', '/reminder-settings', { leads_minutes: [1440, 60, 10] });
  await send('PUT', '/notifications/muted', { kinds: ['system'] });
  await send('POST', '/calendar/subscription');
}

/**
 * Creates a mailbox that signed in at the simulated Microsoft, and a sign-in that waits for its
 * operator.
 */
async function signInMailboxes(send: Send): Promise<void> {
  const start = () => send('POST', '/imap-accounts/sign-in', { provider: 'microsoft' });
  const { flow, user_code: code, verification_uri } = await start();
  const fields = { code, address: FACTS.signedIn, choice: 'allow' };
  await fetch(verification_uri, { method: 'POST', body: new URLSearchParams(fields) });
  await waitUntil('The sign-in to a mailbox', async () => {
    const { state } = await send('GET', `/imap-accounts/sign-in/${flow}`);
    return state === 'done';
  });
  await start();
}

/**
 * Starts searches, catalogues, rules, monitors and watches, and waits until each has stored
 * something.
 */
async function fillFromProviders(send: Send): Promise<void> {
  const get = (path: string) => send('GET', path);
  const { data: events } = await get(`/events/artist/${ARTIST.id}`);
  await send('POST', '/calendar/events', { ids: [events[0].id] });
  for (const { eventLink } of events) {
    const call = send('POST', '/events/get-available-sections', { event_url: eventLink });
    if (await call.catch(() => null)) break;
  }
  await send('PUT', '/catalogues', { countries: [COUNTRY] });
  await send('POST', '/events/monitored-artists', {
    artist_id: ARTIST.id,
    artist_name: ARTIST.name,
    start_monitoring: null,
    end_monitoring: null,
  });
  await send('POST', `/events/monitored-artists/${ARTIST.id}/check`);
  const tags = ['Berlin'];
  await send('POST', '/events/price-targets', { targets: [{ url: FACTS.price, tags }], tags });
  await send('POST', '/events/price-alerts', { url: FACTS.price, kind: 'below', value: 100_000 });
  await send('POST', '/events/tag-alerts', { tag: 'Berlin', kind: 'below', value: 40 });
  const { accounts } = await get('/imap-accounts');
  const mailbox = accounts.find(({ user }: { user: string }) => user === FACTS.mailbox);
  const search = { search_keywords: [ARTIST.name], code_length_min: 4 };
  await send('POST', '/presale-watches', {
    name: FACTS.watch,
    search: { ...search, imap_account_ids: [mailbox.id] },
  });
  await send('POST', '/watch-rules', {
    name: FACTS.rule,
    artists: [ARTIST.name],
    countries: [COUNTRY],
    is_active: true,
    cities: [],
    venues: [],
    segments: [],
    opens_within_hours: 336,
  });
  await waitUntil('The reading of the catalogue', async () => {
    const { data } = await get('/catalogues');
    return data.some(({ read_at }: { read_at: unknown }) => read_at !== null);
  });
  const { data: sales } = await get('/sales?limit=1');
  const [{ event_id, kind, presale_name }] = sales;
  await send('POST', '/sales/follow', { event_id, kind, presale_name });
  await send('POST', `/sale/${event_id}/notes`, { text: 'Two cards, four tickets.' });
  await waitUntil('A reading of the price', async () => {
    const { data } = await get('/events/price-targets');
    return data.some(({ checked_at }: { checked_at: unknown }) => checked_at !== null);
  });
  await waitUntil('The reading of the resale feed', async () => {
    const { data } = await get('/events/feed');
    return data.artists > 0 && data.artists_read >= data.artists - 1;
  });
}

/**
 * The rows of a whole country and of a whole feed are reduced to these. Triggers delete the rows
 * that belong to the others.
 */
const SHORTENED = [
  'delete from catalogue_events where id > (select id from catalogue_events order by id limit 1 offset 9)',
  'delete from resale_artists where id not in (select id from resale_artists order by id limit 3)',
  'delete from resale_events where artist_id not in (select id from resale_artists)',
  'delete from resale_events where rowid not in (select rowid from resale_events order by rowid limit 12)',
  'delete from resale_search_texts where artist_id not in (select id from resale_artists)',
  'delete from artist_events where rowid not in (select rowid from artist_events order by rowid limit 8)',
  // Triggers add rows to it when events are deleted.
  'delete from sale_event_changes where event_id not in (select event_id from sale_event_changes order by event_id limit 5)',
];

const LATER = 2_000_000_000_000;
/**
 * Rows that need an authenticator, another person or an exact moment, for tables that would be
 * empty.
 */
const BY_HAND: Readonly<Record<string, string>> = {
  artist_changes: `insert into artist_changes (artist_id, at, change) select artist_id, 1795000000000, json_object('kind', 'event_added', 'event', json(facts)) from artist_events limit 1`,
  channel_deliveries:
    'insert into channel_deliveries (channel_id, notification_id) select min(id), 1 from notification_channels',
  followed_events: `insert into followed_events (event_id, read_at, next_at) values ('vvG1example', 1795000000000, ${LATER})`,
  leases: `insert into leases (name, holder, until) values ('release data', 'nobody', 0)`,
  login_attempts: `insert into login_attempts (subject, window_started_at, count) values ('a bucket', 1795000000000, 2)`,
  // The price of the simulated page does not trigger the alert at every hour.
  notifications: `insert into notifications (kind, title, topic, body, dedupe_key, created_at, published_at, webhook_state)
    values ('price_alert', '${FACTS.artist}', '', 'Below 40.00: now 39.50', 'an alert', 1795000000000, 1795000000000, 'off')`,
  notification_reads:
    'insert into notification_reads (operator_id, notification_id) select 1, min(id) from notifications',
  passkey_challenges: `insert into passkey_challenges (id, operator_id, purpose, challenge, expires_at) values ('a ticket', 1, 'register', 'AAAA', ${LATER})`,
  passkeys: `insert into passkeys (id, operator_id, name, public_key, counter, transports, created_at) values ('AAAA', 2, 'Work laptop', 'AAAA', 0, '["internal"]', 1795000000000)`,
  presale_watch_codes: `insert into presale_watch_codes (watch_id, mailbox_id, mail, code, confidence, evidence, account, subject, sender, arrived, mail_key, found_at)
    values (1, 1, 'a mail', 'LANTERN7', 0.97, 'Your presale code is LANTERN7.', '${FACTS.mailbox}', 'Presale', 'news@tickets.example', '2026-11-27T10:00:00.000Z', 'INBOX 1 1', 1795000000000)`,
  recovery_codes: `insert into recovery_codes (operator_id, hash) values (2, 'AAAA')`,
  sale_reminders: `insert into sale_reminders (operator_id, event_id, kind, name, opens_at, title, place, added_at, told_at)
    select operator_id, event_id, kind, name, ${LATER}, 'Northern Lanterns', 'Berlin', 1795000000000, 0 from sale_follows limit 1`,
  sample_data: `insert into sample_data (id, state, load_id, started_at, operator_id, operator_email, done, kept) values (1, 'loaded', 'a load', 1795000000000, 1, '${FACTS.operator.email}', 12, '[]')`,
  scanners: `insert into scanners (name, token_hash, created_at) values ('cellar', 'AAAA', 1795000000000)`,
};

/** Shortens the copy of a database and fills its empty tables. @throws Error if a table or a sealed column stays empty */
function complete(copy: DatabaseSync): void {
  for (const [trigger, statements] of Object.entries(TEXT_INDEXES))
    if (namesOf(copy, 'trigger').includes(trigger))
      for (const statement of statements) copy.exec(statement);
  for (const statement of SHORTENED) copy.exec(statement);
  const isEmpty = (table: string) =>
    copy.prepare(`select 1 from "${table}" limit 1`).get() === undefined;
  const tables = ownTables(copy);
  for (const table of tables.filter(isEmpty)) copy.exec(BY_HAND[table] ?? '');
  const empty = tables.filter(isEmpty);
  if (empty.length > 0)
    throw new Error(`No row in ${empty.join(', ')}: make calls that fill it, or add to BY_HAND.`);
  const unsealed = SEALED_COLUMNS.map(({ column }) => column).filter((column) => {
    const [table, name] = column.split('.');
    const any = copy.prepare(`select 1 from "${table}" where "${name}" is not null limit 1`);
    return any.get() === undefined;
  });
  if (unsealed.length > 0) throw new Error(`No value in ${unsealed.join(', ')}.`);
}

/** The tables, except those of full-text indexes, which are virtual tables backed by others. */
function ownTables(copy: DatabaseSync): string[] {
  const virtual = "select name from sqlite_schema where sql like 'create virtual table%'";
  const indexes = copy.prepare(virtual).all();
  const isOfIndex = (name: string) =>
    indexes.some((index) => `${name}_`.startsWith(`${index.name}_`));
  return namesOf(copy, 'table').filter((name) => !isOfIndex(name));
}

/** A database as SQL: tables, rows, indexes, full-text indexes, triggers. */
function toSql(copy: DatabaseSync): string {
  const define = copy.prepare('select sql from sqlite_schema where type = ? and name = ?');
  const definitionOf = (type: string, name: string) => `${define.get(type, name)?.sql};`;
  const lines = ownTables(copy).map((table) => definitionOf('table', table));
  for (const table of [...ownTables(copy), 'sqlite_sequence']) {
    const columns = copy.prepare(`select name from pragma_table_info('${table}')`).all();
    const names = columns.map(({ name }) => `"${name}"`);
    const values = names.map((name) => `quote(${name})`).join(` || ', ' || `);
    for (const { row } of copy.prepare(`select ${values} as row from "${table}"`).all())
      lines.push(`INSERT INTO "${table}" (${names.join(', ')}) VALUES (${row});`);
  }
  for (const name of namesOf(copy, 'index')) lines.push(definitionOf('index', name));
  for (const trigger of namesOf(copy, 'trigger')) {
    for (const statement of TEXT_INDEXES[trigger] ?? []) lines.push(`${statement};`);
    lines.push(definitionOf('trigger', trigger));
  }
  return `${lines.join('\n')}\n`;
}

const dataDir = await makeFolder();
try {
  const file = fileOf(VERSION);
  if (existsSync(file)) throw new Error(`The data of ${VERSION} are stored already.`);
  const { email, password } = FACTS.operator;
  const product = await startProduct({
    dataDir,
    variables: {
      ...RELEASE_KEYS,
      OPERATOR_EMAIL: email,
      OPERATOR_PASSWORD: password,
      SIMULATED_RESALE_ARTISTS: '5',
    },
  });
  try {
    await product.ready;
    let token = '';
    const send: Send = async (method, path, body) => {
      const answer = await fetch(`${product.origin}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text);
    };
    token = (await send('POST', '/auth/login', { email, password })).token;
    await fillDesk(send);
    await signInMailboxes(send);
    await fillFromProviders(send);
  } finally {
    await product.stop();
  }
  const server = await startLibsql(join(dataDir, 'libsql'));
  const path = join(dataDir, 'copy.db');
  await backUp(server, path).finally(() => server.stop());
  const copy = new DatabaseSync(path);
  complete(copy);
  const head = `-- The data of ${VERSION} (tests/releases/write.ts). Never change it.\n`;
  writeFileSync(file, head + toSql(copy));
  copy.close();
} finally {
  await removeFolder(dataDir);
}
