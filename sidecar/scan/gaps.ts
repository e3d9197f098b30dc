import { countOf, formatNumber } from '../../shared/numbers.ts';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import { LIMITS } from '../limits.ts';

/** Counts of the mails that a completed scan did not cover. */
interface Gaps {
  read: number;
  /** Mails that were left out, whole or in part, by reason. */
  leftOut: ReadonlyMap<LeftOutReason, number>;
  /** Folders that could not be opened. */
  closedFolders: readonly string[];
  /** Whether an operator chose the folders of the mailbox. */
  areFoldersChosen: boolean;
  /** Whether the server did not list its folders. */
  areFoldersUnknown: boolean;
  /** Mails whose code may be in a picture: in the report, and beyond LIMITS.needsLook. */
  listedPictures: number;
  unlistedPictures: number;
}

const mails = (count: number): string => countOf(count, 'mail');

/** `56 of 60 mails read. `, or nothing before the first mail was read. */
export const readSoFar = (read: number, expected: number): string =>
  read === 0 ? '' : `${formatNumber(read)} of ${mails(Math.max(read, expected))} read. `;

/** Mails that were read incompletely: one sentence for each reason. */
const IN_PART: readonly (readonly [LeftOutReason, (count: string) => string])[] = [
  [
    'too_many_parts',
    (count) => `Of ${count} only the first ${LIMITS.partsPerMail} parts were read.`,
  ],
  [
    'part_too_large',
    (count) => `Of ${count} only the first ${LIMITS.partBytes / 1024} kB of a part were read.`,
  ],
  [
    'text_too_long',
    (count) =>
      `Of ${count} only the first ${formatNumber(LIMITS.partLines)} lines or possible codes were read.`,
  ],
  ['unknown_charset', (count) => `${count} has letters in an unknown charset.`],
  ['not_text', (count) => `${count} has a text part that is not text.`],
];

/** Describes the gaps of a completed scan, one sentence for each; empty when it covered everything. */
export function describeGaps(gaps: Gaps): string {
  const { read, leftOut, closedFolders, areFoldersUnknown, listedPictures, unlistedPictures } =
    gaps;
  const areMissing = gaps.areFoldersChosen && closedFolders.length > 0;
  const countFor = (reason: LeftOutReason): number => leftOut.get(reason) ?? 0;
  const unreadable = countFor('unreadable') + countFor('not_delivered');
  const beyondLimit = countFor('beyond_newest');
  const unread = unreadable + beyondLimit;
  const sentences = [
    unread > 0 ? `${formatNumber(read)} of ${mails(read + unread)} read.` : '',
    unreadable > 0 ? `${mails(unreadable)} could not be read.` : '',
    beyondLimit > 0
      ? `Only the newest ${mails(LIMITS.mailsPerFolder)} of a folder are read. Search a shorter period.`
      : '',
    ...IN_PART.map(([reason, sentenceFor]) => {
      const count = countFor(reason);
      // "2 mails have", "1 mail has".
      return count > 0 ? sentenceFor(mails(count)).replace(/^(\d[\d,]* mails) has/, '$1 have') : '';
    }),
    ...closedFolders.map((name) => `The folder ${name} could not be opened.`),
    areMissing
      ? `If ${closedFolders.length === 1 ? 'it was' : 'they were'} renamed or deleted, choose the folders of this mailbox again on the IMAP Accounts page.`
      : '',
    areFoldersUnknown ? 'The server did not list its folders: only the inbox was read.' : '',
    unlistedPictures > 0
      ? `${mails(listedPictures + unlistedPictures)} may have a code in a picture; ${formatNumber(listedPictures)} are listed.`
      : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
