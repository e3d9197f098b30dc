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
import { logError } from '../log.ts';
import { openTabChannel, requestLock } from '../tabs.ts';
import { type ConnectionState, stateOf } from './connection.ts';
import { ChannelSocket } from './socket.ts';

type Handler = (data: never) => void;
type Known = { seq: number; message: ChannelMessage };

/** The socket failed, or it brought a message that this version cannot read. */
export type ChannelProblem = 'socket' | 'message';

/** The messages between tabs of this browser. */
type TabMessage =
  | { type: 'frame'; text: string }
  | { type: 'state'; state: ConnectionState }
  | { type: 'problem'; problem: ChannelProblem }
  | { type: 'refusal'; addresses: readonly string[] }
  /** The request of a tab that has just opened, or that missed a frame, to the tab with the socket: the complete state. */
  | { type: 'sync'; tab: string }
  | { type: 'known'; tab: string; state: ConnectionState; frames: string[] };

const NAME = 'live-channel';
/** A tab with the socket answers at once; a new holder of the socket has to connect first. */
const SYNC_EVERY_MS = 2_000;

/**
 * The live channel in this tab. The tab that holds the lock has the socket and passes each frame to the others; when it
 * closes, the next tab takes over at the position that it has read up to. Connected while anything listens.
 */
class ChannelClient {
  private readonly tab = crypto.randomUUID();
  private readonly handlers = new Map<ChannelType, Set<Handler>>();
  private readonly stateListeners = new Set<() => void>();
  private readonly problemListeners = new Set<(problem: ChannelProblem) => void>();
  private readonly known = new Map<string, Known>();
  private position: Position | null = null;
  private isReplaying = false;
  private askedAt = Number.NEGATIVE_INFINITY;
  private state: ConnectionState = 'disconnected';
  private refusal: readonly string[] | null = null;
  private tabs: ReturnType<typeof openTabChannel<TabMessage>> | null = null;
  private socket: ChannelSocket | null = null;
  private stopped: AbortController | null = null;

  /** Calls `handler` with the last known state of each thing of this type, then with each change. */
  listen<Type extends ChannelType>(
    type: Type,
    handler: (data: ChannelData<Type>) => void,
  ): () => void {
    const ofType = this.handlers.get(type) ?? new Set();
    this.handlers.set(type, ofType.add(handler));
    this.start();
    for (const { message } of this.known.values())
      if (message.type === type) call(handler, message);
    return () => {
      ofType.delete(handler);
      this.stopIfUnused();
    };
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
    if (this.stopped !== null) return;
    this.stopped = new AbortController();
    this.tabs = openTabChannel<TabMessage>(NAME, (message) => this.onTabMessage(message));
    this.sync();
    void this.lead(this.stopped.signal);
  }

  /** Requests everything from the tab with the socket. Without an answer this tab opens the socket itself. */
  private sync(): void {
    if (performance.now() - this.askedAt < SYNC_EVERY_MS) return;
    this.askedAt = performance.now();
    this.post({ type: 'sync', tab: this.tab });
  }

  /** Waits until no other tab has the socket, then keeps it until `signal` aborts. */
  private async lead(signal: AbortSignal): Promise<void> {
    try {
      await requestLock(NAME, { signal }, () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const socket = new ChannelSocket({
          position: () => this.position,
          onFrame: (text) => this.onFrame(text),
          onError: () => this.report('socket'),
          onConnection: (connection) => this.setState(stateOf(connection)),
          onRefusal: (addresses) => this.setRefusal(addresses),
        });
        this.socket = socket;
        socket.start();
        signal.addEventListener('abort', () => {
          socket.stop();
          resolve();
        });
        return promise;
      });
    } catch (error) {
      if (!signal.aborted) logError('live channel failed', { error: String(error) });
    }
  }

  /** A page that is replaced by another one unsubscribes before the next one subscribes. */
  private stopIfUnused(): void {
    queueMicrotask(() => {
      const isUsed =
        this.stateListeners.size > 0 || [...this.handlers.values()].some(({ size }) => size > 0);
      if (isUsed || this.stopped === null) return;
      this.stopped.abort();
      this.stopped = null;
      this.tabs?.close();
      this.tabs = null;
      this.socket = null;
      this.known.clear();
      this.position = null;
      this.askedAt = Number.NEGATIVE_INFINITY;
      this.state = 'disconnected';
      this.refusal = null;
    });
  }

  private onFrame(text: string): void {
    if (this.apply(text)) this.post({ type: 'frame', text });
    else this.socket?.lose();
  }

  private report(problem: ChannelProblem): void {
    if (this.socket !== null) this.post({ type: 'problem', problem });
    for (const listener of this.problemListeners) listener(problem);
  }

  private onTabMessage(message: TabMessage): void {
    if (message.type === 'sync' && this.socket !== null) this.sendKnown(message.tab);
    if (this.socket !== null) return;
    if (message.type === 'state') this.setState(message.state);
    else if (message.type === 'problem') this.report(message.problem);
    else if (message.type === 'refusal') this.setRefusal(message.addresses);
    else if (message.type === 'frame') {
      if (!this.apply(message.text)) this.sync();
    } else if (message.type === 'known' && message.tab === this.tab) {
      for (const frame of message.frames) this.apply(frame);
      this.setState(message.state);
    }
  }

  /** Sends another tab the complete state, in the frames of the channel. */
  private sendKnown(tab: string): void {
    if (this.position === null) return;
    const { epoch, seq } = this.position;
    const inOrder = [...this.known.values()].sort((one, other) => one.seq - other.seq);
    const frames = [
      { type: 'hello', epoch, reset: true },
      ...inOrder.map((known) => ({ ...known.message, seq: known.seq })),
      { type: 'ready', seq },
    ].map((frame) => JSON.stringify(frame));
    this.post({ type: 'known', tab, state: this.state, frames });
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
        this.known.clear();
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
    const { seq: own, ...message } = frame;
    this.deliver(message, own);
    return true;
  }

  /** Leaves out a message that this version cannot read, so that the ones after it are not taken for a gap. */
  private skip(value: unknown): boolean {
    const seq = typeof value === 'object' && value !== null && Reflect.get(value, 'seq');
    if (this.position !== null && typeof seq === 'number' && seq > this.position.seq)
      this.position = { ...this.position, seq };
    return true;
  }

  private deliver(message: ChannelMessage, seq: number): void {
    const key = keyOf(message);
    const merged = merge(this.known.get(key)?.message ?? null, message);
    if (message.type === 'monitor' && message.data.state === 'removed') {
      this.known.delete(key);
      this.known.delete(priceKey(message.data.id));
    } else if (message.type !== 'notification') this.known.set(key, { seq, message: merged });
    for (const handler of this.handlers.get(message.type) ?? []) call(handler, merged);
  }

  private setState(state: ConnectionState): void {
    if (this.socket !== null) this.post({ type: 'state', state });
    if (state === this.state) return;
    this.state = state;
    if (state === 'connected') this.refusal = null;
    for (const listener of this.stateListeners) listener();
  }

  private setRefusal(addresses: readonly string[]): void {
    if (this.socket !== null) this.post({ type: 'refusal', addresses });
    this.refusal = addresses;
    for (const listener of this.stateListeners) listener();
  }

  private post(message: TabMessage): void {
    this.tabs?.post(message);
  }
}

/** The messages of a text: one, or a list of them. */
function readValues(text: string): unknown[] {
  try {
    return [JSON.parse(text)].flat();
  } catch {
    return [text];
  }
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
