import * as z from 'zod/mini';

/** /vf-queues-tool uses `verified_fan`, /queues-tool uses `standard`; the two never mix. */
export const queueType = z.enum(['verified_fan', 'standard']);
export type QueueType = z.infer<typeof queueType>;
