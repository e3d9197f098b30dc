import * as z from 'zod/mini';
import { answerOf, failureBody, instant } from '../answers.ts';

/** The state of the product's parts. */
const health = z.object({
  status: z.enum(['ok', 'degraded']),
  database: z.enum(['ok', 'unreachable']),
  scanner: z.enum(['connected', 'not connected']),
  providers: z.enum(['live', 'simulated']),
  /** The connected scanners, for signed-in operators. */
  scanners: z.optional(z.array(z.object({ name: z.string(), since: instant }))),
});
export type Health = Required<z.infer<typeof health>>;

/** The answer of GET /health, and its failure while the database cannot be reached. */
export const healthAnswer = answerOf(health.shape);
export const healthFailure = z.union([z.extend(failureBody, health.shape), failureBody]);
