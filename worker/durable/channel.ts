import { DurableObject } from 'cloudflare:workers';
import {
  acknowledgement,
  type ChannelFrame,
  type ChannelMessage,
  CLOSE,
  PING,
  PONG,
  readPosition,
} from '../../shared/channel.ts';
import type { SessionToken } from '../security/tokens.ts';
import { ChannelStore } from './channel-store.ts';

/** Sockets of one channel, and of one operator in it. */
const MAX_SOCKETS = 2_000;
export const MAX_SOCKETS_OF_OPERATOR = 20;
/** A client that confirmed none of so many messages is dropped, because all of them are kept in memory for it. */
export const MAX_UNCONFIRMED = 1_000;
/** Clients send PING and confirmations only. */
const MAX_INCOMING_CHARACTERS = 256;

/** What is attached to a socket: its token, and how far it has read. It outlives the eviction of the object. */
interface Attachment extends SessionToken {
  /** The newest `seq` that the client confirmed. */
  confirmed: number;
}

/**
 * The live channel: every message to every connected browser, in one order. Its sockets hibernate, and everything that it
 * must know survives an eviction: messages in its storage, what belongs to a socket in the socket's attachment.
 */
export class Channel extends DurableObject {
  private readonly store: ChannelStore;
  /** Reading an attachment copies it: each is read once. */
  private readonly attachments = new WeakMap<WebSocket, Attachment>();

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    this.store = new ChannelStore(state.storage);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Admits a browser's socket and sends it what it missed. The caller has checked its token. */
  override async fetch(request: Request): Promise<Response> {
    const headers = request.headers;
    // Only the Worker can reach this object, and it sends this header.
    const token = JSON.parse(headers.get('X-Channel-Client') ?? '') as SessionToken;
    const open = this.sockets();
    const own = open.filter((socket) => this.read(socket).operatorId === token.operatorId);
    if (open.length >= MAX_SOCKETS || own.length >= MAX_SOCKETS_OF_OPERATOR) {
      return new Response(null, { status: 429 });
    }
    const [theirs, ours] = Object.values(new WebSocketPair());
    if (theirs === undefined || ours === undefined) throw new Error('a pair has two sockets');
    this.ctx.acceptWebSocket(ours);
    this.replay(ours, token, headers.get('X-Channel-Since') ?? '');
    return new Response(null, { status: 101, webSocket: theirs });
  }

  /** Sends messages to every client, in this order; those that change nothing are left out. */
  async publish(messages: ChannelMessage[]): Promise<void> {
    const frames = this.store.append(messages);
    if (frames.length === 0) return;
    const { seq } = this.store.position;
    const now = Date.now();
    for (const socket of this.sockets()) {
      const { expiresAt, confirmed } = this.read(socket);
      if (expiresAt * 1000 <= now) socket.close(CLOSE.sessionEnded, 'The session expired.');
      else if (seq - confirmed > MAX_UNCONFIRMED)
        socket.close(CLOSE.tooSlow, `More than ${MAX_UNCONFIRMED} messages were not confirmed.`);
      else for (const frame of frames) socket.send(frame);
    }
  }

  /** The tokens that the sockets were opened with. */
  async sessions(): Promise<SessionToken[]> {
    return this.sockets().map((socket) => this.read(socket));
  }

  /** Closes the sockets of sessions that have ended. */
  async endSessions(ids: string[]): Promise<void> {
    for (const socket of this.sockets()) {
      if (ids.includes(this.read(socket).sessionId))
        socket.close(CLOSE.sessionEnded, 'The session ended.');
    }
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    if (typeof data !== 'string' || data.length > MAX_INCOMING_CHARACTERS) {
      socket.close(1009, `Messages have at most ${MAX_INCOMING_CHARACTERS} characters.`);
      return;
    }
    const confirmed = readConfirmed(data);
    if (confirmed === null) socket.close(1008, 'Only confirmations are accepted.');
    else this.attach(socket, { ...this.read(socket), confirmed });
  }

  private replay(socket: WebSocket, token: SessionToken, since: string): void {
    const { epoch, seq } = this.store.position;
    const { reset, frames } = this.store.since(readPosition(since));
    this.attach(socket, { ...token, confirmed: seq });
    const first: ChannelFrame = { type: 'hello', epoch, reset };
    const last: ChannelFrame = { type: 'ready', seq };
    socket.send(JSON.stringify(first));
    for (const frame of frames) socket.send(frame);
    socket.send(JSON.stringify(last));
  }

  private sockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  private attach(socket: WebSocket, attachment: Attachment): void {
    socket.serializeAttachment(attachment);
    this.attachments.set(socket, attachment);
  }

  private read(socket: WebSocket): Attachment {
    const known = this.attachments.get(socket);
    if (known !== undefined) return known;
    // Attached when the socket was accepted.
    const attachment = socket.deserializeAttachment() as Attachment;
    this.attachments.set(socket, attachment);
    return attachment;
  }
}

/** The `seq` that a client confirms; null for anything else. */
function readConfirmed(data: string): number | null {
  try {
    const parsed = acknowledgement.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data.seq : null;
  } catch {
    return null; // not JSON
  }
}
