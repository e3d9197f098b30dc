import * as z from 'zod';
import { DEFAULT_PAGE_HOSTS, readVariables, workerVariables } from '../../shared/env.ts';
import { contactOf } from '../../shared/provider-contact.ts';
import { weaknessOf } from '../../worker/security/password-rules.ts';
import { LaunchError } from './launch-error.ts';

const PORT_RANGE = 'must be a whole number from 1 to 65535';

/** The Worker's variables, all optional here, and the launcher's own. */
const launchVariables = workerVariables.partial().extend({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT_RANGE)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, PORT_RANGE)
    .default(8787),
  DATA_DIR: z
    .string()
    .regex(/^[^\r\n]*$/, 'must be one line')
    .default('.data'),
  OPERATOR_EMAIL: z
    .string()
    .regex(/^[^\s@]{1,64}@[^\s@]{1,255}$/, 'must be an e-mail address')
    .default('operator@localhost'),
  OPERATOR_PASSWORD: z.string().optional(),
  /** This variable is never passed to the Worker. */
  LIBSQL_MIGRATE_TOKEN: z
    .string()
    .regex(/^[^\r\n]*$/, 'must be one line')
    .optional(),
});

/** The checked variables of a start. */
export type Settings = z.output<typeof launchVariables>;

/** Secrets are never repeated in a message. */
const SECRET = /PASSWORD|TOKEN|SECRET|KEY|CLIENT_ID|WEBHOOK/;

/**
 * Checks the variables.
 * @throws LaunchError with one sentence that names the first variable that is wrong
 */
export function readSettings(source: NodeJS.ProcessEnv): Settings {
  const result = readVariables(launchVariables, source);
  if ('problem' in result) {
    const { name, message } = result.problem;
    const isMissing = message.startsWith('needs');
    const shown = isMissing || SECRET.test(name) ? '' : `, not "${source[name]?.trim()}"`;
    throw new LaunchError(`${name} ${message}${shown}.`);
  }
  const { OPERATOR_PASSWORD: password, OPERATOR_EMAIL: email } = result.variables;
  const weakness = password === undefined ? null : weaknessOf(password, email);
  if (weakness !== null) throw new LaunchError(`OPERATOR_PASSWORD cannot be used: ${weakness}`);
  return result.variables;
}

/**
 * The addresses under which browsers reach the product: PUBLIC_URL, otherwise this machine's own.
 */
export const publicAddresses = ({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>) =>
  PUBLIC_URL ?? [`http://localhost:${PORT}`];

/** The providers that the Worker calls, and their addresses. */
export interface ProviderPlan {
  mode: 'live' | 'simulated';
  /** Variables of the Worker, complete once the simulator's address is known. */
  variables(simulatorOrigin: string | undefined): Record<string, string>;
}

/**
 * PROVIDERS decides; if it is not set, a Ticketmaster key means `live`. Unless PROVIDERS=simulated
 * was set, a configured address is used, and the simulator replaces only the others.
 */
export function planProviders(settings: Settings): ProviderPlan {
  const mode = settings.PROVIDERS ?? (settings.TICKETMASTER_API_KEY ? 'live' : 'simulated');
  const keepsGiven = settings.PROVIDERS !== 'simulated';

  return {
    mode,
    variables(simulatorOrigin) {
      // An empty address means the provider's public one.
      const pick = (given: string | undefined, path: string) => {
        if (given !== undefined && keepsGiven) return given;
        return simulatorOrigin === undefined ? '' : `${simulatorOrigin}${path}`;
      };
      // Your own app signs in at the real provider, also beside simulated ticketing providers.
      const identity = (client: string | undefined, given: string | undefined, path: string) =>
        client !== undefined && keepsGiven ? (given ?? '') : pick(given, path);
      const simulated = simulatorOrigin === undefined ? [] : [new URL(simulatorOrigin).host];
      const keyOfSimulator = simulatorOrigin === undefined ? '' : 'simulated';
      const contactOfSimulator = simulatorOrigin === undefined ? '' : 'operator@simulated.example';
      return dropEmpty({
        PROVIDERS: mode,
        TICKETMASTER_API_KEY: settings.TICKETMASTER_API_KEY ?? keyOfSimulator,
        TICKETMASTER_API_URL: pick(settings.TICKETMASTER_API_URL, '/discovery/v2'),
        SEATGEEK_CLIENT_ID: settings.SEATGEEK_CLIENT_ID ?? keyOfSimulator,
        SEATGEEK_API_URL: pick(settings.SEATGEEK_API_URL, '/seatgeek/2'),
        WIKIMEDIA_API_URL: pick(settings.WIKIMEDIA_API_URL, '/wikimedia'),
        MUSICBRAINZ_API_URL: pick(settings.MUSICBRAINZ_API_URL, '/musicbrainz/ws/2'),
        LISTENBRAINZ_API_URL: pick(settings.LISTENBRAINZ_API_URL, '/listenbrainz'),
        MICROSOFT_CLIENT_ID: settings.MICROSOFT_CLIENT_ID ?? keyOfSimulator,
        MICROSOFT_TENANT: settings.MICROSOFT_TENANT ?? '',
        MICROSOFT_OAUTH_URL: identity(
          settings.MICROSOFT_CLIENT_ID,
          settings.MICROSOFT_OAUTH_URL,
          '/identity/microsoft',
        ),
        GOOGLE_CLIENT_ID: settings.GOOGLE_CLIENT_ID ?? keyOfSimulator,
        GOOGLE_CLIENT_SECRET: settings.GOOGLE_CLIENT_SECRET ?? keyOfSimulator,
        GOOGLE_OAUTH_URL: identity(
          settings.GOOGLE_CLIENT_ID,
          settings.GOOGLE_OAUTH_URL,
          '/identity/google',
        ),
        PROVIDER_CONTACT: contactOf(settings) ?? contactOfSimulator,
        PAGE_HOSTS: [...(settings.PAGE_HOSTS ?? DEFAULT_PAGE_HOSTS), ...simulated].join(','),
        CART_WEBHOOK_PRESETS: settings.CART_WEBHOOK_PRESETS?.join(',') ?? '',
        NOTIFY_WEBHOOK_URL: settings.NOTIFY_WEBHOOK_URL ?? '',
        CHANNEL_HOSTS: settings.CHANNEL_HOSTS?.join(',') ?? '',
        NOTIFY_WEBHOOK_SECRET: settings.NOTIFY_WEBHOOK_SECRET ?? '',
      });
    },
  };
}

function dropEmpty(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
}
