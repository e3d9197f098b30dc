import { exports } from 'cloudflare:workers';
import type { FailureBody } from '../../shared/errors.ts';
import { checked } from './answers.ts';

export interface Call {
  method?: string;
  /** A value that is sent as JSON. */
  json?: unknown;
  /** A body that is sent unchanged. */
  body?: BodyInit;
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  redirect?: 'manual';
}

/** Calls the Worker as a client would: through its fetch handler, with the real middleware. */
export async function callApi(path: string, call: Call = {}): Promise<Response> {
  const headers = new Headers(call.headers);
  if (call.token !== undefined && !headers.has('Authorization'))
    headers.set('Authorization', `Bearer ${call.token}`);
  if (call.json !== undefined) headers.set('Content-Type', 'application/json');
  const body = call.json === undefined ? call.body : JSON.stringify(call.json);
  const method = call.method ?? (body === undefined ? 'GET' : 'POST');
  const response = await exports.default.fetch(
    new Request(`https://desk.test${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(call.signal && { signal: call.signal }),
      ...(call.redirect && { redirect: call.redirect }),
    }),
  );
  return checked(response, method, path);
}

/** The body of a failed call. */
export const failureOf = (response: Response): Promise<FailureBody> => response.json();
