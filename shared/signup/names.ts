import { safeFileName } from '../csv/safe-file-name.ts';

/** Words that a page's title has besides the artist (part 2, point 9); the long forms first. */
const TITLE_WORDS = /(?<![\p{L}\p{N}])(?:vf\s+signup|signup\s+vf|signup|vf)(?![\p{L}\p{N}])/giu;

/** The artist of a page's title: without the words signup, vf signup, signup vf and vf (part 2, point 9). */
export function artistOfTitle(title: string): string {
  return title
    .replace(TITLE_WORDS, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s|:\-–—[\]()]+|[\s|:\-–—[\]()]+$/g, '');
}

interface ExportName {
  artist: string;
  /** Distinct accounts that the export is about. */
  accounts: number;
  /** `YYYY-MM-DD` */
  date: string;
  isUk: boolean;
}

/** `{artist}_{accounts}_accounts_{YYYY-MM-DD}[_UK]` (part 4, "Dispatch"), without its ending. */
export function exportName({ artist, accounts, date, isUk }: ExportName): string {
  return `${safeFileName(artist, 'artist')}_${accounts}_accounts_${date}${isUk ? '_UK' : ''}`;
}

/** `NN_date_city_venue` of an event inside the ZIP: unique by its number, safe on every system. */
export function eventFileName(
  place: number,
  total: number,
  event: { date: string; city: string; venue: string },
): string {
  const number = String(place + 1).padStart(Math.max(2, String(total).length), '0');
  const parts = [event.date, event.city, event.venue].map((part) => safeFileName(part, ''));
  return [number, ...parts.filter((part) => part !== '')].join('_');
}
