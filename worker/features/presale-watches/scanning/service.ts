import { DomainError } from '../../../../shared/errors.ts';
import { LIKELY_FROM } from '../../../../shared/presale-codes/constants.ts';
import {
  type MemoryCopy,
  placeOf,
  type WatchedMailboxState,
  type WatchPlan,
  type WatchResults,
  type WatchSighting,
} from '../../../../shared/presale-watches/scanner.ts';
import { salePath } from '../../../../shared/sales/schema.ts';
import { afterwards, type Ctx } from '../../../context/context.ts';
import { learnedCodesOf, markPlacesUsed, memoryRevision } from '../../code-memory/index.ts';
import {
  deliverNotifications,
  type NewNotification,
  notificationStatements,
} from '../../notifications/index.ts';
import { findNextPresale } from '../../sales/index.ts';
import { findPlan } from '../plans.ts';
import * as store from '../store.ts';

/**
 * The watches of a mailbox, and how far its folders were read; null if no watch needs it any more.
 */
export async function openMailbox(
  ctx: Pick<Ctx, 'db' | 'env'>,
  mailbox: number,
): Promise<WatchPlan | null> {
  const plan = await findPlan(ctx, mailbox);
  if (plan === null) return null;
  const { revision, watches, memory, account } = plan;
  const place = placeOf(account);
  const folders = await store.listMarks(ctx.db, mailbox, place);
  return { revision, place, watches, folders, memory };
}

/**
 * The code memory. The revision is read first, so that an answer that is stored in between changes
 * it.
 */
export async function readSharedMemory(ctx: Pick<Ctx, 'db' | 'env'>): Promise<MemoryCopy> {
  const revision = await memoryRevision(ctx);
  return { revision, learned: await learnedCodesOf(ctx) };
}

/**
 * In one batch, stores the codes of some mails, their notifications and how far the folder was
 * read. Storing them again changes nothing.
 * @throws DomainError `conflict` if the watches of the mailbox have changed, so that the scanner
 * reads the mails for them too, or if the mails are those of another mailbox
 */
export async function storeResults(ctx: Ctx, results: WatchResults): Promise<void> {
  const { mailbox, path, validity, uid, unread } = results;
  const plan = await findPlan(ctx, mailbox);
  // A watch that is created after this check is newer than these mails.
  if (plan === null || plan.revision !== results.revision)
    throw new DomainError('conflict', 'The watches of this mailbox have changed.');
  const { account, stored } = plan;
  const place = placeOf(account);
  if (results.place !== place)
    throw new DomainError('conflict', 'The mailbox has another address or host now.');
  const now = ctx.clock();
  const watches = new Map(stored.map((watch) => [watch.id, watch]));
  const codes = results.codes.filter(({ watch }) => watches.has(watch));
  const rows = codes.map((sighting) => ({
    watchId: sighting.watch,
    mailboxId: mailbox,
    mail: sighting.mail,
    code: sighting.code,
    confidence: sighting.confidence,
    evidence: sighting.evidence,
    account: account.user,
    subject: sighting.subject,
    sender: sighting.from,
    arrived: sighting.date,
    mailKey: sighting.key,
    foundAt: now,
    place: sighting.place ?? '',
  }));
  const likely = codes.filter(({ confidence }) => confidence >= LIKELY_FROM);
  const told = new Set(likely.map(({ watch }) => watch));
  const events = new Map(
    await Promise.all(
      stored
        .filter(({ id }) => told.has(id))
        .map(async (watch) => [watch.id, await eventOf(ctx, watch)] as const),
    ),
  );
  const notices = likely.map((sighting) => {
    const name = watches.get(sighting.watch)?.name ?? '';
    const eventId = events.get(sighting.watch) ?? null;
    return noticeOf(sighting, { mailbox, account: account.user, name, eventId, now });
  });
  const mark =
    uid === null ? null : { mailboxId: mailbox, path, place, validity, uid, readAt: now, unread };
  await store.writeResults(ctx, rows, mark, notificationStatements(notices));
  if (codes.length > 0)
    await afterwards(ctx, 'senders of codes not marked', () =>
      markPlacesUsed(
        ctx,
        codes.map(({ place: seen }) => seen),
      ),
    );
  // The notifications are stored: the tick of each minute delivers the rest.
  if (notices.length > 0)
    await afterwards(ctx, 'codes of a watch not delivered', () => deliverNotifications(ctx));
}

/** The event that a watch was created for, otherwise the next one of an artist among its words. */
const eventOf = (ctx: Pick<Ctx, 'db' | 'clock'>, watch: store.StoredWatch) =>
  watch.eventId ?? findNextPresale(ctx, watch.search.search_keywords);

/** The notification of a code that a watch has found. */
export function noticeOf(
  { watch: id, mail, code, confidence, evidence, subject, from }: WatchSighting,
  {
    mailbox,
    account,
    name,
    eventId,
    now,
  }: {
    mailbox: number;
    account: string;
    name: string;
    /** Null if the codes do not belong to a particular event. */
    eventId: string | null;
    now: number;
  },
): NewNotification {
  const percent = Math.round(confidence * 100);
  const sentence = evidence === '' ? subject : evidence;
  return {
    kind: 'presale_code',
    title: name,
    topic: 'New presale code',
    body: `${code}, ${percent}% likely, from ${from || 'an unknown sender'}: “${sentence}” (${account})`,
    href: eventId === null ? '/presale-code-tool?watches=open' : salePath(eventId),
    dedupeKey: `presale_watch|${id}|${mailbox}|${mail}|${code}`,
    createdAt: now,
  };
}

/** Stores how mailboxes are read. */
export const storeStates = (
  { db }: Pick<Ctx, 'db'>,
  states: readonly WatchedMailboxState[],
): Promise<void> => store.writeStates(db, states);
