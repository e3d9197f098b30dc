import { hc } from 'hono/client';
import type { FailureBody } from '../../shared/errors.ts';
import type { AppType } from '../../worker/app.ts';
import { ApiError, describeFailure, describeThrown, isFailure } from './api-error.ts';
import { logAnswer, logError } from './log.ts';
import { noteRelease } from './release.ts';
import { readToken } from './token.ts';

/** The client gives up after three minutes: a presale search may take almost that long. */
const TIMEOUT_MS = 180_000;

/** A failed call, as passed to the listeners of {@link onApiFailure}. `token` is the one that was sent. */
export interface ApiFailure {
  error: ApiError;
  path: string;
  token: string | null;
}

const failureListeners = new Set<(failure: ApiFailure) => void>();

/** Calls `listener` for every failed call; the session ends on 401 this way. Returns the unsubscribe function. */
export function onApiFailure(listener: (failure: ApiFailure) => void): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

/** Requests the passkey. Resolves to whether it was used; the call is then made again. */
type Confirm = () => Promise<boolean>;

let confirmWithPasskey: Confirm | null = null;

/** Sets how calls obtain a recent use of the passkey. Returns a function that reverts it. */
export function onPasskeyRequired(confirm: Confirm): () => void {
  confirmWithPasskey = confirm;
  return () => {
    confirmWithPasskey = null;
  };
}

/**
 * `fetch` for /api: sends the bearer token, gives up after 180 s, throws an {@link ApiError} for
 * every answer that is not ok. A call that requires the passkey is repeated after its use. For
 * streams and files; JSON calls go through {@link api} and {@link send}.
 */
export async function apiFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const token = readToken();
  const path = pathOf(input);
  const label = `${init.method ?? 'GET'} ${path}`;
  const startedAt = performance.now();
  try {
    const response = await fetchConfirmed(input, init, token);
    logAnswer(label, { status: response.status, ms: Math.round(performance.now() - startedAt) });
    return response;
  } catch (thrown) {
    const error = describeThrown(thrown, init.signal);
    report(label, { error, path, token });
    throw error;
  }
}

async function fetchConfirmed(
  input: RequestInfo | URL,
  init: RequestInit,
  token: string | null,
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const attempt = async () => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(input, { ...init, headers, signal });
    noteRelease(response);
    return response.ok ? response : describeFailure(response);
  };
  const first = await attempt();
  if (first instanceof Response) return first;
  if (first.requirement !== 'passkey' || !(await confirmWithPasskey?.())) throw first;
  const second = await attempt();
  if (second instanceof Response) return second;
  throw second;
}

/**
 * Posts a text or bytes of JSON, for answers that are streams or files, and for bodies that a worker wrote. Read the
 * answer with {@link readAnswer} or {@link readFile}.
 */
export const postJson = (
  path: string,
  body: string | ArrayBuffer,
  signal?: AbortSignal,
): Promise<Response> =>
  apiFetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    signal: signal ?? null,
  });

/** The typed client: `send(api.auth.me.$get())`. Paths, bodies and answers come from the Worker's routes. */
export const api: Client['api'] = hc<AppType>(location.origin, { fetch: apiFetch }).api;
// Named, because the type is too long to be written into the declarations of this file.
type Client = ReturnType<typeof hc<AppType>>;

/** A call's answer without the failure envelope: failures are thrown. */
export type Answer<R extends { json(): Promise<unknown> }> = Exclude<
  Awaited<ReturnType<R['json']>>,
  FailureBody
>;

/**
 * Waits for a typed call and returns its body.
 * @throws {ApiError} also when a body has `success: false` with an ok status.
 */
export async function send<R extends { json(): Promise<unknown>; url: string }>(
  pending: Promise<R>,
): Promise<Answer<R>> {
  return readAnswer<Answer<R>>(await pending);
}

/**
 * The JSON body of an answer.
 * @throws {ApiError} also when it has `success: false` with an ok status.
 */
export async function readAnswer<Body>(response: {
  json(): Promise<unknown>;
  url: string;
}): Promise<Body> {
  const path = pathOf(response.url);
  try {
    const body = await response.json();
    if (isFailure(body)) throw new ApiError('server', body.message, { issues: body.issues });
    // The failure envelope was thrown above, so this is the success body.
    return body as Body;
  } catch (thrown) {
    const error = describeThrown(thrown);
    report(path, { error, path, token: readToken() });
    throw error;
  }
}

/**
 * The file of an answer.
 * @throws {ApiError} when it is a JSON body, which is a failure, also with an ok status.
 */
export async function readFile(response: Response): Promise<Blob> {
  const isJson = response.headers.get('Content-Type')?.includes('application/json');
  if (isJson) await readAnswer(response);
  return response.blob();
}

function report(label: string, failure: ApiFailure): void {
  if (failure.error.kind === 'aborted') return;
  const { kind, status, message, requestId } = failure.error;
  logError(`${label} failed`, { kind, status, message, requestId });
  for (const listener of failureListeners) listener(failure);
}

function pathOf(input: RequestInfo | URL): string {
  const url = input instanceof Request ? input.url : String(input);
  return new URL(url, location.origin).pathname;
}
