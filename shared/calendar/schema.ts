import * as z from 'zod/mini';
import { MOST_EVENT_IDS } from '../ticketing/constants.ts';

/** The most events in an operator's calendar, without those of monitored artists. */
export const MOST_CALENDAR_EVENTS = 2_000;

/** The state of an operator's calendar. Times are ISO 8601. */
export interface CalendarState {
  /** Null without a subscription address. The address itself is shown once, when it is made. */
  subscription: {
    created_at: string;
    last_read_at: string | null;
    /** When the address ends unless it is read before. */
    ends_at: string;
  } | null;
  /** Events that the operator added. */
  events: number;
}

/** POST /calendar/events and POST /calendar/download */
export const calendarEventsRequest = z.object({
  ids: z
    .array(
      z.string().check(z.regex(/^[\w-]{1,64}$/, 'An event id holds letters, digits, - and _ only')),
    )
    .check(z.minLength(1, 'Name at least one event id'))
    .check(z.maxLength(MOST_EVENT_IDS, `Name at most ${MOST_EVENT_IDS} event ids in one call`)),
});

/** GET /calendar.ics */
export const calendarQuery = z.object({
  token: z._default(z.string().check(z.maxLength(200)), ''),
});
