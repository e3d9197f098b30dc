import { createHmac, hash } from 'node:crypto';
import {
  type Example,
  type FoundCode,
  type Learned,
  readTrace,
  writeTrace,
} from '../../code-finder/index.ts';
import type { LearnedCodes } from '../../shared/code-memory/scanner.ts';
import { fold } from '../../shared/text.ts';

/** Parts of a domain that name a mail program and not its owner. */
const MAIL_HOST =
  /^(?:e|m|em|mg|mail|mails|mailer|email|news|newsletter|info|send|bounces?|click|reply|mta|smtp|[a-z]*\d+[a-z0-9]*)\.(?=[^.]+\.)/;
/** A local part that is another one in each mail: `bounce-782230`, `no-reply+7fa1c3`. */
const ROTATING = /[+=]|\d{3,}|(?=[0-9a-f]*\d)[0-9a-f]{4,}/;

/** Nobody writes a longer name and address; the patterns are slow for endless ones. */
const LONGEST_SENDER = 1_000;

/**
 * The name under which the codes of a sender are learned: its address, or its domain and display name if the address is
 * another one in each mail. Empty without an address: nothing is learned about mails of unknown senders.
 */
export function senderKey(from: string): string {
  if (from.length > LONGEST_SENDER) return '';
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]*)>$/s.exec(from) ?? [];
  const [local = '', domain = ''] = fold(address).trim().split('@');
  if (domain === '') return '';
  if (!ROTATING.test(local)) return `${local}@${domain}`;
  return `${fold(name).trim()}@${domain.replace(MAIL_HOST, '')}`;
}

/** Bytes of the hash of a sender. */
const SENDER_BYTES = 8;

/** What operators have answered about the codes of senders, as it comes with a search. */
export class SenderMemory {
  private readonly key: string;
  /** Another key for traces: the hash of a text is of no use as that of a sender. */
  private readonly traceKey: string;
  /** The sender of before: the codes of a mail have the same one. */
  private last = { from: '', hash: '' };
  private readonly bySender: ReadonlyMap<string, LearnedCodes['codes']>;

  constructor({ key, codes }: LearnedCodes) {
    this.key = key;
    this.traceKey = createHmac('sha256', key).update('traces').digest('hex');
    this.bySender = Map.groupBy(codes, ([sender]) => sender);
  }

  /** What the codes of a sender have taught; `from` is its name and address. */
  learnedOf(from: string): Learned {
    const own = senderKey(from) === '' ? [] : (this.bySender.get(this.hashOf(from)) ?? []);
    const examples = own.flatMap(([, verdict, text]): Example[] => {
      const trace = readTrace(text);
      return trace === null ? [] : [{ verdict, trace }];
    });
    const hashes = new Map<string, number>();
    const hashOnce = (text: string): number => {
      const earlier = hashes.get(text);
      if (earlier !== undefined) return earlier;
      // 32 of 256 bits: nothing can be appended to the text, and one call takes a fifth of the time of an HMAC.
      const digest = hash('sha256', `${this.traceKey}${text}`, 'hex');
      const fresh = Number.parseInt(digest.substring(0, 8), 16) || 1;
      hashes.set(text, fresh);
      return fresh;
    };
    return { hash: hashOnce, examples };
  }

  /** A found code with the text of its place: the hash of its sender and its trace. */
  withPlace(from: string, { trace, ...code }: FoundCode): PlacedCode {
    return trace === undefined || senderKey(from) === ''
      ? code
      : { ...code, place: `${this.hashOf(from)}.${writeTrace(trace)}` };
  }

  private hashOf(from: string): string {
    if (this.last.from !== from) {
      const digest = createHmac('sha256', this.key)
        .update(`sender ${senderKey(from)}`)
        .digest();
      this.last = { from, hash: digest.toString('hex', 0, SENDER_BYTES) };
    }
    return this.last.hash;
  }
}

/** A found code with its place in the memory of its sender; none if the search brought no key. */
export interface PlacedCode extends Omit<FoundCode, 'trace'> {
  place?: string;
}
