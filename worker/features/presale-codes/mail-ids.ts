import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../../shared/errors.ts';
import type { FoundCode, SearchEvent } from '../../../shared/presale-codes/events.ts';
import { MAIL_ID } from '../../../shared/presale-codes/schema.ts';
import type { Ctx } from '../../context/context.ts';
import { keyedHash } from '../../security/client.ts';
import { signCode } from '../code-memory/index.ts';

type Signer = Pick<Ctx, 'env' | 'operator'>;

/** Half of an HMAC-SHA-256, in hexadecimal: 128 bits. */
const SIGNATURE_LENGTH = 32;

/** The signature of a mail (mailbox, folder, validity and uid) for the operator who found it. */
const signatureOf = ({ env, operator }: Signer, mail: string): string =>
  keyedHash(env.TOKEN_SECRET, `presale mail of ${operator?.id ?? 0}: ${mail}`).substring(
    0,
    SIGNATURE_LENGTH,
  );

/** The id with which the operator reads a mail: mailbox, folder, validity and uid, signed. */
export const signMail = (ctx: Signer, mail: string): string => `${mail}/${signatureOf(ctx, mail)}`;

/**
 * Signs the mail ids of a search's events for the operator of the search. No other operator can read the whole mail of
 * an id, and no id can be invented. Use one signer for a search, because it signs each mail only once.
 */
export function mailSigner(ctx: Signer): (event: SearchEvent) => SearchEvent {
  const signed = new Map<string, string>();
  const sign = (mail: string): string => {
    const id = signed.get(mail) ?? signMail(ctx, mail);
    signed.set(mail, id);
    return id;
  };
  const signAll = (codes: readonly FoundCode[]): FoundCode[] =>
    codes.map(({ code_id: place = '', ...found }) => {
      const about = { code: found.code, mail: found.mail_id, sender: found.email_from, place };
      return { ...found, mail_id: sign(found.mail_id), code_id: signCode(ctx, about) };
    });
  return (event) => {
    if (event.type === 'codes') return { ...event, codes: signAll(event.codes) };
    if (event.type !== 'done') return event;
    const { codes, notes = [], ...answer } = event.answer;
    const signedNotes = notes.map((note) => ({ ...note, mail_id: sign(note.mail_id) }));
    return { ...event, answer: { ...answer, codes: signAll(codes), notes: signedNotes } };
  };
}

/** A mail that an operator's search found: the id of its mailbox, and folder, validity and uid. */
export interface SignedMail {
  mailboxId: number;
  mail: string;
}

/** Reads a signed mail id. @throws DomainError `not_found` if it was not made for this operator. */
export function readMailId(ctx: Signer, id: string): SignedMail {
  const [, mailbox = '', mail = '', signature = ''] = MAIL_ID.exec(id) ?? [];
  const expected = Buffer.from(signatureOf(ctx, `${mailbox}/${mail}`));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new DomainError('not_found', 'No search of yours found this mail. Search again.');
  return { mailboxId: Number(mailbox), mail };
}
