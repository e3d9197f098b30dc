import { createHash } from 'node:crypto';
import type { MailBatch, RawMail } from './protocol.ts';

/** The maximum number of remembered mails; the oldest are dropped first. */
const MOST = 1000;

const sizeOf = ({ parts }: RawMail): number =>
  parts.reduce((sum, { bytes }) => sum + bytes.length, 0);

function digestOf({ subject, parts }: RawMail): string {
  const hash = createHash('sha256').update(subject);
  for (const { type, bytes } of parts) hash.update(type).update(bytes);
  return hash.digest('base64');
}

/**
 * Mails that ended a reader's thread, remembered by their content: the same mail in another
 * mailbox, or in a later search, is skipped at once. Only mails of the same size as a remembered
 * one are hashed.
 */
export class FatalMails {
  private readonly digests = new Set<string>();
  private readonly sizes = new Set<number>();

  /** Records a mail of a batch and removes it from the batch. */
  add({ mails }: MailBatch, index: number): void {
    const mail = mails[index];
    if (!mail) return;
    mails[index] = null;
    this.digests.add(digestOf(mail));
    this.sizes.add(sizeOf(mail));
    const [oldest] = this.digests;
    if (this.digests.size > MOST && oldest !== undefined) this.digests.delete(oldest);
  }

  /** Replaces remembered mails of a batch with null. */
  leaveOut({ mails }: MailBatch): void {
    if (this.digests.size === 0) return;
    for (const [index, mail] of mails.entries())
      if (mail && this.sizes.has(sizeOf(mail)) && this.digests.has(digestOf(mail)))
        mails[index] = null;
  }
}
