import { MINUTE_MS } from '../../shared/times.ts';

/** The limits that a provider publishes for one client. Null if it publishes none. */
interface Published {
  perMinute: number | null;
  perDay: number | null;
  /** The address of the publication. */
  source: string;
}

/**
 * The pace of a provider: the maximum number of calls that its gate starts in a minute, with the
 * provider's limit beside it.
 */
export interface Pace {
  perMinute: number;
  published: Published;
}

/** The paces of the providers, by the names of their gates. */
export const PACES = {
  ticketmaster: {
    perMinute: 300,
    published: {
      perMinute: 300,
      perDay: 5_000,
      source: 'https://developer.ticketmaster.com/products-and-docs/apis/getting-started/',
    },
  },
  // SeatGeek applies a limit that it does not publish: https://github.com/seatgeek/api-support/issues/161
  seatgeek: {
    perMinute: 300,
    published: {
      perMinute: null,
      perDay: null,
      source: 'https://github.com/seatgeek/api-support/issues/50',
    },
  },
  wikimedia: {
    perMinute: 180,
    published: {
      perMinute: 200,
      perDay: null,
      source: 'https://www.mediawiki.org/wiki/Wikimedia_APIs/Rate_limits',
    },
  },
  'wikimedia without contact': {
    perMinute: 8,
    published: {
      perMinute: 10,
      perDay: null,
      source: 'https://www.mediawiki.org/wiki/Wikimedia_APIs/Rate_limits',
    },
  },
  musicbrainz: {
    perMinute: 55,
    published: {
      perMinute: 60,
      perDay: null,
      source: 'https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting',
    },
  },
  'musicbrainz without contact': {
    perMinute: 8,
    published: {
      perMinute: 60,
      perDay: null,
      source: 'https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting',
    },
  },
  // The answers contain the current limit: X-RateLimit-Limit, -Remaining, -Reset-In.
  listenbrainz: {
    perMinute: 30,
    published: {
      perMinute: null,
      perDay: null,
      source: 'https://listenbrainz.readthedocs.io/en/latest/users/api/index.html#rate-limiting',
    },
  },
} satisfies Record<string, Pace>;

/** The time between the starts of two calls, in milliseconds: evenly spread, because gateways refuse bursts. */
export const spacingOf = (name: keyof typeof PACES): number => MINUTE_MS / PACES[name].perMinute;
