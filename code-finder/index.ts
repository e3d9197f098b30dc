/** The code finder: a pure function over the lines of a mail. README.md describes how its model is fitted. */

export { type FinderQuery, type Findings, type FoundCode, findCodes } from './src/find-codes.ts';
export type { Example, Learned } from './src/learned.ts';
export { readTrace, writeTrace } from './src/trace-text.ts';
