import { afterEach, expect, test } from 'vitest';
import { startReceiver } from '../days/receiver.ts';

const receiver = await startReceiver();
afterEach(() => receiver.stop());

test('a message that cannot be read is aborted, and the next one is received', async () => {
  const send = (body: string) =>
    fetch(`http://${receiver.host}/in/7`, {
      method: 'POST',
      body,
      headers: { 'webhook-id': 'M1', connection: 'close' },
    });
  for (const body of ['{"data":', '', '{"data":{}}', 'null'])
    await expect(send(body)).rejects.toThrow();
  const data = { notifications: [{ id: 7, body: 'A code' }] };
  expect((await send(JSON.stringify({ data }))).status).toBe(200);
  expect([...receiver.messagesOf]).toEqual([['7 7', new Set(['M1'])]]);
});
