import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';
import { queueType } from '../queues/queue-type.ts';
import { workKind } from '../recent-work/schema.ts';

/** The most objects of each kind in an answer. */
export const PALETTE_ITEMS = 5;

/** GET /palette */
export const paletteQuery = z.object({
  q: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter what you look for'),
      z.maxLength(100, 'At most 100 characters'),
    ),
});

const item = { label: z.string(), detail: z.string() };

/**
 * An object that the command palette found: an `artist` stands for its events, a `monitored` one for its timeline, and
 * the id of a `price` is the address of its event, and that of a `sale` the id of its event. `detail` distinguishes objects with the same label.
 */
export const paletteItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['artist', 'monitored', 'price', 'sale']), id: z.string(), ...item }),
  z.object({ kind: z.enum(['category', 'queue']), id: z.string(), type: queueType, ...item }),
  z.object({ kind: z.enum(['mailbox', 'profile']), id: z.int(), ...item }),
  z.object({ kind: z.literal('work'), id: z.int(), tool: workKind, ...item }),
]);
export type PaletteItem = z.infer<typeof paletteItem>;

export const paletteAnswer = answerOf({ data: z.array(paletteItem) });
