import { timingSafeEqual } from 'node:crypto';
import { CODE_ID, MEMORY_LIMITS } from '../../../shared/code-memory/schema.ts';
import { DomainError } from '../../../shared/errors.ts';
import { cut } from '../../../shared/text.ts';
import type { Ctx } from '../../context/context.ts';
import { keyedHash } from '../../security/client.ts';

type Signer = Pick<Ctx, 'env' | 'operator'>;

/** Half of an HMAC-SHA-256, in hexadecimal. */
const half = (hash: string): string => hash.substring(0, 32);

/** The key of the hashes that scanners use for senders and places. */
export const memoryKey = ({ env }: Pick<Ctx, 'env'>): string =>
  keyedHash(env.TOKEN_SECRET, 'code memory');

/** A found code as a scanner reports it. `place` has the hash of its sender and the text of its trace. */
interface SeenCode {
  code: string;
  /** Mailbox, folder, validity of the folder's uids and uid. */
  mail: string;
  sender: string;
  place: string;
}

/**
 * The id with which the operator who found a code answers about it. It contains everything that the
 * answer needs, and is signed, so that no operator can invent one. Undefined without a place.
 */
export function signCode(ctx: Signer, { code, mail, sender, place }: SeenCode): string | undefined {
  if (place === '') return undefined;
  const hash = half(keyedHash(ctx.env.TOKEN_SECRET, `code ${JSON.stringify([mail, code])}`));
  const name = Buffer.from(cut(sender, MEMORY_LIMITS.senderName)).toString('base64url');
  const unsigned = `${hash}.${place}.${name}`;
  return `${unsigned}.${signatureOf(ctx, unsigned)}`;
}

const signatureOf = ({ env, operator }: Signer, unsigned: string): string =>
  half(keyedHash(env.TOKEN_SECRET, `found code of ${operator?.id ?? 0}: ${unsigned}`));

/** The content of a signed id. */
export interface SignedCode {
  code: string;
  sender: string;
  senderName: string;
  trace: string;
}

/** Reads a signed id. @throws DomainError `not_found` if it was not made for this operator */
export function readCodeId(ctx: Signer, id: string): SignedCode {
  const [, code = '', sender = '', trace = '', name = '', signature = ''] = CODE_ID.exec(id) ?? [];
  const expected = Buffer.from(signatureOf(ctx, `${code}.${sender}.${trace}.${name}`));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new DomainError('not_found', 'No search of yours found this code. Search again.');
  return { code, sender, trace, senderName: Buffer.from(name, 'base64url').toString() };
}
