import type { ScanQuery } from '../../shared/scanner.ts';
import { decodePart } from '../mail/decode-part.ts';
import { showMail } from '../mail/mail-text.ts';
import { readMail, type TextPart } from '../mail/mime-tree.ts';
import type { FetchedPart } from '../mailbox/read-folder.ts';
import { mailMatcher } from './match-mail.ts';
import { ParsedMail } from './parsed-mail.ts';
import { MARK, type MailBatch, type Outcome, type RawMail } from './protocol.ts';
import { meetsRequirements } from './requirements.ts';

function decode({ type, bytes, encoding, charset }: FetchedPart): TextPart[] {
  if (type === 'message/rfc822') return readMail(bytes).parts;
  return [{ type, text: decodePart(bytes, encoding, charset) }];
}

const nothingFound = (fault: string): Outcome => ({
  isMatch: false,
  codes: [],
  mayBePictured: false,
  text: '',
  fault,
});

/** Decodes a mail, compares it with the query and finds its codes. Fills `outcome` as far as it gets. */
function lookThrough(
  mail: RawMail,
  query: ScanQuery,
  matches: ReturnType<typeof mailMatcher>,
  outcome: Outcome,
): void {
  const parts = mail.parts.flatMap(decode);
  const parsed = new ParsedMail({ ...mail, date: '', parts });
  if (!matches(mail.from, parsed)) return;
  outcome.isMatch = true;
  const { codes, isAboutPresale } = parsed.findCodes(query);
  outcome.codes = codes.filter(({ code }) => meetsRequirements(code, query));
  if (outcome.codes.length > 0) return;
  const hasImages = mail.hasImages || parts.some((part) => /<img\b/i.test(part.text));
  outcome.mayBePictured = hasImages && isAboutPresale;
}

/** Reads the mails of a batch in their order. A mail that fails does not affect the others. */
export function readBatch({ query, mails, marks }: MailBatch): Outcome[] {
  const matches = query && mailMatcher(query);
  const outcomes: Outcome[] = [];
  for (const [index, mail] of mails.entries()) {
    if (Atomics.load(marks, MARK.stop) === 1) break;
    Atomics.store(marks, MARK.current, index + 1);
    const outcome = nothingFound(mail ? '' : 'LeftOut');
    outcomes.push(outcome);
    try {
      if (mail && query && matches) lookThrough(mail, query, matches, outcome);
      else if (mail) outcome.text = showMail(mail.parts.flatMap(decode));
    } catch (error) {
      outcome.fault = error instanceof Error ? error.name : typeof error;
    }
  }
  Atomics.store(marks, MARK.current, 0);
  return outcomes;
}
