import {
  CATALOGUE_COUNTRIES,
  type Catalogue,
  type CatalogueCountry,
} from '../../../shared/catalogues/schema.ts';
import { DAY_MS, isoTime } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { connectedScanners } from '../../durable/scan-desk-client.ts';
import { offerReadings } from './readings/service.ts';
import * as store from './store.ts';

/** After an hour a reading that is not done has a reason that an operator should know. */
const LATE_MS = 2 * 60_000;

/** All countries by their code, with the state of those that are on. */
export async function listCatalogues(ctx: Pick<Ctx, 'db' | 'env' | 'clock'>): Promise<Catalogue[]> {
  const [rows, scanners] = await Promise.all([
    store.listCatalogues(ctx.db),
    connectedScanners(ctx),
  ]);
  const stored = new Map(rows.map((row) => [row.country, row]));
  const now = ctx.clock();
  return CATALOGUE_COUNTRIES.map((country) => {
    const row = stored.get(country);
    if (row === undefined || !row.isOn) return offOf(country);
    const reason = row.reason ?? waitReason(row, scanners.length > 0, now);
    return {
      country,
      state: stateOf(row, reason, now),
      events: row.events,
      changes: row.changes,
      read_at: isoTime(row.readAt),
      next_at: isoTime(row.nextAt),
      reason,
    };
  });
}

const offOf = (country: CatalogueCountry): Catalogue => ({
  ...{ country, state: 'off', events: 0, changes: 0 },
  ...{ read_at: null, next_at: null, reason: null },
});

function stateOf(
  { reason, readAt }: store.StoredCatalogue,
  wait: string | null,
  now: number,
): Catalogue['state'] {
  if (reason !== null) return 'failing';
  if (readAt === null) return 'waiting';
  return wait !== null && now - readAt > 2 * DAY_MS ? 'failing' : 'ok';
}

/** Why a reading that is due has not begun. */
function waitReason(
  { nextAt, readAt, reading }: store.StoredCatalogue,
  hasScanner: boolean,
  now: number,
): string | null {
  if (reading !== null && readAt === null)
    return 'It is being read. The first reading notifies of nothing.';
  if (nextAt > now || (hasScanner && now - nextAt < LATE_MS && readAt !== null)) return null;
  if (!hasScanner) return 'No scanner is connected, and the scanner reads the file. Start one.';
  return readAt === null
    ? 'The first reading starts within a minute. It notifies of nothing.'
    : null;
}

/** Turns these countries on and all others off, and has the new ones read. */
export async function chooseCatalogues(
  ctx: Ctx,
  { countries }: { countries: readonly CatalogueCountry[] },
): Promise<void> {
  await store.chooseCatalogues(ctx, [...new Set(countries)]);
  await offerReadings(ctx);
}
