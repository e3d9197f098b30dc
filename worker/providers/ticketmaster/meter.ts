/** The time of one operation by its causes, in milliseconds. */
export interface OperationTimes {
  /** The wait for the provider, including the wait at the gate. */
  providerMs: number;
  /** Waiting at the gate for other calls, or for a pause that the provider requested. */
  waitedMs: number;
  /** The product's own work on the answers. */
  ownMs: number;
  calls: number;
}

export type Meter = ReturnType<typeof createMeter>;

/** Measures one operation. Calls run side by side, so a wait counts the time in which at least one call waited. */
export function createMeter() {
  const provider = createStopwatch();
  const gate = createStopwatch();
  let ownMs = 0;
  let calls = 0;
  return {
    wait: provider.time,
    waitAtGate: <T>(work: () => Promise<T>): Promise<T> => provider.time(() => gate.time(work)),
    timeOwn<T>(work: () => T): T {
      const start = performance.now();
      try {
        return work();
      } finally {
        ownMs += performance.now() - start;
      }
    },
    countCall: () => {
      calls += 1;
    },
    times: (): OperationTimes => ({
      providerMs: provider.read(),
      waitedMs: gate.read(),
      ownMs,
      calls,
    }),
  };
}

/** Adds up the time in which at least one of its tasks was running. */
function createStopwatch() {
  let underWay = 0;
  let since = 0;
  let total = 0;
  return {
    async time<T>(work: () => Promise<T>): Promise<T> {
      if (underWay === 0) since = performance.now();
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
        if (underWay === 0) total += performance.now() - since;
      }
    },
    read: () => total + (underWay === 0 ? 0 : performance.now() - since),
  };
}
