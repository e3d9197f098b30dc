import type { ResolvedEvent } from '../../../shared/encore/schema.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context.ts';
import {
  type ClientContext,
  createDiscoveryClient,
  type DiscoveryClient,
  eventIdOf,
  readEventsByIds,
} from '../../providers/ticketmaster/index.ts';

/** The ids in the addresses of event pages are looked up one by one, this many at a time. */
const IDS_AT_ONCE = 20;

const NO_EVENT_PAGE = 'This is not the address of an event page.';
const NOT_FOUND = 'No event was found at this address.';

/** The preset cart webhooks of the configuration. */
export function listWebhookPresets(ctx: Pick<Ctx, 'env'>): string[] {
  return ctx.env.CART_WEBHOOK_PRESETS;
}

/**
 * Events by the addresses of their pages, in the order given. The id in an address only finds the event, which has an id of its
 * own at the provider. An address without an event has the reason.
 */
export async function resolveEvents(
  ctx: ClientContext,
  urls: readonly string[],
): Promise<ResolvedEvent[]> {
  const lookups = urls.map((url) => ({ url, id: eventIdOf(url) }));
  const ids = [...new Set(lookups.flatMap(({ id }) => id ?? []))];
  const events = ids.length === 0 ? new Map() : await findEvents(ctx, ids);
  return lookups.map(({ url, id }) => {
    const event = id === null ? undefined : events.get(id);
    if (event) return { url, id: event.id, event, message: null };
    return { url, id, event: null, message: id === null ? NO_EVENT_PAGE : NOT_FOUND };
  });
}

async function findEvents(ctx: ClientContext, ids: readonly string[]) {
  const client = createDiscoveryClient(ctx);
  const found = new Map<string, NonNullable<ResolvedEvent['event']>>();
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    await addBatch(client, ids.slice(at, at + IDS_AT_ONCE), ctx.clock(), found);
  }
  return found;
}

async function addBatch(
  client: DiscoveryClient,
  ids: readonly string[],
  now: number,
  found: Map<string, NonNullable<ResolvedEvent['event']>>,
): Promise<void> {
  const { events, missing } = await readEventsByIds(client, ids, now);
  const known = ids.filter((id) => !missing.includes(id));
  if (known.length !== events.length) {
    throw new DomainError('upstream_failed', 'Ticketmaster sent an answer that cannot be read.');
  }
  for (const [index, id] of known.entries()) {
    const event = events[index];
    if (event) found.set(id, event);
  }
}
