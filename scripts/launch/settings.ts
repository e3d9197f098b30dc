import * as z from 'zod';
import { DEFAULT_PAGE_HOSTS } from '../../worker/env.ts';
import { weaknessOf } from '../../worker/security/password-rules.ts';
import { LaunchError } from './launch-error.ts';

const HTTP_ADDRESS = 'must be an http or https address';
const isHttpAddress = (text: string) => /^https?:$/.test(protocolOf(text));
const httpAddress = z
  .string()
  .refine(isHttpAddress, HTTP_ADDRESS)
  .transform((text) => text.replace(/\/+$/, ''));
const oneLine = z.string().regex(/^[^\r\n]*$/, 'must be one line');
const addressList = z
  .string()
  .refine((text) => splitList(text).every(isHttpAddress), 'must be http or https addresses')
  .refine((text) => splitList(text).length <= 20, 'must hold at most 20 addresses');
const pageHost = /^(?:\[[\da-f:]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::\d{1,5})?$/i;

const variablesSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a whole number from 1 to 65535')
    .default(8787),
  DATA_DIR: oneLine.default('.data'),
  LIBSQL_URL: z
    .string()
    .refine(
      (text) => ['http:', 'https:', 'libsql:'].includes(protocolOf(text)),
      'must be the http, https or libsql address of a libSQL server',
    )
    .optional(),
  LIBSQL_AUTH_TOKEN: oneLine.optional(),
  OPERATOR_EMAIL: z
    .string()
    .regex(/^[^\s@]{1,64}@[^\s@]{1,255}$/, 'must be an e-mail address')
    .default('operator@localhost'),
  OPERATOR_PASSWORD: z.string().optional(),
  TICKETMASTER_API_KEY: oneLine.optional(),
  TICKETMASTER_API_URL: httpAddress.optional(),
  SEATGEEK_CLIENT_ID: oneLine.optional(),
  SEATGEEK_API_URL: httpAddress.optional(),
  WIKIMEDIA_API_URL: httpAddress.optional(),
  PAGE_HOSTS: z
    .string()
    .refine(
      (text) => splitList(text).every((host) => pageHost.test(host)),
      'must be a comma list of host names, each with or without a port',
    )
    .optional(),
  PROVIDERS: z.enum(['live', 'simulated'], 'must be live or simulated').optional(),
  CART_WEBHOOK_PRESETS: addressList.optional(),
  NOTIFY_WEBHOOK_URL: z.string().refine(isHttpAddress, HTTP_ADDRESS).optional(),
});

const environment = variablesSchema.superRefine((settings, context) => {
  const { OPERATOR_PASSWORD: password, OPERATOR_EMAIL: email } = settings;
  const weakness = password === undefined ? null : weaknessOf(password, email);
  if (weakness !== null) {
    const message = `cannot be used: ${weakness.replace(/\.$/, '')}`;
    context.addIssue({ code: 'custom', path: ['OPERATOR_PASSWORD'], message });
  }
});

/** What `npm start` was asked to do, checked. Names of fields are the variables of part 4, "Starting it". */
export type Settings = z.output<typeof environment>;

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Secrets are never repeated in a message. */
const SECRET = /PASSWORD|TOKEN|KEY|CLIENT_ID|WEBHOOK/;

/**
 * Checks the variables; a variable that is set to nothing counts as not set.
 * @throws LaunchError with one sentence that names the first variable that is wrong
 */
export function readSettings(variables: NodeJS.ProcessEnv): Settings {
  const known = Object.keys(variablesSchema.shape);
  const given = Object.fromEntries(
    known.flatMap((name) => {
      const value = name === 'OPERATOR_PASSWORD' ? variables[name] : variables[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const result = environment.safeParse(given);
  if (result.success) return result.data;

  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? 'A variable');
  const shown = SECRET.test(name) ? '' : `, not "${given[name]}"`;
  throw new LaunchError(`${name} ${issue?.message ?? 'is not usable'}${shown}.`);
}

/** Which providers the Worker speaks to, and where. */
export interface ProviderPlan {
  mode: 'live' | 'simulated';
  /** Variables of the Worker, complete once the simulator's address is known. */
  variables(simulatorOrigin: string | undefined): Record<string, string>;
}

/**
 * PROVIDERS decides; unset, a Ticketmaster key means `live`. Where nobody asked for `simulated` by name, an address
 * that was given is used as given and the simulator stands in for the others only.
 */
export function planProviders(settings: Settings): ProviderPlan {
  const mode = settings.PROVIDERS ?? (settings.TICKETMASTER_API_KEY ? 'live' : 'simulated');
  const keepsGiven = settings.PROVIDERS !== 'simulated';

  return {
    mode,
    variables(simulatorOrigin) {
      // Where neither is known the Worker takes the public address.
      const pick = (given: string | undefined, simulated: string) => {
        if (given !== undefined && keepsGiven) return given;
        return simulatorOrigin === undefined ? '' : `${simulatorOrigin}${simulated}`;
      };
      const hosts =
        settings.PAGE_HOSTS === undefined ? DEFAULT_PAGE_HOSTS : splitList(settings.PAGE_HOSTS);
      const simulated = simulatorOrigin === undefined ? [] : [new URL(simulatorOrigin).host];
      const stand = simulatorOrigin === undefined ? '' : 'simulated';
      return dropEmpty({
        PROVIDERS: mode,
        TICKETMASTER_API_KEY: settings.TICKETMASTER_API_KEY ?? stand,
        TICKETMASTER_API_URL: pick(settings.TICKETMASTER_API_URL, '/discovery/v2'),
        SEATGEEK_CLIENT_ID: settings.SEATGEEK_CLIENT_ID ?? stand,
        SEATGEEK_API_URL: pick(settings.SEATGEEK_API_URL, '/seatgeek/2'),
        WIKIMEDIA_API_URL: pick(settings.WIKIMEDIA_API_URL, '/wikimedia'),
        PAGE_HOSTS: [...hosts, ...simulated].join(','),
        CART_WEBHOOK_PRESETS: settings.CART_WEBHOOK_PRESETS ?? '',
        NOTIFY_WEBHOOK_URL: settings.NOTIFY_WEBHOOK_URL ?? '',
      });
    },
  };
}

function dropEmpty(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
}
