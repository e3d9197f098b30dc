import { randomBytes, randomInt } from 'node:crypto';
import { type Answer, json, type Request } from '../answers.ts';
import type { IdTokenSigner, MailServerClaims } from './id-token.ts';
import { devicePage, messagePage } from './pages.ts';
import {
  DECLINED,
  EXPIRED,
  INVALID_GRANT,
  microsoftError,
  PENDING,
  type Refusal,
  refusalFor,
  SLOW_DOWN,
  UNKNOWN_CODE,
  WRONG_REQUEST,
} from './refusals.ts';
import type { IssuedTokens, TokenStore } from './tokens.ts';

const BASE = '/identity/microsoft';
/** The tenant of all personal accounts. */
const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 9;
/** How much longer a client must wait after `slow_down` (RFC 8628, section 3.5). */
const SLOWER_MS = 5000;
/** A client that waits exactly for the interval may be early by the time of its calls. */
const TOLERANCE_MS = 250;

/** A sign-in that waits for a person. */
interface DeviceFlow {
  userCode: string;
  clientId: string;
  scope: string;
  endsAt: number;
  intervalMs: number;
  polledAt: number | null;
  /** The address that was confirmed, or why there is none; null while it waits. */
  outcome: string | Refusal | null;
}

export interface MicrosoftOptions {
  tokens: TokenStore;
  signer: IdTokenSigner;
  /** How long a client must wait between two polls; 5 by default. */
  intervalSeconds?: number | undefined;
  /** The lifetime of a code; 900 by default. */
  codeSeconds?: number | undefined;
  mailServer: MailServerClaims;
}

/** Microsoft's identity platform: the device flow, renewals, and the page for the code. Null for other paths. */
export function createMicrosoft(options: MicrosoftOptions): (request: Request) => Answer | null {
  const { tokens, signer, mailServer, intervalSeconds = 5, codeSeconds = 900 } = options;
  const flows = new Map<string, DeviceFlow>();

  const start = ({ body, origin, now }: Request): Answer => {
    const form = new URLSearchParams(body);
    const clientId = form.get('client_id');
    const scope = form.get('scope');
    if (!clientId || !scope) return microsoftError(WRONG_REQUEST, now);
    for (const [code, { endsAt }] of flows) if (endsAt < now - 3_600_000) flows.delete(code);
    const userCode = Array.from(
      { length: CODE_LENGTH },
      () => CODE_LETTERS[randomInt(CODE_LETTERS.length)],
    ).join('');
    const deviceCode = randomBytes(48).toString('base64url');
    const endsAt = now + codeSeconds * 1000;
    const intervalMs = intervalSeconds * 1000;
    const waiting = { polledAt: null, outcome: null };
    flows.set(deviceCode, { userCode, clientId, scope, endsAt, intervalMs, ...waiting });
    const verification_uri = `${origin}${BASE}/devicelogin`;
    return json({
      user_code: userCode,
      device_code: deviceCode,
      verification_uri,
      expires_in: codeSeconds,
      interval: intervalSeconds,
      message: `To sign in, use a web browser to open the page ${verification_uri} and enter the code ${userCode} to authenticate.`,
    });
  };

  const poll = (form: URLSearchParams, request: Request): Answer => {
    const { now } = request;
    const refuse = (refusal: Refusal) => microsoftError(refusal, now);
    const deviceCode = form.get('device_code') ?? '';
    const flow = flows.get(deviceCode);
    if (!flow || flow.clientId !== form.get('client_id')) return refuse(UNKNOWN_CODE);
    if (flow.endsAt <= now) return refuse(EXPIRED);
    const isEarly = flow.polledAt !== null && now - flow.polledAt < flow.intervalMs - TOLERANCE_MS;
    flow.polledAt = now;
    if (isEarly) {
      flow.intervalMs += SLOWER_MS;
      return refuse(SLOW_DOWN);
    }
    if (flow.outcome === null) return refuse(PENDING);
    flows.delete(deviceCode);
    if (typeof flow.outcome !== 'string') return refuse(flow.outcome);
    const issued = tokens.signIn('microsoft', flow.outcome, now);
    return answerTokens(issued, { request, flow, address: flow.outcome });
  };

  const answerTokens = (
    issued: IssuedTokens,
    { request, flow, address }: { request: Request; flow: DeviceFlow; address: string },
  ): Answer => {
    const scopes = flow.scope.split(' ');
    const { refresh_token, ...access } = issued;
    const seconds = Math.floor(request.now / 1000);
    const claims = {
      aud: flow.clientId,
      iss: `${request.origin}${BASE}/${TENANT}/v2.0`,
      iat: seconds,
      nbf: seconds,
      exp: seconds + 3600,
      sub: Buffer.from(address).toString('base64url'),
      tid: TENANT,
      ver: '2.0',
      ...mailServer,
      ...(scopes.includes('profile') && { preferred_username: address, name: address }),
      ...(scopes.includes('email') && { email: address }),
    };
    return json({
      token_type: 'Bearer',
      scope: scopes.filter((scope) => scope !== 'offline_access').join(' '),
      ...access,
      ...(scopes.includes('offline_access') && { refresh_token }),
      ...(scopes.includes('openid') && { id_token: signer.sign(claims) }),
    });
  };

  const renew = (form: URLSearchParams, now: number): Answer => {
    const issued = tokens.renew('microsoft', form.get('refresh_token') ?? '', now);
    if (!issued) return microsoftError(INVALID_GRANT, now);
    return json({ token_type: 'Bearer', scope: form.get('scope') ?? '', ...issued });
  };

  const answerToken = (request: Request): Answer => {
    const form = new URLSearchParams(request.body);
    const kind = form.get('grant_type');
    if (kind === DEVICE_GRANT) return poll(form, request);
    if (kind === 'refresh_token') return renew(form, request.now);
    return microsoftError(WRONG_REQUEST, request.now);
  };

  /** The decision of the person on the page. */
  const decide = ({ body, now }: Request): Answer => {
    const form = new URLSearchParams(body);
    const code = form.get('code') ?? '';
    const address = (form.get('address') ?? '').trim();
    const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
    const flow = [...flows.values()].find(
      ({ userCode, endsAt, outcome }) => userCode === letters && endsAt > now && outcome === null,
    );
    if (!flow)
      return devicePage({ code, address, problem: 'This code is not valid, or it has run out.' });
    if (form.get('choice') !== 'allow') {
      flow.outcome = DECLINED;
      return messagePage('Declined', 'The desk may not read this mailbox. Close this window.');
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(address))
      return devicePage({ code, problem: 'Enter an email address.' });
    const refusal = refusalFor(address);
    flow.outcome = refusal ?? address;
    return refusal
      ? messagePage('Refused', `AADSTS${refusal.code}: ${refusal.text}`)
      : messagePage('Signed in', `The desk may read ${address}. Close this window.`);
  };

  return (request) => {
    const { method, path } = request;
    if (!path.startsWith(`${BASE}/`)) return null;
    if (path === `${BASE}/devicelogin`) return method === 'POST' ? decide(request) : devicePage();
    if (path.endsWith('/discovery/v2.0/keys')) return json(signer.keys());
    if (path.endsWith('/v2.0/.well-known/openid-configuration')) return json(metadata(request));
    if (method !== 'POST') return null;
    if (path.endsWith('/oauth2/v2.0/devicecode')) return start(request);
    return path.endsWith('/oauth2/v2.0/token') ? answerToken(request) : null;
  };
}

/** The discovery document of a tenant. As with Microsoft, the issuer of `common` is a pattern. */
function metadata({ path, origin }: Request): object {
  const tenant = path.slice(BASE.length + 1).split('/')[0] ?? 'common';
  const isShared = ['common', 'organizations', 'consumers'].includes(tenant);
  const base = `${origin}${BASE}/${tenant}`;
  return {
    issuer: `${origin}${BASE}/${isShared ? '{tenantid}' : tenant}/v2.0`,
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/oauth2/v2.0/token`,
    device_authorization_endpoint: `${base}/oauth2/v2.0/devicecode`,
    jwks_uri: `${base}/discovery/v2.0/keys`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  };
}
