import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { workKind } from '../recent-work/schema.ts';

/** The most rows of one call, and the most events of a row. */
export const READINESS_LIMITS = { rows: 200, events: 100 } as const;

/** POST /sales/readiness: rows of a list, each with an artist and those of its events whose sales open together. */
export const readinessQuery = z.object({
  rows: z
    .array(
      z.object({
        artist: z.string().check(z.maxLength(500)),
        event_ids: z
          .array(z.string().check(z.minLength(1), z.maxLength(64)))
          .check(
            z.minLength(1, 'Name an event.'),
            z.maxLength(
              READINESS_LIMITS.events,
              `At most ${READINESS_LIMITS.events} events in a row.`,
            ),
          ),
      }),
    )
    .check(
      z.maxLength(READINESS_LIMITS.rows, `At most ${READINESS_LIMITS.rows} rows in one call.`),
    ),
});
export type ReadinessQuery = z.output<typeof readinessQuery>;

/** What the desk has prepared for a row. */
const readiness = z.object({
  /**
   * Likely codes of watches and searches of the artist or its events, and of mails that name the artist. Null if there is no
   * such code and nothing looks for one.
   */
  codes: z.nullable(z.int()),
  /** The newest saved work of the team with one of the events; null without one. */
  work: z.nullable(
    z.object({
      kind: workKind,
      /** Null for a work that has no rows yet. */
      rows: z.nullable(z.int()),
      /** Of the work. Null if it does not count them. */
      events: z.nullable(z.int()),
      saved_at: instant,
      /** The email of its operator. */
      saved_by: z.string(),
    }),
  ),
});
export type Readiness = z.infer<typeof readiness>;

/** The answer of POST /sales/readiness, in the order of the rows. */
export const readinessAnswer = answerOf({ data: z.array(readiness) });
