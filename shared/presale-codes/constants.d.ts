/** Limits and first values of the search form (part 1, 5 and 9). */
export declare const SEARCH_LIMITS: {
  readonly hours: {
    readonly min: 1;
    readonly max: 720;
    readonly initial: 24;
  };
  readonly days: {
    readonly min: 1;
    readonly max: 30;
    readonly initial: 2;
  };
  readonly keywords: 50;
  readonly mailboxes: 500;
  readonly words: 200;
  readonly codeLength: 64;
};
/** One search has this long, whatever happens: the client gives up at 180 s. */
export declare const SEARCH_DEADLINE_MS = 170000;
export type ConfidenceBand = 'high' | 'medium' | 'low';
/** Confidence bands (part 1, 9). */
export declare function confidenceBand(confidence: number): ConfidenceBand;
