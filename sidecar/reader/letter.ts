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

/** What a mail says, as far as a search asks. */
export class Letter {
  private readonly lines: readonly MailLine[];
  private readonly folded: FoldedMail;
  private knownContext: MailContext | null = null;

  constructor(mail: DecodedMail) {
    this.lines = mailLines(mail);
    this.folded = foldMail(this.lines);
  }

  /** Its cue words; most mails match no search and are never asked for them. */
  private get context(): MailContext {
    this.knownContext ??= findCueWords(this.folded);
    return this.knownContext;
  }

  /** Subject and texts as they are shown. */
  get text(): string {
    return this.lines.map((line) => line.text).join(' ');
  }

  /** The same, folded: lower case, no accents, lines apart by line feeds. */
  get foldedText(): string {
    // Codes are looked for in the first part of an endless mail only, words in all of it.
    const isWhole = this.folded.lines.length === this.lines.length;
    return isWhole ? this.folded.text : fold(this.lines.map((line) => line.text).join('\n'));
  }

  /** It speaks of early tickets, wherever the code may be. */
  get isAboutPresale(): boolean {
    return this.context.totals.core > 0;
  }

  /** The codes it tells, the likeliest first. The dearest of all: only for mails that match. */
  findCodes(): FoundCode[] {
    return findCodesIn(this.context);
  }
}
