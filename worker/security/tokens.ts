import { jwtVerify, SignJWT } from 'jose';
import { sessionClaims } from '../../shared/auth/schema.ts';

/** How long a sign-in lasts (part 4, "Signing in"). */
const TOKEN_SECONDS = 12 * 60 * 60;

/** What a token says: whose it is, which version of the operator it was issued for, when it ends. */
export interface Session {
  operatorId: number;
  version: number;
  /** Seconds since the epoch. */
  expiresAt: number;
}

let importedKey: { secret: string; key: Promise<CryptoKey> } | undefined;

/** The signing key, imported once per isolate. */
function signingKey(secret: string): Promise<CryptoKey> {
  if (importedKey?.secret !== secret) {
    const bytes = new TextEncoder().encode(secret);
    const usage = { name: 'HMAC', hash: 'SHA-256' };
    importedKey = {
      secret,
      key: crypto.subtle.importKey('raw', bytes, usage, false, ['sign', 'verify']),
    };
  }
  return importedKey.key;
}

/** Issues a session token. `now` is in milliseconds. */
export async function issueToken(
  secret: string,
  operator: { id: number; tokenVersion: number },
  now: number,
): Promise<string> {
  return new SignJWT({ ver: operator.tokenVersion })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(operator.id))
    .setExpirationTime(Math.floor(now / 1000) + TOKEN_SECONDS)
    .sign(await signingKey(secret));
}

/** Reads a session token; null when it is forged, malformed or over. `now` is in milliseconds. */
export async function readToken(
  secret: string,
  token: string,
  now: number,
): Promise<Session | null> {
  const key = await signingKey(secret);
  const payload = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    currentDate: new Date(now),
    requiredClaims: ['sub', 'exp', 'ver'],
  }).then(
    (verified) => verified.payload,
    // Every reason means the same to the caller: this token opens nothing.
    () => null,
  );
  const claims = sessionClaims.safeParse(payload);
  if (!claims.success || !/^\d{1,15}$/.test(claims.data.sub)) return null;
  return {
    operatorId: Number(claims.data.sub),
    version: claims.data.ver,
    expiresAt: claims.data.exp,
  };
}
