import * as z from 'zod/mini';
import type { ChannelMessage } from '../../shared/channel.ts';

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

/** The methods of the live channel for the Worker. A browser's socket goes through `fetch`. */
export interface ChannelMethods extends Rpc.DurableObjectBranded {
  fetch(request: Request): Promise<Response>;
  /** Sends messages to every client, in this order; those that change nothing are left out. */
  publish(messages: ChannelMessage[]): Promise<void>;
  /** The tokens that the sockets were opened with. */
  sessions(): Promise<SessionToken[]>;
  /** Closes the sockets of sessions that have ended. */
  endSessions(ids: string[]): Promise<void>;
}
