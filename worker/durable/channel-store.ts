import {
  type ChannelMessage,
  type ChannelPrices,
  channelMessage,
  keyOf,
  merge,
  type Position,
  PRICE_KEYS,
  priceKey,
} from '../../shared/channel.ts';
import { readJson } from '../../shared/json.ts';
import type { Changes } from '../context/channel.ts';

/**
 * Excludes prices and monitors of watched events. The conditions are ranges of the primary key, so
 * their rows are skipped.
 */
const NOT_WATCHED = (() => {
  const [first, second] = [...PRICE_KEYS].sort();
  // The character after the blank that ends both prefixes.
  const after = (start = '') => `${start.slice(0, -1)}!`;
  return `(key < '${first}' or (key >= '${after(first)}' and key < '${second}') or key >= '${after(second)}')`;
})();

/**
 * One page of changes has at most this many characters plus one message: a call between objects may
 * have 32 MiB.
 */
const PAGE_CHARACTERS = 4_000_000;

/** The epoch of an object whose copy of the first one's state is not complete: no position in it can be resumed. */
const INCOMPLETE = '';

/** Notifications and removals are kept for clients that reconnect; older ones are deleted. */
const KEPT_EVENTS = 1_000;

type Row = { message: string; seq: number };

/**
 * The last known state of everything that the channel carries, in the Durable Object's SQLite: one row for each key,
 * with the `seq` of its last change. What a client missed is every row that changed after its position.
 */
export class ChannelStore {
  private readonly storage: DurableObjectStorage;
  private epoch: string;
  private seq: number;
  /** Positions before this one cannot be resumed: changes after them were deleted. */
  private resumableFrom: number;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
    storage.sql.exec(`
      create table if not exists messages (
        key text primary key, seq integer not null, message text not null, is_event integer not null
      );
      create index if not exists messages_seq on messages (is_event, seq);
    `);
    const epoch = storage.kv.get<string>('epoch') ?? crypto.randomUUID();
    storage.kv.put('epoch', epoch);
    this.epoch = epoch;
    this.seq = storage.kv.get<number>('seq') ?? 0;
    this.resumableFrom = storage.kv.get<number>('resumableFrom') ?? 0;
  }

  get position(): Position {
    return { epoch: this.epoch, seq: this.seq };
  }

  /** Stores messages in their order. @returns the frames of those that changed something. */
  append(messages: readonly ChannelMessage[]): string[] {
    return this.storage.transactionSync(() => {
      const frames = messages.flatMap((message) => this.write(message) ?? []);
      if (frames.length > 0) this.storage.kv.put('seq', this.seq);
      if (messages.some(isEvent)) this.prune();
      return frames;
    });
  }

  /**
   * A page of the changes after a position, for an object that follows this one; of everything if
   * the position is too old. `after` is the `seq` of the last page when everything is read.
   */
  changesSince(position: Position, after: number | null, most = PAGE_CHARACTERS): Changes {
    const isWhole = after !== null || !this.isResumable(position);
    const { epoch, seq, resumableFrom } = this;
    const page = { epoch, newest: seq, resumableFrom, isWhole, isFirst: after === null };
    const rows: Changes['rows'] = [];
    let characters = 0;
    for (const row of this.storage.sql.exec<Changes['rows'][number]>(
      'select key, seq, message, is_event from messages where seq > ? order by seq',
      isWhole ? (after ?? -1) : position.seq,
    )) {
      const last = rows.at(-1);
      if (last !== undefined && characters >= most)
        return { ...page, seq: last.seq, isLast: false, rows };
      rows.push(row);
      characters += row.message.length;
    }
    return { ...page, seq, isLast: true, rows };
  }

  /**
   * Applies a page of changes of the object that this one follows. While the whole state is read,
   * no position of this object can be resumed: if the reading is interrupted, it starts again.
   * @returns their frames; null if everything is replaced.
   */
  follow(changes: Changes): string[] | null {
    const { epoch, seq, resumableFrom, isWhole, isFirst, isLast, rows } = changes;
    return this.storage.transactionSync(() => {
      if (isWhole && isFirst) this.storage.sql.exec('delete from messages');
      // Messages may have been passed on to this object in the meantime.
      const newer = isWhole ? rows : rows.filter((row) => row.seq > this.seq);
      for (const row of newer) {
        const message = channelMessage.safeParse(readJson(row.message)).data;
        this.put(row.key, row.seq, row.message, row.is_event);
        if (message !== undefined && isRemoval(message)) this.deletePrice(message.data.id);
      }
      this.epoch = isWhole && !isLast ? INCOMPLETE : epoch;
      this.seq = isWhole ? seq : Math.max(seq, this.seq);
      this.resumableFrom = resumableFrom;
      for (const [key, value] of Object.entries({
        epoch: this.epoch,
        seq: this.seq,
        resumableFrom,
      }))
        this.storage.kv.put(key, value);
      return isWhole ? null : newer.map((row) => frameOf(row.message, row.seq));
    });
  }

  private put(key: string, seq: number, message: string, is_event: number): void {
    this.storage.sql.exec(
      'insert or replace into messages (key, seq, message, is_event) values (?, ?, ?, ?)',
      key,
      seq,
      message,
      is_event,
    );
  }

  private deletePrice(url: string): void {
    this.storage.sql.exec('delete from messages where key = ?', priceKey(url));
  }

  /**
   * The frames after the position of a client; null if the position is too old or of another
   * channel, or if there are more than `most`.
   */
  missedSince(position: Position | null, most = Number.MAX_SAFE_INTEGER): string[] | null {
    if (!this.isResumable(position) || this.seq - position.seq > most) return null;
    return this.select('seq > ?', position.seq);
  }

  /**
   * The `seq` after which a client of this position missed notifications and removals; the current
   * one if it missed none, or if they were deleted.
   */
  eventsMissedAfter(position: Position | null): number {
    if (!this.isResumable(position)) return this.seq;
    const [missed] = this.storage.sql
      .exec('select seq from messages where is_event = 1 and seq > ? limit 1', position.seq)
      .toArray();
    return missed === undefined ? this.seq : position.seq;
  }

  /**
   * The current states as frames: all of them, or those that do not belong to watched events.
   * Notifications and removals after `eventsAfter` are included, in the order of `seq`, because
   * clients skip a frame that comes after a newer one.
   */
  everything(prices: ChannelPrices, eventsAfter: number): string[] {
    const states = prices === 'all' ? 'is_event = 0' : `is_event = 0 and ${NOT_WATCHED}`;
    const events = 'select message, seq from messages where is_event = 1 and seq > ?';
    return this.select(`${states} union all ${events}`, eventsAfter);
  }

  /** A frame with the current states of watched events by their addresses. */
  statesOf(urls: readonly string[]): string {
    const keys = urls.flatMap((url) => PRICE_KEYS.map((start) => `${start}${url}`));
    const rows = this.storage.sql
      .exec<Pick<Row, 'message'>>(
        'select message from messages where is_event = 0 and key in (select value from json_each(?)) order by seq',
        JSON.stringify(keys),
      )
      .toArray();
    return `{"type":"states","data":[${rows.map(({ message }) => message).join(',')}]}`;
  }

  private isResumable(position: Position | null): position is Position {
    return (
      position !== null &&
      position.epoch === this.epoch &&
      position.seq <= this.seq &&
      position.seq >= this.resumableFrom
    );
  }

  private select(condition: string, ...values: number[]): string[] {
    const query = `select message, seq from messages where ${condition} order by seq`;
    const rows = this.storage.sql.exec<Row>(query, ...values).toArray();
    return rows.map(({ message, seq }) => frameOf(message, seq));
  }

  /** @returns the message's frame; null if it changes nothing. */
  private write(message: ChannelMessage): string | null {
    const key = keyOf(message);
    const [row] = this.storage.sql
      .exec<Row>('select message, seq from messages where key = ?', key)
      .toArray();
    // A message that an earlier version stored in another form is replaced as a whole.
    const previous = channelMessage.safeParse(readJson(row?.message ?? '')).data ?? null;
    const state = JSON.stringify(merge(previous, message));
    if (state === row?.message) return null;
    this.seq += 1;
    this.put(key, this.seq, state, isEvent(message) ? 1 : 0);
    if (isRemoval(message)) this.deletePrice(message.data.id);
    return frameOf(JSON.stringify(message), this.seq);
  }

  private prune(): void {
    const [oldest] = this.storage.sql
      .exec<{ seq: number }>(
        'select seq from messages where is_event = 1 order by seq desc limit 1 offset ?',
        KEPT_EVENTS,
      )
      .toArray();
    if (oldest === undefined) return;
    this.storage.sql.exec('delete from messages where is_event = 1 and seq <= ?', oldest.seq);
    this.resumableFrom = oldest.seq;
    this.storage.kv.put('resumableFrom', oldest.seq);
  }
}

const isRemoval = (message: ChannelMessage): message is ChannelMessage & { type: 'monitor' } =>
  message.type === 'monitor' && message.data.state === 'removed';

/**
 * Events are sent to clients that reconnect, but not to new clients, because they are not part of
 * the state.
 */
const isEvent = (message: ChannelMessage): boolean =>
  message.type === 'notification' || isRemoval(message);

/** A message's JSON with its `seq`. */
const frameOf = (message: string, seq: number): string => `${message.slice(0, -1)},"seq":${seq}}`;
