import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

export type IdentityProvider = 'microsoft' | 'google';

const tokenFacts = z.object({
  kind: z.enum(['access', 'refresh']),
  provider: z.enum(['microsoft', 'google']),
  address: z.string(),
  /** The consent that the token is part of. */
  grant: z.string(),
  id: z.string(),
  /** Milliseconds since the epoch. */
  endsAt: z.number(),
});
type TokenFacts = z.infer<typeof tokenFacts>;

/** The tokens of a sign-in or of a renewal. Google returns no refresh token with a renewal. */
export interface IssuedTokens {
  access_token: string;
  refresh_token?: string;
  /** Seconds. */
  expires_in: number;
}

/** Tokens contain their permissions, so that those from before a restart stay valid. */
const SIGNING_KEY = 'simulated';
const REFRESH_MS = 90 * 86_400_000;
/** The grants of these addresses end by themselves: their first renewal is refused. */
export const ENDING = 'ended';
const ENDING_SECONDS = 60;

export type TokenStore = ReturnType<typeof createTokenStore>;

/**
 * Issues, renews and revokes tokens. Used and revoked tokens are remembered until the simulator
 * ends.
 * @param accessSeconds the lifetime of an access token
 */
export function createTokenStore({ accessSeconds = 3599 }: { accessSeconds?: number } = {}) {
  const revokedGrants = new Set<string>();
  const spentTokens = new Set<string>();
  /** The provider of each grant that was issued since the start, by grant. */
  const grants = new Map<string, Pick<TokenFacts, 'provider' | 'address'>>();
  const renewals = new Map<string, number>();

  const issue = (from: Pick<TokenFacts, 'provider' | 'address' | 'grant'>, now: number) => {
    const seconds = localPartOf(from.address) === ENDING ? ENDING_SECONDS : accessSeconds;
    const of = (kind: TokenFacts['kind'], lifeMs: number) =>
      writeToken({ ...from, kind, id: randomUUID(), endsAt: now + lifeMs });
    return {
      access_token: of('access', seconds * 1000),
      refresh_token: of('refresh', REFRESH_MS),
      expires_in: seconds,
    };
  };

  const read = (text: string, kind: TokenFacts['kind'], now: number): TokenFacts | null => {
    const token = readToken(text);
    const isValid = token?.kind === kind && token.endsAt > now && !revokedGrants.has(token.grant);
    return isValid && !spentTokens.has(token.id) ? token : null;
  };

  return {
    /** The tokens of a new consent. */
    signIn(provider: IdentityProvider, address: string, now: number): IssuedTokens {
      const grant = randomUUID();
      grants.set(grant, { provider, address });
      return issue({ provider, address, grant }, now);
    },

    /**
     * Renews the access token; null if the refresh token is not valid. Microsoft's are used up by a
     * renewal, which returns the next one.
     */
    renew(provider: IdentityProvider, refreshToken: string, now: number): IssuedTokens | null {
      const token = read(refreshToken, 'refresh', now);
      if (token?.provider !== provider || localPartOf(token.address) === ENDING) return null;
      grants.set(token.grant, token);
      renewals.set(token.address, (renewals.get(token.address) ?? 0) + 1);
      const { refresh_token, ...renewed } = issue(token, now);
      if (provider === 'google') return renewed;
      spentTokens.add(token.id);
      return { ...renewed, refresh_token };
    },

    /** The owner of an access token; null if it is not valid. */
    ownerOf: (accessToken: string, now: number): string | null =>
      read(accessToken, 'access', now)?.address ?? null,

    /** Ends the consent that a token is part of. @returns whether it is a token. */
    revoke(text: string): boolean {
      const token = readToken(text);
      if (token) revokedGrants.add(token.grant);
      return token !== null;
    },

    /** Ends all consents of an address that were used since the start. */
    revokeAddress(address: string): void {
      for (const [grant, { address: owner }] of grants)
        if (owner === address) revokedGrants.add(grant);
    },

    /** The addresses with a consent, and how often their tokens were renewed. */
    connected: () =>
      [...grants]
        .filter(([grant]) => !revokedGrants.has(grant))
        .map(([, { provider, address }]) => ({
          provider,
          address,
          renewals: renewals.get(address) ?? 0,
        })),
  };
}

export const localPartOf = (address: string): string => address.toLowerCase().split('@')[0] ?? '';

const signatureOf = (body: string): Buffer =>
  createHmac('sha256', SIGNING_KEY).update(body).digest();

function writeToken(facts: TokenFacts): string {
  const body = Buffer.from(JSON.stringify(facts)).toString('base64url');
  return `${body}.${signatureOf(body).toString('base64url')}`;
}

function readToken(text: string): TokenFacts | null {
  const [body = '', signature = ''] = text.split('.');
  const signatureBytes = Buffer.from(signature, 'base64url');
  const right = signatureOf(body);
  if (signatureBytes.length !== right.length || !timingSafeEqual(signatureBytes, right))
    return null;
  return tokenFacts.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
}
