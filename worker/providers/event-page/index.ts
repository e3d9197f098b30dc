import type { Ctx } from '../../context/context.ts';
import { assertPage, PageError, readPublicPage } from '../public-page/index.ts';
import { readLinkedEvent } from './linked-data.ts';
import type { EventReading, Unread } from './reading.ts';

export { type EventReading, gatherPrices } from './reading.ts';

/** A page was read, but contains no prices of the event. */
export class UnreadEvent extends PageError {
  readonly state: Unread['state'];

  constructor({ state, reason }: Unread) {
    super('not_a_page', reason);
    this.state = state;
  }
}

/** The time limit for the whole page, including its body. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Reads the prices of an event from its public page.
 * @throws UnreadEvent if the page has none, and PageError if it cannot be read or redirects to another site.
 */
export async function readEventPage(
  ctx: Pick<Ctx, 'env' | 'fetch' | 'clock'>,
  url: string,
  timeoutMs = TIMEOUT_MS,
): Promise<EventReading> {
  const source = await readPublicPage(ctx, url, {
    purpose: 'event price reader',
    folder: 'event-pages',
    timeoutMs,
    maxBytes: MAX_BYTES,
    staysOnHost: true,
  });
  return readSource(source, url, ctx.clock());
}

/**
 * Reads the prices of an event from the source of its page, as {@link readEventPage} does from the page.
 * @throws UnreadEvent if the page has none, and PageError if it is a refusal.
 */
export function parseEventPage(source: string, url: string, now: number): EventReading {
  assertPage(source, new URL(url).hostname);
  return readSource(source, url, now);
}

function readSource(source: string, url: string, now: number): EventReading {
  const reading = readLinkedEvent(source, url, now);
  if ('reason' in reading) throw new UnreadEvent(reading);
  return reading;
}
