import * as z from 'zod/mini';

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
 * GET /history. The id of a queue and of a category is `type:name`. `before` is the id of the last entry that is known:
 * older ones follow.
 */
export const historyQuery = z.object({
  kind: historyKind,
  id: z.string().check(z.minLength(1), z.maxLength(400)),
  before: z.optional(z.coerce.number().check(z.int(), z.positive())),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/** A fact of a change, such as a count or a name; never a secret. */
type Fact = string | number | boolean | null | readonly (string | number)[];

/** `was`: the facts before the change. */
export type Facts = Record<string, Fact | Record<string, Fact>>;

/** One change: who did what, and when (ISO 8601). */
export interface HistoryEntry {
  id: number;
  at: string;
  actor: string;
  action: string;
  detail: Facts;
}

/** Newest first; `next_before` is the `before` of the next page, null after the last. */
export interface HistoryAnswer {
  success: true;
  data: HistoryEntry[];
  next_before: number | null;
}
