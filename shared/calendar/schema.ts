import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { MOST_EVENT_IDS } from '../ticketing/constants.ts';
import { eventId } from '../ticketing/ids.ts';

/** The maximum number of events in an operator's calendar, without those of monitored artists. */
export const MOST_CALENDAR_EVENTS = 2_000;

/** The state of an operator's calendar. */
const calendarState = z.object({
  /** Null without a subscription address. The address itself is shown once, when it is created. */
  subscription: z.nullable(
    z.object({
      created_at: instant,
      last_read_at: z.nullable(instant),
      /** When the address expires unless it is read before. */
      ends_at: instant,
    }),
  ),
  /** Events that the operator added. */
  events: z.int(),
});
export type CalendarState = z.infer<typeof calendarState>;
export const calendarAnswer = answerOf(calendarState.shape);

/** The answer of POST /calendar/subscription. */
export const subscriptionAnswer = answerOf({ path: z.string(), url: z.string() });

/** The answer of POST /calendar/events: `missing` are the ids that the provider does not have. */
export const addToCalendarAnswer = answerOf({ added: z.int(), missing: z.array(z.string()) });

/** POST /calendar/events and POST /calendar/download */
export const calendarEventsRequest = z.object({
  ids: z
    .array(eventId)
    .check(z.minLength(1, 'Name at least one event id'))
    .check(z.maxLength(MOST_EVENT_IDS, `Name at most ${MOST_EVENT_IDS} event ids in one call`)),
});

/** GET /calendar.ics */
export const calendarQuery = z.object({
  token: z._default(z.string().check(z.maxLength(200)), ''),
});
