import { cleanKey } from '../clean-text.ts';

/** An address of a list with its tags. */
export interface ListedEvent {
  url: string;
  tags: string[];
  /** The first line is 1. */
  line: number;
}

/** An address as it may be pasted or read: without invisible marks and the quotes around it. */
export const readUrl = (text: string): string =>
  cleanKey(text)
    .replace(/^[<"'“”‘’«»]+/, '')
    .replace(/(?<![>"'“”‘’«»])[>"'“”‘’«»]+$/, '')
    .trim();

/** The lines of a pasted text with an address; blank ones are counted too. */
export const readPastedEvents = (text: string): ListedEvent[] =>
  text.split(/\r\n|\r|\n/).flatMap((pasted, index) => {
    const url = readUrl(pasted);
    return url === '' ? [] : { url, tags: [], line: index + 1 };
  });
