import { fieldsOf, listOf, numberFrom, textOf } from '../fields.ts';
import type { DiscoveryClient } from './client.ts';
import { ProviderRefusal } from './refusals.ts';

/** Statuses of the Commerce API for a key or an event without offers. */
const NO_OFFERS = new Set([400, 401, 403, 404, 500]);

/** The event id in the address of its page (`.../event/{id}`); null without one. */
export function eventIdOf(eventUrl: string): string | null {
  const path = URL.canParse(eventUrl) ? new URL(eventUrl).pathname : '';
  return /\/event\/(?:[^/]+\/)*([\w-]{4,64})\/?$/.exec(path)?.[1] ?? null;
}

/**
 * Names of the areas in an event's offers, otherwise of its price zones, in the seller's order; an
 * empty list if the key may not read offers or the event has none.
 */
export async function readOfferedSections(
  client: DiscoveryClient,
  eventId: string,
): Promise<string[]> {
  try {
    const answer = await client.commerce(`events/${encodeURIComponent(eventId)}/offers.json`);
    const { areas, 'price-zones': zones } = fieldsOf(answer);
    const names = namesOf(areas);
    return names.length > 0 ? names : namesOf(zones);
  } catch (error) {
    if (error instanceof ProviderRefusal && NO_OFFERS.has(error.status)) return [];
    throw error;
  }
}

function namesOf(areas: unknown): string[] {
  const ranked = listOf(fieldsOf(areas)._embedded)
    .map(({ attributes }) => fieldsOf(attributes))
    .sort((a, b) => (numberFrom(a.rank) ?? 0) - (numberFrom(b.rank) ?? 0));
  const names = ranked.map(({ name }) => textOf(name)?.trim() ?? '');
  return [...new Set(names.filter((name) => name !== ''))];
}
