import {
  type FoldedMail,
  findCueWords,
  foldMail,
  type MailContext,
} from '../../code-finder/src/context.ts';
import { type FoundCode, findCodesIn } from '../../code-finder/src/find-codes.ts';
import type { MailLine } from '../../code-finder/src/mail-line.ts';
import { fold } from '../../shared/text.ts';
import { mailLines } from '../mail/mail-text.ts';
import type { DecodedMail } from '../mail/mime-tree.ts';

/** A mail as lines, with what a search asks of it. */
export class ParsedMail {
  private readonly lines: readonly MailLine[];
  private readonly folded: FoldedMail;
  private cachedContext: MailContext | null = null;

  constructor(mail: DecodedMail) {
    this.lines = mailLines(mail);
    this.folded = foldMail(this.lines);
  }

  /** Cue words, found on first use: most mails match no search and never need them. */
  private get context(): MailContext {
    this.cachedContext ??= findCueWords(this.folded);
    return this.cachedContext;
  }

  /** Subject and texts as they are shown. */
  get text(): string {
    return this.lines.map((line) => line.text).join(' ');
  }

  /** The same, folded: lower case, no accents, lines separated by line feeds. */
  get foldedText(): string {
    // Codes are searched for in the first part of an endless mail only, words in all of it.
    const isWhole = this.folded.lines.length === this.lines.length;
    return isWhole ? this.folded.text : fold(this.lines.map((line) => line.text).join('\n'));
  }

  /** Whether it mentions presales at all. */
  get isAboutPresale(): boolean {
    return this.context.totals.core > 0;
  }

  /** Its codes, the likeliest first. Expensive: call only for matching mails. */
  findCodes(): FoundCode[] {
    return findCodesIn(this.context);
  }
}
