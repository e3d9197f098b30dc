import { PALETTE_ITEMS, type PaletteItem } from '../../../shared/palette/schema.ts';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { type Ctx, signedIn } from '../../context.ts';
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
    ...found.works.map(({ id, tool, name, title }) => ({
      id,
      tool,
      kind: 'work' as const,
      label: name ?? title,
      detail: name === null ? '' : title,
    })),
    ...found.categories.map(({ label, pool }) => ({
      id: label,
      label,
      kind: 'category' as const,
      type: typeOf(pool),
      detail: toolOf(pool),
    })),
    ...found.uploaded.map(({ label, pool, day }) => ({
      id: label,
      label,
      kind: 'queue' as const,
      type: typeOf(pool),
      detail: `${toolOf(pool)}, ${day}`,
    })),
    ...found.prices.map(({ id, title, venue }) => ({
      id,
      kind: 'price' as const,
      label: title ?? id,
      detail: venue ?? '',
    })),
    ...found.mailboxes.map(({ id, label, host }) => ({
      id,
      label,
      kind: 'mailbox' as const,
      detail: host,
    })),
    ...found.people.map((row) => ({ ...row, kind: 'profile' as const, detail: '' })),
  ];
}
