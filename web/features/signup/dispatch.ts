import { NO_EVENTS_CONFIGURED } from '../../../shared/signup/constants.ts';
import type { DispatchRequest } from '../../../shared/signup/schema.ts';
import { apiFetch } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { downloadFile } from '../../lib/download.ts';
import { describeDispatch } from './dispatch-request.ts';
import type { SignupState } from './state.ts';

/** Part 2, point 8. */
const DISPATCH_FAILED = 'Failed to dispatch accounts and generate ZIP. Please try again.';

/** A dispatch that did not give a ZIP; the message is the catalogue's. */
class DispatchError extends Error {
  override readonly name = 'DispatchError';
}

/**
 * Dispatches and hands the ZIP to the browser.
 * @returns the name of the file.
 * @throws DispatchError with a text of part 2, point 8.
 */
export async function dispatchZip(state: SignupState): Promise<string> {
  const request = describeDispatch(state);
  if (request.events.length === 0) throw new DispatchError(NO_EVENTS_CONFIGURED);
  const response = await post(request);
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.includes('zip'))
    throw new DispatchError(`Expected ZIP but received: ${await excerpt(response, type)}`);
  const name = fileNameOf(response.headers.get('Content-Disposition') ?? '');
  downloadFile(name, await readBlob(response), 'application/zip');
  return name;
}

async function post(request: DispatchRequest): Promise<Response> {
  try {
    return await apiFetch('/api/events/dispatch-csv', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) {
      throw new DispatchError(`Server error: ${error.status} - ${error.message}`);
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

/** What came instead: its kind and its first words. */
async function excerpt(response: Response, type: string): Promise<string> {
  const text = (await response.text()).replace(/\s+/g, ' ').slice(0, 120);
  return [type, text].filter((part) => part !== '').join(' ');
}

function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'accounts.zip';
}
