import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';
import { MINUTE_MS } from '../times.ts';

/** The default reminders of an operator: a day, an hour and ten minutes before a sale opens. */
export const FIRST_LEADS: readonly number[] = [1_440, 60, 10];
/** The maximum number of lead times of an operator. */
export const MAX_LEADS = 6;
/** A week, in minutes. */
const LONGEST_LEAD = 10_080;

/**
 * PUT /reminder-settings: how many minutes before a sale opens the operator is reminded; an empty
 * list turns reminders off.
 */
export const reminderSettings = z.object({
  leads_minutes: z
    .array(
      z
        .int('Enter whole minutes.')
        .check(
          z.minimum(1, 'At least 1 minute.'),
          z.maximum(LONGEST_LEAD, 'At most 10,080 minutes, which are 7 days.'),
        ),
    )
    .check(z.maxLength(MAX_LEADS, `At most ${MAX_LEADS} reminders for each sale.`)),
});
export type ReminderSettings = z.output<typeof reminderSettings>;

/** The answer of GET and PUT /reminder-settings: the longest lead first. */
export const reminderSettingsAnswer = answerOf({ leads_minutes: z.array(z.int()) });

/** POST and DELETE /sales/follow: a sale as GET /sales lists it. */
export const followedSale = z
  .object({
    event_id: z.string().check(z.minLength(1), z.maxLength(64)),
    kind: z.enum(['presale', 'general']),
    presale_name: z.nullable(z.string().check(z.maxLength(300))),
  })
  .check(
    z.refine(({ kind, presale_name: name }) => (kind === 'presale') === (name !== null), {
      path: ['presale_name'],
      message: 'A presale has a name, and the general sale has none.',
    }),
  );
export type FollowedSale = z.output<typeof followedSale>;

/** The maximum number of events in POST /sales/followed: more than an artist's list has. */
const MOST_FOLLOWED_EVENTS = 5_000;

/** POST /sales/followed: the events of a list. */
export const followsQuery = z.object({
  event_ids: z
    .array(z.string().check(z.minLength(1), z.maxLength(64)))
    .check(z.maxLength(MOST_FOLLOWED_EVENTS, 'At most 5,000 events in one call.')),
});
export type FollowsQuery = z.output<typeof followsQuery>;

/** The answer of POST /sales/followed. */
export const followsAnswer = answerOf({
  /** Those of the events of which the operator follows all sales that `sales` does not name. */
  events: z.array(z.string()),
  /** Of `sales` that are not named the operator follows none. */
  sales: z.array(
    z.object({
      event_id: z.string(),
      kind: z.enum(['presale', 'general']),
      presale_name: z.nullable(z.string()),
      is_followed: z.boolean(),
    }),
  ),
});
export type Follows = Omit<z.output<typeof followsAnswer>, 'success'>;

/**
 * When the next reminder of a sale is due, in milliseconds since the epoch; null if none is left.
 * @param toldAt reminders of this time and before are done
 */
export function nextDue(
  leadsMinutes: readonly number[],
  opensAt: number,
  toldAt: number,
): number | null {
  const times = leadsMinutes.map((lead) => opensAt - lead * MINUTE_MS).filter((at) => at > toldAt);
  return times.length === 0 ? null : Math.min(...times);
}

/** The shortest lead time that has been reached since `toldAt`; null if there is none. */
export function dueLead(
  leadsMinutes: readonly number[],
  opensAt: number,
  { toldAt, now }: { toldAt: number; now: number },
): number | null {
  const due = leadsMinutes.filter((lead) => {
    const at = opensAt - lead * MINUTE_MS;
    return at > toldAt && at <= now;
  });
  return due.length === 0 ? null : Math.min(...due);
}
