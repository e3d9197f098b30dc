import * as z from 'zod/mini';
import { exceededLimit } from '../../../../shared/limit-guard/exceeded.ts';
import { NO_EVENTS_CONFIGURED, UNREAD_LIMITS_HEADER } from '../../../../shared/signup/constants.ts';
import { nameOfEvent } from '../../../../shared/signup/guarded-events.ts';
import { cut } from '../../../../shared/text.ts';
import { postJson } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { downloadFile } from '../../../lib/download.ts';
import { parseJson } from '../../../lib/json.ts';
import type { SignupState } from '../state.ts';
import { type ConfirmedLimits, describeDispatch, type SentRequest } from './dispatch-request.ts';

/** The content of a dispatch. */
export interface Dispatch {
  state: SignupState;
  /** Cart webhooks, used with Encore parameters. */
  webhooks: readonly string[];
  /** The limits that the operator confirmed. */
  confirmed?: ConfirmedLimits;
}

/** A dispatch that was saved. */
export interface Dispatched {
  file: string;
  /** The names of the events whose ticket limit could not be read. */
  unread: readonly string[];
}

/** The refusal that lists the limits to confirm. */
const refused = z.object({
  code: z.literal('limit_exceeded'),
  exceeded: z.array(exceededLimit).check(z.minLength(1)),
  unread_limits: z._default(z.array(z.string()), []),
});

const DISPATCH_FAILED = 'Failed to dispatch accounts and generate ZIP. Please try again.';

/** The maximum number of characters of a body that are shown. */
const SHOWN_BODY = 500;

/**
 * A dispatch without a ZIP. `message` is the error catalogue's text; `explanation` the server's own sentence, if it
 * sent one.
 */
export class DispatchError extends Error {
  override readonly name = 'DispatchError';
  readonly explanation: string | null;

  constructor(message: string, explanation: string | null = null) {
    super(message);
    this.explanation = explanation;
  }
}

/** A dispatch whose files exceed limits that the operator has not confirmed. */
export class BeyondLimits extends Error {
  override readonly name = 'BeyondLimits';
  readonly limits: ConfirmedLimits;

  /** @param limits the limits that a dispatch has to confirm */
  constructor(limits: ConfirmedLimits) {
    super('The files go beyond limits.');
    this.limits = limits;
  }
}

/**
 * Dispatches and saves the ZIP.
 * @throws DispatchError, or BeyondLimits with the limits to confirm
 */
export async function dispatchZip({ state, webhooks, confirmed }: Dispatch): Promise<Dispatched> {
  const request = describeDispatch(state, webhooks, confirmed);
  if (request.events.length === 0) throw new DispatchError(NO_EVENTS_CONFIGURED);
  const response = await post(request);
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.includes('zip'))
    throw new DispatchError(`Expected ZIP but received: ${await excerpt(response, type)}`);
  const name = fileNameOf(response.headers.get('Content-Disposition') ?? '');
  downloadFile(name, await readBlob(response), 'application/zip');
  const places = (response.headers.get(UNREAD_LIMITS_HEADER) ?? '').split(',');
  const unread = request.events.filter((_, place) => places.includes(String(place)));
  return { file: name, unread: unread.map(nameOfEvent) };
}

async function post(request: SentRequest): Promise<Response> {
  try {
    return await postJson('/api/events/dispatch-csv', JSON.stringify(request));
  } catch (error) {
    const refusal = error instanceof ApiError ? refused.safeParse(parseJson(error.body)) : null;
    if (refusal?.success)
      throw new BeyondLimits({
        exceeded: refusal.data.exceeded,
        unread: refusal.data.unread_limits,
      });
    if (error instanceof ApiError && error.status > 0) {
      const body = error.body.replace(/\s+/g, ' ').trim();
      const isJson = body.startsWith('{');
      throw new DispatchError(
        `Server error: ${error.status} - ${cut(body, SHOWN_BODY)}`,
        isJson ? error.message : null,
      );
    }
    throw new DispatchError(DISPATCH_FAILED);
  }
}

async function readBlob(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch {
    throw new DispatchError(DISPATCH_FAILED);
  }
}

/** The content type and the first words of an answer that is not a ZIP. */
async function excerpt(response: Response, type: string): Promise<string> {
  const text = cut((await response.text()).replace(/\s+/g, ' '), 120);
  return [type, text].filter((part) => part !== '').join(' ');
}

function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'accounts.zip';
}
