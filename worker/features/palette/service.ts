import { PALETTE_ITEMS, type PaletteItem } from '../../../shared/palette/schema.ts';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { listSales } from '../catalogues/index.ts';
import { findObjects } from './store.ts';

/** An event has several sales. */
const SALES_READ = 4 * PALETTE_ITEMS;

/** The events with a future sale whose names contain a text, sorted by the opening of the sale. */
async function findSales(ctx: Ctx, search: string): Promise<PaletteItem[]> {
  const { data } = await listSales(ctx, { search, limit: SALES_READ });
  const events = new Map(data.toReversed().map((sale) => [sale.event_id, sale]));
  return [...events.values()]
    .toReversed()
    .slice(0, PALETTE_ITEMS)
    .map(({ event_id: id, artist, venue, city }) => ({
      kind: 'sale' as const,
      id,
      label: artist,
      detail: [venue, city].filter((part) => part !== '').join(', '),
    }));
}

/** The type of a pool of queue accounts, by its number. */
const typeOf = (pool: number): QueueType => (pool === 1 ? 'verified_fan' : 'standard');
const toolOf = (pool: number) => (pool === 1 ? 'Verified Fan' : 'Standard');

/** The objects whose name contains the text, a few of each kind. */
export async function searchPalette(ctx: Ctx, text: string): Promise<PaletteItem[]> {
  const [matches, sales] = await Promise.all([
    findObjects(ctx.db, signedIn(ctx).id, text),
    findSales(ctx, text),
  ]);
  const artists = new Map([...matches.searched, ...matches.monitored].map((row) => [row.id, row]));
  return [
    ...[...artists.values()]
      .slice(0, PALETTE_ITEMS)
      .map((row) => ({ ...row, kind: 'artist' as const, detail: 'Events' })),
    ...matches.monitored.map((row) => ({ ...row, kind: 'monitored' as const, detail: 'Timeline' })),
    ...sales,
    ...matches.works.map((row) => ({ ...row, kind: 'work' as const })),
    ...matches.categories.map(({ pool, ...row }) => ({
      ...row,
      kind: 'category' as const,
      type: typeOf(pool),
      detail: toolOf(pool),
    })),
    ...matches.uploaded.map(({ pool, day, ...row }) => ({
      ...row,
      kind: 'queue' as const,
      type: typeOf(pool),
      detail: `${toolOf(pool)}, ${day}`,
    })),
    ...matches.prices.map((row) => ({ ...row, kind: 'price' as const })),
    ...matches.mailboxes.map((row) => ({ ...row, kind: 'mailbox' as const })),
    ...matches.people.map((row) => ({ ...row, kind: 'profile' as const, detail: '' })),
  ];
}
