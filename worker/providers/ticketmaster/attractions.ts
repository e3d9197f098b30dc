import type { ArtistResult } from '../../../shared/ticketing/schema.ts';
import type { DiscoveryClient } from './client.ts';
import { readThumbnails } from './pictures.ts';
import { type RawAttraction, rawAttraction, rawAttractionPage } from './raw-schema.ts';
import { ProviderRefusal } from './refusals.ts';

const RESULTS = 50;

/** Artists whose name matches, best match first as the provider sorts them; none is an empty list. */
export async function searchArtists(
  client: DiscoveryClient,
  name: string,
): Promise<ArtistResult[]> {
  const answer = await client.discovery('attractions.json', {
    keyword: name,
    size: String(RESULTS),
    sort: 'relevance,desc',
    locale: '*',
  });
  const page = rawAttractionPage.safeParse(answer);
  const entries = page.success ? (page.data._embedded?.attractions ?? []) : [];
  return entries.flatMap((entry) => {
    const raw = rawAttraction.safeParse(entry);
    return raw.success ? [mapArtist(raw.data)] : [];
  });
}

/** Whether the provider knows an artist of that id. */
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
