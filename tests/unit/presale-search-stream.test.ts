import { describe, expect, it, vi } from 'vitest';

// The client of the API reads the address of the page.
vi.stubGlobal('location', { origin: 'https://desk.test' });
const { readEvents } = await import('../../web/features/presale-codes/search/search-stream.ts');

const bodyOf = (...chunks: Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function all(body: ReadableStream<Uint8Array>) {
  const events = [];
  for await (const event of readEvents(body, 60_000)) events.push(event);
  return events;
}

const TEXT =
  'event: code\ndata: {"code":"SCHÖN26 🎟"}\n\n: beat\n\nevent: progress\ndata: {}\n\nevent: done\ndata: a\ndata: b\n\n';
const EVENTS = [
  { name: 'code', data: '{"code":"SCHÖN26 🎟"}' },
  { name: 'progress', data: '{}' },
  { name: 'done', data: 'a\nb' },
];

describe('the stream of a search', () => {
  const bytes = new TextEncoder().encode(TEXT);
  it('is read the same wherever its chunks are split, even within letters of several bytes', async () => {
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(await all(bodyOf(bytes.slice(0, cut), bytes.slice(cut)))).toEqual(EVENTS);
  });

  it('is read byte by byte', async () => {
    expect(await all(bodyOf(...[...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(EVENTS);
  });

  it('ends without the incomplete event', async () => {
    const half = new TextEncoder().encode('event: code\ndata: {}\n\nevent: code\ndata: {"co');
    expect(await all(bodyOf(half))).toEqual([{ name: 'code', data: '{}' }]);
  });

  it('fails like a broken connection when no more data arrives', async () => {
    const silent = new ReadableStream<Uint8Array>();
    const first = readEvents(silent, 5).next();
    await expect(first).rejects.toBeInstanceOf(TypeError);
  });
});
