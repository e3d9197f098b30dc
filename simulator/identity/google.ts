import { createHash, randomBytes } from 'node:crypto';
import { type Answer, json, type Request } from '../answers.ts';
import type { IdTokenSigner, MailServerClaims } from './id-token.ts';
import { consentPage, messagePage } from './pages.ts';
import type { TokenStore } from './tokens.ts';

const BASE = '/identity/google';
const CODE_MS = 600_000;

/** A code that waits to be exchanged. */
interface IssuedCode {
  clientId: string;
  redirectUri: string;
  challenge: string;
  scope: string;
  nonce: string | null;
  address: string;
  endsAt: number;
  /** Whether the client requested a refresh token (`access_type=offline`). */
  isOffline: boolean;
}

const refuse = (error: string, error_description: string, status = 400): Answer =>
  json({ error, error_description }, status, { 'cache-control': 'no-store' });

/** Google's sign-in: the code flow with PKCE, renewals, revocation and userinfo. Null for other paths. */
export function createGoogle({
  tokens,
  signer,
  mailServer,
}: {
  tokens: TokenStore;
  signer: IdTokenSigner;
  mailServer: MailServerClaims;
}) {
  const codes = new Map<string, IssuedCode>();
  /** The refresh tokens of exchanged codes: a code that is used twice ends its grant. */
  const exchanged = new Map<string, string>();

  /** The page, and the decision of the person on it. */
  const authorize = ({ method, query, body, now }: Request): Answer => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const problem = problemOf(query);
    if (problem !== null) return messagePage('Error 400', problem, 400);
    if (method !== 'POST') return consentPage({ address: query.get('login_hint') ?? '' });
    const form = new URLSearchParams(body);
    const back = new URL(redirectUri);
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    if (form.get('choice') !== 'allow') {
      back.searchParams.set('error', 'access_denied');
      return redirect(back);
    }
    const address = (form.get('address') ?? '').trim();
    if (!/^[^\s@]+@[^\s@]+$/.test(address))
      return consentPage({ problem: 'Enter an email address.' });
    const code = `4/${randomBytes(32).toString('base64url')}`;
    codes.set(code, {
      clientId: query.get('client_id') ?? '',
      redirectUri,
      challenge: query.get('code_challenge') ?? '',
      scope: query.get('scope') ?? '',
      nonce: query.get('nonce'),
      address,
      endsAt: now + CODE_MS,
      isOffline: query.get('access_type') === 'offline',
    });
    back.searchParams.set('code', code);
    return redirect(back);
  };

  const exchange = (form: URLSearchParams, request: Request): Answer => {
    const { now, origin } = request;
    const code = form.get('code') ?? '';
    const spent = exchanged.get(code);
    if (spent !== undefined) tokens.revoke(spent);
    const issued = codes.get(code);
    codes.delete(code);
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '');
    const isRight =
      issued !== undefined &&
      issued.endsAt > now &&
      issued.redirectUri === form.get('redirect_uri') &&
      issued.challenge === verifier.digest('base64url');
    if (!isRight) return refuse('invalid_grant', 'Malformed auth code.');
    if (issued.clientId !== clientOf(form, request))
      return refuse('invalid_client', 'Unauthorized', 401);
    const { refresh_token, ...access } = tokens.signIn('google', issued.address, now);
    if (refresh_token) exchanged.set(code, refresh_token);
    const seconds = Math.floor(now / 1000);
    const claims = {
      iss: `${origin}${BASE}`,
      azp: issued.clientId,
      aud: issued.clientId,
      ...claimsOf(issued.address),
      ...(issued.nonce !== null && { nonce: issued.nonce }),
      ...mailServer,
      iat: seconds,
      exp: seconds + 3600,
    };
    return json({
      ...access,
      ...(issued.isOffline && { refresh_token }),
      scope: issued.scope,
      token_type: 'Bearer',
      ...(issued.scope.split(' ').includes('openid') && { id_token: signer.sign(claims) }),
    });
  };

  const answerToken = (request: Request): Answer => {
    const form = new URLSearchParams(request.body);
    if (form.get('grant_type') === 'authorization_code') return exchange(form, request);
    if (form.get('grant_type') !== 'refresh_token')
      return refuse('unsupported_grant_type', 'Invalid grant_type.');
    const issued = tokens.renew('google', form.get('refresh_token') ?? '', request.now);
    if (!issued) return refuse('invalid_grant', 'Token has been expired or revoked.');
    return json({ ...issued, token_type: 'Bearer' });
  };

  const userinfo = ({ headers, now }: Request): Answer => {
    const token = /^Bearer (.+)$/i.exec(String(headers.authorization ?? ''))?.[1] ?? '';
    const address = tokens.ownerOf(token, now);
    return address === null
      ? refuse('invalid_token', 'Invalid Credentials', 401)
      : json(claimsOf(address));
  };

  return (request: Request): Answer | null => {
    const { method, path, body, query } = request;
    if (!path.startsWith(`${BASE}/`)) return null;
    if (path.endsWith('/.well-known/openid-configuration')) return json(metadata(request));
    if (path.endsWith('/auth')) return authorize(request);
    if (path.endsWith('/certs')) return json(signer.keys());
    if (path.endsWith('/userinfo')) return userinfo(request);
    if (method === 'POST' && path.endsWith('/token')) return answerToken(request);
    if (method !== 'POST' || !path.endsWith('/revoke')) return null;
    const token = new URLSearchParams(body).get('token') ?? query.get('token') ?? '';
    return tokens.revoke(token) ? json({}) : refuse('invalid_token', 'Token is not valid.');
  };
}

const claimsOf = (address: string) => ({
  sub: Buffer.from(address).toString('base64url'),
  email: address,
  email_verified: true,
});

/** Why a request for the page is wrong, in Google's words; null if it is right. */
function problemOf(query: URLSearchParams): string | null {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!query.get('client_id')) return 'The OAuth client was not found. (invalid_client)';
  if (!URL.canParse(redirectUri) || !/^https?:/.test(redirectUri))
    return 'The redirect URI is not one of this client. (redirect_uri_mismatch)';
  if (query.get('response_type') !== 'code' || !query.get('scope'))
    return 'A parameter is missing. (invalid_request)';
  if (!query.get('code_challenge') || query.get('code_challenge_method') !== 'S256')
    return 'PKCE with S256 is required here. (invalid_request)';
  return null;
}

/** The client of a call: from its body, or from the header of basic authentication. */
function clientOf(form: URLSearchParams, { headers }: Request): string | null {
  const basic = /^Basic (.+)$/i.exec(String(headers.authorization ?? ''))?.[1];
  if (basic === undefined) return form.get('client_secret') ? form.get('client_id') : null;
  return decodeURIComponent(Buffer.from(basic, 'base64').toString().split(':')[0] ?? '');
}

const redirect = (to: URL): Answer => ({
  status: 302,
  headers: { location: to.href, 'cache-control': 'no-store' },
  body: '',
});

const metadata = ({ origin }: Request): object => ({
  issuer: `${origin}${BASE}`,
  authorization_endpoint: `${origin}${BASE}/o/oauth2/v2/auth`,
  token_endpoint: `${origin}${BASE}/token`,
  userinfo_endpoint: `${origin}${BASE}/v1/userinfo`,
  revocation_endpoint: `${origin}${BASE}/revoke`,
  jwks_uri: `${origin}${BASE}/oauth2/v3/certs`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['plain', 'S256'],
});
