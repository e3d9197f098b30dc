import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';

export const SAMPLE_DATA_STATES = ['none', 'loading', 'loaded', 'removing'] as const;

/**
 * The answer of POST, GET and DELETE /sample-data. Sample data exists only while the providers are
 * simulated.
 */
export const sampleDataAnswer = answerOf({
  state: z.enum(SAMPLE_DATA_STATES),
  /** The finished steps of the current load or removal. */
  done: z.int(),
  steps: z.int(),
  /** Why the current step failed; it is retried within a minute. */
  failure: z.nullable(z.string()),
  /** The objects that the last removal kept because operators had changed them, in sentences. */
  kept: z.array(z.string()),
});
export type SampleDataAnswer = z.infer<typeof sampleDataAnswer>;
