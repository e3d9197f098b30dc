import { jwtVerify, SignJWT } from 'jose';
import { sessionClaims } from '../../shared/account/schema.ts';
import type { SessionToken } from '../context/channel.ts';

/** How long a session lasts from its sign-in, however much it is used. */
export const SESSION_SECONDS = 12 * 60 * 60;

/**
 * The media type of session tokens: no other token signed with the same secret is mistaken for one.
 */
const TYPE = 'session+jwt';

/** The secret that signs, and the deployment that a token is valid for. */
export interface TokenIssuer {
  TOKEN_SECRET: string;
  DEPLOYMENT_ID: string;
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

/** Issues the token of a session. `now` is in milliseconds. */
export async function issueToken(
  issuer: TokenIssuer,
  session: Omit<SessionToken, 'expiresAt'>,
  now: number,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ ver: session.version })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(String(session.operatorId))
    .setJti(session.sessionId)
    .setAudience(issuer.DEPLOYMENT_ID)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SESSION_SECONDS)
    .sign(await signingKey(issuer.TOKEN_SECRET));
}

/**
 * Reads a session token; null when it is forged, malformed, expired, of another kind or for another
 * deployment. `now` is in milliseconds.
 */
export async function readToken(
  issuer: TokenIssuer,
  token: string,
  now: number,
): Promise<SessionToken | null> {
  const key = await signingKey(issuer.TOKEN_SECRET);
  const payload = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    typ: TYPE,
    audience: issuer.DEPLOYMENT_ID,
    currentDate: new Date(now),
    requiredClaims: ['sub', 'exp', 'ver', 'jti', 'iat'],
  }).then(
    (verified) => verified.payload,
    // Every reason means the same to the caller: this token is not valid.
    () => null,
  );
  const claims = sessionClaims.safeParse(payload);
  if (!claims.success) return null;
  const { sub, ver, jti, exp } = claims.data;
  return { sessionId: jti, operatorId: Number(sub), version: ver, expiresAt: exp };
}
