import { judgeKey } from '../../shared/doctor/judge.ts';
import { type Finding, ok, todo, unknown } from '../../shared/doctor/schema.ts';
import { connectionFailure } from '../services/connection-failure.ts';

const ANSWER_WITHIN_MS = 10_000;

/** The variables of a provider, and the call that tests its key. */
interface Provider {
  check: 'ticketmaster' | 'seatgeek';
  variable: string;
  key: string | undefined;
  /** A call with the smallest answer. */
  url: (key: string) => URL;
  /** Where a key comes from. */
  account: string;
}

interface ProviderVariables {
  TICKETMASTER_API_KEY?: string | undefined;
  TICKETMASTER_API_URL?: string | undefined;
  SEATGEEK_CLIENT_ID?: string | undefined;
  SEATGEEK_API_URL?: string | undefined;
}

/** @param query parameters of the address, with the key among them */
function address(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(`${base}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

const providersOf = (variables: ProviderVariables): Provider[] => [
  {
    check: 'ticketmaster',
    variable: 'TICKETMASTER_API_KEY',
    key: variables.TICKETMASTER_API_KEY,
    url: (apikey) =>
      address(
        variables.TICKETMASTER_API_URL ?? 'https://app.ticketmaster.com/discovery/v2',
        'events.json',
        { apikey, size: '1' },
      ),
    account: 'https://developer.ticketmaster.com',
  },
  {
    check: 'seatgeek',
    variable: 'SEATGEEK_CLIENT_ID',
    key: variables.SEATGEEK_CLIENT_ID,
    url: (client_id) =>
      address(variables.SEATGEEK_API_URL ?? 'https://api.seatgeek.com/2', 'events', {
        client_id,
        per_page: '1',
      }),
    account: 'https://seatgeek.com/account/develop',
  },
];

/**
 * Tests the key of each provider, or only of `only`, with one call. Simulated providers are not
 * called.
 */
export function examineProviders(
  variables: ProviderVariables,
  isLive: boolean,
  only?: readonly Finding['check'][],
): Promise<Finding[]> {
  const wanted = providersOf(variables).filter(({ check }) => only?.includes(check) ?? true);
  return Promise.all(wanted.map((provider) => tryKey(provider, isLive)));
}

async function tryKey(provider: Provider, isLive: boolean): Promise<Finding> {
  const { check, variable, key, url, account } = provider;
  if (!isLive || key === undefined) {
    return judgeKey(check, { isLive, hasKey: key !== undefined, quota: null }, variable);
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(url(key), { signal, redirect: 'manual' });
    await answer.body?.cancel();
    if (answer.ok) return ok(check, `The provider takes ${variable}.`);
    if (answer.status === 429) {
      const advice = 'Wait until its day ends, or ask it for more calls.';
      return todo(check, `The calls of ${variable} are used up for now.`, advice);
    }
    if (answer.status === 401 || answer.status === 403) {
      const text = `The provider refuses ${variable} (status ${answer.status}).`;
      return todo(check, text, `Copy the key again from ${account}.`);
    }
    return unknown(check, `The provider answers with status ${answer.status}.`);
  } catch (error) {
    return todo(
      check,
      `The provider cannot be reached: ${connectionFailure(error) ?? String(error)}.`,
      'Check the network of this machine, and its proxy.',
    );
  }
}

/** Whether a provider refuses its key permanently. */
export const isRefusal = ({ check, state, text }: Finding): boolean =>
  ['ticketmaster', 'seatgeek', 'microsoft', 'google'].includes(check) &&
  state === 'todo' &&
  text.includes('refuses');
