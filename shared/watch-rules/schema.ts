import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { CATALOGUE_COUNTRIES } from '../catalogues/schema.ts';
import { HOUR_MS } from '../times.ts';

const LONGEST_NAME = 300;
export const MOST_ARTISTS = 5_000;
const MOST_PLACES = 200;
/** A year. */
const MOST_HOURS = 8_760;

const names = (most: number, what: string) =>
  z._default(
    z
      .array(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1, 'A name is empty.'),
            z.maxLength(LONGEST_NAME, `A name has at most ${LONGEST_NAME} characters.`),
          ),
      )
      .check(z.maxLength(most, `At most ${most.toLocaleString('en')} ${what}.`)),
    [],
  );

const conditions = {
  artists: names(MOST_ARTISTS, 'artists'),
  countries: z._default(z.array(z.enum(CATALOGUE_COUNTRIES)), []),
  cities: names(MOST_PLACES, 'cities'),
  venues: names(MOST_PLACES, 'venues'),
  /** Segments or genres, such as Music or Rock. */
  segments: names(MOST_PLACES, 'segments'),
  opens_within_hours: z._default(
    z.nullable(
      z
        .int('Enter a whole number of hours.')
        .check(
          z.minimum(1, 'Enter at least 1 hour.'),
          z.maximum(MOST_HOURS, 'Enter at most 8,760 hours.'),
        ),
    ),
    null,
  ),
};

/** What a rule watches: an empty list matches everything. */
export const ruleConditions = z.object(conditions);
export type RuleConditions = z.output<typeof ruleConditions>;

const NOTHING_GIVEN = 'Name at least one artist, country, city, venue or segment, or the hours.';

const limitsSomething = (rule: RuleConditions): boolean =>
  rule.opens_within_hours !== null ||
  [rule.artists, rule.countries, rule.cities, rule.venues, rule.segments].some(
    (list) => list.length > 0,
  );

/** POST /watch-rules and PUT /watch-rules/{id} */
export const newWatchRule = z
  .object({
    name: z
      .string('Enter a name.')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a name.'),
        z.maxLength(100, 'A name has at most 100 characters.'),
      ),
    ...conditions,
    is_active: z._default(z.boolean(), true),
  })
  .check(z.refine(limitsSomething, { path: ['artists'], error: NOTHING_GIVEN }));
export type NewWatchRule = z.output<typeof newWatchRule>;

/** PATCH /watch-rules/{id} */
export const switchedRule = z.object({ is_active: z.boolean('Say whether the rule is active.') });

/** POST /watch-rules/count */
export const countRequest = ruleConditions.check(
  z.refine(limitsSomething, { path: ['artists'], error: NOTHING_GIVEN }),
);
/** Events of the catalogues that are on which match today. */
export const countAnswer = answerOf({ events: z.int() });

const watchRule = z.object({
  id: z.int(),
  name: z.string(),
  artists: z.array(z.string()),
  countries: z.array(z.enum(CATALOGUE_COUNTRIES)),
  cities: z.array(z.string()),
  venues: z.array(z.string()),
  segments: z.array(z.string()),
  opens_within_hours: z.nullable(z.int()),
  is_active: z.boolean(),
  created_at: instant,
  /** When it last notified of something. */
  told_at: z.nullable(instant),
});
export type WatchRule = z.infer<typeof watchRule>;
export const watchRulesAnswer = answerOf({ data: z.array(watchRule) });
export const watchRuleAnswer = answerOf({ data: watchRule });

/** POST /watch-rules/match-artists */
export const matchRequest = z.object({ names: names(MOST_ARTISTS, 'names') });
export const matchAnswer = answerOf({
  matched: z.array(z.object({ name: z.string(), artist: z.string() })),
  doubtful: z.array(z.object({ name: z.string(), candidates: z.array(z.string()) })),
  unknown: z.array(z.string()),
});
export type MatchedNames = Omit<z.infer<typeof matchAnswer>, 'success'>;

/** How long before its opening a rule matches a sale, in milliseconds; null for any. */
export const withinMs = ({
  opens_within_hours: hours,
}: Pick<RuleConditions, 'opens_within_hours'>) => (hours === null ? null : hours * HOUR_MS);
