import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChannelFrame, channelFrame, writePosition } from '../../shared/channel.ts';
import { type Product, startProduct, until } from './product.ts';

let product: Product;
beforeAll(async () => {
  const nowhere = 'http://127.0.0.1:9';
  product = await startProduct({
    TICKETMASTER_API_URL: nowhere,
    SEATGEEK_API_URL: nowhere,
    WIKIMEDIA_API_URL: nowhere,
    MUSICBRAINZ_API_URL: nowhere,
    LISTENBRAINZ_API_URL: nowhere,
  });
});
afterAll(() => product.stop());

/** What a tab gets when it connects, from its position if it has one. */
async function connect(since = ''): Promise<ChannelFrame[]> {
  const address = new URL(
    `/ws?${new URLSearchParams({ token: product.token, since })}`,
    product.url,
  );
  address.protocol = 'ws:';
  const socket = new WebSocket(address);
  const frames: ChannelFrame[] = [];
  socket.onmessage = ({ data }) => frames.push(channelFrame.parse(JSON.parse(String(data))));
  await until(() => frames.some(({ type }) => type === 'ready'));
  socket.close();
  return frames;
}

function positionAfter(frames: ChannelFrame[]): string {
  const hello = frames.find((frame) => frame.type === 'hello');
  const ready = frames.find((frame) => frame.type === 'ready');
  return writePosition({ epoch: hello?.epoch ?? '', seq: ready?.seq ?? 0 });
}

const ENDS = {
  killed: () => product.killWorker(0),
  'killed, and down for a while': () => product.killWorker(3_000),
  restarted: () => product.restartWorker(),
};

test.each(Object.entries(ENDS))(
  'a tab gets what it missed although the Worker was %s since',
  async (title, end) => {
    const { db } = product;
    const since = positionAfter(await connect());
    await db.run(sql`insert into notifications (kind, title, topic, body, dedupe_key, created_at)
    values ('system', ${title}, '', 'body', ${title}, ${Date.now()})`);
    await product.tick();
    const isPublished = sql`select 1 from notifications where title = ${title} and published_at is not null`;
    await until(async () => (await db.all(isPublished)).length > 0);
    await end();

    const frames = await connect(since);
    expect(frames[0]).toMatchObject({ type: 'hello', reset: false });
    const missed = frames.filter((frame) => frame.type === 'notification');
    expect(missed.map(({ data }) => data.title)).toEqual([title]);
  },
);
