import * as z from 'zod/mini';
import { answerOf, failureBody, instant } from '../answers.ts';
import { diskUse } from './disk.ts';

/** The state of the product's parts. */
const health = z.object({
  status: z.enum(['ok', 'degraded']),
  /** The release, such as `1.0.0`. */
  version: z.string(),
  /** The schema that the release works on, by its last migration. */
  schema: z.string(),
  database: z.enum(['ok', 'unreachable']),
  /** `unknown` while the desk of the scanners does not answer. */
  scanner: z.enum(['connected', 'not connected', 'unknown']),
  providers: z.enum(['live', 'simulated']),
  /** Present if the stored secrets were sealed with a key that is not configured. */
  secrets: z.optional(z.literal('sealed with another DATA_KEY')),
  /** Sentences about what the set-up lacks, for signed-in operators; absent if it lacks nothing. */
  notes: z.optional(z.array(z.string())),
  /** The files of DATA_DIR, for signed-in operators. Only a start by `npm start` measures them. */
  disk: z.optional(diskUse),
  /** The connected scanners, for signed-in operators. */
  scanners: z.optional(z.array(z.object({ name: z.string(), since: instant }))),
});
type AnyHealth = z.infer<typeof health>;
export type Health = AnyHealth & Required<Pick<AnyHealth, 'scanners'>>;

/** The answer of GET /health, and its failure while the database cannot be reached. */
export const healthAnswer = answerOf(health.shape);
export const healthFailure = z.union([z.extend(failureBody, health.shape), failureBody]);
