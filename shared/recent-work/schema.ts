import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';

/** The tools whose work is stored; a preset is a named part of a generator's configuration. */
export const workKind = z.enum(['encore', 'adonis', 'tsuki', 'signup', 'presale', 'preset']);
export type WorkKind = z.infer<typeof workKind>;

/** The maximum number of works of an operator: a new one replaces the oldest one without a name. */
export const MAX_WORK = 200;
/** The largest body as JSON in UTF-8. Sealed, it is a third larger and still fits into one value of the database. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;
export const LONGEST_WORK_NAME = 60;
const WORK_PAGE_ROWS = 20;

/** The texts of the server's answers. */
export const WORK_TEXTS = {
  conflict: 'This work was saved in another tab or on another machine.',
  notFound: 'There is no such work. It may have been deleted.',
  full: `You have saved ${MAX_WORK} works and presets, which is the limit. Delete one to save another.`,
};

/** A work in a list. */
const workItem = z.object({
  id: z.int(),
  kind: workKind,
  /** Null until the operator names it. */
  name: z.nullable(z.string()),
  /** Its subject: artists, a site or keywords. */
  title: z.string(),
  /** Null if the tool has none. */
  events: z.nullable(z.int()),
  rows: z.nullable(z.int()),
  /** Increases by one with every save. */
  version: z.int(),
  /** When it was last saved. */
  updated_at: instant,
});
export type WorkItem = z.infer<typeof workItem>;

/** The content of a work, which only its tool reads. */
export const workBody = z.record(z.string(), z.unknown());

/** A work with its content. `key` is its key within the tool: event ids, a site or an address. */
const work = z.extend(workItem, { key: z.string(), body: workBody });
export type Work = z.infer<typeof work>;

/** The answer of GET /recent-work. */
export const workPage = answerOf({
  data: z.array(workItem),
  total: z.int(),
  next_cursor: z.nullable(z.string()),
});
export type WorkPage = z.infer<typeof workPage>;

/**
 * The answers of a call for one work, for the work of a key (null: there is none), for presets, and
 * of one that creates a work.
 */
export const workAnswer = answerOf({ data: work });
export const foundWorkAnswer = answerOf({ data: z.nullable(work) });
export const presetsAnswer = answerOf({ data: z.array(work) });
export const madeWorkAnswer = answerOf({ id: z.int() });

/** Trimmed, not empty. */
export const workName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name'),
    z.maxLength(LONGEST_WORK_NAME, `At most ${LONGEST_WORK_NAME} characters`),
  );

// Enough for 500 event ids, which take about 11,000 characters.
const key = z.string().check(z.maxLength(60_000, 'At most 60,000 characters'));
const count = z.nullable(z.int().check(z.minimum(0)));

const content = {
  key,
  title: z.string().check(z.maxLength(200, 'At most 200 characters')),
  events: count,
  rows: count,
  body: workBody.check(
    z.refine((body) => bytesOf(body) <= MAX_BODY_BYTES, {
      error: ({ input }) =>
        `This work takes ${inMegabytes(bytesOf(input))} MB: at most ${inMegabytes(MAX_BODY_BYTES)} MB are kept. Shorten its lists.`,
    }),
  ),
};

/**
 * POST /recent-work. `token` is a new UUID: a call that is repeated after a lost answer stores one
 * work.
 */
export const newWork = z.object({
  ...content,
  token: z.uuid('This is not a UUID'),
  kind: workKind,
  name: z._default(z.nullable(workName), null),
});
export type NewWork = z.output<typeof newWork>;

/** PUT /recent-work/{id}. `version` is that of the last save that the caller has. */
export const changedWork = z.object({ ...content, version: z.int().check(z.positive()) });
export type ChangedWork = z.output<typeof changedWork>;

/** PATCH /recent-work/{id}: null removes the name. */
export const workNaming = z.object({ name: z.nullable(workName) });

/** GET /recent-work: newest first. Presets are listed only if `kind` requests them. */
export const workQuery = z.object({
  kind: z.optional(workKind),
  key: z.optional(key),
  search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_WORK)),
    WORK_PAGE_ROWS,
  ),
  cursor: z.optional(z.string()),
});
export type WorkQuery = z.output<typeof workQuery>;

/** POST /recent-work/find: the newest work of a tool with this key. */
export const workLookup = z.object({ kind: workKind, key });
export type WorkLookup = z.output<typeof workLookup>;

/** GET /recent-work/presets: the presets of a generator. */
export const presetLookup = z.object({ key });

/** The size of a body in its stored form. */
export const bytesOf = (body: unknown): number =>
  new TextEncoder().encode(JSON.stringify(body)).length;

/** Rounded up, so that a size above the limit is never displayed as the limit. */
const inMegabytes = (bytes: number): string =>
  (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
