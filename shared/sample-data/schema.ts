/** The answer of POST, GET and DELETE /sample-data. Sample data exist only while the providers are simulated. */
export interface SampleDataAnswer {
  success: true;
  state: SampleDataState;
  /** Of the load or the removal under way. */
  done: number;
  steps: number;
  /** Why the step under way failed; it is tried again within a minute. */
  failure: string | null;
  /** The objects that the last removal left because operators had changed them, in sentences. */
  kept: string[];
}

export const SAMPLE_DATA_STATES = ['none', 'loading', 'loaded', 'removing'] as const;
export type SampleDataState = (typeof SAMPLE_DATA_STATES)[number];
