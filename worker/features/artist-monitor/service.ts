import type { ArtistChange } from '../../../shared/artist-monitor/changes.ts';
import type {
  ArtistChangesQuery,
  ArtistCheck,
  ArtistSettings,
  CheckPlan,
  MonitoredArtist,
  NewMonitoredArtist,
} from '../../../shared/artist-monitor/schema.ts';
import { DAY_MS, isoTime, MINUTE_MS } from '../../../shared/times.ts';
import { afterwards, type Ctx } from '../../context/context.ts';
import { readPage } from '../../db/page.ts';
import { monitorMessage } from '../../durable/channel-client.ts';
import { readPlan, startDueChecks } from './check.ts';
import { shareOf } from './plan.ts';
import * as store from './store.ts';
import * as timeline from './store-timeline.ts';

/** How far the timeline reaches back. */
const KEPT_MS = 90 * DAY_MS;

/** All monitored artists by name. */
export async function listMonitoredArtists(ctx: Ctx): Promise<MonitoredArtist[]> {
  return (await store.listArtists(ctx.db)).map((row) => ({
    artist_id: row.artistId,
    artist_name: row.name,
    artist_image: row.image,
    start_monitoring: row.startDay,
    end_monitoring: row.endDay,
  }));
}

/** Adds an artist. Its first check starts at once, or as soon as the calls of the day allow it. @throws DomainError `conflict` when it is monitored already. */
export async function addMonitoredArtist(ctx: Ctx, artist: NewMonitoredArtist): Promise<void> {
  await store.insertArtist(ctx, artist);
  await startChecks(ctx, artist.artist_id);
}

/** @throws DomainError `not_found` */
export async function changeMonitoredArtist(
  ctx: Ctx,
  id: string,
  settings: ArtistSettings,
): Promise<void> {
  await store.updateArtist(ctx, id, settings);
  await startChecks(ctx, id);
}

/** Removes an artist and its timeline. @throws DomainError `not_found` */
export async function removeMonitoredArtist(ctx: Ctx, id: string): Promise<void> {
  await store.deleteArtist(ctx, id);
  const messages = [monitorMessage('artist', id, 'removed')];
  await afterwards(ctx, 'a removed artist was not announced', () => ctx.publish(messages));
}

/**
 * Checks an artist now instead of at its next time, even if the calls of the plan are used up.
 * @throws DomainError `not_found`
 */
export async function checkArtistNow(ctx: Ctx, id: string): Promise<void> {
  await store.makeDue(ctx, id);
  await startChecks(ctx, id, { isRequested: true });
}

/** The next tick starts a check that this call could not start. */
const startChecks = (ctx: Ctx, artistId: string, { isRequested = false } = {}): Promise<void> =>
  afterwards(ctx, 'checks not started', () => startDueChecks(ctx, { artistId, isRequested }));

/** The state of every artist's checks, and the plan behind it. */
export async function readChecks(
  ctx: Ctx,
  seen: number,
): Promise<{ data: ArtistCheck[]; plan: CheckPlan }> {
  const [artists, news, plan] = await Promise.all([
    store.listArtists(ctx.db),
    timeline.countNew(ctx.db, seen),
    readPlan(ctx),
  ]);
  const { soonMs, otherMs, coveredMs, coveredArtists, oldestMs, checksPerDay, quota } = plan;
  return {
    data: artists.map((row) => ({
      artist_id: row.artistId,
      checked_at: isoTime(row.checkedAt),
      next_check_at: isoTime(row.nextCheckAt),
      failure: row.failure,
      source: row.isCovered ? 'catalogues' : 'calls',
      event_count: row.eventCount,
      last_event_day: row.lastEventDay,
      next_sale_at: isoTime(row.nextSaleAt),
      new_count: news.get(row.artistId) ?? 0,
    })),
    plan: {
      soon_minutes: Math.round(soonMs / MINUTE_MS),
      other_minutes: Math.round(otherMs / MINUTE_MS),
      covered_minutes: Math.round(coveredMs / MINUTE_MS),
      covered_artists: coveredArtists,
      oldest_minutes: Math.round(oldestMs / MINUTE_MS),
      checks_per_day: Math.round(checksPerDay),
      calls_share: shareOf(quota),
      calls_used: quota && quota.limit - quota.available,
      calls_limit: quota?.limit ?? null,
    },
  };
}

/** A page of the timeline of one artist or of all, newest first. */
export async function readChanges(
  ctx: Ctx,
  query: ArtistChangesQuery,
): Promise<{ data: ArtistChange[]; total: number; next_cursor: string | null }> {
  const { rows, total, nextCursor } = await readPage(query, {
    rows: (page) => timeline.listChanges(ctx.db, query, page),
    count: () => timeline.countChanges(ctx.db, query),
    sortValues: ({ id }) => [id],
  });
  return { data: rows, total, next_cursor: nextCursor };
}

/** Deletes changes that are older than the timeline reaches back. @returns how many. */
export const deleteOldChanges = (ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> =>
  timeline.deleteChangesBefore(ctx.db, ctx.clock() - KEPT_MS);
