/** How the provider behaves for the events of one artist. */
type Mood =
  | 'well'
  | 'slow'
  | 'error'
  | 'rate-limited'
  | 'spike'
  | 'broken-json'
  | 'silent'
  | 'same-time'
  | 'malformed'
  /** Each search for its events finds one more than the search before. */
  | 'announcing';

/** An artist of the simulated world. `countries` are the codes of the countries it plays in. */
export interface SimulatedArtist {
  index: number;
  id: string;
  name: string;
  genre: string;
  eventCount: number;
  countries: string[];
  mood: Mood;
  isGenericImage: boolean;
}

const EVERYWHERE = ['US', 'CA', 'GB', 'IE', 'DE', 'FR', 'ES', 'IT', 'NL', 'PL', 'CZ', 'AU'];

interface Entry {
  name: string;
  eventCount: number;
  countries?: string[];
  genre?: string;
  mood?: Mood;
  isGenericImage?: boolean;
}

const ENTRIES: Entry[] = [
  { name: 'Northern Lanterns', eventCount: 37, countries: ['US', 'GB', 'DE', 'FR', 'ES', 'NL'] },
  { name: 'Vela Marin', eventCount: 124, genre: 'Pop' },
  { name: 'The Long Haul', eventCount: 2500 },
  { name: 'Grand Tour', eventCount: 2000, genre: 'Country' },
  { name: 'Quiet Hollow', eventCount: 0, genre: 'Folk' },
  { name: 'One Night Only', eventCount: 1, countries: ['FR'], genre: 'Dance/Electronic' },
  { name: 'Albion Choir', eventCount: 18, countries: ['GB'], genre: 'Alternative' },
  { name: 'Same Minute Festival', eventCount: 1300, countries: ['NL'], mood: 'same-time' },
  { name: 'Mötley Größe & Söhne', eventCount: 9, countries: ['DE', 'CZ'], genre: 'Metal' },
  { name: 'O\'Malley "The Quotes", Ltd.', eventCount: 7, countries: ['IE', 'US'] },
  { name: 'Café Étoile 🎸✨', eventCount: 6, countries: ['FR', 'CA'], genre: 'Jazz' },
  { name: '<script>alert("encore")</script>', eventCount: 5, countries: ['US'] },
  { name: '=HYPERLINK("https://example.com","Tour")', eventCount: 4, countries: ['GB'] },
  { name: '+Plus & -Minus', eventCount: 4, countries: ['AU'], genre: 'Hip-Hop/Rap' },
  { name: '@Handle', eventCount: 3, countries: ['US'], isGenericImage: true },
  { name: 'Half Written', eventCount: 12, countries: ['PL', 'IT'], mood: 'malformed' },
  { name: 'Slow Motion', eventCount: 12, countries: ['ES'], mood: 'slow' },
  { name: 'Error 500', eventCount: 12, countries: ['US'], mood: 'error' },
  { name: 'Rate Limited', eventCount: 12, countries: ['US'], mood: 'rate-limited' },
  { name: 'Spike Arrest', eventCount: 12, countries: ['US'], mood: 'spike' },
  { name: 'Broken JSON', eventCount: 12, countries: ['US'], mood: 'broken-json' },
  { name: 'Timeout', eventCount: 12, countries: ['US'], mood: 'silent' },
  { name: 'North/South 100% #1?', eventCount: 2, countries: ['CA'] },
  { name: 'Rising Tide', eventCount: 60, countries: ['FR', 'GB', 'US'], mood: 'announcing' },
];

/** All artists, in the order of the list above. Ids look like the provider's and never change. */
export const ARTISTS: readonly SimulatedArtist[] = ENTRIES.map((entry, index) => ({
  index,
  id: `K8vZ917${index.toString(36).toUpperCase().padStart(4, '0')}`,
  name: entry.name,
  genre: entry.genre ?? 'Rock',
  eventCount: entry.eventCount,
  countries: entry.countries ?? EVERYWHERE,
  mood: entry.mood ?? 'well',
  isGenericImage: entry.isGenericImage ?? false,
}));

/** A search for this word makes the provider's artist search fail. */
export const FAILING_SEARCH = 'search failure';

/** A text in lower case and without accents. */
function toSearchText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The artists whose name contains every word of the keyword, ignoring case and accents. */
export function findArtists(keyword: string): SimulatedArtist[] {
  const words = toSearchText(keyword)
    .split(/\s+/)
    .filter((word) => word !== '');
  return ARTISTS.filter((artist) =>
    words.every((word) => toSearchText(artist.name).includes(word)),
  );
}
