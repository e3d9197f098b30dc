import type { SimulatedArtist } from './artists.ts';
import { listPictures } from './pictures.ts';

/**
 * An attraction in the form of the Discovery API. Only some have external links and other
 * spellings.
 */
export function writeAttraction(artist: SimulatedArtist, origin: string): object {
  const hasLinks = artist.index % 3 === 0;
  return {
    name: artist.name,
    type: 'attraction',
    id: artist.id,
    test: false,
    url: `https://www.ticketmaster.com/artist/${1_000_000 + artist.index}`,
    locale: 'en-us',
    ...(hasLinks ? { externalLinks: writeLinks(artist) } : {}),
    ...(artist.index % 4 === 0 ? { aliases: [artist.name.toLowerCase()] } : {}),
    images: listPictures(origin, artist.id, artist.isGenericImage),
    classifications: [
      {
        ...writeClassification(artist),
        type: { id: 'KZAyXgnZfZ7v7l1', name: 'Group' },
        subType: { id: 'KZFzBErXgnZfZ7vA71', name: 'Band' },
      },
    ],
    upcomingEvents: { ticketmaster: artist.eventCount, _total: artist.eventCount, _filtered: 0 },
    _links: { self: { href: `/discovery/v2/attractions/${artist.id}?locale=en-us` } },
  };
}

function writeLinks(artist: SimulatedArtist) {
  const page = `https://example.com/artists/${artist.id}`;
  return { homepage: [{ url: page }], wiki: [{ url: `${page}/about` }] };
}

/** Segment, genre and sub-genre of an artist, as events and attractions both carry them. */
export function writeClassification(artist: SimulatedArtist) {
  return {
    primary: true,
    segment: { id: 'KZFzniwnSyZfZ7v7nJ', name: 'Music' },
    genre: { id: 'KnvZfZ7vAeA', name: artist.genre },
    subGenre: { id: 'KZazBEonSMnZfZ7v6F1', name: artist.genre },
    family: false,
  };
}
