import { createHash, randomBytes } from 'node:crypto';
import { factsOf } from '../../../shared/artist-monitor/changes.ts';
import { readFacts } from '../../../shared/artist-monitor/stored.ts';
import type { CalendarState } from '../../../shared/calendar/schema.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { DAY_MS, HOUR_MS, isoTime } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { createDiscoveryClient, readEventsByIds } from '../../providers/ticketmaster/index.ts';
import { refusalLimit } from '../../security/refusal-limit.ts';
import { logSecurity } from '../../security/security-log.ts';
import { type Slots, takeSlot } from '../../security/slots.ts';
import { listSaleFacts, readSaleVersion } from '../artist-monitor/index.ts';
import { KEPT_MS, writeCalendar } from './ics.ts';
import * as store from './store.ts';

/** Events that operators added are read again after this time. */
const RENEW_AFTER_MS = 12 * HOUR_MS;
/** Events of one job, which takes five calls to the provider. */
const RENEWED_AT_ONCE = 500;
const TOKEN_BYTES = 32;
/**
 * An address expires if no program reads it for this long: it is then no longer needed, but others
 * may still have it.
 */
const UNREAD_FOR_MS = 400 * DAY_MS;

const refusals = refusalLimit('Too many wrong calendar addresses. Try again later.');

/** The state of the operator's calendar. */
export async function readCalendar(ctx: Ctx): Promise<CalendarState> {
  const { id } = signedIn(ctx);
  const [row, events] = await Promise.all([
    store.findSubscription(ctx.db, id),
    store.countEvents(ctx.db, id),
  ]);
  return { subscription: row ? stateOf(row, ctx.clock()) : null, events };
}

/** The state of an address; null once it has ended. */
function stateOf(
  { createdAt, lastReadAt }: NonNullable<Awaited<ReturnType<typeof store.findSubscription>>>,
  now: number,
): CalendarState['subscription'] {
  const endsAt = (lastReadAt ?? createdAt) + UNREAD_FOR_MS;
  if (endsAt <= now) return null;
  return {
    created_at: isoTime(createdAt),
    last_read_at: isoTime(lastReadAt),
    ends_at: isoTime(endsAt),
  };
}

/**
 * Creates a subscription address, which replaces the earlier one.
 * @returns its token, which is stored only as a hash and cannot be shown again.
 */
export async function subscribe(ctx: Ctx): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await store.putSubscription(ctx, signedIn(ctx).id, hashOf(token));
  return token;
}

/** Revokes the subscription address. @throws DomainError `not_found` without one. */
export const unsubscribe = (ctx: Ctx): Promise<void> =>
  store.deleteSubscription(ctx, signedIn(ctx).id);

/**
 * The calendar behind a subscription address; its file is null if the caller has it already.
 * @param cachedTags the header If-None-Match
 * @throws DomainError `invalid_token`, or `too_many_requests` after too many wrong tokens from one address.
 */
export async function readSubscription(
  ctx: Ctx,
  { token, cachedTags }: { token: string; cachedTags: string },
): Promise<{ tag: string; file: Uint8Array<ArrayBuffer> | null }> {
  refusals.assertOpen(ctx);
  const now = ctx.clock();
  const reading = { readAt: now, usedAfter: now - UNREAD_FOR_MS };
  const operatorId = await store.admitReader(ctx.db, hashOf(token), reading);
  if (operatorId !== undefined) {
    const calendar = await openWhole(ctx, operatorId);
    return {
      tag: calendar.tag,
      file: cachedTags.includes(calendar.tag) ? null : await calendar.write(),
    };
  }
  refusals.note(ctx);
  logSecurity(ctx, 'token_refused', { path: '/calendar.ics' });
  throw new DomainError('invalid_token', 'Invalid token');
}

/** The operator's whole calendar, compressed with gzip, as the subscription has it. */
export const downloadCalendar = async (ctx: Ctx): Promise<Uint8Array<ArrayBuffer>> =>
  (await openWhole(ctx, signedIn(ctx).id)).write();

/** The calendar of some events. */
export async function downloadEvents(ctx: Ctx, ids: readonly string[]): Promise<string> {
  const { events } = await readEventsByIds(createDiscoveryClient(ctx), ids, ctx.clock());
  return writeCalendar(events.map(factsOf), { now: ctx.clock() });
}

/** Adds events to the operator's calendar. @returns how many, and the ids that the provider does not have. */
export async function addToCalendar(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ added: number; missing: string[] }> {
  const { events, missing } = await readEventsByIds(createDiscoveryClient(ctx), ids, ctx.clock());
  if (events.length > 0) await store.addEvents(ctx, signedIn(ctx).id, events.map(factsOf));
  return { added: events.length, missing };
}

/** Removes the events that the operator added; those of monitored artists stay. */
export const clearCalendar = (ctx: Ctx): Promise<void> => store.clearEvents(ctx, signedIn(ctx).id);

/** Whether {@link renewCalendars} has anything to do. */
export const isRenewalDue = async (ctx: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> =>
  (await store.listStale(ctx.db, ctx.clock() - RENEW_AFTER_MS, 1)).length > 0;

/** Reads events that operators added again, because their sales may have moved. */
export async function renewCalendars(ctx: Ctx): Promise<void> {
  const now = ctx.clock();
  const ids = await store.listStale(ctx.db, now - RENEW_AFTER_MS, RENEWED_AT_ONCE);
  if (ids.length === 0) return;
  const client = createDiscoveryClient(ctx, { priority: 'background' });
  const { events } = await readEventsByIds(client, ids, now);
  await store.renewEvents(ctx.db, ids, events.map(factsOf), now);
}

/** Increase this with each change of the written text, so that programs read it again. */
const FORMAT = 3;
/**
 * Operators without events of their own have the same calendar, and each program reads it every hour. The files are
 * compressed: 5,000 events take 4.2 MB as a text, which would be encoded and sent each time, and 0.07 to 0.14 MB
 * compressed.
 */
const KEPT_FILES = 8;
const files = new Map<string, Uint8Array<ArrayBuffer>>();

/** The events of monitored artists, which are in all calendars, with a fingerprint. */
interface Sales {
  facts: readonly string[];
  print: string;
}

/** The sales that this isolate last read, by their version. */
const cachedSales = new Map<string, Sales>();

/**
 * Reading and writing thousands of events takes a tenth of a second, in which the isolate does nothing else. When many
 * programs call at the same time, they wait for the first one, and most can then use its result.
 */
const LINE = { calls: 1, waitMs: 20_000, lostAfterMs: 5_000 };
const running: Slots = new Map();

async function inLine<T>({ signal }: Pick<Ctx, 'signal'>, work: () => Promise<T>): Promise<T> {
  const release = await takeSlot(running, crypto.randomUUID(), LINE, signal);
  try {
    return await work();
  } finally {
    release?.();
  }
}

/** An operator's calendar. Its tag changes with its events, and with the day, because old openings then leave it. */
async function openWhole(ctx: Ctx, operatorId: number) {
  const now = ctx.clock();
  const since = Math.floor(now / DAY_MS) * DAY_MS - KEPT_MS;
  const [added, version] = await Promise.all([
    store.listFacts(ctx.db, operatorId),
    readSaleVersion(ctx.db),
  ]);
  const key = `${since} ${version}`;
  const sales = cachedSales.get(key) ?? (await inLine(ctx, () => readSales(ctx, since, key)));
  const tag = `W/"${printOf([`${FORMAT} ${since} ${sales.print}`, ...added])}"`;
  const write = async () =>
    files.get(tag) ??
    inLine(
      ctx,
      async () => files.get(tag) ?? keepFile(tag, [...added, ...sales.facts], { now, since }),
    );
  return { tag, write };
}

async function readSales({ db }: Pick<Ctx, 'db'>, since: number, key: string): Promise<Sales> {
  const cached = cachedSales.get(key);
  if (cached !== undefined) return cached;
  const facts = await listSaleFacts(db, since);
  const sales = { facts, print: printOf(facts) };
  cachedSales.clear();
  cachedSales.set(key, sales);
  return sales;
}

async function keepFile(
  tag: string,
  facts: readonly string[],
  times: { now: number; since: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const byId = new Map<string, EventFacts>();
  for (const one of facts) {
    const event = readFacts(one);
    // The event of a monitored artist is newer than the copy that an operator added.
    byId.set(event.id, event);
  }
  const text = new Blob([writeCalendar([...byId.values()], times)]);
  const compressed = new Response(text.stream().pipeThrough(new CompressionStream('gzip')));
  const file = new Uint8Array(await compressed.arrayBuffer());
  const [oldest] = files.keys();
  if (files.size === KEPT_FILES && oldest !== undefined) files.delete(oldest);
  files.set(tag, file);
  return file;
}

function printOf(lines: readonly string[]): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line).update('\n');
  return hash.digest('base64url');
}

/** Tokens are random and long, so a fast hash is enough. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
