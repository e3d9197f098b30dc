import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { ChannelFrame } from '../../shared/channel.ts';
import { monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { monitorMessage } from '../../worker/durable/channel-client.ts';
import { removeMonitoredArtist } from '../../worker/features/artist-monitor/service.ts';
import { insertArtist } from '../../worker/features/artist-monitor/store.ts';
import { publishMarked } from '../../worker/features/channel/marks.ts';
import { sendChanges } from '../../worker/features/price-monitor/checks/service.ts';
import { addEvent, removeEvent } from '../../worker/features/price-monitor/events/service.ts';
import { PATIENCE } from '../factories/patience.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { connect } from './channel-world.ts';

/**
 * A context whose messages do not reach the channel, as when the Worker ends before it sends them.
 */
const cutOff = () =>
  makeCtx({
    publish: async () => {
      throw new Error('the channel cannot be reached');
    },
  });

/**
 * The last frame of a kind that a new client receives. Tests share the channel, and others may
 * publish marks too.
 */
async function lastFrame(isWanted: (frame: ChannelFrame) => boolean) {
  await publishMarked(makeCtx());
  const { token } = await makeOperator();
  return (await connect(token)).frames.find(isWanted);
}

const monitorOf = (id: string) =>
  lastFrame((frame) => frame.type === 'monitor' && frame.data.id === id);

async function makeArtist() {
  const ctx = cutOff();
  const artist_id = crypto.randomUUID().slice(0, 16);
  const days = { start_monitoring: null, end_monitoring: null };
  await insertArtist(ctx, { artist_id, artist_name: 'Orchid Motel', artist_image: '', ...days });
  const check = (state: Partial<typeof monitoredArtists.$inferInsert>) =>
    ctx.db.update(monitoredArtists).set(state).where(eq(monitoredArtists.artistId, artist_id));
  return { ctx, id: artist_id, check };
}

/** An event that the channel has, and that is removed without a publication. */
async function removeSilently() {
  const url = `https://${crypto.randomUUID()}.axs.com/event/1`;
  await addEvent(cutOff(), url);
  await makeCtx().publish([monitorMessage('price', url, 'ok')]);
  await removeEvent(cutOff(), url);
  return url;
}

describe('a state that the channel has missed', () => {
  it('is published for a removed event', async () => {
    const url = await removeSilently();
    await vi.waitFor(async () => expect(await monitorOf(url)).toBeUndefined(), PATIENCE);
  });

  it('is published for a removed event that was added again', async () => {
    const url = await removeSilently();
    await addEvent(cutOff(), url);
    await vi.waitFor(async () => {
      await sendChanges(makeCtx());
      expect(await monitorOf(url)).toMatchObject({ data: { state: 'waiting' } });
    }, PATIENCE);
  });

  it('is published for an artist that was checked, failed and was removed', async () => {
    const { ctx, id, check } = await makeArtist();
    const expectState = (data: object) =>
      vi.waitFor(async () => expect(await monitorOf(id)).toMatchObject({ data }), PATIENCE);
    await check({ checkedAt: 1_800_000_000_000 });
    await expectState({ state: 'ok', reason: null, checked_at: '2027-01-15T08:00:00.000Z' });
    await check({ failures: 1, failure: 'It did not answer.' });
    await expectState({ state: 'failing', reason: 'It did not answer.' });
    await removeMonitoredArtist(ctx, id);
    await vi.waitFor(async () => expect(await monitorOf(id)).toBeUndefined(), PATIENCE);
  });

  it('is published for mailboxes whose health changed', async () => {
    const { db } = makeCtx();
    const { token } = await makeOperator();
    const { frames } = await connect(token);
    const [{ n } = { n: 0 }] = await db.all<{ n: number }>(
      sql`select count(*) as n from channel_marks where target = 'mailboxes'`,
    );
    if (n === 0)
      await db.run(sql`insert into channel_marks (target, name) values ('mailboxes', '')`);
    await publishMarked(makeCtx());
    await vi.waitFor(
      () => expect(frames.some(({ type }) => type === 'mailboxes')).toBe(true),
      PATIENCE,
    );
  });

  it('is published later if the channel cannot be reached, or if it changes during the publication', async () => {
    const { id, check } = await makeArtist();
    await check({ checkedAt: 1_800_000_000_000 });
    await publishMarked(cutOff()).catch(() => undefined);
    const newest = 1_800_000_060_000;
    await publishMarked(
      makeCtx({ publish: async () => void (await check({ checkedAt: newest })) }),
    );
    const data = { state: 'ok', checked_at: '2027-01-15T08:01:00.000Z' };
    await vi.waitFor(async () => expect(await monitorOf(id)).toMatchObject({ data }), PATIENCE);
  });
});
