/**
 * The messages of the live channel (`/ws?token=...`), described once for services, the Durable Object and the browser.
 * Each message is one WebSocket frame with a sequence number, `seq`, which rises by one with each change. A client may
 * connect with `lists` to get several messages at once in one frame ({@link channelLists}).
 */
import * as z from 'zod/mini';
import { notification } from './notifications/schema.ts';
import { PRICE_SOURCES } from './price-monitor/price-source.ts';
import { prices } from './price-monitor/prices.ts';
import { SALE_STATES } from './price-monitor/sale-state.ts';

/** A client sends PING; the platform answers PONG without waking the channel. */
export const PING = 'ping';
export const PONG = 'pong';

/**
 * The maximum number of sockets of one object of the channel, and of one operator in it. A tab has
 * one.
 */
export const MAX_SOCKETS = 2_000;
export const MAX_SOCKETS_OF_OPERATOR = 100;

/**
 * How a client accepts several messages at once: each in a separate frame, as a JSON list, or as a
 * JSON list that is compressed (raw deflate, a binary frame) if it is long.
 */
export const channelLists = z.enum(['false', 'true', 'deflate']);
export type ChannelLists = z.infer<typeof channelLists>;

/**
 * The watched events for which a client receives the last prices and monitors: all of them when it
 * connects, or those that it names ({@link clientFrame}). Changes reach every client.
 */
export const channelPrices = z.enum(['all', 'named']);
export type ChannelPrices = z.infer<typeof channelPrices>;

/**
 * A client that names its events and missed more messages than this receives the state from the
 * beginning, with the notifications and removals that it missed.
 */
export const MOST_MISSED = 1_000;

/** A client confirms at least each message whose `seq` is a multiple of this. */
export const CONFIRM_EVERY = 250;

/**
 * Close codes of the channel, besides those of the protocol. Reasons are sentences for the log,
 * never secrets.
 */
export const CLOSE = {
  /** The session ended: signed out, disabled, expired or idle. A reconnection is refused. */
  sessionEnded: 4401,
  /** The state was replaced as a whole: the client may reconnect. */
  restarted: 1012,
  /** The client confirmed too few messages: it may reconnect and resume. */
  tooSlow: 4408,
} as const;

/** The live prices of an event. A null field keeps the previous value. */
const priceUpdate = z.object({
  type: z.literal('priceUpdate'),
  data: z.object({
    url: z.string(),
    prices: z.nullable(prices),
    image: z.nullable(z.string()),
    title: z.nullable(z.string()),
    date: z.nullable(z.string()),
    venue: z.nullable(z.string()),
    // Optional, because a message may contain just the fields that the specification lists.
    city: z.optional(z.nullable(z.string())),
    country: z.optional(z.nullable(z.string())),
    currency: z.optional(z.nullable(z.string())),
    /**
     * The steps of the day, the last price with tickets, and the time of the change, as in the list
     * of events.
     */
    recent: z.optional(z.array(z.object({ at: z.string(), low: z.nullable(z.number()) }))),
    last_seen: z.optional(z.nullable(z.object({ low: z.number(), at: z.string() }))),
    changed_at: z.optional(z.nullable(z.string())),
    sale_state: z.optional(z.enum(SALE_STATES)),
    opens_at: z.optional(z.nullable(z.string())),
  }),
});

/** The state of a watched event or an artist after a check has changed it. */
const monitor = z.object({
  type: z.literal('monitor'),
  data: z.object({
    target: z.enum(['price', 'artist']),
    /** The URL of a watched event, the `artist_id` of an artist. */
    id: z.string(),
    /** `removed` also removes the last known prices of the event. */
    state: z.enum(['waiting', 'ok', 'failing', 'paused', 'removed']),
    /** Why the last check failed, in a sentence. */
    reason: z.nullable(z.string()),
    /** ISO 8601 */
    checked_at: z.nullable(z.string()),
    next_check_at: z.nullable(z.string()),
    /** The operator who paused a watched event. */
    paused_by: z.optional(z.nullable(z.string())),
    /** Fields of a watched event. `opens_at` is ISO 8601. */
    sale_state: z.optional(z.enum(SALE_STATES)),
    opens_at: z.optional(z.nullable(z.string())),
    tickets_left: z.optional(z.nullable(z.number())),
    /** Where the prices of a watched event were last read, and when (ISO 8601). */
    source: z.optional(z.nullable(z.enum(PRICE_SOURCES))),
    read_at: z.optional(z.nullable(z.string())),
    /** The change of the lowest price in an hour. */
    move: z.optional(z.nullable(z.object({ amount: z.number(), minutes: z.number() }))),
    /**
     * Increases with each change of an event: of two states the one with the higher number is
     * newer.
     */
    version: z.optional(z.number()),
    /** The state of the alerts of a watched event. `fired_at` is ISO 8601. */
    alerts: z.optional(
      z.array(
        z.object({ id: z.number(), is_armed: z.boolean(), fired_at: z.nullable(z.string()) }),
      ),
    ),
  }),
});

/** The number of connected scanners. */
const scanner = z.object({
  type: z.literal('scanner'),
  data: z.object({ connected: z.number() }),
});

/** The health of mailboxes changed. */
const mailboxes = z.object({
  type: z.literal('mailboxes'),
  /** ISO 8601 */
  data: z.object({ changed_at: z.string() }),
});

/** The statistics of queues changed, or their count progressed. */
const queues = z.object({
  type: z.literal('queues'),
  data: z.object({
    /** ISO 8601 */
    changed_at: z.string(),
    /** Increases with each change of averages and ranks. */
    published: z.number(),
    /** The same value as in the answers that show averages or ranks (shared/queues/schema.ts). */
    counting: z.nullable(z.object({ files: z.number(), files_left: z.number() })),
  }),
});

/** A message as services publish it. The channel adds `seq`. */
export const channelMessage = z.discriminatedUnion('type', [
  priceUpdate,
  monitor,
  scanner,
  mailboxes,
  queues,
  z.object({
    type: z.literal('notification'),
    /** `operator_id` names the operator whom it concerns; null for the whole team. */
    data: z.extend(notification, { operator_id: z.optional(z.nullable(z.int())) }),
  }),
]);
export type ChannelMessage = z.infer<typeof channelMessage>;
export type ChannelType = ChannelMessage['type'];
export type ChannelData<Type extends ChannelType> = Extract<ChannelMessage, { type: Type }>['data'];

/** The first frame of a connection. What the client missed follows, oldest change first, then `ready`. */
const hello = z.object({
  type: z.literal('hello'),
  /** Identifies the sequence that `seq` belongs to. After it changes, a client cannot resume. */
  epoch: z.string(),
  /** Whether the complete state follows; the client then drops its own. */
  reset: z.boolean(),
});
const ready = z.object({ type: z.literal('ready'), seq: z.number() });

/**
 * The last states of the objects that a client has named, at the position of this frame among the
 * messages.
 */
const states = z.object({ type: z.literal('states'), data: z.array(channelMessage) });

/** A frame that the channel sends. */
export const channelFrame = z.union([
  hello,
  ready,
  states,
  z.intersection(channelMessage, z.object({ seq: z.number() })),
]);
export type ChannelFrame = z.infer<typeof channelFrame>;

/** Confirms messages: the newest `seq` that a client received. */
const acknowledgement = z.object({ type: z.literal('ack'), seq: z.number() });

/**
 * The maximum number of watched events in one request for states, and of characters in a frame from
 * a client.
 */
export const MOST_NAMED = 50;
export const MAX_INCOMING_CHARACTERS = 131_072;
/** Requests the last prices and monitors of watched events by their addresses. */
const stateRequest = z.object({
  type: z.literal('name'),
  urls: z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_NAMED)),
});

/** A frame that a client sends. */
export const clientFrame = z.discriminatedUnion('type', [acknowledgement, stateRequest]);

/** The position up to which a client has read: the query parameter `since` is `epoch.seq`. */
export interface Position {
  epoch: string;
  seq: number;
}

export const writePosition = ({ epoch, seq }: Position): string => `${epoch}.${seq}`;

/** @returns null for a text that no channel wrote. */
export function readPosition(text: string | undefined): Position | null {
  const [, epoch, seq] = /^([\w-]{1,64})\.(\d{1,15})$/.exec(text ?? '') ?? [];
  return epoch === undefined ? null : { epoch, seq: Number(seq) };
}

/** Messages with the same key describe the same object: the newest one is its last state. */
export function keyOf(message: ChannelMessage): string {
  switch (message.type) {
    case 'priceUpdate':
      return priceKey(message.data.url);
    case 'monitor':
      return monitorKey(message.data.target, message.data.id);
    case 'notification':
      return `notification ${message.data.id}`;
    case 'scanner':
    case 'mailboxes':
    case 'queues':
      return message.type;
  }
}

export const priceKey = (url: string): string => `price ${url}`;

export const monitorKey = (target: ChannelData<'monitor'>['target'], id: string): string =>
  `monitor ${target} ${id}`;

/** The prefixes of the keys of prices and monitors of watched events. */
export const PRICE_KEYS = [priceKey(''), monitorKey('price', '')] as const;

/** The address of the watched event that a key belongs to; null for another key. */
export function watchedUrl(key: string): string | null {
  const start = PRICE_KEYS.find((one) => key.startsWith(one));
  return start === undefined ? null : key.slice(start.length);
}

/** The state after a message: null fields of a price update keep the value of the previous one. */
export function merge(previous: ChannelMessage | null, next: ChannelMessage): ChannelMessage {
  if (next.type !== 'priceUpdate' || previous?.type !== 'priceUpdate') return next;
  const { url, ...given } = next.data;
  const kept = Object.entries(given).filter(([, value]) => value !== null);
  return { type: 'priceUpdate', data: { ...previous.data, ...Object.fromEntries(kept), url } };
}
