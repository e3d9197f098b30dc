import type { Ctx } from '../../context.ts';
import { PageError, readPublicPage } from '../public-page/index.ts';
import { readLinkedEvent } from './linked-data.ts';
import type { EventReading } from './reading.ts';

export { type EventReading, gatherPrices } from './reading.ts';

/** Time for the whole page, its body included. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * Reads the prices of an event from its public page.
 * @throws PageError if the page cannot be read, redirects to another site, or names no prices.
 */
export async function readEventPage(
  ctx: Pick<Ctx, 'env' | 'fetch'>,
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
  const reading = readLinkedEvent(source, url);
  if (typeof reading === 'string') throw new PageError('not_a_page', reading);
  return reading;
}
