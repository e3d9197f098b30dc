import * as z from 'zod';
import { readJson } from '../shared/json.ts';

const CALL_MS = 30_000;

/**
 * Another scanner has the work of the call, or the work has changed: its results are no longer
 * valid.
 */
export class Outdated extends Error {}

/** The Worker refused a call, and would refuse it again. */
export class DeskRefusal extends Error {}

const failure = z.object({ message: z.string() });

/**
 * Makes one call of the scanner to the Worker.
 * @param ended ends the call early
 * @returns the body, or `again` if a repeat may succeed.
 * @throws Outdated, or DeskRefusal for a refused call.
 */
export async function tryPost(
  url: URL,
  token: string,
  body: string,
  ended?: AbortSignal,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const timeout = AbortSignal.timeout(CALL_MS);
  const signal = ended === undefined ? timeout : AbortSignal.any([timeout, ended]);
  const init = { method: 'POST', headers, body, signal, redirect: 'error' as const };
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch {
    return 'again';
  }
  if (response.ok) return readJson(text);
  if (response.status === 409) throw new Outdated();
  if (response.status === 429 || response.status >= 500) return 'again';
  const reason = failure.safeParse(readJson(text)).data?.message ?? '';
  throw new DeskRefusal(`The Worker refused a call with status ${response.status}. ${reason}`);
}
