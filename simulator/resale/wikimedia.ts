import { type Answer, json, type Request } from '../answers.ts';
import { hashText } from '../random.ts';
import { RESALE_ARTISTS, type ResaleArtist } from './world.ts';

const DAY = 86_400_000;
const PER_ARTICLE =
  /^\/wikimedia\/metrics\/pageviews\/per-article\/en\.wikipedia\/all-access\/user\/([^/]+)\/daily\/(\d{8})00\/(\d{8})00$/;

/** Calls a minute since March 2026: with a contact in the User-Agent, and without one. */
const PER_MINUTE = { identified: 200, unidentified: 10 };
const MINUTE = 60_000;
/** An e-mail or web address in the User-Agent. */
const CONTACT = /\([^)]*(?:@|https?:\/\/)[^)]*\)/;

/** Wikimedia's page views; null for other paths. `isLimited` refuses more calls a minute than the provider allows. */
export function createWikimedia(isLimited: boolean) {
  const recent: number[] = [];
  return (request: Request): Answer | null => {
    if (!request.path.startsWith('/wikimedia/')) return null;
    const waitMs = isLimited ? takePlace(recent, String(request.headers['user-agent'] ?? '')) : 0;
    return waitMs === 0 ? answerViews(request) : tooMany(waitMs);
  };
}

/** Counts a call. Returns how long the caller must wait, in milliseconds; 0 if the call is allowed. */
function takePlace(recent: number[], userAgent: string): number {
  const now = Date.now();
  while (recent[0] !== undefined && recent[0] <= now - MINUTE) recent.shift();
  const most = CONTACT.test(userAgent) ? PER_MINUTE.identified : PER_MINUTE.unidentified;
  const first = recent[recent.length - most];
  if (first !== undefined) return first + MINUTE - now;
  recent.push(now);
  return 0;
}

const tooMany = (waitMs: number): Answer => ({
  status: 429,
  headers: { 'content-type': 'text/plain', 'retry-after': String(Math.ceil(waitMs / 1000)) },
  body: 'Too many requests. Please respect our robot policy.',
});

/**
 * Page views per article and day. The plain title of every tenth artist belongs to another subject:
 * the artist's own article ends with "(band)".
 */
function answerViews({ path }: Request): Answer {
  const [, encoded, from, to] = PER_ARTICLE.exec(path) ?? [];
  if (encoded === undefined || from === undefined || to === undefined) return notFound(path);
  const article = decodeURIComponent(encoded);
  const isBand = article.endsWith('_(band)');
  const name = article.replace(/_\(band\)$/, '').replaceAll('_', ' ');
  const artist = RESALE_ARTISTS.find((one) => one.name === name);
  const isShared = artist !== undefined && artist.index % 10 === 9;
  if (artist === undefined || (isBand && !isShared)) return notFound(path);
  const share = isShared && !isBand ? 0.02 : 1;
  const items = daysBetween(from, to).map((day) => ({
    project: 'en.wikipedia',
    article,
    granularity: 'daily',
    timestamp: `${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}00`,
    access: 'all-access',
    agent: 'user',
    views: Math.round(share * viewsOn(artist, day)),
  }));
  return json({ items });
}

/** Views grow with the score, swing over the week, and rise and fall by half over a season. */
function viewsOn(artist: ResaleArtist, day: number): number {
  const chance = (salt: string) => hashText(`${salt} ${artist.name}`) / 2 ** 32;
  const usual = 10 ** (1.6 + 3 * artist.score + 0.8 * chance('fame'));
  const wave = (days: number, start: number) =>
    Math.sin(2 * Math.PI * (day / (days * DAY) + start));
  return usual * (1 + 0.15 * wave(7, 0)) * (1 + 0.5 * wave(90, chance('season')));
}

function daysBetween(from: string, to: string): number[] {
  const instant = (text: string) =>
    Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
  const count = Math.max(0, Math.round((instant(to) - instant(from)) / DAY) + 1);
  return Array.from({ length: count }, (_, index) => instant(from) + index * DAY);
}

const notFound = (path: string): Answer =>
  json(
    {
      type: 'https://mediawiki.org/wiki/HyperSwitch/errors/not_found',
      title: 'Not found.',
      method: 'get',
      detail:
        'The date(s) you used are valid, but we either do not have data for those date(s), or the project you asked for is not loaded yet.',
      uri: path,
    },
    404,
  );
