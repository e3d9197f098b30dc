import { NOT_AVAILABLE } from '../../../shared/ticketing/schema.ts';
import type { DiscoveryClient } from './client.ts';
import { readEvent } from './events.ts';
import { rawOffers } from './raw-schema.ts';
import { ProviderRefusal } from './refusals.ts';

/** Sections of an event and where they are known from; the link is '' without a seat map. */
export interface Sections {
  sections: string[];
  manifest_link: string;
  source: 'offers' | 'seat_map';
}

/** Answers of the Commerce API that only mean: not for this key, or not for this event. */
const NO_OFFERS = new Set([400, 401, 403, 404, 500]);

/** The event's id inside the address of its page (`.../event/{id}`); null when it names none. */
export function eventIdOf(eventUrl: string): string | null {
  const path = URL.canParse(eventUrl) ? new URL(eventUrl).pathname : '';
  return /\/event\/(?:[^/]+\/)*([\w-]{4,64})\/?$/.exec(path)?.[1] ?? null;
}

/**
 * Available sections: areas and price zones of the Commerce API's offers where the key may use it, else the seat map
 * known for the event (part 4, "Ticketing search"). Null when neither is known.
 */
export async function readSections(
  client: DiscoveryClient,
  eventId: string,
  now: number,
): Promise<Sections | null> {
  const event = await readEvent(client, eventId, now);
  const manifestLink = event && event.manifestLink !== NOT_AVAILABLE ? event.manifestLink : '';
  const sections = await readOfferedAreas(client, eventId);
  if (sections.length > 0) return { sections, manifest_link: manifestLink, source: 'offers' };
  if (manifestLink === '') return null;
  return { sections: [], manifest_link: manifestLink, source: 'seat_map' };
}

async function readOfferedAreas(client: DiscoveryClient, eventId: string): Promise<string[]> {
  try {
    const answer = await client.commerce(`events/${encodeURIComponent(eventId)}/offers.json`);
    const offers = rawOffers.safeParse(answer);
    if (!offers.success) return [];
    const areas = namesOf(offers.data.areas?._embedded);
    return areas.length > 0 ? areas : namesOf(offers.data['price-zones']?._embedded);
  } catch (error) {
    if (error instanceof ProviderRefusal && NO_OFFERS.has(error.status)) return [];
    throw error;
  }
}

type Areas = {
  attributes?: { name?: string | undefined; rank?: number | undefined } | undefined;
}[];

function namesOf(areas: Areas | undefined): string[] {
  const ranked = [...(areas ?? [])].sort(
    (a, b) => (a.attributes?.rank ?? 0) - (b.attributes?.rank ?? 0),
  );
  const names = ranked.map((area) => area.attributes?.name?.trim() ?? '');
  return [...new Set(names.filter((name) => name !== ''))];
}
