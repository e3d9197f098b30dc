import { type Answer, json } from '../answers.ts';
import { localPartOf } from './tokens.ts';

/** An error of a token endpoint. */
export interface Refusal {
  error: string;
  /** The code of Microsoft's list, without AADSTS. */
  code: number;
  text: string;
  suberror?: string;
}

/** The refusals of Microsoft by the part of an address before the @. */
export const REFUSALS_BY_ADDRESS: Readonly<Record<string, Refusal>> = {
  'no-consent': {
    error: 'invalid_grant',
    code: 65001,
    text: 'The user or administrator has not consented to use the application.',
    suberror: 'consent_required',
  },
  'unknown-app': {
    error: 'unauthorized_client',
    code: 700016,
    text: 'Application was not found in the directory. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant.',
  },
  'other-tenant': {
    error: 'invalid_grant',
    code: 50020,
    text: 'User account from identity provider does not exist in tenant and cannot access the application in that tenant.',
  },
  'needs-admin': {
    error: 'invalid_grant',
    code: 90094,
    text: 'The grant requires admin permission.',
  },
};

export const PENDING: Refusal = {
  error: 'authorization_pending',
  code: 70016,
  text: 'OAuth 2.0 device flow error. Authorization is pending. Continue polling.',
};
export const SLOW_DOWN: Refusal = {
  error: 'slow_down',
  code: 70016,
  text: 'OAuth 2.0 device flow error. Polling is too fast.',
};
export const DECLINED: Refusal = {
  error: 'authorization_declined',
  code: 70017,
  text: 'The user declined the authorization request.',
};
export const EXPIRED: Refusal = {
  error: 'expired_token',
  code: 70020,
  text: 'The provided value for the input parameter device_code is not valid. Device codes supplied to OAuth 2.0 device flow expire.',
};
export const UNKNOWN_CODE: Refusal = {
  error: 'bad_verification_code',
  code: 70018,
  text: 'Invalid verification code due to user typing in wrong user code for device code flow.',
};
export const INVALID_GRANT: Refusal = {
  error: 'invalid_grant',
  code: 70000,
  text: 'The provided value for the input parameter refresh_token is not valid, or the grant was revoked.',
  suberror: 'bad_token',
};
export const WRONG_REQUEST: Refusal = {
  error: 'invalid_request',
  code: 900144,
  text: 'The request body is missing a parameter.',
};

export const refusalFor = (address: string): Refusal | null =>
  REFUSALS_BY_ADDRESS[localPartOf(address)] ?? null;

/** A refusal as Microsoft writes it. */
export function microsoftError({ error, code, text, suberror }: Refusal, now: number): Answer {
  const trace = '0000aaaa-11bb-cccc-dd22-eeeeee333333';
  const time = new Date(now).toISOString().replace('T', ' ').slice(0, 19);
  return json(
    {
      error,
      error_description: `AADSTS${code}: ${text} Trace ID: ${trace} Correlation ID: ${trace} Timestamp: ${time}Z`,
      error_codes: [code],
      timestamp: `${time}Z`,
      trace_id: trace,
      correlation_id: trace,
      error_uri: `https://login.microsoftonline.com/error?code=${code}`,
      ...(suberror && { suberror }),
    },
    error === 'unauthorized_client' ? 401 : 400,
    { 'cache-control': 'no-store' },
  );
}
