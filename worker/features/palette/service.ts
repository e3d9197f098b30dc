import { PALETTE_ITEMS, type PaletteItem } from '../../../shared/palette/schema.ts';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { findObjects } from './store.ts';

/** The type of a pool of queue accounts, by its number. */
const typeOf = (pool: number): QueueType => (pool === 1 ? 'verified_fan' : 'standard');
const toolOf = (pool: number) => (pool === 1 ? 'Verified Fan' : 'Standard');

/** The objects whose name contains the text, a few of each kind. */
export async function searchPalette(ctx: Ctx, text: string): Promise<PaletteItem[]> {
  const found = await findObjects(ctx.db, signedIn(ctx).id, text.toLowerCase());
  const artists = new Map([...found.searched, ...found.monitored].map((row) => [row.id, row]));
  return [
    ...[...artists.values()]
      .slice(0, PALETTE_ITEMS)
      .map((row) => ({ ...row, kind: 'artist' as const, detail: 'Events' })),
    ...found.monitored.map((row) => ({ ...row, kind: 'monitored' as const, detail: 'Timeline' })),
    ...found.works.map((row) => ({ ...row, kind: 'work' as const })),
    ...found.categories.map(({ pool, ...row }) => ({
      ...row,
      kind: 'category' as const,
      type: typeOf(pool),
      detail: toolOf(pool),
    })),
    ...found.uploaded.map(({ pool, day, ...row }) => ({
      ...row,
      kind: 'queue' as const,
      type: typeOf(pool),
      detail: `${toolOf(pool)}, ${day}`,
    })),
    ...found.prices.map((row) => ({ ...row, kind: 'price' as const })),
    ...found.mailboxes.map((row) => ({ ...row, kind: 'mailbox' as const })),
    ...found.people.map((row) => ({ ...row, kind: 'profile' as const, detail: '' })),
  ];
}
