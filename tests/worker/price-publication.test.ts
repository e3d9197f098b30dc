import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChannelFrame } from '../../shared/channel.ts';
import { addObservation } from '../../worker/features/price-monitor/checks/observations.ts';
import { sendChanges } from '../../worker/features/price-monitor/checks/service.ts';
import {
  addEvent,
  pauseEvents,
  readEvent,
  removeEvent,
} from '../../worker/features/price-monitor/events/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { connect } from './channel-world.ts';

const pageOf = (price: number) => {
  const offers = { price, priceCurrency: 'EUR' };
  const data = { '@type': 'Event', name: 'Northern Lanterns', offers };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
};

/** A paused event, which no round checks, with a stored price that was not sent yet. */
async function storePrice() {
  const ctx = makeCtx();
  const prefix = crypto.randomUUID().slice(0, 13);
  const url = `https://${prefix}.axs.com/event/${prefix}`;
  await addEvent(ctx, url);
  onTestFinished(() => removeEvent(ctx, url).catch(() => undefined));
  const { data } = await readEvent(ctx, url);
  await pauseEvents(ctx, [data.id], true);
  const paste = (price: number, through = ctx) =>
    addObservation(through, { url, page_source: pageOf(price) });
  // The publication of this one fails, as when the Worker ends before it.
  const failing = makeCtx({
    publish: async () => {
      throw new Error('the channel cannot be reached');
    },
  });
  await paste(60, failing);
  return { ctx, url, id: data.id, paste };
}

/** The states of an event that a new client receives. */
async function lastStates(url: string) {
  const { token } = await makeOperator();
  const { frames } = await connect(token);
  const find = (isWanted: (frame: ChannelFrame) => boolean) => frames.find(isWanted);
  const price = find((frame) => frame.type === 'priceUpdate' && frame.data.url === url);
  const monitor = find((frame) => frame.type === 'monitor' && frame.data.id === url);
  return {
    prices: price?.type === 'priceUpdate' ? Object.keys(price.data.prices ?? {}) : null,
    state: monitor?.type === 'monitor' ? monitor.data.state : null,
  };
}

/**
 * Sends changes through a slow call.
 * @param change runs after the call has read them and before it publishes them
 */
async function sendLate(change: () => Promise<unknown>, ids: readonly number[] = []) {
  const { publish } = makeCtx();
  let isFirst = true;
  await sendChanges(
    makeCtx({
      async publish(messages) {
        if (isFirst) {
          isFirst = false;
          await change();
        }
        await publish(messages);
      },
    }),
    ids,
  );
}

describe('a publication that comes after a newer one', () => {
  it('is followed by the newer price', async () => {
    const { url, paste } = await storePrice();
    await sendLate(() => paste(40));
    expect(await lastStates(url)).toEqual({ prices: ['40.00'], state: 'paused' });
  });

  it('is followed by the newer state', async () => {
    const { ctx, url, id } = await storePrice();
    await sendLate(async () => {
      await pauseEvents(ctx, [id], false);
      await sendChanges(ctx);
    });
    expect(await lastStates(url)).toMatchObject({ state: 'ok' });
  });

  it('is followed by the newer price if it sends the state of a check without news', async () => {
    const { ctx, url, id, paste } = await storePrice();
    await sendChanges(ctx);
    await sendLate(async () => {
      await pauseEvents(ctx, [id], false);
      await paste(40);
    }, [id]);
    // The round has nothing else to send; the next one sends the marked events.
    await sendChanges(ctx);
    expect(await lastStates(url)).toEqual({ prices: ['40.00'], state: 'ok' });
  });

  it('is followed by the removal', async () => {
    const { ctx, url } = await storePrice();
    await sendLate(() => removeEvent(ctx, url));
    expect(await lastStates(url)).toEqual({ prices: null, state: null });
  });

  it('is followed by the state of the event that was added again', async () => {
    const { ctx, url } = await storePrice();
    await sendLate(async () => {
      await removeEvent(ctx, url);
      await addEvent(ctx, url);
    });
    expect(await lastStates(url)).toMatchObject({ state: 'waiting' });
  });
});
