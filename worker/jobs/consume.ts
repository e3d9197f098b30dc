import type { Ctx } from '../context/context.ts';
import { type JobMessage, jobMessage } from '../context/jobs.ts';
import { LEASE_MS, LeaseHeld } from '../db/lease.ts';
import { checkArtist } from '../features/artist-monitor/index.ts';
import { renewCalendars } from '../features/calendar/index.ts';
import { clearCatalogues } from '../features/catalogues/index.ts';
import { checkMailboxes } from '../features/mailboxes/index.ts';
import { deliverToChannels } from '../features/notification-channels/index.ts';
import { postNotifications } from '../features/notifications/index.ts';
import { watchMailboxesAgain } from '../features/presale-watches/index.ts';
import { checkPrices, eraseRemovedHistories } from '../features/price-monitor/index.ts';
import { applyBegunUploads, countStatistics } from '../features/queues/index.ts';
import { deliverReminders, renewCopies } from '../features/reminders/index.ts';
import {
  refreshArtistIds,
  refreshConcerts,
  refreshListeners,
  refreshViews,
} from '../features/resale-events/index.ts';
import { runSampleData } from '../features/sample-data/index.ts';
import { describeError } from '../http/log.ts';

type MessageOf<Kind extends JobMessage['kind']> = Extract<JobMessage, { kind: Kind }>;

/** The service function of each kind of job. */
const JOBS: {
  [Kind in JobMessage['kind']]: (ctx: Ctx, message: MessageOf<Kind>) => Promise<void>;
} = {
  'artists.check': checkArtist,
  'calendar.renew': renewCalendars,
  'resale.concerts': refreshConcerts,
  'resale.views': refreshViews,
  'resale.ids': refreshArtistIds,
  'resale.listeners': refreshListeners,
  'prices.check': checkPrices,
  'notifications.post': postNotifications,
  'channels.deliver': deliverToChannels,
  'reminders.deliver': deliverReminders,
  'reminders.renew': renewCopies,
  'prices.erase': eraseRemovedHistories,
  'sample-data.run': runSampleData,
  'mailboxes.check': checkMailboxes,
  'presale-watches.assign': watchMailboxesAgain,
  'queues.apply': applyBegunUploads,
  'queues.count': countStatistics,
  'catalogues.clear': clearCatalogues,
};

const FIRST_RETRY_SECONDS = 5;

/**
 * Runs all jobs of a batch at once. A job that fails is delivered again, each time later. After the
 * last attempt that wrangler.toml allows, it is dropped, and the cron trigger enqueues what is
 * still due. If another job holds the lease, this one is delivered again when that lease would be
 * over, because the other one may have crashed.
 * @param open creates the context of one job
 */
export async function consumeJobs(
  batch: Pick<MessageBatch, 'messages'>,
  open: () => Ctx,
): Promise<void> {
  await Promise.all(batch.messages.map((delivery) => consume(delivery, open())));
}

async function consume(delivery: Message, ctx: Ctx): Promise<void> {
  try {
    await runJob(ctx, jobMessage.parse(delivery.body));
    delivery.ack();
  } catch (error) {
    if (error instanceof LeaseHeld) return delivery.retry({ delaySeconds: LEASE_MS / 1000 });
    ctx.log.error('job failed', { attempts: delivery.attempts, ...describeError(error) });
    delivery.retry({ delaySeconds: FIRST_RETRY_SECONDS * 2 ** (delivery.attempts - 1) });
  }
}

function runJob(ctx: Ctx, message: JobMessage): Promise<void> {
  // The table's type pairs each kind with its message, which an index by the whole union loses.
  const job = JOBS[message.kind] as (ctx: Ctx, message: JobMessage) => Promise<void>;
  return job(ctx, message);
}
