import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';

/** The objects that have a history. */
export const historyKind = z.enum([
  'queue_category',
  'queue',
  'profile',
  'imap_account',
  'price_target',
  'artist',
]);
export type HistoryKind = z.infer<typeof historyKind>;

/**
 * GET /history. The id of a queue and of a category is `type:name`. `before` is the id of the last
 * received entry: older ones follow.
 */
export const historyQuery = z.object({
  kind: historyKind,
  id: z.string().check(z.minLength(1), z.maxLength(400)),
  before: z.optional(z.coerce.number().check(z.int(), z.positive())),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/** A fact of a change, such as a count or a name; never a secret. */
const fact = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.readonly(z.array(z.union([z.string(), z.number()]))),
]);

/** `was`: the facts before the change. */
export const facts = z.record(z.string(), z.union([fact, z.record(z.string(), fact)]));
export type Facts = z.infer<typeof facts>;

/** One change: who did what, and when. */
const historyEntry = z.object({
  id: z.int(),
  at: instant,
  actor: z.string(),
  action: z.string(),
  detail: facts,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** The answer of GET /history, newest first; `next_before` is the `before` of the next page, null after the last. */
export const historyAnswer = answerOf({
  data: z.array(historyEntry),
  next_before: z.nullable(z.int()),
});
export type HistoryAnswer = z.infer<typeof historyAnswer>;
