import { safeFileName, safeFileParts } from '../csv/safe-file-name.ts';
import { cut } from '../text.ts';
import { trimMarks } from '../trim-marks.ts';

/**
 * The maximum number of characters that are read from a page's title, because titles come from
 * external pages.
 */
const MAX_TITLE = 500;
const TITLE_MARK = /[\s|:\-–—[\]()]/;

/** Words that a page's title has besides the artist; the long forms first. */
const TITLE_WORDS = /(?<![\p{L}\p{N}])(?:vf\s+signup|signup\s+vf|signup|vf)(?![\p{L}\p{N}])/giu;

/** The artist of a page's title: without the words signup, vf signup, signup vf and vf. */
export function artistOfTitle(title: string): string {
  const artist = cut(title, MAX_TITLE).replace(TITLE_WORDS, ' ').replace(/\s+/g, ' ');
  return trimMarks(artist, TITLE_MARK);
}

interface ExportName {
  artist: string;
  /** The number of distinct accounts in the export. */
  accounts: number;
  /** `YYYY-MM-DD` */
  date: string;
  isUk: boolean;
}

/** `{artist}_{accounts}_accounts_{YYYY-MM-DD}[_UK]`, without its extension. */
export function exportName({ artist, accounts, date, isUk }: ExportName): string {
  return `${safeFileName(artist, 'artist')}_${accounts}_accounts_${date}${isUk ? '_UK' : ''}`;
}

/**
 * The limit for date, city and venue together: with its folder, the path of a ZIP's entry stays
 * below 120 bytes.
 */
const LONGEST_EVENT_BYTES = 80;

/** `NN_date_city_venue` of an event inside the ZIP: unique by its number, safe on every system. */
export function eventFileName(
  place: number,
  total: number,
  event: { date: string; city: string; venue: string },
): string {
  const number = String(place + 1).padStart(Math.max(2, String(total).length), '0');
  const parts = safeFileParts([event.date, event.city, event.venue], LONGEST_EVENT_BYTES);
  return [number, ...parts.filter((part) => part !== '')].join('_');
}
