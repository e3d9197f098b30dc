import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Breach } from './history.ts';
import type { Operator, World } from './world.ts';

/** Limits the wait for an answer while a part of the product is frozen. */
const ANSWER_WITHIN_MS = 30_000;
const QUEUE_TYPE = 'standard';
const QUEUE_TOTAL = 10_000;
const CARD = '4000123412341234';
/** Prices at which an alert at 50 fires and is armed again. */
const [ALERT_AT, LOW_PRICE, HIGH_PRICE] = [50, 40, 60];
export const LEAD_MINUTES = 10;

/**
 * How a call ended. `unknown`: there was no answer, or the answer leaves open whether the
 * change was stored.
 */
export interface Reply {
  outcome: 'done' | 'refused' | 'unknown';
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any call.
  body: any;
  /** Empty without an answer. */
  requestId: string;
}

/** The changes that answers to operators have confirmed, which must be stored at the end. */
export interface Ledger {
  /** `${kind} ${name}` -> whether it must exist, or may exist. */
  objects: Map<string, 'present' | 'absent' | 'either'>;
  /** Numbers that a work may have, by its title, and its operator. */
  works: Map<string, { rows: Set<number>; operator: Operator }>;
  /** How often the alert of an event must have fired, by the event's title. */
  firings: Map<string, number>;
  /** The titles of reminders that are due within the day. */
  reminders: Set<string>;
  /** Calls that change something and were answered. */
  changes: { about: string; call: string; reply: Reply }[];
  /** What went wrong while the day was running. */
  breaches: Breach[];
  calls: number;
  /** The newest notification from before the tabs were connected. */
  toldAfter: number;
}

export const newLedger = (): Ledger => ({
  objects: new Map(),
  works: new Map(),
  firings: new Map(),
  reminders: new Set(),
  changes: [],
  breaches: [],
  calls: 0,
  toldAfter: 0,
});

/** Failures of providers, which are no fault of the product. */
const isExpectedFailure = (status: number) => status === 503 || status === 502 || status === 504;

/** Makes a call, records it, and never throws. @param about the object that it changes */
async function send(
  world: World,
  ledger: Ledger,
  { token }: Operator,
  about: string,
  [method, path, json]: readonly [method: string, path: string, json?: unknown],
): Promise<Reply> {
  ledger.calls += 1;
  const call = `${method} ${path.split('?')[0]}`;
  const reply = await fetch(`${world.product.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    async (response): Promise<Reply> => {
      const { status } = response;
      const requestId = response.headers.get('x-request-id') ?? '';
      const body = await response.json().catch(() => null);
      const isAnswered = response.ok && body !== null;
      const isRefused = status >= 400 && status < 500;
      const outcome = isAnswered ? 'done' : isRefused ? 'refused' : 'unknown';
      return { outcome, status, body, requestId };
    },
    (): Reply => ({ outcome: 'unknown', status: 0, body: null, requestId: '' }),
  );
  const { outcome, status, body, requestId } = reply;
  world.note(
    about,
    `${call} ${about}: ${outcome} ${status} ${requestId} ${outcome === 'done' ? '' : (body?.message ?? '')}`,
  );
  if (status === 401 || (status >= 500 && !isExpectedFailure(status)))
    ledger.breaches.push({ about, text: `${call} was answered with ${status}: ${body?.message}` });
  if (method !== 'GET' && requestId !== '') ledger.changes.push({ about, call, reply });
  return reply;
}

/** Repeats a call until it is answered: then the change is stored, once or several times. */
async function sendUntilDone(...call: Parameters<typeof send>): Promise<Reply> {
  for (;;) {
    const reply = await send(...call);
    if (reply.outcome !== 'unknown') return reply;
    await sleep(500);
  }
}

/** Objects that operators add and remove. */
interface Kind {
  /** Selects the ids of the existing objects with a name. */
  ids: (name: string) => ReturnType<typeof sql>;
  add: (name: string, random: () => number) => readonly [path: string, json: unknown];
  remove: (name: string, id: number) => readonly [method: string, path: string, json?: unknown];
}

/** 40 accounts of 300 with a position, so that queues share accounts. */
const accountsOf = (random: () => number) => {
  const first = Math.floor(random() * 300);
  return Array.from({ length: 40 }, (_, at) => ({
    account_name: `fan${(first + at * 7) % 300}@x.example`,
    position: 1 + Math.floor(random() * QUEUE_TOTAL),
  }));
};

export const KINDS: Record<string, Kind> = {
  profile: {
    ids: (name) => sql`select id from profiles where profile_name = ${name} and deleted_at is null`,
    add: (name) => ['/profiles', { profiles: [profileOf(name)] }],
    remove: (_, id) => ['DELETE', `/profiles/${id}`],
  },
  queue: {
    ids: (name) => sql`select id from queues where queue_id = ${name} and is_deleted = 0`,
    add: (queue_id, random) => [
      '/queues/insert',
      {
        type: QUEUE_TYPE,
        queue_id,
        queue_total: QUEUE_TOTAL,
        queue_date: '2026-11-20',
        accounts: accountsOf(random),
      },
    ],
    remove: (queue_id) => ['POST', '/queues/delete', { type: QUEUE_TYPE, queue_id }],
  },
  category: {
    ids: (name) => sql`select id from queue_categories where name = ${name} and is_deleted = 0`,
    add: (category_name, random) => [
      '/queues/accounts',
      {
        type: QUEUE_TYPE,
        category_name,
        accounts: accountsOf(random).map(({ account_name }) => account_name),
      },
    ],
    remove: (category_name) => [
      ...(['POST', '/queues/category/delete'] as const),
      { type: QUEUE_TYPE, category_name },
    ],
  },
  rule: {
    ids: (name) => sql`select id from watch_rules where name = ${name}`,
    add: (name) => ['/watch-rules', { name, artists: [name], countries: ['DE'] }],
    remove: (_, id) => ['DELETE', `/watch-rules/${id}`],
  },
  event: {
    ids: (name) => sql`select id from price_targets where url = ${urlOf(name)}`,
    add: (name) => ['/events/monitored-price-event', { url: urlOf(name) }],
    remove: (name) => ['DELETE', '/events/monitored-price-event', { url: urlOf(name) }],
  },
  mailbox: {
    ids: (name) => sql`select id from imap_accounts where user = ${`${name}@x.example`}`,
    add: (name) => [
      '/imap-accounts',
      {
        user: `${name}@x.example`,
        host: 'localhost',
        port: 993,
        password: 'a password of the day',
        is_active: false,
      },
    ],
    remove: (_, id) => ['DELETE', `/imap-accounts/${id}`],
  },
};

/** A separate host, so that events do not wait for the pace of each other's pages. */
const urlOf = (name: string) => `https://${name}.axs.com/events/1/${name}`;

const profileOf = (name: string) => ({
  profile_name: name,
  email: `${name}@mail.test`,
  password: `secret of ${name}`,
  name: 'Tom Bakker',
  phone: '+31 20 990 1234',
  address: 'Damrak 5',
  city: 'Amsterdam',
  postal: '1012',
  state: '',
  country: 'NL',
  cvv: '123',
  card_number: CARD,
  card_exp_month: '03',
  card_exp_year: '2030',
});

/** The expected answer of POST /profiles/:id/reveal for a profile. */
export const secretsOf = (name: string) => ({ card_number: CARD, password: `secret of ${name}` });

/** Reads ids from the database, which may be unreachable at the moment. */
async function idsOf({ product: { db } }: World, query: ReturnType<typeof sql>): Promise<number[]> {
  for (;;) {
    try {
      return (await db.all<{ id: number }>(query)).map(({ id }) => id);
    } catch {
      await sleep(300);
    }
  }
}

const pageOf = (title: string, price: number): string => {
  const offers = { price, priceCurrency: 'EUR' };
  const data = { '@type': 'Event', name: title, offers };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
};

const READS = [
  '/dashboard',
  `/queues/get?type=${QUEUE_TYPE}&limit=50`,
  `/queues/list?type=${QUEUE_TYPE}`,
  '/notifications?limit=20',
  '/profiles?limit=20',
  '/events/price-targets?limit=20',
  '/imap-accounts',
  '/recent-work',
  '/palette?q=fan',
  '/events/get_artists/Northern%20Lanterns',
  '/health',
];

/**
 * The data of an operator, prepared before the first fault: a channel, reminders, and an event with
 * an alert.
 */
export async function prepareOperator(world: World, ledger: Ledger, operator: Operator) {
  const word = `op${operator.id}alert`;
  const call = async (method: string, path: string, json: unknown) => {
    const { outcome, body } = await send(world, ledger, operator, word, [method, path, json]);
    if (outcome !== 'done') throw new Error(`${method} ${path}: ${body?.message}`);
    return body;
  };
  await call('POST', '/notification-channels', {
    name: 'Day',
    kind: 'webhook',
    quiet: null,
    address: `http://127.0.0.1:${world.webhookLine.port}/in/${operator.id}`,
    kinds: ['presale_code', 'price_alert', 'sale_soon'],
  });
  await call('PUT', '/reminder-settings', { leads_minutes: [LEAD_MINUTES] });
  const url = urlOf(word);
  await call('POST', '/events/price-targets', { targets: [{ url, tags: [] }], tags: [] });
  const ids = await idsOf(world, sql`select id from price_targets where url = ${url}`);
  await call('POST', '/events/price-targets/pause', { ids, is_paused: true });
  await call('POST', '/events/price-alerts', { url, kind: 'below', value: ALERT_AT });
  ledger.firings.set(word, 0);
}

/**
 * Pastes pages with prices above and below an alert in turn. A call without an answer is repeated,
 * as people do.
 */
async function pastePrices(world: World, ledger: Ledger, operator: Operator): Promise<void> {
  const word = `op${operator.id}alert`;
  for (const price of [HIGH_PRICE, LOW_PRICE]) {
    const json = { url: urlOf(word), page_source: pageOf(word, price) };
    const { outcome, status } = await sendUntilDone(world, ledger, operator, word, [
      ...(['POST', '/events/price-observations', json] as const),
    ]);
    if (outcome !== 'done')
      ledger.breaches.push({ about: word, text: `a page was refused with ${status}` });
    else if (price === LOW_PRICE) ledger.firings.set(word, (ledger.firings.get(word) ?? 0) + 1);
  }
}

/** Adds an object, or removes one that this operator has added. */
async function changeObject(
  world: World,
  ledger: Ledger,
  operator: Operator,
  ownObjects: { kind: string; name: string }[],
  random: () => number,
): Promise<void> {
  const { objects } = ledger;
  const at = random() < 0.4 ? Math.floor(random() * ownObjects.length) : -1;
  const removed = ownObjects[at];
  if (removed !== undefined) {
    const { kind, name } = removed;
    const [id] = await idsOf(world, KINDS[kind]?.ids(name) ?? sql`select 0 as id`);
    if (id === undefined) return void ownObjects.splice(at, 1);
    const call = KINDS[kind]?.remove(name, id);
    if (call === undefined) return;
    const { outcome, status } = await send(world, ledger, operator, name, call);
    const key = `${kind} ${name}`;
    if (outcome === 'done') objects.set(key, 'absent');
    else if (outcome === 'unknown') objects.set(key, 'either');
    // An earlier call may have been carried out late.
    else if (objects.get(key) === 'present')
      ledger.breaches.push({ about: name, text: `${kind} ${name} is not found: ${status}` });
    ownObjects.splice(at, 1);
    return;
  }
  const names = Object.keys(KINDS);
  const kind = names[Math.floor(random() * names.length)] ?? 'rule';
  const name = `op${operator.id}n${ledger.objects.size}`;
  const [path, json] = KINDS[kind]?.add(name, random) ?? ['', {}];
  const { outcome, status, body } = await send(world, ledger, operator, name, ['POST', path, json]);
  objects.set(`${kind} ${name}`, outcome === 'done' ? 'present' : 'either');
  if (outcome === 'refused')
    ledger.breaches.push({
      about: name,
      text: `${kind} ${name} was refused with ${status}: ${body?.message}`,
    });
  ownObjects.push({ kind, name });
}

/** Saves a new work or changes one of the operator's works. */
async function saveWork(
  world: World,
  ledger: Ledger,
  operator: Operator,
  random: () => number,
): Promise<void> {
  const ownWorks = [...ledger.works].filter(
    ([
      ,
      {
        operator: { id },
      },
    ]) => id === operator.id,
  );
  const rows = Math.floor(random() * 1e6);
  const [title, work] = ownWorks[Math.floor(random() * ownWorks.length)] ?? [];
  const contentOf = (name: string) => ({ key: name, title: name, events: 1, rows, body: { name } });
  if (title === undefined || work === undefined || random() < 0.3) {
    const name = `op${operator.id}w${ledger.works.size}`;
    const entry = { rows: new Set([rows]), operator };
    ledger.works.set(name, entry);
    ledger.objects.set(`work ${name}`, 'either');
    const json = { ...contentOf(name), kind: 'encore', token: crypto.randomUUID() };
    const { outcome } = await sendUntilDone(world, ledger, operator, name, [
      ...(['POST', '/recent-work', json] as const),
    ]);
    if (outcome === 'done') ledger.objects.set(`work ${name}`, 'present');
    return;
  }
  const query = sql`select id, version from recent_work where title = ${title}`;
  const [stored] = await world.product.db
    .all<{ id: number; version: number }>(query)
    .catch(() => []);
  if (stored === undefined) return;
  const json = { ...contentOf(title), version: stored.version };
  work.rows.add(rows);
  const { outcome } = await send(world, ledger, operator, title, [
    ...(['PUT', `/recent-work/${stored.id}`, json] as const),
  ]);
  if (outcome === 'done') work.rows = new Set([rows]);
  else if (outcome === 'refused') work.rows.delete(rows);
}

/** Runs the day of one operator. */
export async function workAsOperator(
  world: World,
  ledger: Ledger,
  operator: Operator,
  random: () => number,
): Promise<void> {
  const own: { kind: string; name: string }[] = [];
  while (!world.isOver) {
    await sleep(600 + random() * 5_400);
    const choice = random();
    if (choice < 0.45) await changeObject(world, ledger, operator, own, random);
    else if (choice < 0.6) await saveWork(world, ledger, operator, random);
    else if (choice < 0.7) await pastePrices(world, ledger, operator);
    else {
      const path = READS[Math.floor(random() * READS.length)] ?? '/health';
      await send(world, ledger, operator, `read by ${operator.id}`, ['GET', path]);
    }
  }
}
