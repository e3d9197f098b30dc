import {
  type ChannelData,
  type ChannelFrame,
  type ChannelMessage,
  type ChannelType,
  CONFIRM_EVERY,
  channelFrame,
  keyOf,
  merge,
  type Position,
  priceKey,
} from '../../../shared/channel.ts';
import { cut } from '../../../shared/text.ts';
import { parseJson } from '../json.ts';
import { logError } from '../log.ts';
import { type ConnectionState, stateOf } from './connection.ts';
import { ChannelSocket } from './socket.ts';

type Handler = (data: never) => void;

/** The socket failed, or it brought a message that this version cannot read. */
export type ChannelProblem = 'socket' | 'message';

/** The live channel in this tab: one socket, connected while anything listens. */
class ChannelClient {
  private readonly handlers = new Map<ChannelType, Set<Handler>>();
  /** Listeners to the last known state of one thing, by its key. */
  private readonly keyListeners = new Map<string, Set<() => void>>();
  private readonly stateListeners = new Set<() => void>();
  private readonly problemListeners = new Set<(problem: ChannelProblem) => void>();
  /** The last state of each thing, by its key. */
  private readonly latest = new Map<string, ChannelMessage>();
  private position: Position | null = null;
  private isReplaying = false;
  private state: ConnectionState = 'disconnected';
  private refusal: readonly string[] | null = null;
  private socket: ChannelSocket | null = null;

  /** Calls `handler` with the last known state of each thing of this type, then with each change. */
  listen<Type extends ChannelType>(
    type: Type,
    handler: (data: ChannelData<Type>) => void,
  ): () => void {
    const ofType = this.handlers.get(type) ?? new Set();
    this.handlers.set(type, ofType.add(handler));
    this.start();
    for (const message of this.latest.values()) if (message.type === type) call(handler, message);
    return () => {
      ofType.delete(handler);
      this.stopIfUnused();
    };
  }

  /** Calls `listener` after each change of the last known state of this key (`keyOf` of shared/channel.ts). */
  listenToKey(key: string, listener: () => void): () => void {
    const ofKey = this.keyListeners.get(key) ?? new Set();
    this.keyListeners.set(key, ofKey.add(listener));
    this.start();
    return () => {
      ofKey.delete(listener);
      if (ofKey.size === 0) this.keyListeners.delete(key);
      this.stopIfUnused();
    };
  }

  /** The last known state of this key; null without one. */
  readLast(key: string): ChannelMessage | null {
    return this.latest.get(key) ?? null;
  }

  listenToState(listener: () => void): () => void {
    this.stateListeners.add(listener);
    this.start();
    return () => {
      this.stateListeners.delete(listener);
      this.stopIfUnused();
    };
  }

  /** Calls `listener` for each problem while something else keeps the channel connected. */
  listenToProblems(listener: (problem: ChannelProblem) => void): () => void {
    this.problemListeners.add(listener);
    return () => this.problemListeners.delete(listener);
  }

  readState(): ConnectionState {
    return this.state;
  }

  /** The addresses of the product, if it refuses sockets of this page's address. */
  readRefusal(): readonly string[] | null {
    return this.refusal;
  }

  private start(): void {
    if (this.socket !== null) return;
    this.socket = new ChannelSocket({
      position: () => this.position,
      onFrame: (text) => this.onFrame(text),
      onError: () => this.report('socket'),
      onConnection: (connection) => this.setState(stateOf(connection)),
      onRefusal: (addresses) => this.setRefusal(addresses),
    });
    this.socket.start();
  }

  /** A page that is replaced by another one unsubscribes before the next one subscribes. */
  private stopIfUnused(): void {
    queueMicrotask(() => {
      const isUsed =
        this.stateListeners.size > 0 ||
        this.keyListeners.size > 0 ||
        [...this.handlers.values()].some(({ size }) => size > 0);
      if (isUsed || this.socket === null) return;
      this.socket.stop();
      this.socket = null;
      this.latest.clear();
      this.position = null;
      this.state = 'disconnected';
      this.refusal = null;
    });
  }

  private onFrame(text: string): void {
    if (!this.apply(text)) this.socket?.lose();
  }

  private report(problem: ChannelProblem): void {
    for (const listener of this.problemListeners) listener(problem);
  }

  /** @returns false if a message between the last one and those of this text is missing. */
  private apply(text: string): boolean {
    return readValues(text).every((value) => this.applyValue(value));
  }

  private applyValue(value: unknown): boolean {
    const frame = readFrame(value);
    if (frame === null) {
      this.report('message');
      return this.skip(value);
    }
    if (frame.type === 'hello') {
      this.isReplaying = true;
      if (frame.reset || this.position === null) {
        this.latest.clear();
        this.position = { epoch: frame.epoch, seq: 0 };
      }
      return true;
    }
    if (this.position === null) return false;
    const { epoch, seq } = this.position;
    if (frame.type === 'ready') {
      this.isReplaying = false;
      this.position = { epoch, seq: frame.seq };
      this.socket?.ready();
      return true;
    }
    if (frame.seq <= seq) return true;
    if (!this.isReplaying && frame.seq > seq + 1) return false;
    this.position = { epoch, seq: frame.seq };
    if (frame.seq % CONFIRM_EVERY === 0)
      this.socket?.send(JSON.stringify({ type: 'ack', seq: frame.seq }));
    const { seq: _, ...message } = frame;
    this.deliver(message);
    return true;
  }

  /** Leaves out a message that this version cannot read, so that the ones after it are not taken for a gap. */
  private skip(value: unknown): boolean {
    const seq = typeof value === 'object' && value !== null && Reflect.get(value, 'seq');
    if (this.position !== null && typeof seq === 'number' && seq > this.position.seq)
      this.position = { ...this.position, seq };
    return true;
  }

  private deliver(message: ChannelMessage): void {
    const key = keyOf(message);
    const merged = merge(this.latest.get(key) ?? null, message);
    if (message.type === 'monitor' && message.data.state === 'removed') {
      this.latest.delete(key);
      this.latest.delete(priceKey(message.data.id));
      this.changed(priceKey(message.data.id));
    } else if (message.type !== 'notification') this.latest.set(key, merged);
    this.changed(key);
    for (const handler of this.handlers.get(message.type) ?? []) call(handler, merged);
  }

  private changed(key: string): void {
    for (const listener of this.keyListeners.get(key) ?? []) listener();
  }

  private setState(state: ConnectionState): void {
    if (state === this.state) return;
    this.state = state;
    if (state === 'connected') this.refusal = null;
    for (const listener of this.stateListeners) listener();
  }

  private setRefusal(addresses: readonly string[]): void {
    this.refusal = addresses;
    for (const listener of this.stateListeners) listener();
  }
}

/** The messages of a text: one, or a list of them. */
function readValues(text: string): unknown[] {
  return [parseJson(text) ?? text].flat();
}

/** @returns null for a value that is no frame of this version. */
function readFrame(value: unknown): ChannelFrame | null {
  const frame = channelFrame.safeParse(value);
  if (frame.success) return frame.data;
  logError('unreadable message of the live channel', { error: cut(String(frame.error), 200) });
  return null;
}

/** The handlers of a type get messages of that type only. */
const call = (handler: (data: never) => void, { data }: ChannelMessage): void =>
  handler(data as never);

export const channel = new ChannelClient();
