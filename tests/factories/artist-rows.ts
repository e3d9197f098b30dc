import type { ArtistBlock } from '../../shared/resale-events/schema.ts';
import { type ArtistRow, readArtists } from '../../web/features/resale-events/view.ts';

type Artist = { [Key in keyof ArtistBlock]: ArtistBlock[Key][number] };

const ARTIST: Artist = {
  id: 1,
  name: 'Kasimir and the Owls',
  countries: ['FR'],
  number_of_visits: 0,
  category_score: 0,
  final_score: 0,
  music_ranking_score: 0,
  social_score: 0,
  trend_score: 0,
  bonus_percentage: 0,
  stale: [],
  listeners: null,
  concerts: 1,
  coming_sales: 0,
  next_on_sale: null,
  on_sales: [],
  on_sale_days: 0,
  scarcest: null,
};

/** Artists as GET /events/feed/artists returns them. */
export function artistBlock(artists: readonly Partial<Artist>[]): ArtistBlock {
  const whole = artists.map((artist, at) => ({ ...ARTIST, id: at + 1, ...artist }));
  const lists = Object.keys(ARTIST).map((key) => [
    key,
    whole.map((artist) => artist[key as keyof Artist]),
  ]);
  return Object.fromEntries(lists);
}

/** Artists as the Events screen lists them. */
export const artistRows = (artists: readonly Partial<Artist>[], now: number): ArtistRow[] =>
  readArtists(artistBlock(artists), now);

/** An ISO instant or day in minutes since the epoch. */
export const minutesOf = (date: string): number => Date.parse(date) / 60_000;
