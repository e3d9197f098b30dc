import * as z from 'zod';
import {
  type BackgroundClient,
  createBackgroundClient,
  type ProviderContext,
  userAgentOf,
} from '../background-client.ts';
import { spacingOf } from '../paces.ts';

/** The maximum number of artists in one call. */
export const ARTISTS_PER_CALL = 100;

const answer = z.array(
  z.object({ artist_mbid: z.string(), total_user_count: z.number().int().nullable() }),
);

/** ListenBrainz, which counts the listeners of artists. Open data, without a key. */
export function createListenBrainzClient(ctx: ProviderContext): BackgroundClient {
  return createBackgroundClient(ctx, {
    gate: 'listenbrainz',
    spacingMs: spacingOf('listenbrainz'),
    label: 'ListenBrainz',
    baseUrl: ctx.env.LISTENBRAINZ_API_URL,
    userAgent: userAgentOf(ctx.env),
  });
}

/**
 * The number of people who listened to each artist, by MusicBrainz id; an artist without a count is absent.
 * @param ids at most {@link ARTISTS_PER_CALL}
 */
export async function readListeners(
  client: BackgroundClient,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = await client('1/popularity/artist', {}, { artist_mbids: ids });
  const counts = new Map<string, number>();
  for (const { artist_mbid, total_user_count } of answer.parse(found ?? [])) {
    if (total_user_count !== null) counts.set(artist_mbid, total_user_count);
  }
  return counts;
}
