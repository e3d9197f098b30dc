import * as z from 'zod';
import { DomainError } from '../shared/errors.ts';

/** What the platform binds: one line per binding of wrangler.toml that is not a plain variable. */
export interface PlatformBindings {
  /** The built single-page app. */
  ASSETS: Fetcher;
  /** Hands scan jobs to the scanners (worker/durable/scan-desk.ts). */
  SCAN_DESK: DurableObjectNamespace;
}

/** What the runtime hands to the Worker: platform bindings and unchecked variables. */
export type Bindings = PlatformBindings & Record<string, unknown>;

/** One key of DATA_KEY: its public id and the 32 bytes. */
export interface DataKey {
  id: string;
  bytes: Uint8Array;
}

/** What PAGE_HOSTS means when it is not set: the ticketing domains. */
export const DEFAULT_PAGE_HOSTS = [
  'ticketmaster.com',
  'ticketmaster.ca',
  'ticketmaster.co.uk',
  'ticketmaster.ie',
  'ticketmaster.de',
  'ticketmaster.fr',
  'ticketmaster.es',
  'ticketmaster.it',
  'ticketmaster.nl',
  'ticketmaster.be',
  'ticketmaster.at',
  'ticketmaster.ch',
  'ticketmaster.pl',
  'ticketmaster.cz',
  'ticketmaster.dk',
  'ticketmaster.se',
  'ticketmaster.no',
  'ticketmaster.fi',
  'ticketmaster.com.au',
  'ticketmaster.co.nz',
  'livenation.com',
  'livenation.co.uk',
  'axs.com',
  'seatgeek.com',
  'seetickets.com',
  'eventim.de',
  'eventim.co.uk',
  'dice.fm',
];

const DEFAULT_CART_WEBHOOKS = Array.from(
  { length: 8 },
  (_, index) => `https://webhooks.example/cart-${index + 1}`,
);

const list = (separated: string): string[] =>
  separated
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const httpUrl = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be an http or https address` });

/** A variable that is set to nothing counts as not set. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const DATA_KEY_SHAPE =
  'DATA_KEY must be a comma list of keyid:base64 with 32 bytes each and distinct key ids';

/**
 * Reads DATA_KEY: the first key seals, all of them open.
 * @throws Error with one plain sentence when it is malformed.
 */
export function parseDataKeys(text: string): DataKey[] {
  const keys = list(text).map(parseDataKey);
  const ids = new Set(keys.map((key) => key.id));
  if (keys.length === 0 || ids.size !== keys.length) throw new Error(DATA_KEY_SHAPE);
  return keys;
}

const dataKeys = z.string({ error: 'DATA_KEY is not set' }).transform((text, context) => {
  try {
    return parseDataKeys(text);
  } catch {
    // The reason is always the shape: the message says which shape is right.
    context.addIssue(DATA_KEY_SHAPE);
    return z.NEVER;
  }
});

function parseDataKey(entry: string): DataKey {
  const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(entry);
  if (match?.[1] === undefined || match[2] === undefined) throw new Error(DATA_KEY_SHAPE);
  const bytes = Uint8Array.from(atob(match[2]), (char) => char.charCodeAt(0));
  return { id: match[1], bytes };
}

const IDLE_RANGE = 'SESSION_IDLE_MINUTES must be a whole number from 5 to 720';

const settingsSchema = z.object({
  LIBSQL_URL: z
    .string({ error: 'LIBSQL_URL is not set' })
    .regex(/^(https?|libsql):\/\//, 'LIBSQL_URL must be an http, https or libsql address'),
  LIBSQL_AUTH_TOKEN: optional(z.string().optional()),
  TOKEN_SECRET: z
    .string({ error: 'TOKEN_SECRET is not set' })
    .refine(
      (secret) => new TextEncoder().encode(secret).length >= 32,
      'TOKEN_SECRET must be at least 32 bytes long',
    ),
  DATA_KEY: dataKeys,
  DEPLOYMENT_ID: optional(z.string().max(100).default('boxoffice-desk')),
  SESSION_IDLE_MINUTES: optional(
    z.coerce
      .number(IDLE_RANGE)
      .int(IDLE_RANGE)
      .min(5, IDLE_RANGE)
      .max(720, IDLE_RANGE)
      .default(240),
  ),
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[\w-]*$/, 'CLIENT_ADDRESS_HEADER must be the name of a header, or empty')
    .default('CF-Connecting-IP'),
  SCANNER_TOKEN: z
    .string({ error: 'SCANNER_TOKEN is not set' })
    .min(16, 'SCANNER_TOKEN must be at least 16 characters long'),
  TICKETMASTER_API_KEY: optional(z.string().optional()),
  TICKETMASTER_API_URL: optional(
    httpUrl('TICKETMASTER_API_URL').default('https://app.ticketmaster.com/discovery/v2'),
  ),
  SEATGEEK_CLIENT_ID: optional(z.string().optional()),
  SEATGEEK_API_URL: optional(httpUrl('SEATGEEK_API_URL').default('https://api.seatgeek.com/2')),
  WIKIMEDIA_API_URL: optional(
    httpUrl('WIKIMEDIA_API_URL').default('https://wikimedia.org/api/rest_v1'),
  ),
  PROVIDERS: optional(
    z.enum(['live', 'simulated'], { error: 'PROVIDERS must be live or simulated' }).optional(),
  ),
  PAGE_HOSTS: optional(
    z
      .string()
      .transform((hosts) => list(hosts.toLowerCase()))
      .default(DEFAULT_PAGE_HOSTS),
  ),
  CART_WEBHOOK_PRESETS: optional(z.string().transform(list).default(DEFAULT_CART_WEBHOOKS)),
  NOTIFY_WEBHOOK_URL: optional(httpUrl('NOTIFY_WEBHOOK_URL').optional()),
});

type Settings = z.infer<typeof settingsSchema>;

/** The checked variables (spelt as in part 4, "Starting it") and the platform's bindings. */
export type Env = Omit<Settings, 'PROVIDERS'> & {
  /** `live` when a Ticketmaster key is set and nothing else is asked for. */
  PROVIDERS: 'live' | 'simulated';
  bindings: PlatformBindings;
};

const checked = new WeakMap<Bindings, Env | DomainError>();

/**
 * The checked environment; the check runs once for each set of bindings, so once per isolate.
 * @throws DomainError `unavailable` with one plain sentence that names the variable, never its value.
 */
export function readEnv(bindings: Bindings): Env {
  let known = checked.get(bindings);
  if (known === undefined) {
    known = checkEnv(bindings);
    checked.set(bindings, known);
  }
  if (known instanceof DomainError) throw known;
  return known;
}

function checkEnv(bindings: Bindings): Env | DomainError {
  const result = settingsSchema.safeParse(bindings);
  if (!result.success) {
    const reason = result.error.issues[0]?.message ?? 'a variable is wrong';
    return new DomainError('unavailable', `The server is not set up: ${reason}.`);
  }
  const settings = result.data;
  const PROVIDERS = settings.PROVIDERS ?? (settings.TICKETMASTER_API_KEY ? 'live' : 'simulated');
  return { ...settings, PROVIDERS, bindings };
}
