import { countOf, formatNumber } from '../../shared/numbers.ts';
import { LIMITS } from '../limits.ts';

/** Counts of the mails that a completed scan did not cover. */
interface Gaps {
  read: number;
  /** Mails that were abandoned: they broke the connection, the reader or its time limit. */
  unreadable: number;
  /** Mails of folders that hold more than LIMITS.mailsPerFolder. */
  beyondLimit: number;
  /** Mails of which some text parts were not read. */
  partial: number;
  /** Mails whose code may be in a picture: in the report, and beyond LIMITS.needsLook. */
  listedPictures: number;
  unlistedPictures: number;
}

const mails = (count: number): string => countOf(count, 'mail');

/** `56 of 60 mails read. `, or nothing before the first mail was read. */
export const readSoFar = (read: number, expected: number): string =>
  read === 0 ? '' : `${formatNumber(read)} of ${mails(Math.max(read, expected))} read. `;

/** Describes the gaps of a completed scan, one sentence for each; empty when it covered everything. */
export function describeGaps(gaps: Gaps): string {
  const { read, unreadable, beyondLimit, partial, listedPictures, unlistedPictures } = gaps;
  const unread = unreadable + beyondLimit;
  const sentences = [
    unread > 0 ? `${formatNumber(read)} of ${mails(read + unread)} read.` : '',
    unreadable > 0 ? `${mails(unreadable)} could not be read.` : '',
    beyondLimit > 0
      ? `Only the newest ${mails(LIMITS.mailsPerFolder)} of a folder are read. Search a shorter period.`
      : '',
    partial > 0
      ? `Of ${mails(partial)} only the first ${LIMITS.partsPerMail} parts were read.`
      : '',
    unlistedPictures > 0
      ? `${mails(listedPictures + unlistedPictures)} may have a code in a picture; ${formatNumber(listedPictures)} are listed.`
      : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
