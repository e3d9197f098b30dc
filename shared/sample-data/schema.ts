import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';

export const SAMPLE_DATA_STATES = ['none', 'loading', 'loaded', 'removing'] as const;

/** The answer of POST, GET and DELETE /sample-data. Sample data exist only while the providers are simulated. */
export const sampleDataAnswer = answerOf({
  state: z.enum(SAMPLE_DATA_STATES),
  /** The steps done so far of the load or the removal under way. */
  done: z.int(),
  steps: z.int(),
  /** Why the step under way failed; it is tried again within a minute. */
  failure: z.nullable(z.string()),
  /** The objects that the last removal left because operators had changed them, in sentences. */
  kept: z.array(z.string()),
});
export type SampleDataAnswer = z.infer<typeof sampleDataAnswer>;
