import type { SaleCode, SaleSource, SaleWindow } from '../../../../shared/sales/schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/times.ts';

/** `untimed`: neither its opening nor its end is published. */
export type WindowState = 'open' | 'ahead' | 'closed' | 'untimed';

const timeOf = (instant: string | null): number | null =>
  instant === null ? null : Date.parse(instant);

/** Whether a window is open at `now`, in milliseconds since the epoch. */
export function stateOf(
  { opens_at, closes_at }: Pick<SaleWindow, 'opens_at' | 'closes_at'>,
  now: number,
): WindowState {
  const [opens, closes] = [timeOf(opens_at), timeOf(closes_at)];
  if (closes !== null && closes <= now) return 'closed';
  if (opens !== null) return opens <= now ? 'open' : 'ahead';
  return 'untimed';
}

export const nameOf = ({ kind, presale_name: name }: Pick<SaleWindow, 'kind' | 'presale_name'>) =>
  kind === 'general' ? 'General sale' : name || 'Presale';

/** The next change: a window opens, or otherwise the first open one closes. */
export interface Moment {
  window: SaleWindow;
  kind: 'opens' | 'closes';
  at: number;
}

/** The next opening, otherwise the next end of an open window; null if nothing is in the future. */
export function nextMoment(windows: readonly SaleWindow[], now: number): Moment | null {
  const moments = windows.flatMap((window): Moment[] => {
    const [opens, closes] = [timeOf(window.opens_at), timeOf(window.closes_at)];
    const state = stateOf(window, now);
    if (state === 'ahead' && opens !== null) return [{ window, kind: 'opens', at: opens }];
    if (state === 'open' && closes !== null) return [{ window, kind: 'closes', at: closes }];
    return [];
  });
  const byTime = moments.sort((a, b) => a.at - b.at);
  return byTime.find(({ kind }) => kind === 'opens') ?? byTime[0] ?? null;
}

/** The state of an event without a next moment. */
export function headlineOf(
  { windows, note }: { windows: readonly SaleWindow[]; note: string | null },
  now: number,
): { what: string; value: string } {
  if (note === 'Cancelled') return { what: 'This event does not take place', value: 'Cancelled' };
  const open = windows.filter((window) => stateOf(window, now) === 'open');
  if (open.some(({ kind }) => kind === 'general'))
    return { what: 'The general sale has begun', value: 'On sale' };
  if (open.length > 0)
    return { what: 'The end of the presale is not published', value: 'Presale open' };
  return windows.length > 0
    ? { what: 'No sale is ahead', value: 'Sales are over' }
    : { what: 'No sale time is known', value: 'Announced' };
}

/** A sentence for an event without an open or future window: its windows cannot be followed. */
export function outlookOf({
  note,
  known_from,
}: {
  note: string | null;
  known_from: readonly Pick<SaleSource, 'source'>[];
}): string {
  if (note === 'Cancelled') return 'A cancelled event has no sale and no reminders.';
  return known_from.some(({ source }) => source === 'monitor' || source === 'catalogue')
    ? 'A presale or a sale time appears here once it is published, and can be followed then.'
    : 'Monitor the artist or turn on the catalogue of the country to be notified of its sales.';
}

/** The parts of a countdown with their units: days and hours, or hours, minutes and seconds below a day. */
export function countdown(ms: number): { value: string; unit: string }[] {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24];
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return partsOf([days, 'd'], [hours, 'h'], [minutes, 'min']);
  const last = [seconds % 60, 's'] as const;
  return hours > 0
    ? partsOf([hours, 'h'], [minutes, 'min'], last)
    : partsOf([minutes, 'min'], last);
}

const partsOf = (...parts: (readonly [number, string])[]) =>
  parts.map(([value, unit]) => ({ value: String(value), unit }));

/** `40 h 21 min`, `3 d 5 h`, `12 min` */
function formatSpan(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  if (ms >= 3 * DAY_MS) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** A window's state as text: `Open, closes in 16 h 21 min`. */
export function describeWindow(window: SaleWindow, now: number): string {
  const state = stateOf(window, now);
  const [opens, closes] = [timeOf(window.opens_at), timeOf(window.closes_at)];
  if (state === 'closed') return 'Closed';
  if (state === 'untimed') return 'Times not published';
  if (state === 'ahead') return `Opens in ${formatSpan((opens ?? now) - now)}`;
  return closes === null ? 'Open' : `Open, closes in ${formatSpan(closes - now)}`;
}

/**
 * The best code for a window that is open now, otherwise for the next one; undefined if none fits.
 */
export function codeFor(
  codes: readonly SaleCode[],
  window: SaleWindow | undefined,
): SaleCode | undefined {
  if (window === undefined || window.kind === 'general') return undefined;
  return (
    codes.find(({ presale_name: name }) => name === window.presale_name) ??
    codes.find(({ presale_name: name }) => name === null)
  );
}

/** Whether a code fits one presale, which its mail names, or may fit. */
export const fitWords = ({ fit, presale_name }: Pick<SaleCode, 'fit' | 'presale_name'>): string =>
  fit === 'presale' && presale_name !== null ? 'fits' : 'may fit';

/** A bar of the time line, in percent of its width. */
export interface Bar {
  left: number;
  width: number;
  /** Whether its end is not published or after the time line, so that it fades out. */
  isOpenEnded: boolean;
}

/**
 * The longest time line, and how far it continues after the last opening, because a general sale
 * ends with the concert.
 */
const LONGEST_MS = 60 * DAY_MS;
const TAIL_MS = DAY_MS;

/** The time line of windows: its bars in order (null without a time), and the position of `now`. */
export function timeLine(
  windows: readonly SaleWindow[],
  now: number,
): { bars: (Bar | null)[]; now: number | null } {
  const times = windows.flatMap(({ kind, opens_at, closes_at }) =>
    [timeOf(opens_at), kind === 'general' ? null : timeOf(closes_at)].filter((at) => at !== null),
  );
  if (times.length === 0) return { bars: windows.map(() => null), now: null };
  const start = Math.max(Math.min(...times), now - LONGEST_MS) - 2 * HOUR_MS;
  const end = Math.min(Math.max(...times) + TAIL_MS, start + LONGEST_MS);
  const at = (instant: number) =>
    Math.min(100, Math.max(0, ((instant - start) / (end - start)) * 100));
  const bars = windows.map(({ opens_at, closes_at }): Bar | null => {
    const [opens, closes] = [timeOf(opens_at), timeOf(closes_at)];
    if (opens === null && closes === null) return null;
    const left = at(opens ?? start);
    const isOpenEnded = closes === null || closes > end;
    return { left, width: Math.max(2, at(closes ?? end) - left), isOpenEnded };
  });
  return { bars, now: now < start || now > end ? null : at(now) };
}
