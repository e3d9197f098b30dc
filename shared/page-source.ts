import * as z from 'zod/mini';

/** A pasted page source has at most this many characters; a fetched sign-up page as many bytes. */
export const MAX_PAGE_SOURCE = 5 * 1024 * 1024;

/** The source of a page that an operator pasted. */
export const pageSource = z
  .string('Paste the source of the page.')
  .check(
    z.maxLength(
      MAX_PAGE_SOURCE,
      `A page source has at most ${MAX_PAGE_SOURCE.toLocaleString('en')} characters.`,
    ),
  );
