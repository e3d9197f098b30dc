import { formatsOf } from '../../zone-name.ts';
import { isPublished } from './values.ts';

/** A calendar date and, where published, a time of day at the venue. Without a zone it is no instant. */
export interface LocalDate {
  year: number;
  month: number;
  day: number;
  /** `HH:mm`, or null when the venue has not published one. */
  time: string | null;
}

const LOCAL_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/;

/** Reads `YYYY-MM-DD` or `YYYY-MM-DD HH:mm`; null for anything else, `N/A` and impossible dates included. */
export function readLocalDate(text: string): LocalDate | null {
  const match = LOCAL_DATE.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const check = new Date(Date.UTC(year, month - 1, day));
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null;
  return { year, month, day, time: match[4] ?? null };
}

/** The fr-FR form of an event's local date, `14/03/2027 20:00`; any other text is returned unchanged. */
export function formatEventDate(text: string): string {
  const date = readLocalDate(text);
  if (date === null) return text;
  const day = `${pad(date.day)}/${pad(date.month)}/${date.year}`;
  return date.time === null ? day : `${day} ${date.time}`;
}

/** A text with its ISO days in the fr-FR form: 'Postponed from 14/03/2027'. */
export const formatDays = (text: string): string =>
  text.replace(/\d{4}-\d{2}-\d{2}/g, formatEventDate);

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The parts of a ticket's stub: month, day, weekday and two-digit year. */
export function stubParts(date: LocalDate): {
  month: string;
  day: string;
  weekday: string;
  year: string;
} {
  const weekday = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay();
  return {
    month: MONTHS[date.month - 1] ?? '',
    day: String(date.day),
    weekday: WEEKDAYS[weekday] ?? '',
    year: `’${pad(date.year % 100)}`,
  };
}

/** A ticket's stub for `EventStub`: the parts of the day, or a note where there is no day. */
export type TicketStub =
  | { month: string; day: string; weekday: string; dateTime: string; time: string | null }
  | { note: string };

/** The stub of an event's `date`: the venue's local day and time, or 'TBA', 'TBD'. */
export function describeStub(text: string): TicketStub {
  const date = readLocalDate(text);
  if (date === null) return { note: isPublished(text) ? text : 'Date not published' };
  const { month, day, weekday, year } = stubParts(date);
  return {
    month,
    day,
    weekday: `${weekday} ${year}`,
    dateTime: text.replace(' ', 'T'),
    time: date.time,
  };
}

const instantFormat = formatsOf('fr-FR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * The fr-FR form of an ISO instant in a time zone, `20/11/2026 10:00`. `timeZone` undefined means the operator's own.
 * Any other text is returned unchanged; a bare date keeps its day in every zone.
 */
export function formatInstant(text: string, timeZone?: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatEventDate(text);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return text;
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return text;
  return instantFormat(timeZone)
    .format(instant)
    .replace(/[\s,]+/g, ' ');
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
