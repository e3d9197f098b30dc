import type { CodeDelivery } from '../../shared/presale-codes/events.ts';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import type { ScanQuery } from '../../shared/scanners/protocol.ts';
import type { FetchedMail, FetchedPart } from '../mailbox/read-folder.ts';
import type { PlacedCode } from './sender-memory.ts';

/** The parts of a mail that are read, not yet decoded. */
export type RawMail = Pick<FetchedMail, 'subject' | 'from' | 'listId' | 'hasImages' | 'parts'>;

/**
 * Mails that are read together for one search. Their bytes and marks are shared memory: nothing is copied, and the mails
 * survive the loss of the thread.
 */
export interface MailBatch {
  /** Null: the mails are read as text, and nothing is searched. */
  query: ScanQuery | null;
  /** Null for a mail that is skipped. */
  mails: (RawMail | null)[];
  /** Numbers by {@link MARK}. */
  marks: Int32Array;
}

/** Indexes in a batch's marks. */
export const MARK = {
  /** Number of the mail that is being read, from 1; 0 before the first and after the last. */
  current: 0,
  /** 1 as soon as the answer is no longer needed. */
  stop: 1,
} as const;

/** The results of one mail. */
export interface Outcome {
  isMatch: boolean;
  /** Codes that meet the requirements of the search, the most likely first. */
  codes: PlacedCode[];
  /**
   * Likely codes that the search's criteria exclude, except those that its excluded words remove.
   */
  leftOutCodes: string[];
  /** The other way in which its code is sent. */
  delivery: Pick<CodeDelivery, 'kind' | 'evidence'> | null;
  /** Whether it is about a presale, shows pictures and has no readable code. */
  mayBePictured: boolean;
  /** Why some of its texts were not read. */
  gaps: LeftOutReason[];
  /** The mail as text, if the batch has no query. */
  text: string;
  /** Name of the fault for which the mail was not read; empty if there was none. */
  fault: string;
}

/** The results of a mail that does not match. */
export const NOTHING_FOUND: Readonly<Outcome> = {
  isMatch: false,
  codes: [],
  leftOutCodes: [],
  delivery: null,
  mayBePictured: false,
  gaps: [],
  text: '',
  fault: '',
};

/** The start options of the thread: whether it reads invented mails first. */
export interface ThreadData {
  warmsUp: boolean;
}

/** A request to the thread. */
export interface Question {
  id: number;
  batch: MailBatch;
}

/** The thread's answer, in the order of the questions: an outcome per mail, fewer when it was stopped. */
export interface Answer {
  id: number;
  outcomes: Outcome[];
}

/** Reads mails, in a thread of its own or, for tests, at once. */
export interface Reader {
  /**
   * Reads the mails in the given order. Null if `signal` aborted it before.
   * @throws if nothing at all could be read.
   */
  read(batch: MailBatch, signal: AbortSignal): Promise<readonly Outcome[] | null>;
}

/** Copies mails into shared memory. */
export function batchOf(query: ScanQuery | null, mails: readonly RawMail[]): MailBatch {
  const parts = mails.flatMap((mail) => mail.parts);
  const size = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const memory = new Uint8Array(new SharedArrayBuffer(size));
  let end = 0;
  const shared = ({ bytes, ...part }: FetchedPart): FetchedPart => {
    const at = end;
    end += bytes.length;
    memory.set(bytes, at);
    return { ...part, bytes: memory.subarray(at, end) };
  };
  return {
    query,
    mails: mails.map(({ subject, from, listId, hasImages, parts: mailParts }) => ({
      subject,
      from,
      listId,
      hasImages,
      parts: mailParts.map(shared),
    })),
    marks: new Int32Array(new SharedArrayBuffer(8)),
  };
}
