import type { ArtistResult } from '../../../shared/ticketing/schema.ts';
import type { DiscoveryClient } from './client.ts';
import { readThumbnails } from './pictures.ts';
import { type RawAttraction, rawAttraction, rawAttractionPage } from './raw-schema.ts';
import { ProviderRefusal } from './refusals.ts';

/** The provider's largest page: one call of the daily allowance. */
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
  const page = rawAttractionPage.safeParse(answer);
  const entries = page.success ? (page.data._embedded?.attractions ?? []) : [];
  const artists = entries.flatMap((entry) => {
    const raw = rawAttraction.safeParse(entry);
    return raw.success ? [mapArtist(raw.data)] : [];
  });
  const total = page.data?.page?.totalElements ?? artists.length;
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

function mapArtist(raw: RawAttraction): ArtistResult {
  return {
    id: raw.id,
    name: raw.name ?? raw.id,
    images: readThumbnails(raw.images).map(({ url, isFallback }) => ({
      url,
      fallback: isFallback,
    })),
    classifications: (raw.classifications ?? []).map(({ segment, genre }) => ({
      segment: { name: segment?.name ?? '' },
      genre: { name: genre?.name ?? '' },
    })),
    upcomingEvents: { _total: Math.trunc(raw.upcomingEvents?._total ?? 0) },
  };
}
