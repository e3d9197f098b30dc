import * as z from 'zod';
import { contactOf } from '../../../shared/provider-contact.ts';
import { fold } from '../../../shared/text.ts';
import {
  type BackgroundClient,
  createBackgroundClient,
  type ProviderContext,
  userAgentOf,
} from '../background-client.ts';
import { spacingOf } from '../paces.ts';

/** A match below this score (0 to 100) may be another artist. */
const LEAST_SCORE = 95;
/** This many matches show whether another artist has the same name. */
const MATCHES_READ = 10;

const answer = z.object({
  artists: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      score: z.coerce.number().catch(0),
      disambiguation: z.string().catch(''),
    }),
  ),
});

/** A client of MusicBrainz, whose ids ListenBrainz uses. */
export function createMusicBrainzClient(ctx: ProviderContext): BackgroundClient {
  const isKnown = contactOf(ctx.env) !== null;
  return createBackgroundClient(ctx, {
    gate: 'musicbrainz',
    spacingMs: spacingOf(isKnown ? 'musicbrainz' : 'musicbrainz without contact'),
    label: 'MusicBrainz',
    baseUrl: ctx.env.MUSICBRAINZ_API_URL,
    userAgent: userAgentOf(ctx.env),
  });
}

/**
 * The id of the artist with this name; null unless exactly one artist has it. A match with a remark, which MusicBrainz
 * uses for artists of the same name, is refused: a wrong artist would be worse than none.
 */
export async function findArtistId(client: BackgroundClient, name: string): Promise<string | null> {
  const phrase = name.replace(/[\\"]/g, '\\$&');
  const response = await client('artist', {
    query: `artist:"${phrase}"`,
    fmt: 'json',
    limit: String(MATCHES_READ),
  });
  if (response === null) return null;
  const wanted = keyOf(name);
  const matches = answer.parse(response).artists.filter((one) => keyOf(one.name) === wanted);
  const [match] = matches;
  if (match === undefined || matches.length > 1) return null;
  return match.score >= LEAST_SCORE && match.disambiguation === '' ? match.id : null;
}

/** Names are compared without letter case and accents, and runs of blanks count as one. */
const keyOf = (name: string): string => fold(name.normalize('NFC')).trim().replace(/\s+/g, ' ');
