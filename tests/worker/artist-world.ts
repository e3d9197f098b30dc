import { eq, like } from 'drizzle-orm';
import type { ChannelMessage } from '../../shared/channel.ts';
import type { Ctx } from '../../worker/context/context.ts';
import type { AdmissionRequest, Gate } from '../../worker/context/gate.ts';
import type { JobMessage } from '../../worker/context/jobs.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { artistChanges, monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { checkArtist } from '../../worker/features/artist-monitor/index.ts';
import { admit, type GateState, INITIAL_STATE, settle } from '../../worker/providers/gate.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { readSettings } from './settings.ts';

export const START = Date.parse('2026-11-22T10:00:00Z');

const db = () => openDatabase(readSettings());
export const ownArtistId = () => `K${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;

/** One event as the provider writes it. */
export const rawEvent = (id: string, part: object = {}) => ({
  id,
  name: 'Marisol Vega',
  url: `https://tickets.test/${id}`,
  dates: {
    start: { localDate: '2027-03-21', localTime: '20:00:00' },
    timezone: 'Europe/Paris',
    status: { code: 'onsale' },
  },
  sales: { public: { startDateTime: '2026-11-01T10:00:00Z' } },
  _embedded: {
    venues: [{ name: 'Halle des Quais', city: { name: 'Lyon' }, country: { countryCode: 'FR' } }],
  },
  ...part,
});

/** A monitored artist, a provider with prepared answers, and a clock that the test sets. */
export async function openWorld() {
  const artistId = ownArtistId();
  const world = {
    artistId,
    now: START,
    events: [rawEvent(`E${artistId}1`)] as object[],
    /** The answer in place of the events. */
    refusal: null as Response | null,
    requested: 0,
    admitted: [] as AdmissionRequest[],
    published: [] as ChannelMessage[],
    gate: INITIAL_STATE as GateState,
  };
  const gate: Gate = {
    admit: async (request) => {
      const decided = admit(world.gate, request, world.now);
      world.gate = decided.state;
      if (decided.admission.kind === 'admitted') world.admitted.push(request);
      return decided.admission;
    },
    report: async (report) => {
      world.gate = settle(world.gate, report, world.now);
    },
    quota: async () => world.gate.quota,
  };
  const ctx = (part: Partial<Ctx> = {}) =>
    makeCtx({
      clock: () => world.now,
      gateOf: () => gate,
      publish: async (messages) => void world.published.push(...messages),
      fetch: async () => {
        world.requested += 1;
        world.gate = { ...world.gate, nextStartAt: 0 };
        if (world.refusal) return world.refusal.clone();
        const page = { totalElements: world.events.length };
        return Response.json({ _embedded: { events: world.events }, page });
      },
      ...part,
    });
  await db().insert(monitoredArtists).values({
    artistId,
    name: 'Marisol Vega',
    image: '',
    startDay: '2026-11-20',
    endDay: null,
    createdAt: START,
    nextCheckAt: START,
  });
  const row = async () => {
    const rows = await db()
      .select()
      .from(monitoredArtists)
      .where(eq(monitoredArtists.artistId, artistId));
    if (!rows[0]) throw new Error('the artist is gone');
    return rows[0];
  };
  return Object.assign(world, {
    ctx,
    row,
    /** Advances the clock to the next check, and runs it. */
    check: async (part: Partial<Ctx> = {}) => {
      const { nextCheckAt: dueAt } = await row();
      world.now = Math.max(world.now, dueAt);
      await checkArtist(ctx(part), { artistId, dueAt });
    },
    /** The checks of this artist that `start` puts on the queue. */
    queuedBy: async (start: (own: Ctx) => Promise<void>) => {
      const queued: JobMessage[] = [];
      await start(ctx({ enqueue: async (jobs) => void queued.push(...jobs) }));
      return queued
        .filter((job) => job.kind === 'artists.check')
        .filter((job) => job.artistId === artistId);
    },
    notifications: async () =>
      (
        await db()
          .select()
          .from(notifications)
          .where(like(notifications.href, `%${artistId}%`))
      ).map(({ topic, body }) => `${topic}: ${body}`),
    timeline: async () =>
      (
        await db()
          .select()
          .from(artistChanges)
          .where(eq(artistChanges.artistId, artistId))
          .orderBy(artistChanges.id)
      ).map(({ change }) => JSON.parse(change).kind),
  });
}
