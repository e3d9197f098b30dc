import { defaultConfig, variantOfLinks } from '../../../shared/encore/fields.ts';
import { NO_EVENTS_CONFIGURED } from '../../../shared/signup/constants.ts';
import { artistOfTitle } from '../../../shared/signup/names.ts';
import type { DispatchRequest } from '../../../shared/signup/schema.ts';
import { apiFetch } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { downloadFile } from '../../lib/download.ts';
import type { SignupState } from './state.ts';

/** Part 2, point 8. */
const DISPATCH_FAILED = 'Failed to dispatch accounts and generate ZIP. Please try again.';

/** A dispatch that did not give a ZIP; the message is the catalogue's. */
export class DispatchError extends Error {
  override readonly name = 'DispatchError';
}

/** What the server is asked: the events that ask for an account. */
export function describeDispatch(state: SignupState): DispatchRequest {
  const { infos, accounts, categories } = state;
  return {
    events_by_account: state.eventsByAccount,
    events: infos.events
      .filter((event) => (accounts[event.value] ?? 0) > 0)
      .map((event) => ({
        id: event.value,
        presale: event.presale,
        accounts_amount: accounts[event.value] ?? 0,
        event_infos: { date: event.date, venue: event.venue, city: event.city },
        event_city: event.event_city ?? event.city,
        categories: categories[event.value] ?? [],
      })),
    event_title: infos.title,
    artist_name: artistOfTitle(infos.title),
    page_title: infos.title,
    use_encore_parameters: state.useEncore,
    encore_parameters: state.useEncore ? describeEncore(state) : null,
  };
}

function describeEncore(state: SignupState): NonNullable<DispatchRequest['encore_parameters']> {
  const defaults = defaultConfig(variantOfLinks([state.infos.url]));
  const custom = new Set(state.customFields.map(({ key }) => key));
  const kept = Object.entries(state.globalConfig).filter(
    ([key]) => key in defaults || custom.has(key),
  );
  return {
    cart_webhooks: state.webhooks,
    config: {
      global: { ...defaults, ...Object.fromEntries(kept) },
      events: {},
      custom_fields: state.customFields,
    },
  };
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
