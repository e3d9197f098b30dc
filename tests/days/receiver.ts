import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const message = z.object({
  data: z.object({ notifications: z.array(z.object({ id: z.number(), body: z.string() })) }),
});

/**
 * A receiver for webhook channels: the message ids that delivered each notification, by the end of
 * the channel's address.
 */
export async function startReceiver() {
  /** `${end of the address} ${id of the notification}` -> ids of messages. */
  const messagesOf = new Map<string, Set<string>>();
  const server = createServer(async (request, response) => {
    try {
      const { data } = message.parse(JSON.parse(await text(request)));
      const id = String(request.headers['webhook-id']);
      const channel = request.url?.split('/').at(-1);
      for (const notification of data.notifications) {
        const key = `${channel} ${notification.id}`;
        messagesOf.set(key, (messagesOf.get(key) ?? new Set()).add(id));
      }
      response.end('ok');
    } catch {
      // A kill has cut off the message.
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address contains a port, not a path.
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, port, messagesOf, stop: () => server.close() };
}
