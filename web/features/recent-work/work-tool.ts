import * as z from 'zod/mini';
import type { Work, WorkKind } from '../../../shared/recent-work/schema.ts';
import { type SavedCache, savedCache } from '../../kit/saved/saved.ts';

const unsentParts = z.object({
  timestamp: z.number(),
  base: z.catch(z.nullable(z.object({ id: z.number(), version: z.number() })), null),
  /** The other fields of its save, so that it can be sent without its page. */
  rest: z.object({
    token: z.string(),
    key: z.string(),
    title: z.string(),
    events: z.nullable(z.number()),
    rows: z.nullable(z.number()),
  }),
});

/** The changes since the last save, and the version that they change; null for a new work. */
export type Unsent<T> = T & z.output<typeof unsentParts>;

/** Describes how one tool's work is read and stored. */
export interface WorkTool<T> {
  kind: WorkKind;
  schema: z.core.$ZodType<T>;
  initial: T;
  unsent: SavedCache<Unsent<T>>;
  /** Whether an entry of the browser's storage belongs to a key; by default every one does. */
  fits: (draft: T, key: string) => boolean;
}

/**
 * Declares the work of a tool. Call it at module level. `prefix` names the entries in the browser's storage.
 */
export function workTool<
  Shape extends z.core.$ZodShape,
  T extends z.output<z.ZodMiniObject<Shape>>,
>(
  kind: WorkKind,
  prefix: string,
  schema: z.ZodMiniObject<Shape>,
  initial: T,
  fits: WorkTool<T>['fits'] = () => true,
): WorkTool<T> {
  // `extend` keeps the members of the schema, but its type does not if the shape is a type parameter.
  const unsent = z.extend(schema, unsentParts.shape) as unknown as z.core.$ZodType<Unsent<T>>;
  return {
    kind,
    schema: schema as unknown as z.core.$ZodType<T>,
    initial,
    fits,
    unsent: savedCache(prefix, unsent),
  };
}

/** Selects a work: the one with this id, otherwise the newest with this key. */
export interface WorkPlace {
  key: string;
  /** `new` starts an empty one beside the existing ones. */
  id: number | 'new' | null;
  /** Name of the entry in the browser's storage until the work has an id. */
  unsentName: string;
}

export function withoutParts<T extends object>(unsent: Unsent<T>): T {
  const { timestamp: _, base: __, rest: ___, ...draft } = unsent;
  // `T & parts` without the parts is T.
  return draft as unknown as T;
}

/** A draft is a plain object of its schema. */
export const bodyOf = (draft: object): Work['body'] => draft as Work['body'];
