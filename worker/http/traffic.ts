/*
 * Counters of the calls that this isolate answered. Exact numbers of a deployment would cost every call a round trip.
 */

/** Upper ends of the durations that are counted together, in seconds. */
export const DURATION_BUCKETS = [0.025, 0.1, 0.25, 1, 2.5, 10] as const;

/** The calls of one route. */
export interface RouteTraffic {
  method: string;
  /** The pattern, such as `/api/labels/:id`; `none` for calls that no route answers. */
  route: string;
  /** The number of answers with each status. */
  statuses: Map<number, number>;
  /** The number of calls that took at most as long as the bucket with the same index. */
  within: number[];
  calls: number;
  seconds: number;
}

const traffic = new Map<string, RouteTraffic>();

/** Counts an answered call. @param ms until the answer began */
export function countCall(call: {
  method: string;
  route: string;
  status: number;
  ms: number;
}): void {
  const { method, route, status } = call;
  const key = `${method} ${route}`;
  const counted = traffic.get(key) ?? {
    method,
    route,
    calls: 0,
    seconds: 0,
    statuses: new Map<number, number>(),
    within: DURATION_BUCKETS.map(() => 0),
  };
  traffic.set(key, counted);
  const seconds = call.ms / 1000;
  counted.calls += 1;
  counted.seconds += seconds;
  counted.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
  for (const [at, end] of DURATION_BUCKETS.entries())
    if (seconds <= end) counted.within[at] = (counted.within[at] ?? 0) + 1;
}

export const readTraffic = (): readonly RouteTraffic[] => [...traffic.values()];
