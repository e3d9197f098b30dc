import { inflateRawSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import {
  type ChannelData,
  type ChannelMessage,
  CONFIRM_EVERY,
  channelFrame,
  keyOf,
  MOST_NAMED,
  merge,
  monitorKey,
  PING,
  PONG,
  type Position,
  priceKey,
  writePosition,
} from '../../shared/channel.ts';
import { isoTime } from '../../shared/times.ts';
import { advance, type ConnectionEvent, STOPPED } from '../../web/lib/channel/connection.ts';

/** The same value as in web/lib/channel/socket.ts. */
const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 10_000;

/** The operator who uses the tab. */
interface Owner {
  id: number;
  token: string;
}

/** A browser tab that keeps the live channel open by the same rules as the product's pages. */
export class Follower {
  readonly operator: Owner;
  /** The last state of each object, by its key. */
  readonly latest = new Map<string, ChannelMessage>();
  /** How often each notification arrived, by its id. */
  readonly notifications = new Map<number, { times: number; body: string }>();
  readonly #url: string;
  /** The addresses of the watched events that the tab shows. */
  #shown: readonly string[] = [];
  #connection = STOPPED;
  #socket: WebSocket | null = null;
  #position: Position | null = null;
  #isReplaying = false;
  #retry: NodeJS.Timeout | undefined;
  #pong: NodeJS.Timeout | undefined;
  readonly #ping: NodeJS.Timeout;

  constructor(url: string, operator: Owner) {
    this.#url = url.replace('http', 'ws');
    this.operator = operator;
    this.#ping = setInterval(() => {
      this.#send(PING);
      this.#pong ??= setTimeout(() => this.#handle({ type: 'lose' }), PONG_WITHIN_MS);
    }, PING_EVERY_MS);
    this.#handle({ type: 'start' });
  }

  get isConnected(): boolean {
    return this.#connection.phase === 'connected';
  }

  /** Shows these watched events: requests their states now and after each connection. */
  show(urls: readonly string[]): void {
    this.#shown = urls;
    for (let at = 0; this.isConnected && at < urls.length; at += MOST_NAMED)
      this.#send(JSON.stringify({ type: 'name', urls: urls.slice(at, at + MOST_NAMED) }));
  }

  stop(): void {
    clearInterval(this.#ping);
    this.#handle({ type: 'stop' });
    clearTimeout(this.#pong);
    clearTimeout(this.#retry);
  }

  #send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #handle(event: ConnectionEvent): void {
    const { connection, actions } = advance(this.#connection, event, Math.random());
    this.#connection = connection;
    for (const action of actions) {
      clearTimeout(this.#retry);
      if (action.type === 'open') this.#open();
      else if (action.type === 'drop') this.#drop();
      else if (action.type === 'wait')
        this.#retry = setTimeout(() => this.#handle({ type: 'retry' }), action.delayMs);
    }
  }

  #open(): void {
    const query = new URLSearchParams({
      token: this.operator.token,
      lists: 'deflate',
      prices: 'named',
      ...(this.#position !== null && { since: writePosition(this.#position) }),
    });
    const socket = new WebSocket(`${this.#url}/ws?${query}`);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.#socket !== socket) return;
      clearTimeout(this.#pong);
      this.#pong = undefined;
      if (data === PONG) return;
      const text = typeof data === 'string' ? data : inflateRawSync(data).toString();
      const values: unknown[] = [JSON.parse(text)].flat();
      if (!values.every((value) => this.#apply(value))) this.#handle({ type: 'lose' });
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#handle({ type: 'close', code });
    });
  }

  #drop(): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  /** @returns false if a message before this one is missing. */
  #apply(value: unknown): boolean {
    const frame = channelFrame.parse(value);
    if (frame.type === 'hello') {
      this.#isReplaying = true;
      if (frame.reset || this.#position === null) {
        this.latest.clear();
        this.#position = { epoch: frame.epoch, seq: 0 };
      }
      return true;
    }
    if (this.#position === null) return false;
    const { epoch, seq } = this.#position;
    if (frame.type === 'ready') {
      this.#isReplaying = false;
      this.#position = { epoch, seq: frame.seq };
      this.#handle({ type: 'ready' });
      this.show(this.#shown);
      return true;
    }
    if (frame.type === 'states') {
      for (const message of frame.data) this.#deliver(message);
      return true;
    }
    if (frame.seq <= seq) return true;
    if (!this.#isReplaying && frame.seq > seq + 1) return false;
    this.#position = { epoch, seq: frame.seq };
    if (frame.seq % CONFIRM_EVERY === 0)
      this.#send(JSON.stringify({ type: 'ack', seq: frame.seq }));
    const { seq: _, ...message } = frame;
    this.#deliver(message);
    return true;
  }

  #deliver(message: ChannelMessage): void {
    if (message.type === 'notification') {
      const { id, body } = message.data;
      this.notifications.set(id, { times: (this.notifications.get(id)?.times ?? 0) + 1, body });
      return;
    }
    const key = keyOf(message);
    if (message.type === 'monitor' && message.data.state === 'removed') {
      this.latest.delete(key);
      this.latest.delete(priceKey(message.data.id));
    } else this.latest.set(key, merge(this.latest.get(key) ?? null, message));
  }
}

type Data = ChannelData<Exclude<ChannelMessage['type'], 'notification'>>;
const dataOf = ({ latest }: Follower, key: string): Partial<Data> => {
  const message = latest.get(key);
  return message === undefined || message.type === 'notification' ? {} : message.data;
};

/** Compares the last messages of a follower with the database. @returns what differs */
type Comparison = (follower: Follower) => string[];

export const WATCHED = sql`select url, prices, version, is_paused as paused, failure, checked_at as checked,
  changed_at as changed from price_targets`;
export interface Watched {
  url: string;
  prices: string;
  version: number;
  paused: number;
  failure: string | null;
  checked: number | null;
  changed: number | null;
}

const stateOf = ({ paused, failure, checked }: Watched) =>
  paused ? 'paused' : failure !== null ? 'failing' : checked === null ? 'waiting' : 'ok';

/** The prices and the state of each watched event, and nothing about others. */
export const comparePrices =
  (rows: readonly Watched[]): Comparison =>
  (follower) => {
    const urls = new Set(rows.map(({ url }) => url));
    const removed = [...follower.latest.values()].flatMap((message) => {
      const url =
        message.type === 'priceUpdate'
          ? message.data.url
          : message.type === 'monitor' && message.data.target === 'price'
            ? message.data.id
            : null;
      return url === null || urls.has(url)
        ? []
        : [`The channel has a state of ${url}, which is not watched.`];
    });
    const wrong = rows.flatMap((row) => {
      const price = dataOf(follower, priceKey(row.url)) as Partial<ChannelData<'priceUpdate'>>;
      const state = dataOf(follower, monitorKey('price', row.url)) as Partial<
        ChannelData<'monitor'>
      >;
      const told = JSON.stringify(price.prices ?? null);
      // An event has no message before its first check.
      const isStateTold = row.checked === null || state.state === stateOf(row);
      const isNewest = row.checked === null || state.version === row.version;
      return [
        ...(row.changed === null || told === row.prices
          ? []
          : [`${row.url} has ${row.prices} and the channel ${told}`]),
        ...(isStateTold && isNewest
          ? []
          : [
              `${row.url} is ${stateOf(row)} (${row.version}) and in the channel ${state.state} (${state.version})`,
            ]),
      ];
    });
    return [...wrong, ...removed];
  };

export const ARTISTS = sql`select artist_id as id, failure, checked_at as checked from monitored_artists`;
export interface Artist {
  id: string;
  failure: string | null;
  checked: number | null;
}

/** The state of each artist's checks. */
export const compareArtists =
  (rows: readonly Artist[]): Comparison =>
  (follower) =>
    rows.flatMap(({ id, failure, checked }) => {
      if (checked === null && failure === null) return [];
      const told = dataOf(follower, monitorKey('artist', id)) as Partial<ChannelData<'monitor'>>;
      const isTold = told.reason === failure && told.checked_at === isoTime(checked);
      return isTold
        ? []
        : [
            `artist ${id} was checked at ${isoTime(checked)}, and in the channel ${told.checked_at}`,
          ];
    });

/** The currently displayed statistics of queues, and the number of scanners. */
export const compareRest =
  (published: number): Comparison =>
  (follower) => {
    const queues = dataOf(follower, 'queues') as Partial<ChannelData<'queues'>>;
    const { connected } = dataOf(follower, 'scanner') as Partial<ChannelData<'scanner'>>;
    const isTold = published === 0 || (queues.published === published && queues.counting === null);
    return [
      ...(isTold
        ? []
        : [
            `statistics ${published} are shown, and the channel has ${queues.published}, counting ${JSON.stringify(queues.counting)}`,
          ]),
      ...(connected === 1 ? [] : [`the channel has ${connected} scanners`]),
    ];
  };

export interface Told {
  id: number;
  body: string;
  owner: number | null;
}

/**
 * Each notification that was stored during the follower's connection, once, with its text if it
 * concerns the operator.
 */
export const compareNotifications =
  (rows: readonly Told[]): Comparison =>
  ({ notifications, operator }) =>
    rows.flatMap(({ id, body, owner }) => {
      const { times = 0, body: told = '' } = notifications.get(id) ?? {};
      const isOwn = owner === null || owner === operator.id;
      const isRight = times === 1 && told === (isOwn ? body : '');
      return isRight
        ? []
        : [`notification ${id} came to operator ${operator.id} ${times} times, as "${told}"`];
    });
