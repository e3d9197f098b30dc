import { toSearchText } from '../text.ts';
import { DAY_MS, HOUR_MS } from '../times.ts';
import type { FITS } from './schema.ts';

/** A window of a sale. Times are milliseconds since the epoch. */
export interface FittingWindow {
  kind: 'presale' | 'general';
  /** '' for the general sale. */
  name: string;
  opensAt: number | null;
  closesAt: number | null;
}

export interface FittingEvent {
  artist: string;
  name: string;
  windows: readonly FittingWindow[];
}

/** A mail with a code. */
export interface CodeMail {
  evidence: string;
  subject: string;
  sender: string;
  /** When it arrived, in milliseconds since the epoch; null if the server gave no time. */
  arrivedAt: number | null;
  /** The words of the watch or of the one-time search that found it. */
  keywords: readonly string[];
  isOfWatch: boolean;
  /** Whether the watch was made for this event. */
  isOfEvent: boolean;
}

interface Fit {
  fit: (typeof FITS)[number];
  /** The name of the presale; null if no single one fits. */
  presale: string | null;
  /** A sentence. */
  why: string;
}

/** A code is mailed at most this long before its presale opens. */
const AHEAD_MS = 21 * DAY_MS;
/** A mail may come this long after the opening that it announces. */
const LATE_MS = 12 * HOUR_MS;
/** Mails that arrived longer before the first window are about other sales. */
const OLDEST_MS = 90 * DAY_MS;

/** Words of presale names that many presales share. */
const COMMON_WORDS = new Set(
  'presale presales pre sale sales early access ticket tickets exclusive official offer the and for of a general onsale on standard public vip package packages special event'.split(
    ' ',
  ),
);

/** Words that alone do not identify the presale of a mail. */
const GENERIC_WORDS = new Set(
  'venue venues artist artists fan fans radio local promoter promoters member members club card cardholder cardholders sponsor partner partners newsletter subscriber subscribers team group priority advance first limited online'.split(
    ' ',
  ),
);

const wordsOf = (text: string): string[] =>
  toSearchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A text as words between blanks, in which whole words can be found. */
const paddedWords = (text: string): string => ` ${wordsOf(text).join(' ')} `;

const names = (padded: string, phrase: string): boolean => {
  const words = wordsOf(phrase).join(' ');
  return words !== '' && padded.includes(` ${words} `);
};

/**
 * Why a code is for an event; null if nothing in its mail or its watch names the event. A code whose presale is named is for
 * this presale; otherwise the only presale that opens soon after the mail may be meant.
 */
export function fitOf(event: FittingEvent, mail: CodeMail): Fit | null {
  const text = paddedWords(`${mail.subject} ${mail.evidence}`);
  const sender = paddedWords(mail.sender);
  const subject = subjectOf(event, mail, text, sender);
  if (subject === null || isTooOld(event, mail)) return null;
  const presales = event.windows.filter(({ kind }) => kind === 'presale');
  const named = presales.filter(({ name }) => namesPresale(text, name));
  const sent = presales.filter(({ name }) => namesPresale(sender, name));
  const [first] = named.length > 0 ? named : sent;
  if (first !== undefined) {
    const several = (named.length > 0 ? named : sent).length > 1;
    const place = named.length > 0 ? 'the mail names' : 'the sender is of';
    return {
      fit: 'presale',
      presale: several ? null : first.name,
      why: `${subject}, and ${place} ${several ? 'several of its presales' : `“${first.name}”`}.`,
    };
  }
  const timely = presales.filter((window) => isTimely(window, mail.arrivedAt));
  const [only] = timely;
  if (timely.length === 1 && only !== undefined)
    return {
      fit: 'time',
      presale: only.name,
      why: `${subject}. The mail names no presale; by its date it may be “${only.name}”.`,
    };
  return { fit: 'artist', presale: null, why: `${subject}. The mail names no presale.` };
}

/** What connects the mail with the event, as the beginning of a sentence; null if nothing does. */
function subjectOf(
  event: FittingEvent,
  mail: CodeMail,
  text: string,
  sender: string,
): string | null {
  if (mail.isOfEvent) return 'A watch of this event found it';
  for (const name of new Set([event.artist, event.name])) {
    if (names(text, name)) return `The mail names ${name}`;
    if (names(sender, name)) return `${name} sent the mail`;
    if (mail.keywords.some((word) => paddedWords(word) === paddedWords(name)))
      return mail.isOfWatch ? `The watch searches ${name}` : `A search of ${name} found it`;
  }
  return null;
}

/**
 * Whether a text contains the name of a presale, or all of its words that other presales do not share. A name with one generic
 * word, such as 'Venue', counts only as a whole phrase: 'venue presale'.
 */
function namesPresale(padded: string, name: string): boolean {
  const distinctive = wordsOf(name).filter((word) => !COMMON_WORDS.has(word));
  const [first, ...others] = distinctive;
  if (first === undefined) return false;
  if (others.length === 0 && GENERIC_WORDS.has(first)) {
    const phrase = wordsOf(name).length === 1 ? `${name} presale` : name;
    return names(joinPresale(padded), joinPresale(wordsOf(phrase).join(' ')));
  }
  return names(padded, name) || distinctive.every((word) => padded.includes(` ${word} `));
}

/** `pre sale` and `presale` are the same word. */
const joinPresale = (text: string): string => text.replaceAll('pre sale', 'presale');

function isTimely({ opensAt, closesAt }: FittingWindow, arrivedAt: number | null): boolean {
  if (opensAt === null || arrivedAt === null) return false;
  return arrivedAt >= opensAt - AHEAD_MS && arrivedAt <= (closesAt ?? opensAt) + LATE_MS;
}

/** Whether the mail arrived long before the first window, so that it is about an earlier sale of the artist. */
function isTooOld({ windows }: FittingEvent, { arrivedAt, isOfEvent }: CodeMail): boolean {
  if (arrivedAt === null || isOfEvent) return false;
  const openings = windows.flatMap(({ opensAt }) => (opensAt === null ? [] : [opensAt]));
  return openings.length > 0 && arrivedAt < Math.min(...openings) - OLDEST_MS;
}
