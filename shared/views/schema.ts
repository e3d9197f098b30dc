import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';
import { VIEW_SCREENS } from './screens.ts';

/** Views of one operator on all screens, and the sizes of one, in characters. */
export const VIEW_LIMITS = {
  views: 100,
  name: 60,
  address: 2_000,
  columns: 50,
  column: 60,
} as const;

const screen = z.enum(VIEW_SCREENS);

/** GET /views */
export const viewsQuery = z.object({ screen: z.optional(screen) });
export type ViewsQuery = z.output<typeof viewsQuery>;

/** POST /views and PUT /views/{id} */
export const newView = z.object({
  screen,
  name: z
    .string('Enter a name.')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name.'),
      z.maxLength(VIEW_LIMITS.name, `A name has at most ${VIEW_LIMITS.name} characters.`),
    ),
  /** The filters and the sorting, as the query of the screen's address: `?status=presale&sort=date`, or empty. */
  address: z
    .string()
    .check(
      z.maxLength(
        VIEW_LIMITS.address,
        `The filters have at most ${VIEW_LIMITS.address.toLocaleString('en')} characters.`,
      ),
      z.regex(/^(?:\?[^\s#]*)?$/, 'The address is the query of a screen, such as "?sort=date".'),
    ),
  /** The columns that show, of those that can be hidden; null on a screen without a choice of columns. */
  columns: z._default(
    z.nullable(
      z
        .array(z.string().check(z.minLength(1), z.maxLength(VIEW_LIMITS.column)))
        .check(z.maxLength(VIEW_LIMITS.columns)),
    ),
    null,
  ),
  /** Whether all operators see it. */
  is_shared: z._default(z.boolean(), false),
});
export type NewView = z.output<typeof newView>;

const view = z.object({
  id: z.int(),
  screen,
  name: z.string(),
  address: z.string(),
  columns: z.nullable(z.array(z.string())),
  is_shared: z.boolean(),
  /** The e-mail of the operator who saved it, who alone may change and delete it. */
  author: z.string(),
  is_own: z.boolean(),
  created_at: instant,
  /** Null if it was never changed. */
  changed_at: z.nullable(instant),
});
export type View = z.infer<typeof view>;

/** The views of the operator and those that others share, by name. */
export const viewsAnswer = answerOf({ data: z.array(view) });
export const viewAnswer = answerOf({ data: view });

/** The form of a view: what the screen does not show. */
export const viewForm = z.pick(newView, { name: true, is_shared: true });
