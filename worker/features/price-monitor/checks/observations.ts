import { DomainError } from '../../../../shared/errors.ts';
import { canonicalUrl } from '../../../../shared/price-monitor/prices.ts';
import type { PriceObservation, WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { afterwards, type Ctx } from '../../../context/context.ts';
import { type EventReading, parseEventPage } from '../../../providers/event-page/index.ts';
import { PageError } from '../../../providers/public-page/index.ts';
import { deliverNotifications, notificationStatements } from '../../notifications/index.ts';
import { settleTags } from '../alerts/tag-alerts.ts';
import { toEvent } from '../events/service.ts';
import { findEvent } from '../events/store.ts';
import { settleCheck } from './check.ts';
import { doubtReading } from './outcome.ts';
import { sendChanges } from './service.ts';
import { writeCheck } from './store.ts';

/** The event is read again if a check was stored in the meantime. */
const TRIES = 3;
const COPY =
  'Open the event in your browser, wait until its prices are shown, and copy the source of that page.';

/**
 * Reads the pasted source of the page of a monitored event, stores its prices like a check, and
 * delivers the alerts that it triggers.
 * @throws DomainError `not_found` if the event is not monitored, `bad_request` if the source
 * contains no prices of it; then nothing is stored.
 */
export async function addObservation(
  ctx: Ctx,
  { url, page_source: source }: PriceObservation,
): Promise<WatchedEvent> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { sortKey: _, ...event } = await findEvent(ctx.db, canonicalUrl(url));
    const now = ctx.clock();
    const reading = readSource(source, event.url, now);
    if (isOtherEvent(source, event, reading))
      throw refuseSource(`This is the page of another event. ${COPY}`);
    const outcome = doubtReading(event, { kind: 'read', reading, source: 'pasted' }, now);
    if (outcome.kind === 'failed') throw refuseSource(`${outcome.reason} ${COPY}`);
    const result = settleCheck(event, outcome, { now, startedAt: now, intervalMs: 0 });
    const isKept = await writeCheck(
      ctx,
      event,
      result,
      notificationStatements(result.notifications),
      {
        action: 'price-monitor.paste',
        subject: `price_target:${event.id}`,
        detail: { low: result.event.low, available: result.event.available },
      },
    );
    if (!isKept) continue;
    await afterwards(ctx, 'a pasted page was not announced', async () => {
      await deliverNotifications(ctx);
      await settleTags(ctx, event.tags);
      await sendChanges(ctx);
    });
    return toEvent(await findEvent(ctx.db, event.url));
  }
  throw new DomainError('conflict', 'The event is being checked. Send the page again.');
}

function readSource(source: string, url: string, now: number): EventReading {
  try {
    return parseEventPage(source, url, now);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    const reason =
      error.fault === 'refused' ? 'This is the refusal of the site, not the page.' : error.message;
    throw refuseSource(`${reason} ${COPY}`);
  }
}

/**
 * Whether a page describes another event than the one whose name and day were read earlier. An
 * event may be renamed or moved to another day; if both differ, the page has to contain the address
 * of the event.
 */
function isOtherEvent(
  source: string,
  { url, title, date }: Pick<WatchedEvent, 'url' | 'title' | 'date'>,
  reading: EventReading,
): boolean {
  if (reading.title === null || reading.date === null || date === null) return false;
  const isSameName = reading.title.toLowerCase() === title?.toLowerCase();
  if (isSameName || reading.date.slice(0, 10) === date.slice(0, 10)) return false;
  // JSON may write a slash with a backslash before it.
  return !source.replaceAll('\\/', '/').includes(new URL(url).pathname);
}

const refuseSource = (message: string): DomainError =>
  new DomainError('bad_request', message, { issues: [{ path: 'page_source', message }] });
