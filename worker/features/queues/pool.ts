import type { QueueType } from '../../../shared/queues/schema.ts';

/** The queue type as the tables store it. */
export type Pool = 1 | 2;

const POOLS = { verified_fan: 1, standard: 2 } as const satisfies Record<QueueType, Pool>;

export const poolOf = (type: QueueType): Pool => POOLS[type];

export const typeOf = (pool: Pool): QueueType =>
  pool === POOLS.verified_fan ? 'verified_fan' : 'standard';

export const POOL_NUMBERS = Object.values(POOLS);
