import type { Bindings } from '../../../worker/context/env.ts';
import worker, * as product from '../../../worker/index.ts';
import type { ObjectCounts } from './cost/plans.ts';

/** All Durable Objects run in the isolate of the Worker here, so that one variable can count for all of them. */
const counts: ObjectCounts = {
  requests: 0,
  objectRequests: 0,
  socketMessages: 0,
  objectMs: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  queueOperations: 0,
};

/** A write, a read and a deletion; each further delivery is one read. */
const OPERATIONS_OF_MESSAGE = 3;

type Method = (...args: unknown[]) => unknown;
type ObjectClass = new (state: DurableObjectState, env: never) => object;

const measured = new WeakSet<object>();

/** Replaces a method of all objects that share the prototype of `one`. */
function wrap(one: object, name: string, make: (method: Method) => Method): void {
  const prototype = Object.getPrototypeOf(one);
  Object.defineProperty(prototype, name, {
    value: make(prototype[name]),
    configurable: true,
    writable: true,
  });
}

const written = (rows: number) => (method: Method) =>
  function (this: unknown, ...args: unknown[]) {
    counts.objectRowsWritten += rows;
    return method.apply(this, args);
  };

const read = (method: Method) =>
  function (this: unknown, ...args: unknown[]) {
    counts.objectRowsRead += 1;
    return method.apply(this, args);
  };

/** Cursors that may have unread rows. */
let cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];

function measureStorage({ storage }: DurableObjectState): void {
  const prototype = Object.getPrototypeOf(storage);
  if (measured.has(prototype)) return;
  measured.add(prototype);
  for (const name of ['put', 'delete', 'setAlarm']) wrap(storage, name, written(1));
  for (const name of ['get', 'getAlarm']) wrap(storage, name, read);
  for (const name of ['put', 'delete']) wrap(storage.kv, name, written(1));
  wrap(storage.kv, 'get', read);
  wrap(
    storage.sql,
    'exec',
    (method) =>
      function (this: unknown, ...args: unknown[]) {
        const cursor = method.apply(this, args) as (typeof cursors)[number];
        cursors.push(cursor);
        return cursor;
      },
  );
}

function countCursors(): void {
  for (const { rowsRead, rowsWritten } of cursors) {
    counts.objectRowsRead += rowsRead;
    counts.objectRowsWritten += rowsWritten;
  }
  cursors = [];
}

/**
 * How many calls of an object are running, and since when. An object is charged for the time in
 * which at least one call runs.
 */
const running = new WeakMap<object, { calls: number; since: number }>();

const measureCall = (count: () => void) => (method: Method) =>
  async function (this: object, ...args: unknown[]) {
    const state = running.get(this) ?? { calls: 0, since: 0 };
    running.set(this, state);
    count();
    if (state.calls === 0) state.since = Date.now();
    state.calls += 1;
    try {
      return await method.apply(this, args);
    } finally {
      state.calls -= 1;
      if (state.calls === 0) counts.objectMs += Date.now() - state.since;
      countCursors();
    }
  };

/** The class of a Durable Object whose calls from outside are counted. */
function measuredClass<Base extends ObjectClass>(base: Base, calls: readonly string[]): Base {
  const result = class extends (base as ObjectClass) {
    constructor(state: DurableObjectState, env: never) {
      measureStorage(state);
      super(state, env);
      countCursors();
    }
  };
  for (const name of calls) {
    const count = () => {
      if (name === 'webSocketMessage') counts.socketMessages += 1;
      else counts.objectRequests += 1;
    };
    Object.defineProperty(result.prototype, name, {
      value: measureCall(count)(base.prototype[name]),
      configurable: true,
      writable: true,
    });
  }
  return result as unknown as Base;
}

const SOCKETS = ['fetch', 'webSocketMessage'];

export const Channel = measuredClass(product.Channel as never, [
  ...SOCKETS,
  'publish',
  'sessions',
  'endSessions',
]) as typeof product.Channel;
export const ProviderGate = measuredClass(product.ProviderGate as never, [
  'admit',
  'report',
  'quota',
]) as typeof product.ProviderGate;
export const ReminderClock = measuredClass(product.ReminderClock as never, [
  'wakeAt',
  'alarm',
]) as typeof product.ReminderClock;
export const ScanDesk = measuredClass(product.ScanDesk as never, [
  ...SOCKETS,
  'connectedScanners',
  'offerCatalogues',
  'watch',
  'keepScanners',
  'hasJob',
  'join',
  'leave',
  'alarm',
]) as typeof product.ScanDesk;

type Call = Parameters<typeof worker.fetch>;

export default {
  fetch(request: Call[0], env: Call[1], execution: Call[2]) {
    if (new URL(request.url).pathname === '/counts') return Response.json(counts);
    counts.requests += 1;
    return worker.fetch(request, env, execution);
  },

  scheduled(controller: Parameters<typeof worker.scheduled>[0], env: Bindings) {
    counts.requests += 1;
    return worker.scheduled(controller, env);
  },

  queue(batch: MessageBatch, env: Bindings) {
    counts.requests += 1;
    for (const { attempts } of batch.messages)
      counts.queueOperations += attempts === 1 ? OPERATIONS_OF_MESSAGE : 1;
    return worker.queue(batch, env);
  },
};
