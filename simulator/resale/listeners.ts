import { type Answer, json, type Request } from '../answers.ts';
import { hashText } from '../random.ts';
import { RESALE_ARTISTS, type ResaleArtist } from './world.ts';

const MINUTE = 60_000;
const PER_MINUTE = 60;
/** Calls of ListenBrainz in each span of time, which its answers name. */
const WINDOW = { calls: 30, ms: 10_000 };
const MUSICBRAINZ = '/musicbrainz/ws/2/artist';
const LISTENBRAINZ = '/listenbrainz/1/popularity/artist';

/**
 * MusicBrainz's search for artists and ListenBrainz's counts of their listeners; null for other
 * paths. Every tenth artist has a namesake, and every seventh has no listeners. `isLimited` refuses
 * more calls than they allow.
 */
export function createListeners(isLimited: boolean) {
  const recent: number[] = [];
  const countCall = createWindow(isLimited);
  return (request: Request): Answer | null => {
    if (request.path === LISTENBRAINZ) return countCall(Date.now(), () => answerCounts(request));
    if (request.path !== MUSICBRAINZ) return null;
    const now = Date.now();
    while (recent[0] !== undefined && recent[0] <= now - MINUTE) recent.shift();
    if (isLimited && recent.length >= PER_MINUTE) return tooMany();
    recent.push(now);
    return answerSearch(request);
  };
}

/** Counts calls by spans of time. Each answer names the limit, the calls that are left and the end of the span. */
function createWindow(isLimited: boolean) {
  let span = 0;
  let used = 0;
  return (now: number, answer: () => Answer): Answer => {
    const current = Math.floor(now / WINDOW.ms);
    used = current === span ? used + 1 : 1;
    span = current;
    const headers = {
      'x-ratelimit-limit': String(WINDOW.calls),
      'x-ratelimit-remaining': String(Math.max(0, WINDOW.calls - used)),
      'x-ratelimit-reset-in': String(Math.ceil(((span + 1) * WINDOW.ms - now) / 1000)),
    };
    if (isLimited && used > WINDOW.calls)
      return json({ code: 429, error: 'You have exceeded your rate limit.' }, 429, headers);
    const made = answer();
    return { ...made, headers: { ...made.headers, ...headers } };
  };
}

function answerSearch({ query }: Request): Answer {
  const name = /^artist:"(.*)"$/.exec(query.get('query') ?? '')?.[1]?.replace(/\\(.)/g, '$1') ?? '';
  const artist = RESALE_ARTISTS.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const namesakes = artist === undefined ? 0 : artist.index % 10 === 5 ? 2 : 1;
  const artists = Array.from({ length: namesakes }, (_, index) => ({
    id: idOf(artist as ResaleArtist, index),
    type: 'Group',
    score: 100 - index,
    name: artist?.name,
    'sort-name': artist?.name,
    ...(namesakes > 1 && { disambiguation: index === 0 ? 'rock band' : 'jazz trio' }),
  }));
  return json({ created: new Date().toISOString(), count: artists.length, offset: 0, artists });
}

function answerCounts({ method, body }: Request): Answer {
  if (method !== 'POST') return json({ code: 405, error: 'Method Not Allowed' }, 405);
  const { artist_mbids: ids }: { artist_mbids: string[] } = JSON.parse(body);
  const byId = new Map(RESALE_ARTISTS.map((artist) => [idOf(artist, 0), artist]));
  return json(
    ids.map((id) => {
      const artist = byId.get(id);
      const isUncounted = artist === undefined || artist.index % 7 === 6;
      const users = isUncounted ? null : Math.round(10 ** (2 + 4.5 * artist.score));
      return {
        artist_mbid: id,
        total_listen_count: users === null ? null : users * 25,
        total_user_count: users,
      };
    }),
  );
}

/** A made-up UUID, the same for the same artist. */
function idOf(artist: ResaleArtist, namesake: number): string {
  const digits = [0, 1, 2, 3]
    .map((part) => hashText(`${artist.name} ${namesake} ${part}`).toString(16).padStart(8, '0'))
    .join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
}

const tooMany = (): Answer => ({
  ...json({ error: 'Your requests are exceeding the allowable rate limit.' }, 503),
  headers: { 'content-type': 'application/json', 'retry-after': '5' },
});
