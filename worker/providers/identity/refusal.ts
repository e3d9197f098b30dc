import type { IdentityProvider } from './identity-provider.ts';

/** The meaning of a provider's refusal for a sign-in. */
export type RefusalKind =
  /** The operator declined. */
  | 'denied'
  /** The code or the page was not used in time. */
  | 'expired'
  /** The app or the account has to be changed first. */
  | 'failed';

/**
 * A refusal of a provider in sentences for operators: what happened, then what to do. They contain
 * no text of the provider.
 */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal';
  readonly kind: RefusalKind;
  /** For a renewal: only a new sign-in helps. */
  readonly endsGrant: boolean;

  constructor(kind: RefusalKind, message: string, endsGrant = false) {
    super(message);
    this.kind = kind;
    this.endsGrant = endsGrant;
  }
}

/** A refusal as the provider sends it (RFC 6749, 5.2). */
export interface ProviderError {
  error: string;
  description: string;
}

const CHECK_CLIENT =
  'The administrator of this desk checks MICROSOFT_CLIENT_ID and MICROSOFT_TENANT (docs/mail-sign-in.md).';
const APPROVE =
  'Ask an administrator of the organisation to approve it (Microsoft Entra, Enterprise applications, Permissions), then sign in again.';

/** Refusals of Microsoft by the number of the code in their description (AADSTS65001). */
const MICROSOFT_CODES: Readonly<Record<string, readonly [RefusalKind, string]>> = {
  // The operator pressed Cancel.
  65004: ['denied', 'The app was not accepted. Sign in again and accept what it asks for.'],
  65001: [
    'failed',
    `Nobody has agreed yet that this app may read the mailbox. Sign in again and accept what it asks for. If Microsoft does not ask, consent is for an administrator: ${APPROVE}`,
  ],
  90094: ['failed', `The organisation of this mailbox has to approve the app first. ${APPROVE}`],
  90095: ['failed', `The organisation of this mailbox has to approve the app first. ${APPROVE}`],
  90093: ['failed', `The organisation of this mailbox has to approve the app first. ${APPROVE}`],
  700016: [
    'failed',
    `Microsoft does not find this app in the organisation of the mailbox. ${CHECK_CLIENT}`,
  ],
  7000218: [
    'failed',
    'The app does not allow device codes. The administrator of this desk sets "Allow public client flows" to Yes in its registration at Microsoft, under Authentication.',
  ],
  50020: [
    'failed',
    'The app does not allow accounts of this organisation. Sign in with an account of the organisation that MICROSOFT_TENANT names, or have an administrator of this desk set it to common.',
  ],
  50194: [
    'failed',
    'The app is for one organisation only. The administrator of this desk sets MICROSOFT_TENANT to the id of that organisation.',
  ],
  9002331: [
    'failed',
    'The app is for personal accounts only. The administrator of this desk sets MICROSOFT_TENANT to consumers.',
  ],
  90002: [
    'failed',
    `Microsoft does not know the organisation of MICROSOFT_TENANT. ${CHECK_CLIENT}`,
  ],
  50105: [
    'failed',
    'The organisation allows this app for chosen people only. Ask its administrator to assign this mailbox to the app, then sign in again.',
  ],
  53003: [
    'failed',
    'A rule of the organisation (Conditional Access) blocks this sign-in. Ask its administrator to allow device codes for this app.',
  ],
  50034: ['failed', 'Microsoft does not know this account. Check the address, then sign in again.'],
  50057: ['failed', 'This account is disabled. Ask the administrator of the organisation.'],
  500011: [
    'failed',
    'The organisation of this account has no mailboxes at Microsoft, so nothing can be read over IMAP. Sign in with the account of the mailbox.',
  ],
  650052: [
    'failed',
    'The organisation of this account has no mailboxes at Microsoft, so nothing can be read over IMAP. Sign in with the account of the mailbox.',
  ],
  650053: [
    'failed',
    'The app asks for a permission that does not exist. The administrator of this desk adds IMAP.AccessAsUser.All to its permissions (docs/mail-sign-in.md).',
  ],
};

const SIGN_IN_AGAIN_WORDS = 'Sign in with this mailbox again.';

/** Refusals of the standards (RFC 6749, RFC 8628, OpenID Connect) and of Google, by their code. */
const CODES: Readonly<
  Record<string, readonly [RefusalKind, (label: string, variables: string) => string]>
> = {
  authorization_declined: [
    'denied',
    (label) =>
      `The sign-in was declined at ${label}. Start again and accept what the app asks for.`,
  ],
  access_denied: [
    'denied',
    (label) =>
      `The sign-in was declined at ${label}. Start again and accept what the app asks for.`,
  ],
  expired_token: ['expired', () => 'The code was not entered in time. Start again for a new one.'],
  bad_verification_code: [
    'expired',
    () => 'The code is no longer valid. Start again for a new one.',
  ],
  // Not sent by a provider: represents its `invalid_grant` in answer to the code of a redirect.
  invalid_code: [
    'expired',
    (label) => `The sign-in at ${label} came too late, or was used already. Start again.`,
  ],
  invalid_grant: [
    'failed',
    (label) =>
      `${label} has ended the access of this desk, for example after a new password or half a year without use. ${SIGN_IN_AGAIN_WORDS}`,
  ],
  interaction_required: [
    'failed',
    (label) => `${label} wants to see the owner of this mailbox again. ${SIGN_IN_AGAIN_WORDS}`,
  ],
  login_required: [
    'failed',
    (label) => `${label} wants to see the owner of this mailbox again. ${SIGN_IN_AGAIN_WORDS}`,
  ],
  consent_required: [
    'failed',
    (label) =>
      `The consent that this app may read the mailbox has ended at ${label}. ${SIGN_IN_AGAIN_WORDS}`,
  ],
  invalid_client: [
    'failed',
    (label, variables) =>
      `${label} does not accept the client id of this desk. Its administrator checks ${variables} (docs/mail-sign-in.md).`,
  ],
  unauthorized_client: [
    'failed',
    (label, variables) =>
      `The app at ${label} may not sign mailboxes in. The administrator of this desk checks ${variables} and the settings of the app (docs/mail-sign-in.md).`,
  ],
  admin_policy_enforced: [
    'failed',
    () =>
      'The organisation of this mailbox does not allow the app. Ask its administrator to trust it (admin.google.com, Security, API controls), then sign in again.',
  ],
  org_internal: [
    'failed',
    () =>
      'The app is for members of its own organisation only. Sign in with a mailbox of that organisation, or have the administrator of this desk make the app external.',
  ],
  redirect_uri_mismatch: [
    'failed',
    () =>
      'The app at Google does not list the address of this desk. Its administrator adds the redirect URI of docs/mail-sign-in.md.',
  ],
};

const VARIABLES = {
  microsoft: 'MICROSOFT_CLIENT_ID and MICROSOFT_TENANT',
  google: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
} as const;

/** The answers to a renewal after which the refresh token can no longer be used. */
const ENDS_GRANT = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
]);

/**
 * A refusal of a provider as sentences. A code that is not in the list is included, so that an
 * administrator can look it up.
 */
export function refusalOf(
  { name, label }: Pick<IdentityProvider, 'name' | 'label'>,
  { error, description }: ProviderError,
): SignInRefusal {
  const number = /AADSTS(\d{4,9})\b/.exec(description)?.[1];
  const named = name === 'microsoft' && number !== undefined ? MICROSOFT_CODES[number] : undefined;
  const endsGrant = ENDS_GRANT.has(error);
  if (named !== undefined) return new SignInRefusal(...named, endsGrant);
  const explained = CODES[error];
  if (explained !== undefined)
    return new SignInRefusal(explained[0], explained[1](label, VARIABLES[name]), endsGrant);
  const code =
    number === undefined ? error.replace(/[^\w.-]/g, '').substring(0, 60) : `AADSTS${number}`;
  return new SignInRefusal(
    'failed',
    `${label} refused the sign-in (${code}). Try again; if it is refused again, give the code to the administrator of this desk.`,
    endsGrant,
  );
}
