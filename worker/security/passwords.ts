import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { readStored } from '../../shared/json.ts';

/** Cost parameters of a password hash. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
type Cost = typeof COST;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Computes hashes in threads of another process ({@link answerHasher}). Without one they are
 * computed here, and a hash takes a quarter of a second of processor time, which blocks the other
 * calls of the isolate.
 */
export type Hasher = Pick<Fetcher, 'fetch'>;

/** The result of a password check. */
interface Verdict {
  matches: boolean;
  /** True if the hash has other parameters than new ones: then store a new hash. */
  isOutdated: boolean;
}

/** Hashes a password as `scrypt$N$r$p$salt$hash` (base64), so that each hash carries its parameters. */
export async function hashPassword(password: string, hasher?: Hasher): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return writeHash(salt, await derive(password, salt, COST, hasher));
}

function writeHash(salt: Buffer, hash: Buffer): string {
  const { N, r, p } = COST;
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Compares a password with a stored hash in constant time; a hash that cannot be read matches nothing. */
export async function verifyPassword(
  password: string,
  stored: string,
  hasher?: Hasher,
): Promise<Verdict> {
  const [scheme, N, r, p, salt = '', hash = ''] = stored.split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64');
  if (scheme !== 'scrypt' || expected.length !== HASH_BYTES) {
    return { matches: false, isOutdated: false };
  }
  const actual = await derive(password, Buffer.from(salt, 'base64'), cost, hasher);
  const isOutdated = cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p;
  return { matches: timingSafeEqual(actual, expected), isOutdated };
}

/** A hash that no password matches. It is checked for unknown operators, so that both cases take the same time. */
export const DECOY_HASH = writeHash(Buffer.alloc(SALT_BYTES, 7), Buffer.alloc(HASH_BYTES));

async function derive(
  password: string,
  salt: Buffer,
  cost: Cost,
  hasher: Hasher | undefined,
): Promise<Buffer> {
  if (hasher === undefined) return deriveHere(password, salt, cost);
  const body = JSON.stringify({ password, salt: salt.toString('base64'), cost });
  const answer = await hasher.fetch('http://hasher/', { method: 'POST', body });
  if (!answer.ok) throw new Error(`The password hasher answered ${answer.status}.`);
  return Buffer.from(await answer.text(), 'base64');
}

const hashRequest = z.object({
  password: z.string(),
  salt: z.base64(),
  cost: z.object({ N: z.int(), r: z.int(), p: z.int() }),
});

/**
 * Computes the hash of a {@link Hasher}'s request. Node does it in a thread, so that its main
 * thread stays free.
 * @param text the body of the request
 * @returns the hash in base64
 */
export async function answerHasher(text: string): Promise<string> {
  const { password, salt, cost } = readStored(hashRequest, text);
  return (await deriveHere(password, Buffer.from(salt, 'base64'), cost)).toString('base64');
}

function deriveHere(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const maxmem = 256 * cost.N * cost.r;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
