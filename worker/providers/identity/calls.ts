import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import { errorText } from '../../../shared/error-text.ts';
import { DomainError } from '../../../shared/errors.ts';
import { readJson } from '../../../shared/json.ts';
import { mailHost, mailPort } from '../../../shared/mailboxes/mail-servers.ts';
import { readRetryAfter } from '../../../shared/retry-after.ts';
import { apiPolicy } from '../../security/allowed-url.ts';
import { createGuardedFetch } from '../../security/guarded-fetch.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { refusalOf, SignInRefusal } from './refusal.ts';

/** Shorter than the lease of a renewal. */
const CALL_MS = 10_000;
const MOST_BYTES = 256 * 1024;
/** RFC 8628: the default pace if the provider states none. */
const DEFAULT_INTERVAL_SECONDS = 5;
/** The default lifetime of an access token if the provider states none. */
const DEFAULT_LIFE_SECONDS = 600;
const LONGEST_LIFE_SECONDS = 24 * 60 * 60;
const LONGEST_CODE_SECONDS = 60 * 60;

/** Tokens of a mailbox. `lifeMs` counts from the answer, so the clock of the provider does not matter. */
export interface Tokens {
  accessToken: string;
  /** Null if the provider keeps using the token that was sent. */
  refreshToken: string | null;
  lifeMs: number;
}

/** A mailbox that its provider has confirmed, with its tokens. */
export interface Grant {
  user: string;
  host: string;
  port: number;
  tokens: Tokens & { refreshToken: string };
}

/** The failure of a provider that does not answer, or not as the standards require. A repeat may succeed. */
const unanswered = (label: string, cause: unknown): DomainError =>
  new DomainError(
    'upstream_failed',
    `${label} could not be asked for the sign-in. Try again later.`,
    {
      cause,
    },
  );

/** Answers in a form that the standard does not define, such as the page of a proxy. */
const UNREADABLE: ReadonlySet<string> = new Set([
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.PARSE_ERROR,
]);

/**
 * The failure of a call without a refusal of the provider. Its cause may contain tokens, and is
 * omitted.
 */
function faultOf(label: string, error: unknown): Error {
  const code = error instanceof oauth.OperationProcessingError ? error.code : undefined;
  if (code === undefined || UNREADABLE.has(code)) return unanswered(label, errorText(error));
  const message =
    code === oauth.JWT_TIMESTAMP_CHECK
      ? `The clock of this desk or of ${label} is wrong by more than a day. The administrator of this desk corrects the clock of its server; then start again.`
      : `The confirmation of ${label} is not one for this desk. Start again; if it happens again, the administrator of this desk checks its client id.`;
  return new SignInRefusal('failed', message);
}

/** The default pause of a provider that requests one without its length, and the longest one. */
const PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** When a provider that has requested a pause may be called again, by its token endpoint. */
const pausedUntil = new Map<string, number>();

/** Stores the pause that an answer requests (status 429, or 503 with its length). */
function keepPause(key: string, { status, headers }: Response): void {
  const now = Date.now();
  const waitMs = readRetryAfter(headers.get('retry-after'), now);
  if (status !== 429 && !(status === 503 && waitMs !== null)) return;
  pausedUntil.set(key, now + Math.min(waitMs ?? PAUSE_MS, LONGEST_PAUSE_MS));
}

/**
 * The options of a call. It does not end with the caller: if a browser leaves, tokens that the
 * provider has already issued must not be lost.
 */
function optionsOf({ bases, isLocal, label, server }: IdentityProvider) {
  const send = createGuardedFetch({ timeoutMs: CALL_MS, maxBytes: MOST_BYTES });
  const policy = apiPolicy(...bases);
  const key = server.token_endpoint ?? server.issuer;
  return {
    [oauth.allowInsecureRequests]: isLocal,
    [oauth.customFetch]: async (address: string, init: RequestInit) => {
      const leftMs = (pausedUntil.get(key) ?? 0) - Date.now();
      // If more than the longest pause is left, the clock was set back, and the pause is ignored.
      if (leftMs > 0 && leftMs <= LONGEST_PAUSE_MS)
        throw unanswered(label, 'The provider has requested a pause.');
      const response = await send(address, { ...init, policy, redirect: 'manual' });
      keepPause(key, response);
      // The body is read under the limit of the guard; the library requires the platform's own
      // class.
      return new Response(await response.text(), response);
    },
  };
}

/**
 * @throws SignInRefusal for a refusal of the provider, DomainError `upstream_failed` for anything else
 */
async function calling<T>(provider: IdentityProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInRefusal || error instanceof DomainError) throw error;
    const isBody = error instanceof oauth.ResponseBodyError;
    if (!isBody && !(error instanceof oauth.AuthorizationResponseError))
      throw faultOf(provider.label, error);
    const description = error.error_description ?? '';
    // A temporary failure of the provider itself.
    const isPassing = /^(?:server_error|temporarily_unavailable)$/.test(error.error);
    const isBusy = isBody && (error.status === 429 || error.status >= 500);
    if (isPassing || isBusy) throw unanswered(provider.label, error.error);
    throw refusalOf(provider, { error: error.error, description });
  }
}

/** The code that the operator enters, and how the result is polled. */
export interface DeviceCode {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  lifeMs: number;
  intervalMs: number;
}

/** Requests a device code (RFC 8628). @throws as {@link calling} */
export const requestDeviceCode = (provider: IdentityProvider): Promise<DeviceCode> =>
  calling(provider, async () => {
    const { server, client, clientAuth, scope } = provider;
    const options = optionsOf(provider);
    const response = await oauth.deviceAuthorizationRequest(
      server,
      client,
      clientAuth,
      { scope },
      options,
    );
    const answer = await oauth.processDeviceAuthorizationResponse(server, client, response);
    const uri = answer.verification_uri;
    if (!/^https?:$/.test(URL.canParse(uri) ? new URL(uri).protocol : ''))
      throw new Error('The address for the code is no web address.');
    return {
      deviceCode: answer.device_code,
      userCode: answer.user_code,
      verificationUri: uri,
      lifeMs: Math.min(answer.expires_in, LONGEST_CODE_SECONDS) * 1000,
      intervalMs: Math.max(1, answer.interval ?? DEFAULT_INTERVAL_SECONDS) * 1000,
    };
  });

/** The answer to a poll: not yet, poll less often, or the mailbox. */
export type DeviceAnswer = 'pending' | 'slow_down' | Grant;

/** Polls once whether the operator has entered the code. @throws as {@link calling} */
export const pollDeviceCode = (
  provider: IdentityProvider,
  deviceCode: string,
): Promise<DeviceAnswer> =>
  calling(provider, async () => {
    const { server, client, clientAuth } = provider;
    const options = optionsOf(provider);
    try {
      const response = await oauth.deviceCodeGrantRequest(
        server,
        client,
        clientAuth,
        deviceCode,
        options,
      );
      const issued = await withIssuer(provider, response);
      return toGrant(
        provider,
        await oauth.processDeviceCodeResponse(issued.server, client, issued.response),
      );
    } catch (error) {
      if (!(error instanceof oauth.ResponseBodyError)) throw error;
      if (error.error === 'authorization_pending') return 'pending';
      if (error.error === 'slow_down') return 'slow_down';
      // The code was used, or belongs to another provider: for the operator, this is the same as an
      // expired code.
      if (error.error === 'invalid_grant' && !/AADSTS\d/.test(error.error_description ?? ''))
        throw refusalOf(provider, { error: 'expired_token', description: '' });
      throw error;
    }
  });

/** The data of a sign-in by redirect that is stored until its return. */
export interface RedirectSecrets {
  verifier: string;
  nonce: string;
  redirectUri: string;
}

/**
 * The page of the provider on which the operator decides, and the data to store for the return.
 * @param state identifies the flow
 */
export async function openRedirect(
  provider: IdentityProvider,
  { state, redirectUri, user }: { state: string; redirectUri: string; user: string | null },
): Promise<{ url: string; secrets: RedirectSecrets }> {
  const { server, client, scope } = provider;
  const verifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const url = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Requests a refresh token, also for a mailbox that has agreed before.
    access_type: 'offline',
    prompt: user === null ? 'consent select_account' : 'consent',
    ...(user !== null && { login_hint: user }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, secrets: { verifier, nonce, redirectUri } };
}

/**
 * Exchanges the code that the provider has returned through the browser for the tokens of the
 * mailbox.
 * @param returned the query of the callback, whose state was checked
 * @throws as {@link calling}
 */
export const exchangeCode = (
  provider: IdentityProvider,
  returned: URLSearchParams,
  { verifier, nonce, redirectUri }: RedirectSecrets,
): Promise<Grant> =>
  calling(provider, async () => {
    const { server, client, clientAuth } = provider;
    const state = returned.get('state') ?? oauth.expectNoState;
    const parameters = oauth.validateAuthResponse(server, client, returned, state);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, client, clientAuth, parameters, redirectUri, verifier] as const),
      optionsOf(provider),
    );
    const issued = await withIssuer(provider, response);
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const answer = await oauth
      .processAuthorizationCodeResponse(issued.server, client, issued.response, expected)
      .catch((error: unknown) => {
        // The code is refused, and not a grant, which does not exist yet.
        const isCode = error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant';
        throw isCode ? refusalOf(provider, { error: 'invalid_code', description: '' }) : error;
      });
    return toGrant(provider, answer);
  });

/** Renews the access token of a mailbox. @throws as {@link calling}; after a refusal with `endsGrant`, only a new sign-in helps */
export const renewTokens = (provider: IdentityProvider, refreshToken: string): Promise<Tokens> =>
  calling(provider, async () => {
    const { server, client, clientAuth } = provider;
    const options = optionsOf(provider);
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      clientAuth,
      refreshToken,
      options,
    );
    // Its id token is not needed here, and a fault in it must not lose tokens that were issued.
    const body = { ...tokenBody.parse(readJson(await response.text())), id_token: undefined };
    const bare = new Response(JSON.stringify(body), response);
    return toTokens(await oauth.processRefreshTokenResponse(server, client, bare));
  });

const toTokens = (answer: oauth.TokenEndpointResponse): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? null,
  // A lifetime of 0 is not valid for a token: the provider does not state the lifetime.
  lifeMs: Math.min(answer.expires_in || DEFAULT_LIFE_SECONDS, LONGEST_LIFE_SECONDS) * 1000,
});

const tokenBody = z.looseObject({});
const idTokenBody = z.object({ id_token: z.string() });

/** The response, and the provider with the issuer that its id token has to name. */
async function withIssuer(provider: IdentityProvider, response: Response) {
  const text = await response.text();
  const body = idTokenBody.safeParse(readJson(text)).data;
  const issuer =
    body === undefined ? provider.server.issuer : provider.issuerOf(claimsOf(body.id_token));
  return { server: { ...provider.server, issuer }, response: new Response(text, response) };
}

function claimsOf(idToken: string): Record<string, unknown> {
  try {
    return decodeJwt(idToken);
  } catch {
    return {};
  }
}

const email = z.string().check(z.trim(), z.maxLength(254), z.email());
const claims = z.object({
  preferred_username: z.catch(z.optional(email), undefined),
  email: z.catch(z.optional(email), undefined),
  imap_host: z.optional(mailHost),
  imap_port: z.optional(mailPort),
});

/**
 * The mailbox that the provider confirms with its tokens.
 * @throws SignInRefusal for one that cannot be read
 */
function toGrant(provider: IdentityProvider, answer: oauth.TokenEndpointResponse): Grant {
  const { name, label, mailScope, mailServer, isOwn } = provider;
  const idToken = oauth.getValidatedIdTokenClaims(answer);
  const idClaims = claims.safeParse(idToken ?? {}).data;
  // Microsoft's sign-in name is the user of the mail server; `email` may be another address of the
  // account.
  const user =
    name === 'microsoft' ? (idClaims?.preferred_username ?? idClaims?.email) : idClaims?.email;
  if (user === undefined)
    throw new SignInRefusal(
      'failed',
      `${label} named no address of this account. Sign in with the account of a mailbox.`,
    );
  if (answer.scope !== undefined && !includesScope(answer.scope, mailScope))
    throw new SignInRefusal(
      'failed',
      `You did not allow this desk to read the mails of ${user}. Sign in again and tick every box of the page at ${label}.`,
    );
  const tokens = toTokens(answer);
  const { refreshToken } = tokens;
  if (refreshToken === null)
    throw new SignInRefusal(
      'failed',
      `${label} allows access for an hour only. The administrator of this desk checks the permissions of the app (docs/mail-sign-in.md).`,
    );
  const host =
    (isOwn && idToken?.imap_host !== undefined && idClaims?.imap_host) || mailServer.host;
  const port =
    (isOwn && idToken?.imap_port !== undefined && idClaims?.imap_port) || mailServer.port;
  return { user, host, port, tokens: { ...tokens, refreshToken } };
}

const includesScope = (scope: string, wanted: string): boolean =>
  scope.toLowerCase().split(/\s+/).includes(wanted.toLowerCase());
