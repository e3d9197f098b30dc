import type { ArtistResult } from '../../../shared/ticketing/schema.ts';
import { type Fields, fieldsOf, listOf, numberFrom, textOf } from '../fields.ts';
import type { DiscoveryClient } from './client.ts';
import { readThumbnails } from './pictures.ts';
import { ProviderRefusal } from './refusals.ts';

/** The provider's largest page: one call of the daily quota. */
const RESULTS = 200;

/**
 * Artists whose name matches, best match first as the provider sorts them. `missing` counts the matches that are not
 * in the list.
 */
export async function searchArtists(
  client: DiscoveryClient,
  name: string,
): Promise<{ artists: ArtistResult[]; missing: number }> {
  const answer = await client.discovery('attractions.json', {
    keyword: name,
    size: String(RESULTS),
    sort: 'relevance,desc',
    locale: '*',
  });
  const { _embedded, page } = fieldsOf(answer);
  const artists = listOf(fieldsOf(_embedded).attractions).flatMap((raw) => readArtist(raw) ?? []);
  const total = numberFrom(fieldsOf(page).totalElements) ?? artists.length;
  return { artists, missing: Math.max(0, total - artists.length) };
}

/** Whether the provider has an artist with that id. */
export async function isKnownArtist(client: DiscoveryClient, id: string): Promise<boolean> {
  try {
    await client.discovery(`attractions/${encodeURIComponent(id)}.json`, { locale: '*' });
    return true;
  } catch (error) {
    if (error instanceof ProviderRefusal && error.status === 404) return false;
    throw error;
  }
}

/** Null without an id. */
function readArtist(raw: Fields): ArtistResult | null {
  const id = textOf(raw.id);
  if (!id) return null;
  return {
    id,
    name: textOf(raw.name) ?? id,
    images: readThumbnails(raw.images).map(({ url, isFallback }) => ({
      url,
      fallback: isFallback,
    })),
    classifications: listOf(raw.classifications).map(({ segment, genre }) => ({
      segment: { name: textOf(fieldsOf(segment).name) ?? '' },
      genre: { name: textOf(fieldsOf(genre).name) ?? '' },
    })),
    upcomingEvents: { _total: Math.trunc(numberFrom(fieldsOf(raw.upcomingEvents)._total) ?? 0) },
  };
}
