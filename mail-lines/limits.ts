/**
 * The limits of reading one text part. Mails are untrusted, so their time and memory are bounded.
 */
export const PART_LIMITS = {
  /** Bytes read of one text part. */
  partBytes: 256 * 1024,
  /** Lines read of one text part: more than any real mail has, and what a mail's time limit allows. */
  partLines: 20_000,
  /** Characters of a line; the finder's patterns need a bound, so longer lines are read as several. */
  lineCharacters: 2000,
  /** Links with a code and calendar entries read of one text part. */
  partLinks: 1000,
} as const;
