import { judgeSignIn } from '../../shared/doctor/judge.ts';
import { type Finding, ok, todo, unknown } from '../../shared/doctor/schema.ts';
import { readJson } from '../../shared/json.ts';
import { connectionFailure } from '../services/connection-failure.ts';

const ANSWER_WITHIN_MS = 10_000;
const DOCS = 'docs/mail-sign-in.md';

interface SignInVariables {
  PROVIDERS?: 'live' | 'simulated' | undefined;
  MICROSOFT_CLIENT_ID?: string | undefined;
  MICROSOFT_TENANT?: string | undefined;
  MICROSOFT_OAUTH_URL?: string | undefined;
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GOOGLE_OAUTH_URL?: string | undefined;
}

/**
 * Tests the apps with which mailboxes sign in, or only `only`, with one call each that signs nobody
 * in.
 */
export function examineSignIn(
  variables: SignInVariables,
  only: readonly Finding['check'][] = ['microsoft', 'google'],
): Promise<Finding[]> {
  const checks = { microsoft: tryMicrosoft, google: tryGoogle };
  const wanted = (['microsoft', 'google'] as const).filter((check) => only.includes(check));
  return Promise.all(wanted.map((check) => checks[check](variables)));
}

/** Requests a device code that nobody enters. */
async function tryMicrosoft(variables: SignInVariables): Promise<Finding> {
  const { MICROSOFT_CLIENT_ID: client_id, MICROSOFT_TENANT: tenant = 'common' } = variables;
  const first = judgeSignIn('microsoft', { id: client_id });
  if (client_id === undefined || variables.PROVIDERS === 'simulated') return first;
  const base = variables.MICROSOFT_OAUTH_URL ?? 'https://login.microsoftonline.com';
  const url = new URL(`${base}/${tenant}/oauth2/v2.0/devicecode`);
  const error = await errorOf('microsoft', url, { client_id, scope: 'openid' });
  if (typeof error !== 'string') return error;
  if (error === '') return ok('microsoft', 'Microsoft accepts MICROSOFT_CLIENT_ID.');
  return todo(
    'microsoft',
    `Microsoft refuses MICROSOFT_CLIENT_ID or MICROSOFT_TENANT (${error}).`,
    `Copy the application id and the tenant again from the registration (${DOCS}).`,
  );
}

/** Exchanges a code that was never issued: Google checks id and secret first. */
async function tryGoogle(variables: SignInVariables): Promise<Finding> {
  const { GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret } = variables;
  const first = judgeSignIn('google', { id: client_id, secret: client_secret });
  if (client_id === undefined || client_secret === undefined) return first;
  if (variables.PROVIDERS === 'simulated') return first;
  const url = new URL(`${variables.GOOGLE_OAUTH_URL ?? 'https://oauth2.googleapis.com'}/token`);
  const error = await errorOf('google', url, {
    grant_type: 'authorization_code',
    code: 'doctor',
    redirect_uri: 'http://localhost',
    client_id,
    client_secret,
  });
  if (typeof error !== 'string') return error;
  if (error === 'invalid_grant')
    return ok('google', 'Google accepts GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.');
  if (!/client/.test(error)) return unknown('google', `The provider answers with ${error}.`);
  return todo(
    'google',
    `Google refuses GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET (${error}).`,
    `Copy both again from the credentials of the project (${DOCS}).`,
  );
}

/** The error code of the answer, empty for a success; a finding if there is no readable answer. */
async function errorOf(
  check: 'microsoft' | 'google',
  url: URL,
  fields: Record<string, string>,
): Promise<string | Finding> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body = readJson(await answer.text());
    if (answer.ok) return '';
    const isObject = typeof body === 'object' && body !== null;
    const error = isObject ? String(Reflect.get(body, 'error')) : '';
    // A failure of the provider, regardless of the app.
    const isPassing = /^(?:server_error|temporarily_unavailable)$/.test(error);
    const isRefusal = isObject && answer.status < 500 && answer.status !== 429 && !isPassing;
    if (!isRefusal) return unknown(check, `The provider answers with status ${answer.status}.`);
    const number = /AADSTS\d+/.exec(String(Reflect.get(body, 'error_description')))?.[0];
    return number ?? error;
  } catch (error) {
    return todo(
      check,
      `The provider cannot be reached: ${connectionFailure(error) ?? String(error)}.`,
      'Check the network of this machine, and its proxy.',
    );
  }
}
