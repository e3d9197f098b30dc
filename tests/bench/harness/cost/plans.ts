/** The usage that Cloudflare and Turso charge for, and their published prices. */

/**
 * The usage of a period. `gigabyteSeconds` is the duration of Durable Objects, with 128 MB each.
 */
export interface Usage {
  requests: number;
  cpuMs: number;
  objectRequests: number;
  gigabyteSeconds: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  queueOperations: number;
  rowsRead: number;
  rowsWritten: number;
}

/** The figures that the Worker of a bench counts itself (cost-worker.ts). */
export interface ObjectCounts {
  requests: number;
  objectRequests: number;
  /** Messages from clients to Durable Objects. */
  socketMessages: number;
  objectMs: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  queueOperations: number;
}

interface Price {
  what: string;
  /** The monthly amount that the plan includes. */
  included: number;
  /** US dollars for each further million. */
  perMillion: number;
  source: string;
}

/** The date when the lists below were looked up. The lists have no version. */
export const LISTED_ON = '2026-11-28';

const WORKERS = 'https://developers.cloudflare.com/workers/platform/pricing/';
const OBJECTS = 'https://developers.cloudflare.com/durable-objects/platform/pricing/';
const QUEUES = 'https://developers.cloudflare.com/queues/platform/pricing/';
/**
 * From the copy of https://turso.tech/pricing of 2026-06-12. The price of further rows comes from
 * the same list.
 */
const TURSO = 'https://turso.tech/pricing, as of 2026-06-12';

/** Workers Paid, and the Developer plan of Turso. */
export const PRICES: Readonly<Record<keyof Usage, Price>> = {
  requests: { what: 'requests of the Worker', included: 10e6, perMillion: 0.3, source: WORKERS },
  cpuMs: {
    what: 'processor time of the Worker',
    included: 30e6,
    perMillion: 0.02,
    source: WORKERS,
  },
  objectRequests: {
    what: 'requests of Durable Objects',
    included: 1e6,
    perMillion: 0.15,
    source: OBJECTS,
  },
  gigabyteSeconds: {
    what: 'duration of Durable Objects',
    included: 400_000,
    perMillion: 12.5,
    source: OBJECTS,
  },
  objectRowsRead: {
    what: 'rows that Durable Objects read',
    included: 25e9,
    perMillion: 0.001,
    source: OBJECTS,
  },
  objectRowsWritten: {
    what: 'rows that Durable Objects write',
    included: 50e6,
    perMillion: 1,
    source: OBJECTS,
  },
  queueOperations: {
    what: 'operations of queues',
    included: 1e6,
    perMillion: 0.4,
    source: QUEUES,
  },
  rowsRead: { what: 'rows read', included: 2.5e9, perMillion: 0.001, source: TURSO },
  rowsWritten: { what: 'rows written', included: 25e6, perMillion: 1, source: TURSO },
};

/** US dollars a month: Workers Paid and Turso Developer. */
export const FEES = { 'Workers Paid': 5, 'Turso Developer': 4.99 };

export const NAMES = Object.keys(PRICES) as (keyof Usage)[];

export const NOTHING: Usage = {
  requests: 0,
  cpuMs: 0,
  objectRequests: 0,
  gigabyteSeconds: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  queueOperations: 0,
  rowsRead: 0,
  rowsWritten: 0,
};

/** Adds a usage, multiplied by `times`, to another one. */
export function addUsage(sum: Usage, more: Usage, times = 1): Usage {
  const entries = NAMES.map((name) => [name, sum[name] + more[name] * times]);
  return { ...NOTHING, ...Object.fromEntries(entries) };
}

/** What a monthly amount costs beyond the part that the plan includes, in US dollars. */
export function chargeOf(name: keyof Usage, amount: number): number {
  const { included, perMillion } = PRICES[name];
  return (Math.max(0, amount - included) / 1e6) * perMillion;
}

/** The cost of a month in US dollars, including both fees. */
export function monthlyCost(usage: Usage): number {
  const fees = Object.values(FEES).reduce((sum, fee) => sum + fee, 0);
  return NAMES.reduce((sum, name) => sum + chargeOf(name, usage[name]), fees);
}
