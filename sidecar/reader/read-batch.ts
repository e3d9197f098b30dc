import { decodePart } from '../../mail-lines/decode-part.ts';
import { unwrapFlowed } from '../../mail-lines/flowed.ts';
import { showMail } from '../../mail-lines/mail-text.ts';
import { readMail, type TextPart } from '../../mail-lines/mime-tree.ts';
import { LIKELY_FROM } from '../../shared/presale-codes/constants.ts';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import type { ScanQuery } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../limits.ts';
import type { FetchedPart } from '../mailbox/read-folder.ts';
import { WHOLE_MAIL } from '../mailbox/structure.ts';
import { deliveryOf } from './delivery-notes.ts';
import { mailMatcher, mailRefuser } from './match-mail.ts';
import { ParsedMail } from './parsed-mail.ts';
import { MARK, type MailBatch, NOTHING_FOUND, type Outcome, type RawMail } from './protocol.ts';
import { isExcluded, meetsRequirements } from './requirements.ts';
import { SenderMemory } from './sender-memory.ts';

type Gaps = Set<LeftOutReason>;

/** A mail inside the mail, its subject first, or the mail itself. */
function decodeMail({ key, bytes, encoding, textCount = 0 }: FetchedPart, gaps: Gaps): TextPart[] {
  const { subject, parts } = readMail(bytes, { encoding, gaps });
  if (bytes.length >= LIMITS.partBytes && parts.length <= textCount) gaps.add('part_too_large');
  const title: TextPart = { type: 'text/plain', text: subject, isTitle: true };
  return key === WHOLE_MAIL || subject === '' ? parts : [title, ...parts];
}

/**
 * The start of a text that is a multipart: the server did not recognise it because its header has a
 * fault. A line before it begins with a non-blank character, so that blank lines can be read in
 * only one way.
 */
export const MULTIPART =
  /^\s*(?:\S[^\r\n]{0,199}\r?\n\s*){0,2}--([^\s]{1,70})\r?\n(?:content-[a-z-]{4,30}:)/i;

function decode(part: FetchedPart, gaps: Gaps): TextPart[] {
  const { type, bytes, encoding, charset, flow = 'fixed' } = part;
  if (type === 'message/rfc822') return decodeMail(part, gaps);
  const isHtml = type === 'text/html';
  const text = decodePart(bytes, encoding, charset, { isHtml, gaps });
  const boundary = isHtml ? undefined : MULTIPART.exec(text)?.[1];
  if (boundary !== undefined) {
    const head = `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`;
    return readMail(Buffer.concat([Buffer.from(head), bytes]), { gaps }).parts;
  }
  return [{ type, text: type === 'text/plain' ? unwrapFlowed(text, flow) : text }];
}

/** The conditions of a query, and the memory of its senders. */
interface Judges {
  refuses: ReturnType<typeof mailRefuser>;
  matches: ReturnType<typeof mailMatcher>;
  memory: SenderMemory | null;
}

/**
 * Decodes a mail, compares it with the query and finds its codes. Fills `outcome` as far as it
 * succeeds.
 */
function lookThrough(
  mail: RawMail,
  query: ScanQuery,
  { refuses, matches, memory }: Judges,
  outcome: Outcome,
): void {
  const gaps: Gaps = new Set();
  const parts = mail.parts.flatMap((part) => decode(part, gaps));
  outcome.gaps = [...gaps];
  if (refuses(mail, parts)) return;
  const parsed = new ParsedMail({ ...mail, date: '', parts }, gaps);
  outcome.gaps = [...gaps];
  if (!matches(mail.from, parsed)) return;
  outcome.isMatch = true;
  const { codes, isAboutPresale, isCut } = parsed.findCodes({
    keywords: query.keywords,
    ...(memory && { learned: memory.learnedOf(mail) }),
  });
  if (isCut) outcome.gaps = [...gaps.add('text_too_long')];
  outcome.codes = codes
    .filter(({ code }) => meetsRequirements(code, query))
    .map((code) => memory?.withPlace(mail, code) ?? code);
  const likely = codes.filter(({ confidence }) => confidence >= LIKELY_FROM);
  outcome.leftOutCodes = likely
    .map(({ code }) => code)
    .filter((code) => !meetsRequirements(code, query) && !isExcluded(code, query));
  if (likely.length === 0 && isAboutPresale) outcome.delivery = deliveryOf(parsed.shownLines);
  if (outcome.codes.length > 0) return;
  const hasImages = mail.hasImages || parts.some((part) => /<img\b/i.test(part.text));
  outcome.mayBePictured = hasImages && isAboutPresale;
}

/** The mail as text to read. Fills `outcome`. */
function showWhole(mail: RawMail, outcome: Outcome): void {
  const gaps: Gaps = new Set();
  outcome.text = showMail(mail.parts.flatMap((part) => decode(part, gaps)));
  outcome.gaps = [...gaps];
}

/** Reads the mails of a batch in their order. A mail that fails does not affect the others. */
export function readBatch({ query, mails, marks }: MailBatch): Outcome[] {
  const judges: Judges | null = query && {
    refuses: mailRefuser(query),
    matches: mailMatcher(query),
    memory: query.learned ? new SenderMemory(query.learned) : null,
  };
  const outcomes: Outcome[] = [];
  for (const [index, mail] of mails.entries()) {
    if (Atomics.load(marks, MARK.stop) === 1) break;
    Atomics.store(marks, MARK.current, index + 1);
    const outcome: Outcome = { ...NOTHING_FOUND, fault: mail ? '' : 'LeftOut' };
    outcomes.push(outcome);
    try {
      if (mail && query && judges) lookThrough(mail, query, judges, outcome);
      else if (mail) showWhole(mail, outcome);
    } catch (error) {
      outcome.fault = error instanceof Error ? error.name : typeof error;
    }
  }
  Atomics.store(marks, MARK.current, 0);
  return outcomes;
}
