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

/** If a reading has not started this long after its due time, operators should see the reason. */
const LATE_MS = 2 * 60_000;
/** A catalogue is read once a day, so after two days at least one reading is missing. */
const OLD_MS = 2 * DAY_MS;
const OLD = 'It has not been read for two days.';

/** All countries by their code, with the state of the active ones. */
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
    const reason = row.reason ?? lostReason(row, now) ?? waitReason(row, scanners.length > 0, now);
    return {
      country,
      state: stateOf(row, now),
      events: row.events,
      changes: row.changes,
      read_at: isoTime(row.readAt),
      next_at: isoTime(row.nextAt),
      reason,
    };
  });
}

const offOf = (country: CatalogueCountry): Catalogue => ({
  country,
  state: 'off',
  events: 0,
  changes: 0,
  read_at: null,
  next_at: null,
  reason: null,
});

/** Whether a scanner reads the file now. A reading that made no call for a minute has ended. */
const isBeingRead = ({ reading, readingUntil }: store.StoredCatalogue, now: number): boolean =>
  reading !== null && readingUntil > now;

function stateOf(row: store.StoredCatalogue, now: number): Catalogue['state'] {
  if (row.reason !== null || lostReason(row, now) !== null) return 'failing';
  if (row.readAt === null) return 'waiting';
  return now - row.readAt > OLD_MS ? 'failing' : 'ok';
}

/** The reason for a reading that ended without a result; null if there was none, or another one has begun. */
function lostReason(row: store.StoredCatalogue, now: number): string | null {
  if (row.attempts === 0 || isBeingRead(row, now)) return null;
  return 'The last reading did not reach the end of the file. It will be repeated.';
}

/** Why a reading that is due has not begun, or an old one has no successor. */
function waitReason(row: store.StoredCatalogue, hasScanner: boolean, now: number): string | null {
  const { nextAt, readAt } = row;
  if (isBeingRead(row, now))
    return readAt === null ? 'It is being read. The first reading notifies of nothing.' : null;
  const isOld = readAt !== null && now - readAt > OLD_MS;
  if (nextAt > now || (hasScanner && now - nextAt < LATE_MS && readAt !== null))
    return isOld ? OLD : null;
  if (!hasScanner) return 'No scanner is connected, and the scanner reads the file. Start one.';
  if (readAt === null) return 'The first reading starts within a minute. It notifies of nothing.';
  return isOld ? OLD : null;
}

/** Turns these countries on and all others off, and makes readings of the new ones due. */
export async function chooseCatalogues(
  ctx: Ctx,
  { countries }: { countries: readonly CatalogueCountry[] },
): Promise<void> {
  await store.chooseCatalogues(ctx, [...new Set(countries)]);
  await offerReadings(ctx);
}

/** Turns one catalogue on, which makes its reading due, or off. */
export async function switchCatalogue(
  ctx: Ctx,
  country: CatalogueCountry,
  isOn: boolean,
): Promise<void> {
  await store.switchCatalogue(ctx, country, isOn);
  await offerReadings(ctx);
}

/**
 * Makes a catalogue's reading due now instead of at its next time.
 * @throws DomainError `not_found` if it is off.
 */
export async function readCatalogueNow(ctx: Ctx, country: CatalogueCountry): Promise<void> {
  await store.makeDue(ctx, country);
  await offerReadings(ctx);
}
