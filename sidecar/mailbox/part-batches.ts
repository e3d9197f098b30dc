import { LIMITS } from '../limits.ts';
import type { MailPlan } from './structure.ts';

/** Mails whose parts are requested in one command. */
export interface PartBatch<Mail extends MailPlan> {
  mails: Mail[];
  /** Names of the parts that the command requests for all of them. */
  keys: Set<string>;
  /** Names that it must not request, because one of the mails has another part there. */
  others: Set<string>;
  bytes: number;
}

/** The number of batches that are filled at the same time, for mails of different structures. */
const OPEN = 4;

const sizeOf = (mail: MailPlan): number => mail.parts.reduce((sum, part) => sum + part.bytes, 0);

function takes<Mail extends MailPlan>(batch: PartBatch<Mail>, mail: Mail, most: number): boolean {
  return (
    batch.mails.length < most &&
    batch.bytes + sizeOf(mail) <= LIMITS.fetchBatchBytes &&
    mail.parts.every(({ key }) => !batch.others.has(key)) &&
    mail.others.every((key) => !batch.keys.has(key))
  );
}

/**
 * Groups mails so that few commands fetch their texts and nothing else. A part that some mails of a
 * batch do not have is answered with NIL, which costs little; a part that is a picture or a file in
 * one of them is never requested. The order is kept except for mails of rarer structures; the first
 * batch has at most `first` mails, the others `most`.
 */
export function batchParts<Mail extends MailPlan>(
  mails: readonly Mail[],
  first: number,
  most: number = LIMITS.fetchBatchMails,
): PartBatch<Mail>[] {
  const batches: PartBatch<Mail>[] = [];
  for (const mail of mails) {
    const open = batches.slice(-OPEN);
    let batch = open.find((one) => takes(one, mail, one === batches[0] ? first : most));
    if (!batch) {
      batch = { mails: [], keys: new Set(), others: new Set(), bytes: 0 };
      batches.push(batch);
    }
    batch.mails.push(mail);
    batch.bytes += sizeOf(mail);
    for (const { key } of mail.parts) batch.keys.add(key);
    for (const key of mail.others) batch.others.add(key);
  }
  return batches;
}
