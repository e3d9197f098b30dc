import { DomainError, wrongField } from '../../../../shared/errors.ts';
import { type Attempt, afterAttempt } from '../../../../shared/mailboxes/health.ts';
import { isSamePlace } from '../../../../shared/mailboxes/mail-servers.ts';
import type { CheckRequest, MailboxTest } from '../../../../shared/mailboxes/schema.ts';
import type { MailboxReport } from '../../../../shared/presale-codes/events.ts';
import { isoTime } from '../../../../shared/times.ts';
import { afterwards, type Ctx } from '../../../context/context.ts';
import type { JobMailbox } from '../../../context/scan-desk.ts';
import { withLease } from '../../../db/lease.ts';
import { connectedScanners, runJob, untilDone } from '../../../durable/scan-desk-client.ts';
import {
  deliverNotifications,
  type NewNotification,
  notificationStatements,
} from '../../notifications/index.ts';
import { sealPassword } from '../service.ts';
import { findAccounts, type StoredAccount } from '../store.ts';
import { toJobMailboxes } from '../tokens/service.ts';
import * as store from './store.ts';

const PASSWORD_TO_TEST = 'Enter the app password again to test another address, host or port.';
/** The time limit of a connection test, including the wait for a scanner. */
const TEST_WITHIN_MS = 40_000;
/**
 * The number of mailboxes in one round. It is small because a mailbox that was just saved waits for
 * the end of a round.
 */
const CHECKED_AT_ONCE = 16;
const ROUND_WITHIN_MS = 100_000;

/**
 * Signs in to a mailbox as a job of the scanner. Without a password, the stored one of `id` is
 * used.
 * @returns the scanner's message.
 * @throws DomainError `upstream_failed` with the reason, `unavailable` without a scanner.
 */
export async function testMailbox(ctx: Ctx, input: MailboxTest): Promise<string> {
  const { id = 0, password, ...place } = input;
  const jobId = `probe-${crypto.randomUUID()}`;
  const mailbox: JobMailbox = password
    ? {
        id,
        ...place,
        auth: 'password',
        sealRow: jobId,
        sealed: sealPassword(ctx, place, jobId, password),
      }
    : await findMailbox(ctx, id, place);
  // The entry is written first, because a test sends a password to a server that the operator
  // names.
  await store.recordTest(ctx, input.id ?? 'new', place);
  const mailboxes = [mailbox];
  const job = { kind: 'probe' as const, id: jobId, withinMs: TEST_WITHIN_MS, mailboxes };
  const { mailboxes: reports } = await untilDone(runJob(ctx, job)).catch((cause: unknown) => {
    // The desk's own message is about searches.
    throw cause instanceof DomainError && cause.code === 'unavailable' ? notTested(cause) : cause;
  });
  const [report] = reports;
  if (report?.status === 'ok') return report.message;
  throw new DomainError('upstream_failed', report?.message ?? 'The test ended without a result.');
}

async function findMailbox(
  ctx: Ctx,
  id: number,
  place: Parameters<typeof isSamePlace>[1],
): Promise<JobMailbox> {
  const [stored] = await findAccounts(ctx.db, [id]);
  if (!stored) throw wrongField('password', 'Enter the app password.');
  if (!isSamePlace(stored, place)) throw wrongField('password', PASSWORD_TO_TEST);
  const [mailbox] = await toJobMailboxes(ctx, [stored], { isCheck: true });
  if (mailbox === undefined) throw new Error('A mailbox has no place in a job.');
  return mailbox;
}

const notTested = (cause: DomainError): DomainError =>
  new DomainError(
    'unavailable',
    'The connection could not be tested: no scanner is running. Start the scanner (see the deployment guide) and test again.',
    { cause },
  );

/**
 * Makes mailboxes due for a check; without ids, all active ones.
 * @returns how many.
 */
export async function requestChecks(ctx: Ctx, { ids }: CheckRequest): Promise<number> {
  const due = await store.makeDue(ctx, ids ?? null);
  await ctx.enqueue([{ kind: 'mailboxes.check' }]);
  return due;
}

/** Whether a mailbox is due and a scanner can check it. */
export const isCheckDue = async (ctx: Ctx): Promise<boolean> =>
  (await store.hasDue(ctx.db, ctx.clock())) && (await connectedScanners(ctx)).length > 0;

/**
 * Checks some of the mailboxes that are due. One round runs at a time; another job continues with the rest. Without a
 * scanner the mailboxes stay due.
 * @throws LeaseHeld while another round runs.
 */
export async function checkMailboxes(ctx: Ctx): Promise<void> {
  if (!(await isCheckDue(ctx))) return;
  await withLease(ctx, 'mailbox checks', async () => {
    const due = await store.listDue(ctx.db, ctx.clock(), CHECKED_AT_ONCE);
    if (due.length === 0) return;
    const id = `probe-${crypto.randomUUID()}`;
    const mailboxes = await toJobMailboxes(ctx, due, { isCheck: true });
    const job = { kind: 'probe' as const, id, withinMs: ROUND_WITHIN_MS, mailboxes };
    const { mailboxes: reports } = await untilDone(runJob(ctx, job));
    await recordReports(ctx, due, reports);
  });
  if (await isCheckDue(ctx)) await ctx.enqueue([{ kind: 'mailboxes.check' }]);
}

/** A failure that does not come from the mailbox, such as a time-out, is not recorded as a result. */
function attemptOf(report: MailboxReport | undefined): Attempt | null {
  if (report?.status === 'ok' || report?.status === 'incomplete') return { failure: null };
  return report?.unreachable ? { failure: report.message } : null;
}

/**
 * Records the results of a search or a check of mailboxes, and notifies operators of a mailbox that
 * keeps failing and of one that works again.
 * @param accounts as they were before the search or check
 */
export async function recordReports(
  ctx: Ctx,
  accounts: readonly StoredAccount[],
  reports: readonly MailboxReport[],
): Promise<void> {
  const now = ctx.clock();
  const byId = new Map(reports.map((report) => [report.id, report]));
  const results = accounts.map((before) => {
    const attempt = attemptOf(byId.get(before.id));
    return { id: before.id, before, ...afterAttempt(before, attempt, now) };
  });
  const news = results.flatMap(({ before, after, news: kind }): NewNotification[] => {
    const about = { kind: 'mailbox' as const, title: before.user, createdAt: now };
    const key = `${before.id}:${after.failingSince ?? before.failingSince}`;
    const href = `/imap-accounts?edit=${before.id}`;
    if (kind === 'failing')
      return [
        {
          ...about,
          href,
          topic: 'Cannot be read',
          dedupeKey: `mailbox-failing:${key}`,
          body: `${after.failure} Presale codes sent there are not found.`,
        },
      ];
    if (kind === null) return [];
    const body = 'Presale searches read it.';
    return [{ ...about, href, dedupeKey: `mailbox-working:${key}`, topic: 'Works again', body }];
  });
  await store.recordHealth(ctx, results, notificationStatements(news));
  if (news.length > 0) await deliverNotifications(ctx);
  // A mailbox that still works is not recorded, because searches may run every minute.
  const isChanged = results.some(
    ({ before, after }) =>
      before.failure !== after.failure ||
      before.failures !== after.failures ||
      before.checkDueAt <= now,
  );
  if (!isChanged) return;
  const messages = [{ type: 'mailboxes' as const, data: { changed_at: isoTime(now) } }];
  await afterwards(ctx, 'changed mailboxes were not announced', () => ctx.publish(messages));
}
