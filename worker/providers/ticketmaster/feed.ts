import { spacingOf } from '../paces.ts';
import { passGate } from '../pass-gate.ts';
import { type ClientContext, keyOf } from './operation.ts';
import { tooBusy, tooFast } from './too-many.ts';

/** Reading a catalogue is background work that waits for its turn, but not for a long pause. */
const LONGEST_WAIT_MS = 10_000;

/**
 * The address of the file with all events of a country (Discovery Feed 2.0), for one call that has passed the gate. It has
 * the key in it.
 * @throws DomainError if the call may not be made now, or no key is configured.
 */
export async function admitFeedCall(
  ctx: Pick<ClientContext, 'env' | 'gateOf' | 'signal'>,
  country: string,
): Promise<string> {
  const base = ctx.env.TICKETMASTER_API_URL.replace(/\/+$/, '');
  const url = new URL(`${base.replace(/\/discovery\/v2$/, '/discovery-feed/v2')}/events.json`);
  url.searchParams.set('apikey', keyOf(ctx));
  url.searchParams.set('countryCode', country);
  const request = {
    priority: 'background' as const,
    longestWaitMs: LONGEST_WAIT_MS,
    longestPauseMs: LONGEST_WAIT_MS,
    spacingMs: spacingOf('ticketmaster'),
  };
  const admission = await passGate(ctx.gateOf('ticketmaster'), request, ctx.signal);
  if (admission.kind === 'admitted') return url.href;
  const { reason, retryAfterMs } = admission;
  throw reason === 'pause' ? tooFast(retryAfterMs) : tooBusy(reason, retryAfterMs);
}
