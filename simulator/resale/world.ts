import { ARTISTS } from '../artists.ts';
import { createRandom, pick } from '../random.ts';
import { CITIES, type ResaleCity } from './cities.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Tests of other screens use a shorter feed, which takes less processor time to read. */
const ARTIST_COUNT = Number(process.env.SIMULATED_RESALE_ARTISTS ?? 1_000);
const EVENTS_PER_ARTIST = 40;
const FIRST_ID = 1_200;

/** An artist of the resale platform. */
export interface ResaleArtist {
  index: number;
  id: number;
  name: string;
  slug: string;
  score: number;
}

/** A concert before it is written in the provider's format. Instants are milliseconds since the epoch. */
export interface ResaleConcert {
  id: number;
  artist: ResaleArtist;
  city: ResaleCity;
  hall: string;
  startsAt: number;
  announcedAt: number;
  isTimeOpen: boolean;
  score: number;
  /** Null without an offered ticket. */
  listings: number | null;
  lowestPrice: number | null;
}

const FIRST_WORDS =
  'Velvet Paper Silver Hollow Crimson Midnight Southern Golden Broken Electric Quiet Painted Distant Copper Wild Glass Hidden Amber Burning Frozen Lucky Marble Neon Olive Pale Rusty Sacred Tidal Urban Wandering'.split(
    ' ',
  );
const SECOND_WORDS =
  'Meridian Harbour Orchard Foxes Lanterns Avenue Parade Satellites Tigers Mirrors Echoes Gardens Engines Sparrows Letters Rivers Kingdom Arcade Prophets Wolves Oceans Theory Circus Monarchs Pilots Thieves Colours Diamonds Saints Static Wires Horizon Canyons Ravens'.split(
    ' ',
  );
const HALLS = ['Arena', 'Forum', 'Dome', 'Theatre', 'Hall', 'Stadium', 'Garden', 'Palais'];

function nameOf(index: number): string {
  const listed = ARTISTS[index];
  // Names with markup belong only to artists that searches find, because the first page of a new
  // operator shows the newest events of the feed.
  if (listed) return listed.name.startsWith('<') ? 'Paper Moon Encore' : listed.name;
  // Coprime to the number of pairs: every pair occurs once, and neighbours differ in both words.
  const pair = ((index - ARTISTS.length) * 367) % (FIRST_WORDS.length * SECOND_WORDS.length);
  const first = FIRST_WORDS[pair % FIRST_WORDS.length];
  const second = SECOND_WORDS[Math.floor(pair / FIRST_WORDS.length)];
  return pair % 5 === 0 ? `The ${first} ${second}` : `${first} ${second}`;
}

/** All artists, those with the highest score first. */
export const RESALE_ARTISTS: readonly ResaleArtist[] = Array.from(
  { length: ARTIST_COUNT },
  (_, index) => {
    const name = nameOf(index);
    const slug = name.toLowerCase().replace(/[^a-z\d]+/g, '-');
    const score = Math.round((0.3 + 0.66 * (1 - index / ARTIST_COUNT)) * 1000) / 1000;
    return { index, id: FIRST_ID + index, name, slug, score };
  },
);

/** The coming concerts of an artist by date. `today` is a UTC midnight. */
export function listConcerts(artist: ResaleArtist, today: number): ResaleConcert[] {
  const random = createRandom(`resale ${artist.id}`);
  const countryCount = 1 + Math.floor(random() * 6);
  const countries = [...new Set(CITIES.map(({ country }) => country))];
  const visited = Array.from({ length: countryCount }, () => pick(countries, random));
  const cities = CITIES.filter(({ country }) => visited.includes(country));
  const onSales = listOnSales(artist, today, random);
  // Every eleventh tour has few tickets left.
  const mostListings = artist.index % 11 === 0 ? 6 : 1_400;
  return Array.from({ length: EVENTS_PER_ARTIST }, (_, index) => {
    const city = pick(cities, random);
    const hour = 18 + Math.floor(random() * 4);
    const isUnlisted = random() < 0.06;
    return {
      id: artist.id * 1_000 + index,
      artist,
      city,
      hall: `${city.name} ${pick(HALLS, random)}`,
      startsAt: today + (4 + index * 6) * DAY + (hour - city.offsetHours) * HOUR,
      announcedAt: pick(onSales, random),
      isTimeOpen: random() < 0.04,
      score: Math.round(artist.score * (0.75 + 0.25 * random()) * 1000) / 1000,
      listings: isUnlisted ? null : Math.floor(random() * mostListings),
      lowestPrice: isUnlisted ? null : 18 + Math.floor(random() * 180),
    };
  });
}

/**
 * The days on which parts of a tour are announced: all in the past for most artists, some or all in the future for the
 * others.
 */
function listOnSales(artist: ResaleArtist, today: number, random: () => number): number[] {
  const mood = artist.index % 8;
  return Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) => {
    const isComing = mood === 0 || (mood === 1 && index % 2 === 0);
    const days = isComing ? 1 + Math.floor(random() * 30) : -5 - Math.floor(random() * 200);
    // The provider states a time of day for some.
    return today + days * DAY + (random() < 0.5 ? 10 * HOUR : 0);
  });
}
