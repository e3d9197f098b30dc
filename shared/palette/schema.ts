import * as z from 'zod/mini';
import type { WorkKind } from '../recent-work/schema.ts';

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

/**
 * An object that the command palette found: an `artist` stands for its events, a `monitored` one for its timeline.
 * `detail` distinguishes objects with the same label.
 */
export type PaletteItem = { label: string; detail: string } & (
  | { kind: 'artist'; id: string }
  | { kind: 'monitored'; id: string }
  | { kind: 'category' | 'queue'; id: string; type: 'verified_fan' | 'standard' }
  | { kind: 'mailbox'; id: number }
  /** The id is the address of the event. */
  | { kind: 'price'; id: string }
  | { kind: 'work'; id: number; tool: WorkKind }
  | { kind: 'profile'; id: number }
);

export interface PaletteAnswer {
  success: true;
  data: PaletteItem[];
}
