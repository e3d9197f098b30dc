import * as z from 'zod/mini';
import type { ChannelMessage, Position } from '../../shared/channel.ts';

/** The content of a session token. */
export const sessionToken = z.object({
  sessionId: z.string(),
  operatorId: z.int(),
  /** Token version of the operator at the sign-in. */
  version: z.int(),
  /** Seconds since the epoch. */
  expiresAt: z.number(),
});
export type SessionToken = z.infer<typeof sessionToken>;

/**
 * The first of the objects that share the sockets of the channel. It gives each message its number, and passes messages on
 * to the others, which follow it.
 */
export const FIRST_SHARD = 0;
export const channelName = (shard: number): string => `channel ${shard}`;

/** Messages that the first object passes on: they change the state at `from` to that at `to`. */
export interface Relay {
  from: Position;
  to: Position;
  messages: ChannelMessage[];
}

/**
 * A page of what changed in the first object after a position, in the order of `seq`. Its own `seq` is the position
 * after the page: that of the first object if the page is the last one.
 */
export interface Changes extends Position {
  /** Positions before this one cannot be resumed. */
  resumableFrom: number;
  /** The `seq` of the first object. */
  newest: number;
  /** Whether the pages are the whole state, which replaces that of the follower. */
  isWhole: boolean;
  isFirst: boolean;
  isLast: boolean;
  rows: { key: string; seq: number; message: string; is_event: number }[];
}

/** The methods of the live channel for the Worker. A browser's socket goes through `fetch`. */
export interface ChannelMethods extends Rpc.DurableObjectBranded {
  fetch(request: Request): Promise<Response>;
  /**
   * Sends messages to every client, in this order; those that change nothing are left out.
   * @returns the names of the followers that were not reached
   */
  publish(messages: ChannelMessage[], followers: number): Promise<string[]>;
  /** Sends messages of the first object to the clients of this object. */
  relay(relay: Relay): Promise<void>;
  /**
   * A page of the changes that a follower at this position lacks. `after` continues a reading of
   * the whole state: the `seq` of the last page.
   */
  changesSince(position: Position, after: number | null): Promise<Changes>;
  /** The tokens that the sockets were opened with. */
  sessions(): Promise<SessionToken[]>;
  /** Closes the sockets of sessions that have ended. */
  endSessions(ids: string[]): Promise<void>;
}
