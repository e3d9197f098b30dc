import {
  type ChannelLists,
  type ChannelPrices,
  PING,
  PONG,
  type Position,
  writePosition,
} from '../../../shared/channel.ts';
import { api, send } from '../api.ts';
import { isSigningOut } from '../session.ts';
import { readToken } from '../token.ts';
import { advance, type Connection, type ConnectionEvent, STOPPED } from './connection.ts';

const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 10_000;

interface SocketOwner {
  /** The position up to which this browser has read; null before the first message. */
  position: () => Position | null;
  onFrame: (text: string) => void;
  /** The socket failed. It closes next. */
  onError: () => void;
  onConnection: (connection: Connection) => void;
  /** The product does not have this page's address, so it refuses its sockets. */
  onRefusal: (addresses: readonly string[]) => void;
}

/** Keeps one WebSocket to the live channel open, by the rules of `connection.ts`. */
export class ChannelSocket {
  private readonly owner: SocketOwner;
  private connection = STOPPED;
  private socket: WebSocket | null = null;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private pongTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly onWake = () => {
    this.handle({ type: 'wake' });
    // After a sleep the socket looks open, although the server has closed it.
    this.ping();
  };

  constructor(owner: SocketOwner) {
    this.owner = owner;
  }

  start(): void {
    window.addEventListener('online', this.onWake);
    document.addEventListener('visibilitychange', this.onWake);
    this.pingTimer = setInterval(() => this.ping(), PING_EVERY_MS);
    this.handle({ type: 'start' });
  }

  stop(): void {
    window.removeEventListener('online', this.onWake);
    document.removeEventListener('visibilitychange', this.onWake);
    clearInterval(this.pingTimer);
    this.handle({ type: 'stop' });
  }

  /** The channel sent everything that was missed. */
  ready(): void {
    this.handle({ type: 'ready' });
  }

  /** Reconnects, because a message is missing. */
  lose(): void {
    this.handle({ type: 'lose' });
  }

  send(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  private handle(event: ConnectionEvent): void {
    const { connection, actions } = advance(this.connection, event, Math.random());
    const hasChanged = connection !== this.connection;
    this.connection = connection;
    for (const action of actions) {
      clearTimeout(this.retryTimer);
      if (action.type === 'open') this.open();
      else if (action.type === 'drop') this.drop();
      else if (action.type === 'check_session') void this.explain();
      else this.retryTimer = setTimeout(() => this.handle({ type: 'retry' }), action.delayMs);
    }
    if (hasChanged) this.owner.onConnection(connection);
  }

  private open(): void {
    const token = readToken();
    // The operator signed out in another tab, so this tab is about to leave the page.
    if (token === null) return;
    const url = new URL('/ws', location.origin);
    url.protocol = url.protocol.replace('http', 'ws');
    url.searchParams.set('token', token);
    const lists: ChannelLists = 'deflate';
    url.searchParams.set('lists', lists);
    const prices: ChannelPrices = 'named';
    url.searchParams.set('prices', prices);
    const position = this.owner.position();
    if (position !== null) url.searchParams.set('since', writePosition(position));
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    let earlier = Promise.resolve();
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.socket !== socket) return;
      clearTimeout(this.pongTimer);
      this.pongTimer = undefined;
      if (data === PONG) return;
      earlier = this.receive(socket, data, earlier).catch(reportError);
    });
    socket.addEventListener('error', () => {
      if (this.socket === socket) this.owner.onError();
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.handle({ type: 'close', code });
    });
  }

  /** Reading a compressed frame takes a moment, so the next frames wait for it. */
  private async receive(
    socket: WebSocket,
    data: string | ArrayBuffer,
    earlier: Promise<void>,
  ): Promise<void> {
    const text = await textOf(data).catch(() => null);
    await earlier;
    if (this.socket !== socket) return;
    if (text === null) this.lose();
    else this.owner.onFrame(text);
  }

  /** Finds out why a socket was refused. */
  private async explain(): Promise<void> {
    await checkSession();
    const addresses = await readForeignAddresses().catch(() => null);
    if (addresses !== null) this.owner.onRefusal(addresses);
  }

  private drop(): void {
    clearTimeout(this.pongTimer);
    this.pongTimer = undefined;
    const socket = this.socket;
    this.socket = null;
    socket?.close(1000);
  }

  private ping(): void {
    this.send(PING);
    if (this.socket === null) return;
    this.pongTimer ??= setTimeout(() => this.lose(), PONG_WITHIN_MS);
  }
}

async function textOf(data: string | ArrayBuffer): Promise<string> {
  if (typeof data === 'string') return data;
  const inflated = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated).text();
}

/** The addresses of the product; null if the one of this page is among them. */
async function readForeignAddresses(): Promise<readonly string[] | null> {
  if (readToken() === null || isSigningOut() || !navigator.onLine) return null;
  const { addresses, own } = await send(api['public-address'].$get());
  return [...addresses, own].includes(location.origin) ? null : addresses;
}

/** A call with an ended session is answered with 401, and the session's own rules do the rest. */
async function checkSession(): Promise<void> {
  if (readToken() === null || isSigningOut() || !navigator.onLine) return;
  try {
    // This is not the current-user call, because a failure of that one leaves the page and discards what the operator
    // has typed.
    await send(api.auth.sessions.$get());
  } catch {
    // The API client has already reported it. The channel retries.
  }
}
