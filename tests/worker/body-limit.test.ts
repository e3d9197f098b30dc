import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { bodyLimit, KIB } from '../../worker/http/body-limit.ts';
import { describeFailure } from '../../worker/http/errors.ts';

const app = new Hono()
  .post('/', bodyLimit(8 * KIB), async (c) => c.text(await c.req.text()))
  .onError((error, c) => {
    const { body, status } = describeFailure(error);
    return c.json(body, status);
  });

const PART_BYTES = 4 * KIB;

/**
 * Sends a body in the given number of chunks.
 * @returns the answer, and how many chunks were read
 */
async function send(parts: number, settings: Record<string, string>) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= parts) return controller.close();
      sent += 1;
      controller.enqueue(new Uint8Array(PART_BYTES).fill(97));
    },
  });
  const request = new Request('https://desk.test/', { method: 'POST', body });
  const answer = await app.fetch(request, settings);
  return { status: answer.status, text: await answer.text(), sent };
}

const LOCAL = { LOCAL_ONLY: '1' };

test('a body in chunks within the limit is passed on', async () => {
  for (const settings of [LOCAL, {}]) {
    const { status, text } = await send(2, settings);
    expect([status, text.length]).toEqual([200, 2 * PART_BYTES]);
  }
});

test('under a local start a body that is too large is read to its end, because otherwise its proxy fails', async () => {
  const { status, sent } = await send(50, LOCAL);
  expect([status, sent]).toEqual([413, 50]);
});

test('elsewhere such a body is not read to its end', async () => {
  const { status, sent } = await send(50, {});
  expect(status).toBe(413);
  expect(sent).toBeLessThan(50);
});
