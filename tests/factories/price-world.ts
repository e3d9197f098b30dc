import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { startLibsql } from '../../scripts/services/libsql.ts';
import type { ChannelMessage } from '../../shared/channel.ts';
import { DEFAULT_PAGE_HOSTS } from '../../shared/env.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import type { Ctx } from '../../worker/context/context.ts';
import type { Env } from '../../worker/context/env.ts';
import type { Gate } from '../../worker/context/gate.ts';
import type { JobMessage } from '../../worker/context/jobs.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import {
  addEvents,
  listUrls,
  readEvent,
  removeEvent,
} from '../../worker/features/price-monitor/events/service.ts';
import { checkPrices } from '../../worker/features/price-monitor/index.ts';
import { admit, INITIAL_STATE, settle } from '../../worker/providers/gate.ts';
import { createGuardedFetch } from '../../worker/security/guarded-fetch.ts';

const DAY_MS = 86_400_000;
/** A simulated event page with prices in euros. */
export const SHOW = 'https://www.axs.com/events/1/northern-lanterns';

/**
 * The price monitor outside the Worker, with its own database and simulator, and one clock for all
 * of them. What it publishes and enqueues is collected.
 */
export async function openPriceWorld(startAt: number) {
  const world = {
    now: startAt,
    /** Adds the real time that has passed since then, for several pages of one host. */
    runsFrom: null as number | null,
  };
  const clock = () =>
    world.now + (world.runsFrom === null ? 0 : performance.now() - world.runsFrom);
  const folder = mkdtempSync(join(tmpdir(), 'desk-prices-'));
  const server = await startLibsql(folder);
  await migrate(server);
  const simulator = await startSimulator({ clock });
  const published: ChannelMessage[] = [];
  const enqueued: JobMessage[] = [];
  const gates = new Map<string, Gate>();
  // The checker uses these variables only.
  const env = {
    PROVIDERS: 'simulated',
    TICKETMASTER_API_URL: `${simulator.url}/discovery/v2`,
    PAGE_HOSTS: DEFAULT_PAGE_HOSTS,
    LIBSQL_URL: server.url,
    LIBSQL_AUTH_TOKEN: server.authToken,
  } as Env;
  const guardedFetch = createGuardedFetch({});
  const signal = new AbortController().signal;
  /** A new context for each call, as the Worker opens one for each job. */
  const open = (changes: Partial<Ctx> = {}): Ctx => ({
    env,
    db: openDatabase(env),
    operator: { id: 1, email: 'operator@desk.test' },
    sessionId: null,
    client: { address: 'unknown', userAgent: '' },
    clock: () => Math.floor(clock()),
    fetch: guardedFetch,
    gateOf: (name) => gateOf(gates, name, clock),
    publish: async (messages) => void published.push(...messages),
    enqueue: async (jobs) => void enqueued.push(...jobs),
    log: { info: () => undefined, error: () => undefined },
    signal,
    waitUntil: () => undefined,
    requestId: 'test',
    ...changes,
  });
  const stop = async () => {
    await simulator.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  /** Fixes the offers of a simulated page. */
  const setOffers = (url: string, offers: { price: number; left: number; area: string }[]) =>
    fetch(`${simulator.url}/event-pages/${url.slice('https://'.length)}`, {
      method: 'PUT',
      body: JSON.stringify({ offers }),
    });
  return { world, open, stop, setOffers, published, enqueued, simulator };
}

/**
 * A gate in memory that follows the rules of the Durable Object but has no pace, because most
 * clocks are stopped.
 */
function gateOf(gates: Map<string, Gate>, name: string, clock: () => number): Gate {
  const known = gates.get(name);
  if (known) return known;
  let state = INITIAL_STATE;
  const gate: Gate = {
    async admit(request) {
      const decided = admit(state, request, clock());
      state = { ...decided.state, nextStartAt: 0 };
      return decided.admission;
    },
    async report(report) {
      state = settle(state, report, clock());
    },
    quota: async () => state.quota,
  };
  gates.set(name, gate);
  return gate;
}

/** Drives the price monitor of a world in tests: each test begins at a new day without events. */
export function drivePrices(start: number) {
  type World = Awaited<ReturnType<typeof openPriceWorld>>;
  const current: { opened?: World; ctx?: Ctx } = {};
  const opened = () => current.opened ?? fail();
  const ctx = () => current.ctx ?? fail();
  beforeAll(async () => {
    current.opened = await openPriceWorld(start);
  });
  afterAll(() => current.opened?.stop());
  /** Begins a new day without events. */
  const reset = async () => {
    const { world, open, published, enqueued } = opened();
    world.now = Math.floor(world.now / DAY_MS + 1) * DAY_MS;
    world.runsFrom = null;
    current.ctx = open();
    for (const url of await listUrls(ctx())) await removeEvent(ctx(), url);
    await ctx().db.delete(notifications);
    for (const list of [published, enqueued]) list.length = 0;
  };
  beforeEach(reset);
  const event = async (url = SHOW) => (await readEvent(ctx(), url)).data;
  const check = (changes: Partial<Ctx> = {}) => checkPrices(opened().open(changes));
  return {
    opened,
    ctx,
    reset,
    add: (...urls: string[]) =>
      addEvents(ctx(), { targets: urls.map((url) => ({ url, tags: [] })), tags: [] }),
    event,
    check,
    /** Moves the clock to the next check of the event and runs it. */
    nextCheck: async (url = SHOW) => {
      opened().world.now = Date.parse((await event(url)).next_check_at ?? '');
      await check();
    },
    /** The messages of one type that were published. */
    updates: (type: string) => opened().published.filter((message) => message.type === type),
    /** The notifications, as `title: body`. */
    bodies: async () =>
      (await ctx().db.select().from(notifications)).map(({ title, body }) => `${title}: ${body}`),
  };
}

const fail = (): never => {
  throw new Error('the world opens before the first test');
};

export const offer = (price: number, left = 1, area = 'Floor') => ({ price, left, area });
