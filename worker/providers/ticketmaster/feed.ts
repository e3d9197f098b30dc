import { spacingOf } from '../paces.ts';
import { passGate } from '../pass-gate.ts';
import { type ClientContext, keyOf } from './operation.ts';
import { tooBusy, tooFast } from './too-many.ts';

/** Reading a catalogue is background work that waits for its turn, but not for a long pause. */
const LONGEST_WAIT_MS = 10_000;

/** The addresses of the file of a country and of the list of all files, which contain the key. */
interface FeedAddresses {
  url: string;
  listUrl: string | null;
}

/**
 * Passes the gate for the file with all events of a country (Discovery Feed 2.0), and for the list
 * of files if it is requested.
 * @throws DomainError if the calls may not be made now, or no key is configured.
 */
export async function admitFeedCalls(
  ctx: Pick<ClientContext, 'env' | 'gateOf' | 'signal'>,
  { country, hasList }: { country: string; hasList: boolean },
): Promise<FeedAddresses> {
  const listUrl = hasList ? await admit(ctx, 'events', {}) : null;
  return { url: await admit(ctx, 'events.json', { countryCode: country }), listUrl };
}

async function admit(
  ctx: Pick<ClientContext, 'env' | 'gateOf' | 'signal'>,
  path: string,
  query: Record<string, string>,
): Promise<string> {
  const base = ctx.env.TICKETMASTER_API_URL.replace(/\/+$/, '');
  const url = new URL(`${base.replace(/\/discovery\/v2$/, '/discovery-feed/v2')}/${path}`);
  url.search = new URLSearchParams({ apikey: keyOf(ctx), ...query }).toString();
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
