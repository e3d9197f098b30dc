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
  /** The reason, as a sentence. */
  why: string;
}

/** A code is mailed at most this long before its presale opens. */
const AHEAD_MS = 21 * DAY_MS;
/** A mail may arrive this long after the opening that it announces. */
const LATE_MS = 12 * HOUR_MS;
/** Mails that arrived longer than this before the first window are about other sales. */
const OLDEST_MS = 90 * DAY_MS;

/** Words of presale names that many presales share. */
const COMMON_WORDS = new Set(
  'presale presales pre sale sales early access ticket tickets exclusive official offer the and for of a general onsale on standard public vip package packages special event'.split(
    ' ',
  ),
);

/** Words that do not identify the presale of a mail on their own. */
const GENERIC_WORDS = new Set(
  'venue venues artist artists fan fans radio local promoter promoters member members club card cardholder cardholders sponsor partner partners newsletter subscriber subscribers team group priority advance first limited online'.split(
    ' ',
  ),
);

const NO_WORD = /[^\p{L}\p{N}]+/u;

const wordsOf = (text: string): string[] =>
  toSearchText(text)
    .split(NO_WORD)
    .filter((word) => word !== '');

/** A text as words between blanks, in which whole words can be found. */
const paddedWords = (text: string): string => ` ${wordsOf(text).join(' ')} `;

/** A name of the event, and its words between blanks. */
interface EventName {
  name: string;
  padded: string;
}

const NO_WORDS = paddedWords('');

const names = (padded: string, name: string): boolean => name !== NO_WORDS && padded.includes(name);

/**
 * A function that returns why a code is for an event; null if nothing in its mail or its watch names the event. A code whose
 * presale is named is for this presale; otherwise the only presale that opens soon after the mail may be meant.
 */
export function fitsOf(event: FittingEvent): (mail: CodeMail) => Fit | null {
  const eventNames = [...new Set([event.artist, event.name])].map((name) => ({
    name,
    padded: paddedWords(name),
  }));
  const presales = event.windows
    .filter(({ kind }) => kind === 'presale')
    .map((window) => ({ window, isNamedIn: presaleMatcher(window.name) }));
  const oldest = oldestArrival(event);
  return (mail) => {
    const text = paddedWords(`${mail.subject} ${mail.evidence}`);
    const sender = paddedWords(mail.sender);
    const subject = subjectOf(eventNames, mail, text, sender);
    if (subject === null || isTooOld(mail, oldest)) return null;
    const named = presales.filter(({ isNamedIn }) => isNamedIn(text));
    const chosen = named.length > 0 ? named : presales.filter(({ isNamedIn }) => isNamedIn(sender));
    const [first] = chosen;
    if (first !== undefined) {
      const several = chosen.length > 1;
      const place = named.length > 0 ? 'the mail names' : 'the sender is of';
      return {
        fit: 'presale',
        presale: several ? null : first.window.name,
        why: `${subject}, and ${place} ${several ? 'several of its presales' : `“${first.window.name}”`}.`,
      };
    }
    const timely = presales.filter(({ window }) => isTimely(window, mail.arrivedAt));
    const [only] = timely;
    if (timely.length === 1 && only !== undefined)
      return {
        fit: 'time',
        presale: only.window.name,
        why: `${subject}. The mail names no presale; by its date it may be “${only.window.name}”.`,
      };
    return { fit: 'artist', presale: null, why: `${subject}. The mail names no presale.` };
  };
}

/**
 * The connection between the mail and the event, as the beginning of a sentence; null if there is
 * none.
 */
function subjectOf(
  eventNames: readonly EventName[],
  mail: CodeMail,
  text: string,
  sender: string,
): string | null {
  if (mail.isOfEvent) return 'A watch of this event found it';
  for (const { name, padded } of eventNames) {
    if (names(text, padded)) return `The mail names ${name}`;
    if (names(sender, padded)) return `${name} sent the mail`;
    if (mail.keywords.some((word) => word === name || paddedWords(word) === padded))
      return mail.isOfWatch ? `The watch searches ${name}` : `A search of ${name} found it`;
  }
  return null;
}

/**
 * A function that returns whether a padded text contains the name of a presale, or all of its words that other presales do not
 * share. A name with one generic word, such as 'Venue', counts only as a whole phrase: 'venue presale'.
 */
function presaleMatcher(name: string): (padded: string) => boolean {
  const distinctive = wordsOf(name).filter((word) => !COMMON_WORDS.has(word));
  const [first, ...others] = distinctive;
  if (first === undefined) return () => false;
  if (others.length === 0 && GENERIC_WORDS.has(first)) {
    const phrase = joinPresale(paddedWords(wordsOf(name).length === 1 ? `${name} presale` : name));
    return (padded) => joinPresale(padded).includes(phrase);
  }
  const whole = paddedWords(name);
  return (padded) =>
    padded.includes(whole) || distinctive.every((word) => padded.includes(` ${word} `));
}

/** `pre sale` and `presale` are the same word. */
const joinPresale = (text: string): string => text.replaceAll('pre sale', 'presale');

function isTimely({ opensAt, closesAt }: FittingWindow, arrivedAt: number | null): boolean {
  if (opensAt === null || arrivedAt === null) return false;
  return arrivedAt >= opensAt - AHEAD_MS && arrivedAt <= (closesAt ?? opensAt) + LATE_MS;
}

/** Mails that arrived before this time are about an earlier sale of the artist. */
function oldestArrival({ windows }: FittingEvent): number {
  const openings = windows.flatMap(({ opensAt }) => (opensAt === null ? [] : [opensAt]));
  return openings.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...openings) - OLDEST_MS;
}

const isTooOld = ({ arrivedAt, isOfEvent }: CodeMail, oldest: number): boolean =>
  arrivedAt !== null && !isOfEvent && arrivedAt < oldest;
