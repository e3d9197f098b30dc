import { DurableObject } from 'cloudflare:workers';
import type { PlatformBindings } from '../../../worker/context/env.ts';
import type { Channel } from '../../../worker/durable/channel.ts';
import { connect, publish } from '../../../worker/durable/channel-client.ts';

export { Channel } from '../../../worker/durable/channel.ts';

/** The peer: accepts sockets and sends them a text, and nothing else. */
export class Bare extends DurableObject {
  override async fetch(): Promise<Response> {
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.ctx.acceptWebSocket(ours);
    return new Response(null, { status: 101, webSocket: theirs });
  }

  async broadcast(text: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
  }
}

interface Bindings extends Pick<PlatformBindings, 'CHANNEL'> {
  CHANNEL: DurableObjectNamespace<Channel>;
  BARE: DurableObjectNamespace<Bare>;
}

/**
 * /product (one shard unless `shards` names more) and /bare: an upgrade opens a socket, a POST
 * publishes a list of messages.
 */
export default {
  async fetch(request: Request, { CHANNEL, BARE }: Bindings): Promise<Response> {
    const url = new URL(request.url);
    const env = { CHANNEL, CHANNEL_SHARDS: url.searchParams.get('shards') };
    const isBare = url.pathname === '/bare';
    const bare = BARE.getByName('bare');
    if (request.method === 'POST') {
      const text = await request.text();
      if (isBare) await bare.broadcast(text);
      else await publish(env, JSON.parse(text), request.signal);
      return new Response(null, { status: 204 });
    }
    if (isBare) return bare.fetch(request);
    const operatorId = Number(url.searchParams.get('operator'));
    const token = { operatorId, sessionId: '', version: 1, expiresAt: 1e10 };
    return connect(env, token, { since: '', lists: 'deflate' });
  },
};
