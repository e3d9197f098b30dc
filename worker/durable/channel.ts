import { DurableObject } from 'cloudflare:workers';
import { deflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import {
  type ChannelFrame,
  type ChannelLists,
  type ChannelMessage,
  type ChannelPrices,
  CLOSE,
  channelLists,
  channelPrices,
  clientFrame,
  MAX_INCOMING_CHARACTERS,
  MAX_SOCKETS,
  MAX_SOCKETS_OF_OPERATOR,
  MOST_MISSED,
  PING,
  PONG,
  type Position,
  readPosition,
} from '../../shared/channel.ts';
import { readJson, readStored } from '../../shared/json.ts';
import { notification } from '../../shared/notifications/schema.ts';
import {
  type Changes,
  type ChannelMethods,
  channelName,
  FIRST_SHARD,
  type Relay,
  type SessionToken,
  sessionToken,
} from '../context/channel.ts';
import type { PlatformBindings } from '../context/env.ts';
import { ChannelStore } from './channel-store.ts';

/**
 * A client is dropped if it has not confirmed this number of messages within {@link
 * CONFIRM_WITHIN_MS}, or ten times as many of one burst, because all of them stay in memory for it.
 */
export const MAX_UNCONFIRMED = 1_000;
const MOST_OF_A_BURST = 10 * MAX_UNCONFIRMED;
const CONFIRM_WITHIN_MS = 5_000;
/**
 * The most messages in one frame of a client that accepts lists: a browser processes this many within one frame of its
 * screen.
 */
const LONGEST_LIST = 100;
/** Below this number of characters, compressing a list is not worth its time. */
const SHORT_LIST = 2_000;

/** The waits before the tries to pass messages on to a follower. */
const RELAY_AFTER_MS = [0, 100, 500];
/** A follower that was not reached after these attempts is reminded after this time. */
const MISSED_AFTER_MS = 5_000;
/**
 * A follower fails if it has not reached the position of its messages after this number of
 * readings.
 */
const MOST_READINGS = 3;

type Bindings = Pick<PlatformBindings, 'CHANNEL'>;

/** The attachment of a socket: its token and its position. It outlives the eviction of the object. */
interface Attachment extends SessionToken {
  /** The newest `seq` that the client confirmed. */
  confirmed: number;
  /** A list in one frame costs the channel and its clients little more than one message. */
  lists: ChannelLists;
  prices: ChannelPrices;
}

/** The messages for a new client, as they were last built. */
interface Snapshot {
  seq: number;
  /** Notifications and removals after this `seq` are included. */
  eventsAfter: number;
  bodies: Bodies;
}

/**
 * The live channel: every message to every connected browser, in one order. Its sockets hibernate, and all of its
 * state survives an eviction: messages are in its storage, and the state of a socket is in the attachment of that
 * socket.
 *
 * With more sockets than one object serves, further objects follow the first one: each has a copy of its messages under
 * the same numbers, so that a client can resume in any of them.
 */
export class Channel
  extends DurableObject<Bindings>
  implements Omit<ChannelMethods, keyof Rpc.DurableObjectBranded>
{
  private readonly store: ChannelStore;
  /** Reading an attachment copies it, so each one is read only once. */
  private readonly attachments = new WeakMap<WebSocket, Attachment>();
  /** The time at which sending of the newest messages began, and the `seq` before them. */
  private burst = { startedAt: 0, seq: 0 };
  /** Empty after a change. */
  private snapshots: { [Prices in ChannelPrices]?: Snapshot } = {};

  /** Whether this follower has requested its missing messages since it was started. */
  private isFollowing = false;
  private catchingUp: Promise<void> | null = null;

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    this.store = new ChannelStore(state.storage);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /**
   * Admits a browser's socket and sends it the messages that it missed. The caller has checked its
   * token.
   */
  override async fetch(request: Request): Promise<Response> {
    const headers = request.headers;
    // Only the Worker can reach this object, and it sends this header.
    const token = readStored(sessionToken, headers.get('X-Channel-Client') ?? '');
    const lists = channelLists.parse(headers.get('X-Channel-Lists') ?? 'false');
    const prices = channelPrices.parse(headers.get('X-Channel-Prices') ?? 'all');
    const isFollower = headers.get('X-Channel-Shard') !== String(FIRST_SHARD);
    // A whole state that is being read must be complete before it is sent.
    if (isFollower && (!this.isFollowing || this.catchingUp !== null)) await this.catchUp();
    const open = this.sockets();
    const ofOperator = open.filter((socket) => this.read(socket).operatorId === token.operatorId);
    if (open.length >= MAX_SOCKETS || ofOperator.length >= MAX_SOCKETS_OF_OPERATOR) {
      return new Response(null, { status: 429 });
    }
    const { 0: theirs, 1: ours } = new WebSocketPair();
    this.ctx.acceptWebSocket(ours);
    this.replay(ours, { ...token, lists, prices }, headers.get('X-Channel-Since') ?? '');
    return new Response(null, { status: 101, webSocket: theirs });
  }

  /**
   * Sends messages to every client, in this order; those that change nothing are left out. A
   * follower that cannot be reached gets them with the next ones, or by an alarm: the caller must
   * not repeat messages that others have, because newer ones may have followed.
   * @returns the names of the followers that were not reached
   */
  async publish(messages: ChannelMessage[], followers: number): Promise<string[]> {
    const from = this.store.position;
    this.send(this.store.append(messages), from.seq);
    // This is necessary even without a change: the call may repeat an interrupted one.
    const relay = { from, to: this.store.position, messages };
    const names = Array.from({ length: followers }, (_, index) =>
      channelName(FIRST_SHARD + 1 + index),
    );
    const reached = await Promise.all(names.map((name) => this.passOn(name, relay)));
    const missed = names.filter((_, index) => !reached[index]);
    if (missed.length > 0) {
      this.storeMissed({
        ...this.missed(),
        ...Object.fromEntries(missed.map((name) => [name, relay.to.seq])),
      });
      await this.ctx.storage.setAlarm(Date.now() + MISSED_AFTER_MS);
    }
    return missed;
  }

  /** The followers that lack messages, with the `seq` that they have not reached. */
  private missed(): Readonly<Record<string, number>> {
    return this.ctx.storage.kv.get<Record<string, number>>('missed') ?? {};
  }

  private storeMissed(missed: Readonly<Record<string, number>>): void {
    this.ctx.storage.kv.put('missed', missed);
  }

  /** Makes the followers that were not reached request their missing messages. */
  override async alarm(): Promise<void> {
    const { position } = this.store;
    const relay = { from: position, to: position, messages: [] };
    const names = Object.keys(this.missed());
    const reached = await Promise.all(names.map((name) => this.passOn(name, relay)));
    const isDone = (name: string, seq: number) =>
      seq <= position.seq && reached[names.indexOf(name)] === true;
    // Further messages may have been missed in the meantime.
    const left = Object.entries(this.missed()).filter(([name, seq]) => !isDone(name, seq));
    this.storeMissed(Object.fromEntries(left));
    if (left.length > 0) await this.ctx.storage.setAlarm(Date.now() + MISSED_AFTER_MS);
  }

  private async passOn(follower: string, relay: Relay): Promise<boolean> {
    for (const waitMs of RELAY_AFTER_MS) {
      await scheduler.wait(waitMs);
      try {
        // A stub that has failed stays broken, so each attempt gets a new one.
        await this.env.CHANNEL.getByName(follower).relay(relay);
        return true;
      } catch {
        // Whatever the reason is, the next attempt or the next message may reach it.
      }
    }
    return false;
  }

  /** Sends messages of the first object to the clients of this one. */
  async relay({ from, to, messages }: Relay): Promise<void> {
    if (isSame(this.store.position, from)) this.send(this.store.append(messages), from.seq);
    // It missed messages, or another version of the product numbers them differently.
    for (let tries = 0; tries < MOST_READINGS && this.isBehind(to); tries += 1)
      await this.catchUp();
    if (this.isBehind(to)) throw new Error('The first object is at another position.');
  }

  private isBehind({ epoch, seq }: Position): boolean {
    return this.store.position.epoch !== epoch || this.store.position.seq < seq;
  }

  async changesSince(position: Position, after: number | null): Promise<Changes> {
    return this.store.changesSince(position, after);
  }

  /** Applies the changes of the first object after this object's position. */
  private catchUp(): Promise<void> {
    this.catchingUp ??= this.readChanges().finally(() => {
      this.catchingUp = null;
    });
    return this.catchingUp;
  }

  private async readChanges(): Promise<void> {
    const first = this.env.CHANNEL.getByName(channelName(FIRST_SHARD));
    let changes = await first.changesSince(this.store.position, null);
    let { newest } = changes;
    for (;;) {
      // A removal that was deleted since the first page may concern a row of an earlier page.
      if (changes.isWhole && changes.resumableFrom > newest)
        throw new Error('The first object changed too fast to be copied.');
      const { seq } = this.store.position;
      // If a later page fails, the copied part must not be sent to new clients as the state.
      if (changes.isWhole) this.isFollowing = false;
      const frames = this.store.follow(changes);
      if (frames !== null) this.send(frames, seq);
      if (changes.isLast) break;
      changes = await first.changesSince(this.store.position, changes.isWhole ? changes.seq : null);
      if (changes.isFirst) newest = changes.newest;
    }
    this.isFollowing = true;
    if (!changes.isWhole) return;
    this.snapshots = {};
    for (const socket of this.sockets())
      socket.close(CLOSE.restarted, 'The channel starts from the beginning.');
  }

  /** Sends frames to every client. `seq` is the position before them. */
  private send(frames: string[], seq: number): void {
    const now = Date.now();
    // Clients cannot have confirmed messages that were sent a moment ago.
    if (now - this.burst.startedAt > CONFIRM_WITHIN_MS) this.burst = { startedAt: now, seq };
    if (frames.length === 0) return;
    this.snapshots = {};
    const bodies = bodiesOf(frames);
    for (const socket of this.sockets()) {
      const client = this.read(socket);
      const { expiresAt, confirmed } = client;
      const isSlow =
        this.burst.seq - confirmed > MAX_UNCONFIRMED || seq - confirmed > MOST_OF_A_BURST;
      if (expiresAt * 1000 <= now) socket.close(CLOSE.sessionEnded, 'The session expired.');
      else if (isSlow)
        socket.close(CLOSE.tooSlow, `More than ${MAX_UNCONFIRMED} messages were not confirmed.`);
      else for (const body of bodies(client)) socket.send(body);
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
    if (this.read(socket).expiresAt * 1000 <= Date.now()) {
      socket.close(CLOSE.sessionEnded, 'The session expired.');
      return;
    }
    if (typeof data !== 'string' || data.length > MAX_INCOMING_CHARACTERS) {
      socket.close(1009, `Messages have at most ${MAX_INCOMING_CHARACTERS} characters.`);
      return;
    }
    const frame = clientFrame.safeParse(readJson(data)).data;
    if (frame === undefined)
      socket.close(1008, 'Only confirmations and requests for states are accepted.');
    else if (frame.type === 'name') socket.send(this.store.statesOf(frame.urls));
    else this.confirm(socket, frame.seq);
  }

  private confirm(socket: WebSocket, confirmed: number): void {
    const attachment = this.read(socket);
    // Messages that were not sent yet cannot be confirmed.
    const isPossible = confirmed > attachment.confirmed && confirmed <= this.store.position.seq;
    if (isPossible) this.attach(socket, { ...attachment, confirmed });
  }

  private replay(socket: WebSocket, client: Omit<Attachment, 'confirmed'>, since: string): void {
    const { epoch, seq } = this.store.position;
    const most = client.prices === 'named' ? MOST_MISSED : undefined;
    const position = readPosition(since);
    const missed = this.store.missedSince(position, most);
    this.attach(socket, { ...client, confirmed: seq });
    const first: ChannelFrame = { type: 'hello', epoch, reset: missed === null };
    const last: ChannelFrame = { type: 'ready', seq };
    const bodies =
      missed === null
        ? this.everything(client.prices, this.store.eventsMissedAfter(position))
        : bodiesOf(missed);
    socket.send(JSON.stringify(first));
    for (const body of bodies(client)) socket.send(body);
    socket.send(JSON.stringify(last));
  }

  /** Many clients connect at the same time after a new version: they share the frames. */
  private everything(prices: ChannelPrices, eventsAfter: number): Bodies {
    const { seq } = this.store.position;
    const last = this.snapshots[prices];
    if (last?.seq === seq && last.eventsAfter === eventsAfter) return last.bodies;
    const bodies = bodiesOf(this.store.everything(prices, eventsAfter));
    this.snapshots[prices] = { seq, eventsAfter, bodies };
    return bodies;
  }

  private sockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  private attach(socket: WebSocket, attachment: Attachment): void {
    socket.serializeAttachment(attachment);
    this.attachments.set(socket, attachment);
  }

  private read(socket: WebSocket): Attachment {
    const cached = this.attachments.get(socket);
    if (cached !== undefined) return cached;
    // The attachment was set when the socket was accepted.
    const attachment = socket.deserializeAttachment() as Attachment;
    this.attachments.set(socket, attachment);
    return attachment;
  }
}

const isSame = (one: Position, other: Position): boolean =>
  one.epoch === other.epoch && one.seq === other.seq;

/** Messages as frames for each kind of client. */
type Bodies = (client: Pick<Attachment, 'lists' | 'operatorId'>) => (string | Uint8Array)[];

/**
 * Frames of the same messages. Each form is created when the first client needs it, once for all sockets, or once for
 * each operator if one of the messages concerns a single operator.
 */
function bodiesOf(frames: string[]): Bodies {
  const made = new Map<string, (string | Uint8Array)[]>();
  const hasPersonal = frames.some((frame) => ownerOf(frame) !== null);
  return ({ lists, operatorId }) => {
    const key = hasPersonal ? `${lists} ${operatorId}` : lists;
    const bodies =
      made.get(key) ??
      FORMS[lists](hasPersonal ? frames.map((frame) => withheld(frame, operatorId)) : frames);
    made.set(key, bodies);
    return bodies;
  };
}

/** The operator whom a notification concerns; null for other messages. A quote within a text is escaped. */
function ownerOf(frame: string): number | null {
  const id = /"operator_id":(\d+)/.exec(frame)?.[1];
  return id === undefined ? null : Number(id);
}

const personalFrame = z.object({
  data: z.object({ ...notification.shape, operator_id: z.int() }),
  seq: z.int(),
});

/** The frame without its texts unless it concerns this operator or the team. It stays a frame, because `seq` has no gaps. */
function withheld(frame: string, operatorId: number): string {
  const owner = ownerOf(frame);
  if (owner === null || owner === operatorId) return frame;
  const { data, seq } = readStored(personalFrame, frame);
  const texts = { title: '', topic: '', body: '', href: null };
  return JSON.stringify({ type: 'notification', data: { ...data, ...texts }, seq });
}

function listsOf(frames: string[]): string[] {
  const lists: string[] = [];
  for (let at = 0; at < frames.length; at += LONGEST_LIST)
    lists.push(`[${frames.slice(at, at + LONGEST_LIST).join(',')}]`);
  return lists;
}

const FORMS: Record<ChannelLists, (frames: string[]) => (string | Uint8Array)[]> = {
  false: (frames) => frames,
  true: listsOf,
  deflate: (frames) => deflate(frames),
};

const deflate = (frames: string[]): (string | Uint8Array)[] =>
  listsOf(frames).map((list) => (list.length < SHORT_LIST ? list : deflateRawSync(list)));
