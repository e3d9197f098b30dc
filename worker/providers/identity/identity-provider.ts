import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import { ClientSecretPost, clockTolerance, None } from 'oauth4webapi';
import { isLoopbackHost } from '../../../shared/env.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { SignInProvider } from '../../../shared/mailboxes/schema.ts';
import type { Env } from '../../context/env.ts';

/** An OAuth provider of mailboxes, as configured by the variables of the desk. */
export interface IdentityProvider {
  name: SignInProvider;
  label: string;
  /** Its endpoints. `issuer` is that of its id tokens, unless `issuerOf` returns another one. */
  server: AuthorizationServer;
  /** The issuer that an id token with these claims must name. */
  issuerOf: (claims: Record<string, unknown>) => string;
  client: Client;
  clientAuth: ClientAuth;
  scope: string;
  /** The part of the scope that lets the scanner read mails. */
  mailScope: string;
  /** The mail server of its mailboxes. */
  mailServer: { host: string; port: number };
  /** The addresses that may be called. */
  bases: readonly string[];
  /** An administrator has set its address. Its claims `imap_host` and `imap_port` then name the mail server. */
  isOwn: boolean;
  /** Its address is on this machine, where http is enough. */
  isLocal: boolean;
}

type Variables = Pick<
  Env,
  | 'MICROSOFT_CLIENT_ID'
  | 'MICROSOFT_TENANT'
  | 'MICROSOFT_OAUTH_URL'
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_CLIENT_SECRET'
  | 'GOOGLE_OAUTH_URL'
>;

/** The providers for which the desk has a client id. */
export const configuredProviders = (env: Variables): Record<SignInProvider, boolean> => ({
  microsoft: env.MICROSOFT_CLIENT_ID !== undefined,
  google: env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET !== undefined,
});

/**
 * The accepted difference between the clocks of the desk and of a provider. It is generous, because
 * an id token comes directly from the provider as the answer to a current call.
 */
const CLOCK_TOLERANCE_SECONDS = 24 * 60 * 60;

const clientOf = (id: string): Client => ({
  client_id: id,
  [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

const isLocal = (address: string): boolean => isLoopbackHost(new URL(address).hostname);

/** @throws DomainError `unavailable` without a client id */
export function identityProviderOf(env: Variables, name: SignInProvider): IdentityProvider {
  return name === 'microsoft' ? microsoftOf(env) : googleOf(env);
}

const withoutClient = (label: string, variables: string): DomainError =>
  new DomainError(
    'unavailable',
    `This desk has no client id of ${label}, so mailboxes cannot sign in there. An administrator registers an app and sets ${variables} (docs/mail-sign-in.md).`,
  );

const MICROSOFT_URL = 'https://login.microsoftonline.com';
const MICROSOFT_MAIL_SCOPE = 'https://outlook.office.com/IMAP.AccessAsUser.All';

/** Microsoft Entra, with the endpoints of version 2.0. The app is a public client without a secret. */
function microsoftOf(env: Variables): IdentityProvider {
  const { MICROSOFT_CLIENT_ID: id, MICROSOFT_TENANT: tenant } = env;
  if (id === undefined) throw withoutClient('Microsoft', 'MICROSOFT_CLIENT_ID');
  const base = env.MICROSOFT_OAUTH_URL ?? MICROSOFT_URL;
  const isOwn = env.MICROSOFT_OAUTH_URL !== undefined;
  return {
    name: 'microsoft',
    label: 'Microsoft',
    server: {
      issuer: `${base}/${tenant}/v2.0`,
      device_authorization_endpoint: `${base}/${tenant}/oauth2/v2.0/devicecode`,
      token_endpoint: `${base}/${tenant}/oauth2/v2.0/token`,
    },
    // With `common`, the issuer names the tenant of the account.
    issuerOf: ({ tid }) => `${base}/${typeof tid === 'string' ? tid : tenant}/v2.0`,
    client: clientOf(id),
    clientAuth: None(),
    scope: `openid email profile offline_access ${MICROSOFT_MAIL_SCOPE}`,
    mailScope: MICROSOFT_MAIL_SCOPE,
    mailServer: { host: 'outlook.office365.com', port: 993 },
    bases: [base],
    isOwn,
    isLocal: isLocal(base),
  };
}

const GOOGLE_ISSUER = 'https://accounts.google.com';
const GOOGLE_TOKEN_HOST = 'https://oauth2.googleapis.com';
const GOOGLE_MAIL_SCOPE = 'https://mail.google.com/';

/** Google, whose device codes exclude mailboxes: a code with PKCE, and the client secret of a web app. */
function googleOf(env: Variables): IdentityProvider {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_OAUTH_URL: oauthUrl } = env;
  if (id === undefined || secret === undefined)
    throw withoutClient('Google', 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  const issuer = oauthUrl ?? GOOGLE_ISSUER;
  const tokens = oauthUrl ?? GOOGLE_TOKEN_HOST;
  return {
    name: 'google',
    label: 'Google',
    server: {
      issuer,
      authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
      token_endpoint: `${tokens}/token`,
    },
    issuerOf: () => issuer,
    client: clientOf(id),
    clientAuth: ClientSecretPost(secret),
    scope: `openid email ${GOOGLE_MAIL_SCOPE}`,
    mailScope: GOOGLE_MAIL_SCOPE,
    mailServer: { host: 'imap.gmail.com', port: 993 },
    bases: [issuer, tokens],
    isOwn: oauthUrl !== undefined,
    isLocal: isLocal(issuer),
  };
}
