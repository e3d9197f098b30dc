import { CLOSE } from '../../../shared/channel.ts';
import { backoffMs } from '../../../shared/times.ts';

/** The state of the connection on screens. */
export type ConnectionState = 'disconnected' | 'connecting' | 'connected';

/**
 * The state of one tab's socket. `failures`: consecutive attempts that did not reach `connected`.
 */
export interface Connection {
  phase: 'stopped' | 'connecting' | 'connected' | 'waiting';
  failures: number;
}

export type ConnectionEvent =
  | { type: 'start' }
  | { type: 'stop' }
  /** The channel sent everything that was missed. */
  | { type: 'ready' }
  /** The socket closed, or could not be opened. `code` is 1006 then. */
  | { type: 'close'; code: number }
  /** A ping was not answered, or a message is missing. */
  | { type: 'lose' }
  | { type: 'retry' }
  /** The computer woke up, the network returned or the page became visible again. */
  | { type: 'wake' };

/** The actions after an event. */
export type ConnectionAction =
  | { type: 'open' }
  | { type: 'drop' }
  | { type: 'wait'; delayMs: number }
  /** Checks whether the session has ended, because a refused socket carries no reason. */
  | { type: 'check_session' };

export const STOPPED: Connection = { phase: 'stopped', failures: 0 };

export const FIRST_RETRY_MS = 3_000;
export const LONGEST_RETRY_MS = 60_000;

/** The first attempt follows after 3 s. The delay doubles up to a minute and varies by up to a half. */
export function retryDelay(failures: number, random: number): number {
  const longest = backoffMs(failures, { firstMs: FIRST_RETRY_MS, longestMs: LONGEST_RETRY_MS });
  return Math.max(FIRST_RETRY_MS, longest * (1 - random / 2));
}

/**
 * The next state of a connection and its actions.
 * @param random from 0 to 1, to spread the attempts of many browsers
 */
export function advance(
  before: Connection,
  event: ConnectionEvent,
  random: number,
): { connection: Connection; actions: ConnectionAction[] } {
  const { phase, failures } = before;
  const stay = { connection: before, actions: [] };
  const open = (actions: ConnectionAction[] = []) => ({
    connection: { phase: 'connecting' as const, failures },
    actions: [...actions, { type: 'open' as const }],
  });
  const wait = (actions: ConnectionAction[]) => ({
    connection: { phase: 'waiting' as const, failures: failures + 1 },
    actions: [...actions, { type: 'wait' as const, delayMs: retryDelay(failures + 1, random) }],
  });
  switch (event.type) {
    case 'start':
      return phase === 'stopped' ? open() : stay;
    case 'stop':
      return { connection: STOPPED, actions: phase === 'stopped' ? [] : [{ type: 'drop' }] };
    case 'ready':
      if (phase !== 'connecting') return stay;
      return { connection: { phase: 'connected', failures: 0 }, actions: [] };
    case 'retry':
    case 'wake':
      return phase === 'waiting' ? open() : stay;
    case 'lose':
      if (phase === 'connected') return open([{ type: 'drop' }]);
      return phase === 'connecting' ? wait([{ type: 'drop' }]) : stay;
    case 'close': {
      if (phase !== 'connecting' && phase !== 'connected') return stay;
      const isRefused = event.code === CLOSE.sessionEnded || phase === 'connecting';
      return wait(isRefused ? [{ type: 'check_session' }] : []);
    }
  }
}

export const stateOf = ({ phase }: Connection): ConnectionState =>
  phase === 'connected' || phase === 'connecting' ? phase : 'disconnected';
