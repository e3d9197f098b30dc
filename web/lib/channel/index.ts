import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import {
  type ChannelData,
  type ChannelFrame,
  type ChannelMessage,
  type ChannelType,
  CONFIRM_EVERY,
  channelFrame,
  keyOf,
  MOST_NAMED,
  merge,
  type Position,
  priceKey,
  watchedUrl,
} from '../../../shared/channel.ts';
import { cut } from '../../../shared/text.ts';
import { parseJson } from '../json.ts';
import { logError } from '../log.ts';
import { type ConnectionState, stateOf } from './connection.ts';
import { ChannelSocket } from './socket.ts';

type Handler = (data: never) => void;

/** The socket failed, or it brought a message that this version cannot read. */
type ChannelProblem = 'socket' | 'message';

/** The live channel in this tab: one socket, connected while anything listens. */
class ChannelClient {
  private readonly handlers = new Map<ChannelType, Set<Handler>>();
  /** Listeners to the last state of one object, by its key. */
  private readonly keyListeners = new Map<string, Set<() => void>>();
  private readonly stateListeners = new Set<() => void>();
  private readonly problemListeners = new Set<(problem: ChannelProblem) => void>();
  private readonly resetListeners = new Set<() => void>();
  /** Watched events whose states were requested on this connection, and those that are requested next. */
  private readonly named = new Set<string>();
  private toName = new Set<string>();
  /** The last state of each object, by its key. */
  private readonly latest = new Map<string, ChannelMessage>();
  private position: Position | null = null;
  private isReplaying = false;
  private state: ConnectionState = 'disconnected';
  private refusal: readonly string[] | null = null;
  private socket: ChannelSocket | null = null;

  /** Calls `handler` with the last state of each object of this type, then with each change. */
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

  /**
   * Calls `listener` after each change of the last state of this key (`keyOf` of
   * shared/channel.ts).
   */
  listenToKey(key: string, listener: () => void): () => void {
    const ofKey = this.keyListeners.get(key) ?? new Set();
    this.keyListeners.set(key, ofKey.add(listener));
    this.start();
    this.name(key);
    return () => {
      ofKey.delete(listener);
      if (ofKey.size === 0) this.keyListeners.delete(key);
      this.stopIfUnused();
    };
  }

  /** The last state of this key; null if there is none. */
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

  /** Calls `listener` when more was missed than the channel sends again: changes since the last message are unknown. */
  listenToResets(listener: () => void): () => void {
    this.resetListeners.add(listener);
    return () => this.resetListeners.delete(listener);
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
    // A message between the last one and those of this text is missing.
    if (!readValues(text).every((value) => this.applyValue(value))) this.socket?.lose();
  }

  private report(problem: ChannelProblem): void {
    for (const listener of this.problemListeners) listener(problem);
  }

  /** @returns false if a message before this one is missing. */
  private applyValue(value: unknown): boolean {
    const frame = readFrame(value);
    if (frame === null) {
      this.report('message');
      return this.skip(value);
    }
    if (frame.type === 'hello') {
      this.isReplaying = true;
      this.named.clear();
      if (frame.reset || this.position === null) {
        if (this.position !== null) for (const listener of this.resetListeners) listener();
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
      for (const key of this.keyListeners.keys()) this.name(key);
      return true;
    }
    if (frame.type === 'states') {
      for (const message of frame.data) this.deliver(message);
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

  /**
   * Requests the states of the watched event that a key belongs to. Requests of the same moment are sent as one.
   */
  private name(key: string): void {
    const url = watchedUrl(key);
    if (url === null || url === '' || this.state !== 'connected' || this.named.has(url)) return;
    this.named.add(url);
    if (this.toName.size === 0) queueMicrotask(() => this.sendNames());
    this.toName.add(url);
  }

  private sendNames(): void {
    const urls = [...this.toName];
    this.toName = new Set();
    for (let at = 0; at < urls.length; at += MOST_NAMED)
      this.socket?.send(JSON.stringify({ type: 'name', urls: urls.slice(at, at + MOST_NAMED) }));
  }

  /**
   * Skips a message that this version cannot read, so that the next ones are not treated as a gap.
   */
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

/** @returns null for a value that is not a frame of this version. */
function readFrame(value: unknown): ChannelFrame | null {
  const frame = channelFrame.safeParse(value);
  if (frame.success) return frame.data;
  logError('unreadable message of the live channel', { error: cut(String(frame.error), 200) });
  return null;
}

/** The handlers of a type receive only messages of that type. */
const call = (handler: (data: never) => void, { data }: ChannelMessage): void =>
  handler(data as never);

const channel = new ChannelClient();

/**
 * Calls `handler` with the last state of every object of this type (monitors of artists, the
 * scanners, and the watched events of which a component uses the last state), then with each
 * change. Fields of a price update are complete: a null field has no value yet. Notifications have
 * no last state.
 */
export function useChannel<Type extends ChannelType>(
  type: Type,
  handler: (data: ChannelData<Type>) => void,
): void {
  const onMessage = useEffectEvent(handler);
  useEffect(() => channel.listen(type, (data) => onMessage(data)), [type]);
}

/**
 * The last state of one object by its key (`priceKey`, `monitorKey`); null while the channel has
 * none.
 */
export function useLastState(key: string): ChannelMessage | null {
  const subscribeToKey = useCallback(
    (listener: () => void) => channel.listenToKey(key, listener),
    [key],
  );
  return useSyncExternalStore(subscribeToKey, () => channel.readLast(key));
}

const subscribe = (listener: () => void) => channel.listenToState(listener);
const readState = () => channel.readState();

/** Whether live messages arrive. Using it connects the tab. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(subscribe, readState);
}

const readRefusal = () => channel.readRefusal();

/**
 * The addresses of the product if this page's address is not among them and the product therefore
 * refuses live messages; otherwise null.
 */
export function useChannelRefusal(): readonly string[] | null {
  return useSyncExternalStore(subscribe, readRefusal);
}

/**
 * Calls `handler` when changes were missed that the channel does not send again: loaded data may be
 * old.
 */
export function useChannelReset(handler: () => void): void {
  const onReset = useEffectEvent(handler);
  useEffect(() => channel.listenToResets(() => onReset()), []);
}

/** Calls `handler` when the connection fails or a message cannot be read. */
export function useChannelProblem(handler: (problem: ChannelProblem) => void): void {
  const onProblem = useEffectEvent(handler);
  useEffect(() => channel.listenToProblems((problem) => onProblem(problem)), []);
}
