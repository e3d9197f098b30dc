import { cleanKey } from '../clean-text.ts';

/** An address as it may be pasted or read: without invisible marks and the quotes around it. */
export const readUrl = (text: string): string =>
  cleanKey(text)
    .replace(/^[<"'“”‘’«»]+|[>"'“”‘’«»]+$/g, '')
    .trim();
