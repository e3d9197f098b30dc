import type { Sale } from '../catalogues/schema.ts';
import { DAY_MS } from '../times.ts';
import { formatsOf } from '../zone-name.ts';

const partsFormat = formatsOf('en-CA', {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** A day and a time of day. */
export interface LocalMoment {
  /** `YYYY-MM-DD` */
  day: string;
  /** `HH:mm` */
  time: string;
}

/** An ISO instant in the local time of a zone; undefined means the operator's zone. */
export function localMoment(instant: string, timeZone: string | undefined): LocalMoment {
  const [day = '', time = ''] = partsFormat(timeZone).format(Date.parse(instant)).split(/,?\s+/);
  return { day, time };
}

/** A sale with the day and the time at which it opens. */
export interface AgendaSale extends LocalMoment {
  sale: Sale;
  /**
   * Whether the operator's time is shown in an agenda with venue times, because the zone of the
   * venue is unknown.
   */
  isOwnTime: boolean;
}

/** The sales of a day, the earliest first. */
export interface AgendaDay {
  day: string;
  sales: AgendaSale[];
  followed: number;
}

/**
 * @param atVenue in the local time of the venues; a sale whose zone is unknown keeps the operator's
 */
export function placeSales(sales: readonly Sale[], atVenue: boolean): AgendaSale[] {
  return sales.map((sale) => {
    const zone = atVenue ? (sale.timezone ?? undefined) : undefined;
    const isOwnTime = atVenue && zone === undefined;
    return { sale, isOwnTime, ...localMoment(sale.opens_at, zone) };
  });
}

/** Days with sales, the first one first. */
export function groupByDay(sales: readonly AgendaSale[]): AgendaDay[] {
  const days = Map.groupBy(sales, ({ day }) => day);
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, own]) => ({
      day,
      sales: own.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)),
      followed: own.filter(({ sale }) => sale.is_followed).length,
    }));
}

/** `YYYY-MM-DD` of the days of a week from `first` on. */
export const weekFrom = (first: string): string[] =>
  Array.from({ length: 7 }, (_, at) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + at * DAY_MS).toISOString().slice(0, 10),
  );

/** The sales of a week that open in one hour: a list for each of its days, followed ones first. */
export interface AgendaHour {
  /** `HH:00` */
  hour: string;
  days: AgendaSale[][];
}

/** The hours of a week that have sales. */
export function groupByHour(sales: readonly AgendaSale[], week: readonly string[]): AgendaHour[] {
  const hours = Map.groupBy(sales, ({ time }) => `${time.slice(0, 2)}:00`);
  return [...hours]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([hour, own]) => ({
      hour,
      days: week.map((day) =>
        own
          .filter((one) => one.day === day)
          .sort((a, b) => Number(b.sale.is_followed) - Number(a.sale.is_followed)),
      ),
    }));
}
