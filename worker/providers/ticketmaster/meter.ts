/** The time spent waiting for the provider and the time of our own work on its answers, in milliseconds. */
export interface OperationTimes {
  providerMs: number;
  ownMs: number;
  calls: number;
}

/** Measures one operation. Calls run side by side, so `providerMs` is the time in which at least one was awaited. */
export interface Meter {
  wait<T>(work: () => Promise<T>): Promise<T>;
  own<T>(work: () => T): T;
  countCall(): void;
  times(): OperationTimes;
}

export function createMeter(): Meter {
  let underWay = 0;
  let since = 0;
  const times: OperationTimes = { providerMs: 0, ownMs: 0, calls: 0 };
  return {
    async wait(work) {
      if (underWay === 0) since = performance.now();
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
        if (underWay === 0) times.providerMs += performance.now() - since;
      }
    },
    own(work) {
      const start = performance.now();
      try {
        return work();
      } finally {
        times.ownMs += performance.now() - start;
      }
    },
    countCall: () => {
      times.calls += 1;
    },
    times() {
      const current = underWay === 0 ? 0 : performance.now() - since;
      return { ...times, providerMs: times.providerMs + current };
    },
  };
}
