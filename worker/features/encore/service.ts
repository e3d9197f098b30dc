import type { ResolvedEvent } from '../../../shared/encore/schema.ts';
import type { Ctx } from '../../context/context.ts';
import {
  createDiscoveryClient,
  eventIdOf,
  findEventsByIds,
} from '../../providers/ticketmaster/index.ts';

const NO_EVENT_PAGE = 'This is not the address of an event page.';
const NOT_FOUND = 'No event was found at this address.';

/**
 * Events by the addresses of their pages, in the order given. The id in an address only finds the event, which has an
 * id of its own at the provider. An address without an event has the reason.
 */
export async function resolveEvents(ctx: Ctx, urls: readonly string[]): Promise<ResolvedEvent[]> {
  const lookups = urls.map((url) => ({ url, id: eventIdOf(url) }));
  const ids = [...new Set(lookups.flatMap(({ id }) => id ?? []))];
  const events =
    ids.length === 0
      ? new Map()
      : await findEventsByIds(createDiscoveryClient(ctx), ids, ctx.clock());
  return lookups.map(({ url, id }) => {
    const event = id === null ? undefined : events.get(id);
    if (event) return { url, id: event.id, event, message: null };
    return { url, id, event: null, message: id === null ? NO_EVENT_PAGE : NOT_FOUND };
  });
}
