import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLOSE } from '../../shared/channel.ts';
import {
  advance,
  type Connection,
  type ConnectionAction,
  type ConnectionEvent,
  FIRST_RETRY_MS,
  LONGEST_RETRY_MS,
  retryDelay,
  STOPPED,
  stateOf,
} from '../../web/lib/channel/connection.ts';

const follow = (events: ConnectionEvent[], random = 0) =>
  events.reduce<{ connection: Connection; actions: unknown[] }>(
    ({ connection, actions }, event) => {
      const next = advance(connection, event, random);
      return { connection: next.connection, actions: [...actions, ...next.actions] };
    },
    { connection: STOPPED, actions: [] },
  );

/** How many sockets are open after these actions. */
const countSockets = (before: number, actions: ConnectionAction[]): number =>
  actions.reduce(
    (count, { type }) => (type === 'open' ? count + 1 : type === 'drop' ? 0 : count),
    before,
  );

const anyEvent = fc.oneof(
  ...(['start', 'stop', 'ready', 'lose', 'retry', 'wake'] as const).map((type) =>
    fc.constant<ConnectionEvent>({ type }),
  ),
  fc
    .constantFrom(1000, 1006, CLOSE.sessionEnded, CLOSE.tooSlow)
    .map((code): ConnectionEvent => ({ type: 'close', code })),
);
const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });

describe('a connection', () => {
  test('is disconnected, connecting, connected', () => {
    expect(stateOf(STOPPED)).toBe('disconnected');
    expect(stateOf(follow([{ type: 'start' }]).connection)).toBe('connecting');
    expect(stateOf(follow([{ type: 'start' }, { type: 'ready' }]).connection)).toBe('connected');
  });

  test('that closes is retried after 3 seconds', () => {
    const { connection, actions } = follow([
      { type: 'start' },
      { type: 'ready' },
      { type: 'close', code: 1006 },
    ]);
    expect(stateOf(connection)).toBe('disconnected');
    expect(actions.at(-1)).toEqual({ type: 'wait', delayMs: 3_000 });
  });

  test('that is refused, or whose session ended, checks the session', () => {
    const check = { type: 'check_session' };
    expect(follow([{ type: 'start' }, { type: 'close', code: 1006 }]).actions).toContainEqual(
      check,
    );
    const ready: ConnectionEvent[] = [{ type: 'start' }, { type: 'ready' }];
    expect(follow([...ready, { type: 'close', code: CLOSE.sessionEnded }]).actions).toContainEqual(
      check,
    );
    expect(follow([...ready, { type: 'close', code: 1006 }]).actions).not.toContainEqual(check);
  });

  test('that waits is retried at once when the computer wakes up', () => {
    const { connection, actions } = follow([
      { type: 'start' },
      { type: 'close', code: 1006 },
      { type: 'wake' },
    ]);
    expect(stateOf(connection)).toBe('connecting');
    expect(actions.at(-1)).toEqual({ type: 'open' });
  });

  test('without an answer is replaced at once, or later if it was never connected', () => {
    const lost = follow([{ type: 'start' }, { type: 'ready' }, { type: 'lose' }]);
    expect(lost.actions.slice(-2)).toEqual([{ type: 'drop' }, { type: 'open' }]);
    const never = follow([{ type: 'start' }, { type: 'lose' }]);
    expect(never.actions.slice(-2)).toEqual([{ type: 'drop' }, { type: 'wait', delayMs: 3_000 }]);
  });

  test('never has two sockets, and has none after it was stopped', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, anyRandom), { maxLength: 60 }), (events) => {
        let connection = STOPPED;
        let sockets = 0;
        for (const [event, random] of events) {
          // The platform reports the close of an open socket only.
          if (event.type === 'close' && sockets === 0) continue;
          const next = advance(connection, event, random);
          sockets = countSockets(event.type === 'close' ? 0 : sockets, next.actions);
          connection = next.connection;
          expect(sockets).toBe(stateOf(connection) === 'disconnected' ? 0 : 1);
        }
      }),
    );
  });

  test('that is not stopped always retries', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), anyRandom, (events, random) => {
        const { connection, actions } = follow([{ type: 'stop' }, ...events], random);
        if (connection.phase !== 'waiting') return;
        expect(actions.at(-1)).toMatchObject({ type: 'wait' });
      }),
    );
  });

  test('waits longer after each failure, from 3 seconds to a minute, spread by up to a half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), anyRandom, (failures, random) => {
        const delay = retryDelay(failures, random);
        expect(delay).toBeGreaterThanOrEqual(FIRST_RETRY_MS);
        expect(delay).toBeLessThanOrEqual(LONGEST_RETRY_MS);
        expect(retryDelay(failures + 1, random)).toBeGreaterThanOrEqual(delay);
        expect(retryDelay(failures, 0)).toBeLessThanOrEqual(Math.max(2 * delay, FIRST_RETRY_MS));
      }),
    );
    expect([1, 2, 3, 4, 5, 6, 7].map((failures) => retryDelay(failures, 0))).toEqual([
      3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000,
    ]);
  });
});
