import { createHmac, hash } from 'node:crypto';
import {
  type Example,
  type FoundCode,
  type Learned,
  readTrace,
  writeTrace,
} from '../../code-finder/index.ts';
import type { LearnedCodes } from '../../shared/code-memory/scanner.ts';
import { type Sender, senderKey } from '../mailbox/sender-key.ts';

/** Bytes of the hash of a sender. */
const SENDER_BYTES = 8;

/** What operators have answered about the codes of senders, as it comes with a search. */
export class SenderMemory {
  private readonly key: string;
  /** Another key for traces, so that the hash of a text cannot be used as that of a sender. */
  private readonly traceKey: string;
  /** The previous sender, because the codes of a mail have the same one. */
  private last = { name: '', hash: '' };
  private readonly bySender: ReadonlyMap<string, LearnedCodes['codes']>;

  constructor({ key, codes }: LearnedCodes) {
    this.key = key;
    this.traceKey = createHmac('sha256', key).update('traces').digest('hex');
    this.bySender = Map.groupBy(codes, ([sender]) => sender);
  }

  /** What was learned from the codes of a sender. */
  learnedOf(sender: Sender): Learned {
    const name = senderKey(sender);
    const own = name === '' ? [] : (this.bySender.get(this.hashOf(name)) ?? []);
    const examples = own.flatMap(([, verdict, text]): Example[] => {
      const trace = readTrace(text);
      return trace === null ? [] : [{ verdict, trace }];
    });
    const hashes = new Map<string, number>();
    const hashOnce = (text: string): number => {
      const earlier = hashes.get(text);
      if (earlier !== undefined) return earlier;
      // 32 of 256 bits: nothing can be appended to the text, and one call takes a fifth of the time
      // of an HMAC.
      const digest = hash('sha256', `${this.traceKey}${text}`, 'hex');
      const fresh = Number.parseInt(digest.substring(0, 8), 16) || 1;
      hashes.set(text, fresh);
      return fresh;
    };
    return { hash: hashOnce, examples };
  }

  /** A found code with the text of its place: the hash of its sender and its trace. */
  withPlace(sender: Sender, { trace, ...code }: FoundCode): PlacedCode {
    const name = senderKey(sender);
    return trace === undefined || name === ''
      ? code
      : { ...code, place: `${this.hashOf(name)}.${writeTrace(trace)}` };
  }

  private hashOf(name: string): string {
    if (this.last.name !== name) {
      const digest = createHmac('sha256', this.key).update(`sender ${name}`).digest();
      this.last = { name, hash: digest.toString('hex', 0, SENDER_BYTES) };
    }
    return this.last.hash;
  }
}

/** A found code with its place in the memory of its sender; none if the search contained no key. */
export interface PlacedCode extends Omit<FoundCode, 'trace'> {
  place?: string;
}
