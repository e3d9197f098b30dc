import { readFacts } from '../../../shared/artist-monitor/stored.ts';
import { facts } from '../../../shared/audit/schema.ts';
import { describeAction, describeFacts } from '../../../shared/audit/texts.ts';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import { readStored } from '../../../shared/json.ts';
import { canonicalUrl } from '../../../shared/price-monitor/prices.ts';
import {
  type SaleAnswer,
  type SaleCode,
  type SaleDeed,
  type SaleEvent,
  type SaleNote,
  type SaleNoteText,
  type SaleSource,
  salePageId,
  salePath,
  WATCHED_PREFIX,
} from '../../../shared/sales/schema.ts';
import { isAscii } from '../../../shared/text.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import type { KnownWindow } from '../../../shared/ticketing/windows.ts';
import { isoTime } from '../../../shared/times.ts';
import { artistKey } from '../../../shared/watch-rules/artist-names.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import type { Changing } from '../../db/change.ts';
import { gatherReads } from '../../db/client.ts';
import { readWithHistory } from '../price-monitor/index.ts';
import { followsOf } from '../reminders/index.ts';
import { listEventsByIds } from '../ticketing/index.ts';
import { decideEvent, fromFacts, fromReminders, fromWatched, type KnownEvent } from './event.ts';
import { fittingCodes } from './fitting-codes.ts';
import * as store from './store.ts';
import {
  COMPARED,
  type CodeFilter,
  findAllCodes,
  type StoredWatch,
  selectWatches,
} from './store-codes.ts';

/** The most codes of the answer about an event. */
const MOST_LISTED = 100;

/** An event that a part of the desk or the provider lists. */
interface FoundEvent {
  /** The id in the address of the event's page. */
  eventId: string;
  event: KnownEvent;
  sources: SaleSource[];
  reminders: store.StoredFacts['reminders'];
  watched: store.StoredWatched | undefined;
  listing: TicketingEvent | null;
}

/**
 * Everything that is stored about an event and its sales. An event that no part of the desk lists
 * is read from the provider.
 * @throws DomainError `not_found` for an event that the provider does not list either, and the
 * errors of the provider
 */
export async function readSale(ctx: Ctx, eventId: string): Promise<SaleAnswer> {
  const eventRecord = await findEvent(ctx, eventId);
  const { event, watched } = eventRecord;
  const reads = { ...ctx, db: gatherReads(ctx.db) };
  const [isFollowed, traces, prices] = await Promise.all([
    followsOf(reads, [eventRecord.eventId]),
    store.findTraces(reads.db, {
      operatorId: signedIn(ctx).id,
      artist: event.artist,
      url: event.url === '' ? '' : canonicalUrl(event.url),
      paths: idsOf(eventRecord).map(salePath),
      subjects: subjectsOf(eventRecord),
      codes: codesOf(eventRecord),
    }),
    watched === undefined ? null : readWithHistory(reads, watched.id),
  ]);
  const codes = fittingCodes(event, idsOf(eventRecord), traces);
  const isWhole = traces.codes.length < COMPARED;
  return {
    now: isoTime(ctx.clock()),
    event: toEvent(eventRecord, isFollowed),
    codes: codes.slice(0, MOST_LISTED),
    codes_total: isWhole ? codes.length : Math.max(codes.length, traces.codesTotal),
    watched_mailboxes: traces.mailboxes,
    is_watched_for_codes: traces.watches.some(
      (watch) =>
        watch.operatorId === signedIn(ctx).id && !watch.isPaused && isWatching(watch, eventRecord),
    ),
    prices: prices?.event ?? null,
    price_history: prices?.history ?? [],
    deeds: deedsOf(ctx, traces),
    notes: traces.notes.map((row) => toNote(row, signedIn(ctx).id)),
    listing: eventRecord.listing,
  };
}

/** All codes that fit an event, of which {@link readSale} returns the first. @throws as {@link readSale} does */
export async function readAllCodes(ctx: Ctx, eventId: string): Promise<SaleCode[]> {
  const page = await findEvent(ctx, eventId);
  const [codes, watches] = await Promise.all([
    findAllCodes(ctx.db, codesOf(page)),
    selectWatches(ctx.db),
  ]);
  return fittingCodes(page.event, idsOf(page), { codes, watches });
}

const codesOf = (page: FoundEvent): CodeFilter => ({
  eventIds: idsOf(page),
  words: wordsOf(page.event),
  names: namesOf(page.event),
});

async function findEvent(ctx: Ctx, eventId: string): Promise<FoundEvent> {
  if (eventId.startsWith(WATCHED_PREFIX)) return findWatchedEvent(ctx, eventId);
  const now = ctx.clock();
  const stored = await store.findEvent(ctx.db, { eventId, operatorId: signedIn(ctx).id, now });
  const { reminders } = stored;
  const decided = decideEvent(stored);
  if (decided !== null) {
    const { event, sources } = decided;
    const watched =
      stored.watched ??
      (isOtherSpelling(event.url) ? await findByAddress(ctx, event.url) : undefined);
    return { eventId, event, sources, reminders, watched, listing: null };
  }
  const listing = await readListing(ctx, eventId, reminders.length > 0 || stored.hasNotes);
  if (listing === null) {
    const event = fromReminders(reminders);
    return { eventId, event, sources: [], reminders, watched: undefined, listing };
  }
  const event = fromFacts(listing);
  const sources: SaleSource[] = [{ source: 'search', read_at: isoTime(now), next_at: null }];
  const watched = await findByAddress(ctx, event.url);
  return { eventId, event, sources, reminders, watched, listing };
}

/**
 * The event as the provider returns it. An event with reminders or notes has a page also if the provider fails or no longer
 * lists it: null.
 */
async function readListing(
  ctx: Ctx,
  eventId: string,
  isKept: boolean,
): Promise<TicketingEvent | null> {
  try {
    const { value } = await listEventsByIds(ctx, [eventId]);
    const [listing] = value.events;
    if (listing !== undefined) return listing;
  } catch (error) {
    if (!isKept || !(error instanceof DomainError)) throw error;
    ctx.log.info('event shown without the provider', { eventId, reason: error.message });
  }
  if (!isKept) throw noSuch('event');
  return null;
}

const findByAddress = ({ db }: Pick<Ctx, 'db'>, url: string) =>
  url === '' ? undefined : store.findWatched(db, { url: canonicalUrl(url) });

/** The first read used the address as it is written. */
const isOtherSpelling = (url: string): boolean => canonicalUrl(url) !== url;

/** @throws DomainError `not_found` */
async function findWatchedEvent(ctx: Ctx, pageId: string): Promise<FoundEvent> {
  const id = Number(pageId.slice(WATCHED_PREFIX.length));
  const watched = Number.isSafeInteger(id) ? await store.findWatched(ctx.db, { id }) : undefined;
  if (watched === undefined) throw noSuch('watched event');
  const eventId = salePageId(watched.id, watched.providerId);
  if (eventId !== pageId) return findEvent(ctx, eventId);
  const { checkedAt, nextCheckAt, isPaused } = watched;
  const times = { read_at: isoTime(checkedAt), next_at: isPaused ? null : isoTime(nextCheckAt) };
  const sources: SaleSource[] = [{ source: 'prices', ...times }];
  return { eventId, event: fromWatched(watched), sources, reminders: [], watched, listing: null };
}

/** The ids of the page: a watched event has a separate id until the provider's id is known. */
const idsOf = ({ eventId, watched }: FoundEvent): string[] => [
  ...new Set([eventId, ...(watched === undefined ? [] : [salePageId(watched.id, null)])]),
];

/** Whether a watch was created for the event, or searches for its artist. */
function isWatching({ eventId, keywords }: StoredWatch, eventRecord: FoundEvent): boolean {
  if (eventId !== null && idsOf(eventRecord).includes(eventId)) return true;
  const artist = artistKey(eventRecord.event.artist);
  return artist !== '' && keywords.some((word) => artistKey(word) === artist);
}

/** The subjects of audit entries that are about the event. */
const subjectsOf = (eventRecord: FoundEvent): string[] => [
  ...idsOf(eventRecord).map((id) => `sale:${id}`),
  ...(eventRecord.watched === undefined ? [] : [`price_target:${eventRecord.watched.id}`]),
  ...(eventRecord.event.artist === '' ? [] : [`dispatch:${eventRecord.event.artist}`]),
];

/**
 * The longest plain words of artist and event: every mail about the event contains one of them.
 * Null if one of the names has no plain word.
 */
function wordsOf(event: KnownEvent): string[] | null {
  const words = namesOf(event).map((text) => {
    const plain = text.split(/[^\p{L}\p{N}]+/u).filter((word) => isAscii(word));
    return plain.sort((a, b) => b.length - a.length)[0]?.toLowerCase() ?? '';
  });
  return words.length === 0 || words.includes('') ? null : [...new Set(words)];
}

const namesOf = ({ artist, name }: KnownEvent): string[] =>
  [artist, name].filter((text) => text !== '');

type IsFollowed = Awaited<ReturnType<typeof followsOf>>;

function toEvent(eventRecord: FoundEvent, isFollowed: IsFollowed): SaleEvent {
  const { eventId, event, sources, reminders } = eventRecord;
  const windows = event.windows.toSorted(byOpening).map((window) => {
    const { kind, name, opensAt, closesAt } = window;
    const reminder = reminders.find(
      (row) => row.kind === kind && row.name === name && row.opensAt === opensAt,
    );
    return {
      kind,
      presale_name: kind === 'presale' ? name : null,
      opens_at: isoTime(opensAt),
      closes_at: isoTime(closesAt),
      is_followed: isFollowed({ eventId, kind, name }),
      next_reminder_at: isoTime(reminder?.dueAt ?? null),
    };
  });
  return { event_id: eventId, ...event, known_from: sources, windows };
}

const byOpening = (a: KnownWindow, b: KnownWindow): number =>
  (a.opensAt ?? Number.MAX_SAFE_INTEGER) - (b.opensAt ?? Number.MAX_SAFE_INTEGER);

const WORK_NAMES: Readonly<Record<string, string>> = {
  encore: 'Encore Tool',
  adonis: 'Adonis Tool',
  tsuki: 'Tsuki Tool',
  signup: 'Sign-up',
  presale: 'Presale search',
};
const WORK_PAGES: Readonly<Record<string, string>> = {
  encore: '/encore-tool',
  adonis: '/adonis-tool',
  tsuki: '/tsuki-tool',
  signup: '/signup',
  presale: '/presale-code-tool',
};
/** The maximum number of entries in the list. */
const MOST_DEEDS = 100;

/**
 * What the desk did, the newest first. A work opens only for its owner. A work without rows was
 * opened but not used, so it is omitted.
 */
function deedsOf(
  ctx: Pick<Ctx, 'operator'>,
  { works, changes, notices }: store.Traces,
): SaleDeed[] {
  const { id: signedInId } = signedIn(ctx);
  const deeds: SaleDeed[] = [
    ...works
      .filter(({ rows }) => rows !== 0)
      .map(({ id, kind, name, title, rows, at, operatorId, who }) => ({
        kind: 'work' as const,
        at: isoTime(at),
        who,
        title: `${WORK_NAMES[kind] ?? kind}${rows === null ? '' : `, ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`}`,
        detail: name ?? title,
        href: operatorId === signedInId ? `${WORK_PAGES[kind] ?? '/'}?work=${id}` : null,
      })),
    ...changes.map(({ at, actor, action, detail }) => ({
      kind: 'change' as const,
      at: isoTime(at),
      who: actor,
      title: describeAction(action),
      detail: describeFacts(readStored(facts, detail)),
      href: null,
    })),
    ...notices.map(({ createdAt, title, topic, body }) => ({
      kind: 'notification' as const,
      at: isoTime(createdAt),
      who: 'system',
      title: topic || title,
      detail: body,
      href: null,
    })),
  ];
  return deeds.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST_DEEDS);
}

const toNote = ({ note, author }: store.Traces['notes'][number], signedInId: number): SaleNote => ({
  id: note.id,
  text: note.text,
  author,
  is_own: note.operatorId === signedInId,
  created_at: isoTime(note.createdAt),
  changed_at: isoTime(note.changedAt),
});

/**
 * The id of the event whose presale a code of one of these artists most likely opens: the first
 * presale that has not ended, of monitored artists and catalogues; null if there is none.
 */
export async function findNextPresale(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  artists: readonly string[],
): Promise<string | null> {
  const keys = new Set(artists.map(artistKey).filter((key) => key !== ''));
  if (keys.size === 0) return null;
  const now = clock();
  const [listed, monitored] = await Promise.all([
    store.findListedPresale(db, [...keys], now),
    store.listOpenArtists(db, now),
  ]);
  const ids = monitored.filter(({ name }) => keys.has(artistKey(name))).map(({ id }) => id);
  const events = ids.length === 0 ? [] : await store.listEventsOf(db, ids);
  const presales = events.flatMap(({ facts: text }) => {
    const event = readFacts(text);
    return fromFacts(event).windows.flatMap(({ kind, opensAt, closesAt }) =>
      kind === 'presale' && opensAt !== null && (closesAt ?? opensAt) > now
        ? [{ eventId: event.id, opensAt }]
        : [],
    );
  });
  const all = [...presales, ...(listed ? [listed] : [])];
  return all.sort((a, b) => a.opensAt - b.opensAt)[0]?.eventId ?? null;
}

/** @throws DomainError `not_found` for an unknown event, `conflict` if it has too many notes */
export async function addNote(ctx: Ctx, pageId: string, { text }: SaleNoteText): Promise<void> {
  const { eventId } = await findEvent(ctx, pageId);
  await store.insertNote(ctx, { eventId, operatorId: signedIn(ctx).id, text });
}

type Author = Changing & Pick<Ctx, 'operator'>;

/** @throws DomainError `not_found` also for the note of another operator */
export const changeNote = (ctx: Author, id: number, { text }: SaleNoteText): Promise<void> =>
  store.updateNote(ctx, { id, operatorId: signedIn(ctx).id }, text);

/** @throws DomainError `not_found` also for the note of another operator */
export const deleteNote = (ctx: Author, id: number): Promise<void> =>
  store.deleteNote(ctx, { id, operatorId: signedIn(ctx).id });
