import {
  type ChannelData,
  type ChannelLists,
  type ChannelMessage,
  type ChannelPrices,
  MAX_SOCKETS,
  MAX_SOCKETS_OF_OPERATOR,
} from '../../shared/channel.ts';
import { DomainError } from '../../shared/errors.ts';
import { isoTime } from '../../shared/times.ts';
import { channelName, FIRST_SHARD, type SessionToken } from '../context/channel.ts';
import type { PlatformBindings } from '../context/env.ts';
import { pause } from '../security/pause.ts';

type Bindings = Pick<PlatformBindings, 'CHANNEL'> & { CHANNEL_SHARDS?: unknown };

/** Larger messages are not published, because every client receives a copy. */
export const MAX_MESSAGE_CHARACTERS = 65_536;
/** The waits between attempts while the object restarts. */
const RETRY_AFTER_MS = [0, 100, 500];

const channelOf = ({ CHANNEL }: Bindings, shard: number) => CHANNEL.getByName(channelName(shard));

/** The number of objects that share the sockets: 1 unless CHANNEL_SHARDS, which `readEnv` checks, is larger. */
const shardsOf = ({ CHANNEL_SHARDS }: Bindings): number => Number(CHANNEL_SHARDS) || 1;

/** All sockets of an operator are in one shard, so that it can count them. */
const shardOf = (operatorId: number, shards: number): number => operatorId % shards;

const allShards = (bindings: Bindings) =>
  Array.from({ length: shardsOf(bindings) }, (_, shard) => channelOf(bindings, shard));

/**
 * Sends messages to every connected browser, in this order. Publishing a message again changes
 * nothing.
 * @returns the names of the objects that were not reached; their sockets get the messages later
 * @throws DomainError `unavailable` when the channel cannot be reached, `internal` when a message
 * is too large.
 */
export async function publish(
  bindings: Bindings,
  messages: readonly ChannelMessage[],
  signal: AbortSignal,
): Promise<string[]> {
  if (messages.length === 0) return [];
  for (const message of messages) assertSize(message);
  const followers = shardsOf(bindings) - 1;
  return retrying(signal, () => channelOf(bindings, FIRST_SHARD).publish([...messages], followers));
}

function assertSize(message: ChannelMessage): void {
  if (JSON.stringify(message).length <= MAX_MESSAGE_CHARACTERS) return;
  throw new DomainError(
    'internal',
    `A ${message.type} message has more than ${MAX_MESSAGE_CHARACTERS} characters.`,
  );
}

/** The state of a monitor's check, for browsers. Times are milliseconds since the epoch. */
export const monitorMessage = (
  target: ChannelData<'monitor'>['target'],
  id: string,
  state: ChannelData<'monitor'>['state'],
  check: {
    failure: string | null;
    checkedAt: number | null;
    nextCheckAt: number | null;
    pausedBy?: string | null;
    alerts?: ChannelData<'monitor'>['alerts'];
    saleState?: ChannelData<'monitor'>['sale_state'];
    opensAt?: number | null;
    ticketsLeft?: number | null;
    source?: ChannelData<'monitor'>['source'];
    readAt?: number | null;
    move?: ChannelData<'monitor'>['move'];
    version?: number;
  } = { failure: null, checkedAt: null, nextCheckAt: null },
): ChannelMessage => ({
  type: 'monitor',
  data: {
    target,
    id,
    state,
    reason: check.failure,
    checked_at: isoTime(check.checkedAt),
    next_check_at: isoTime(check.nextCheckAt),
    paused_by: check.pausedBy,
    alerts: check.alerts,
    sale_state: check.saleState,
    tickets_left: check.ticketsLeft,
    source: check.source,
    move: check.move,
    version: check.version,
    ...(check.opensAt !== undefined && { opens_at: isoTime(check.opensAt) }),
    ...(check.readAt !== undefined && { read_at: isoTime(check.readAt) }),
  },
});

async function retrying<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  let cause: unknown;
  for (const waitMs of RETRY_AFTER_MS) {
    await pause(waitMs, signal);
    try {
      return await call();
    } catch (error) {
      cause = error;
    }
  }
  throw new DomainError('unavailable', 'The live channel cannot be reached.', { cause });
}

interface ClientOptions {
  since: string;
  lists: ChannelLists;
  prices?: ChannelPrices;
}

/**
 * Connects a client whose token was checked. `since` is its position, or empty.
 * @returns the answer that upgrades its connection.
 * @throws DomainError `too_many_requests` when too many are connected.
 */
export async function connect(
  bindings: Bindings,
  token: SessionToken,
  { since, lists, prices = 'all' }: ClientOptions,
): Promise<Response> {
  const shard = shardOf(token.operatorId, shardsOf(bindings));
  const headers = {
    Upgrade: 'websocket',
    'X-Channel-Client': JSON.stringify(token),
    'X-Channel-Since': since,
    'X-Channel-Lists': lists,
    'X-Channel-Prices': prices,
    'X-Channel-Shard': String(shard),
  };
  const answer = await channelOf(bindings, shard).fetch('https://channel/socket', { headers });
  if (answer.status === 429) {
    throw new DomainError(
      'too_many_requests',
      `At most ${MAX_SOCKETS_OF_OPERATOR} live connections of one operator, and ${(MAX_SOCKETS * shardsOf(bindings)).toLocaleString('en')} of all. Close other windows.`,
    );
  }
  // The answer of another object is read-only; the caller adds its headers to this one.
  return new Response(null, { status: answer.status, webSocket: answer.webSocket });
}

/** The tokens that connections were opened with. */
export async function connectedSessions(bindings: Bindings): Promise<SessionToken[]> {
  const lists = await Promise.all(allShards(bindings).map((shard) => shard.sessions()));
  return lists.flat();
}

/** Closes the connections of sessions that have ended. */
export async function disconnectSessions(
  bindings: Bindings,
  sessionIds: readonly string[],
): Promise<void> {
  await Promise.all(allShards(bindings).map((shard) => shard.endSessions([...sessionIds])));
}
