import { type FinderQuery, type Findings, findCodes } from '../../code-finder/index.ts';
import type { MailLine } from '../../mail-lines/line.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';
import type { DecodedMail } from '../../mail-lines/mime-tree.ts';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import { fold } from '../../shared/text.ts';

/** A mail as lines, with the results of a search's conditions. */
export class ParsedMail {
  private readonly lines: readonly MailLine[];
  private readonly sender: string;

  /** @param gaps receives what is not read */
  constructor(mail: DecodedMail, gaps?: Set<LeftOutReason>) {
    this.lines = mailLines(mail, gaps);
    this.sender = mail.from.replace(/ ?<[^<>]*>$/, '');
  }

  /** Subject and texts as they are shown, one line each. */
  get text(): string {
    return this.lines.map((line) => line.text).join('\n');
  }

  /** The lines that a person reads, without those for links. */
  get shownLines(): string[] {
    return this.lines.filter(({ kind }) => kind !== 'link').map(({ text }) => text);
  }

  /** The same in lower case without accents. */
  get foldedText(): string {
    return fold(this.text);
  }

  /** Its codes, and whether it mentions presales. Expensive: call only for matching mails. */
  findCodes(query: Omit<FinderQuery, 'sender'>): Findings {
    return findCodes(this.lines, { ...query, sender: this.sender });
  }
}
