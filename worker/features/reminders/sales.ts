import * as z from 'zod/mini';
import { readStored } from '../../../shared/json.ts';
import { zoneOfCountry } from '../../../shared/sales/country-zones.ts';
import { NOT_AVAILABLE } from '../../../shared/ticketing/constants.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { windowsOf } from '../../../shared/ticketing/windows.ts';
import type { saleFollows, saleReminders } from '../../db/schema/reminders.ts';
import type { NewNotification } from '../notifications/index.ts';

export type StoredReminder = typeof saleReminders.$inferSelect;
export type StoredFollow = typeof saleFollows.$inferSelect;

/** A presale or the general sale of an event, as reminders name it. Times are milliseconds since the epoch. */
export interface Sale {
  eventId: string;
  kind: 'presale' | 'general';
  /** '' for the general sale. */
  name: string;
  opensAt: number;
  /** The artist or the event. */
  title: string;
  /** City and venue. */
  place: string;
  /** The IANA zone of the venue; '' if it is not known. */
  timezone: string;
}

/**
 * Identifies the sales of one kind and name. An event may have several of them, which open at
 * different times.
 */
export type SaleKey = Pick<Sale, 'eventId' | 'kind' | 'name'>;

export const keyOf = ({ eventId, kind, name }: SaleKey): string =>
  JSON.stringify([eventId, kind, name]);

const keyParts = z.tuple([z.string(), z.enum(['presale', 'general']), z.string()]);

/** The sale that a {@link keyOf} identifies. */
export function readKey(key: string): SaleKey {
  const [eventId, kind, name] = readStored(keyParts, key);
  return { eventId, kind, name };
}

/** An event as described by one source or all of them. A cancelled event has no sales. */
export interface EventState {
  isCancelled: boolean;
  sales: readonly Sale[];
}

/** An event that nothing lists. */
export const UNKNOWN: EventState = { isCancelled: false, sales: [] };

/** A state and when it was read, in milliseconds since the epoch. */
export interface DatedState extends EventState {
  readAt: number;
  /** Whether the event is read again from time to time. */
  isRenewed?: boolean;
}

/**
 * The facts of an event. Times come from the monitor, which checks most often, otherwise from the
 * newer one of catalogue and copy. A renewed copy takes precedence over the catalogue, and over an
 * older check of the monitor, because it was created when they lacked a sale. A cancellation counts
 * if either the monitor or the catalogue reports it.
 */
export function decideState(sources: {
  monitor: DatedState | undefined;
  catalogue: DatedState | undefined;
  /** An event in the operator's calendar, or one that no other source lists. */
  copy: DatedState | undefined;
}): EventState {
  const { monitor, catalogue, copy } = sources;
  const isNewerThan = (other: DatedState | undefined) =>
    (copy?.readAt ?? -1) > (other?.readAt ?? -1);
  const isCopy =
    copy?.isRenewed === true
      ? isNewerThan(monitor)
      : monitor === undefined && isNewerThan(catalogue);
  const state = (isCopy ? copy : (monitor ?? catalogue)) ?? UNKNOWN;
  const isReported = catalogue?.isCancelled === true && !(isCopy && isNewerThan(catalogue));
  const isCancelled = state.isCancelled || isReported;
  return isCancelled ? { isCancelled, sales: [] } : state;
}

/** An event of the provider. Only sales whose opening is known are listed. */
export function stateOf(event: EventFacts): EventState {
  if (event.sale_note === 'Cancelled') return { isCancelled: true, sales: [] };
  const facts = { eventId: event.id, title: textOf(event.artist) };
  const place = placeOf(textOf(event.location), textOf(event.venue));
  const timezone = textOf(event.timezone) || (zoneOfCountry(event.nation) ?? '');
  const sales = windowsOf(event).flatMap(({ kind, name, opensAt }) =>
    opensAt === null ? [] : [{ ...facts, kind, name, opensAt, place, timezone }],
  );
  return { isCancelled: false, sales };
}

const textOf = (text: string): string => (text === NOT_AVAILABLE ? '' : text);

/** `Hamburg, Elbhalle` */
export const placeOf = (...parts: string[]): string =>
  parts.filter((part) => part !== '').join(', ');

/** The changes to write. A row that moves is ended and added. */
export interface Changes {
  added: StoredReminder[];
  ended: StoredReminder[];
  /** Choices whose last opening changed, and those of renamed presales. */
  follows: StoredFollow[];
  /** Choices of presales that have been renamed. */
  unfollowed: StoredFollow[];
  notifications: NewNotification[];
}
