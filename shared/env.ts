/**
 * The variables of the product, described once: the Worker reads them from its bindings, and `npm start` checks them
 * before it passes them on.
 */
import * as z from 'zod';

/** The default of PAGE_HOSTS: the ticketing domains. */
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

/** One key of DATA_KEY: its public id and the 32 bytes. */
export interface DataKey {
  id: string;
  bytes: Uint8Array;
}

const DATA_KEY_SHAPE =
  'must be a comma list of keyid:base64 with 32 bytes each and distinct key ids';

/**
 * Reads DATA_KEY: the first key seals, and all of them open.
 * @throws Error with one plain sentence when it is malformed.
 */
export function parseDataKeys(text: string): DataKey[] {
  const keys = splitList(text).map(parseDataKey);
  const ids = new Set(keys.map((key) => key?.id));
  if (keys.length === 0 || ids.size !== keys.length || keys.includes(null)) {
    throw new Error(`DATA_KEY ${DATA_KEY_SHAPE}`);
  }
  return keys.filter((key) => key !== null);
}

function parseDataKey(entry: string): DataKey | null {
  const match = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(entry);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const bytes = Uint8Array.from(atob(match[2]), (char) => char.charCodeAt(0));
  return { id: match[1], bytes };
}

const dataKeys = z.string({ error: 'is not set' }).transform((text, context) => {
  try {
    return parseDataKeys(text);
  } catch {
    // Only the form can be wrong, and the message describes the right one.
    context.addIssue(DATA_KEY_SHAPE);
    return z.NEVER;
  }
});

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

const protocolOf = (text: string) => (URL.canParse(text) ? new URL(text).protocol : '');
const isHttpAddress = (text: string) => /^https?:$/.test(protocolOf(text));
const oneLine = z.string().regex(/^[^\r\n]*$/, 'must be one line');
const httpAddress = z.string().refine(isHttpAddress, 'must be an http or https address');
const baseAddress = httpAddress.transform((text) => text.replace(/\/+$/, ''));
const PAGE_HOST = /^(?:\[[\da-f:]+\]|[a-z\d*.](?:[a-z\d.-]*[a-z\d])?)(?::\d{1,5})?$/i;

/** An address with nothing after its host; http only for this machine. */
function isPublicAddress(text: string): boolean {
  if (!isHttpAddress(text)) return false;
  const url = new URL(text);
  const isBare = url.href === `${url.origin}/`;
  return isBare && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
}

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const libsqlAddress = z
  .string({ error: 'is not set' })
  .refine(
    (text) => ['http:', 'https:', 'libsql:'].includes(protocolOf(text)),
    'must be an http, https or libsql address',
  );

/** Required variables of the Worker. `npm start` fills these in. */
const required = z.object({
  LIBSQL_URL: libsqlAddress,
  TOKEN_SECRET: z
    .string({ error: 'is not set' })
    .refine(
      (secret) => new TextEncoder().encode(secret).length >= 32,
      'must be at least 32 bytes long',
    ),
  DATA_KEY: dataKeys,
});

const contact = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be an e-mail or web address');

const SHARD_RANGE = 'must be a whole number from 1 to 16';
const IDLE_RANGE = 'must be a whole number from 5 to 720';

/** Optional variables. */
const optional = z
  .object({
    LIBSQL_AUTH_TOKEN: oneLine,
    /** A replica of LIBSQL_URL (`sqld --primary-grpc-url`), which takes a part of the reads. */
    LIBSQL_REPLICA_URL: libsqlAddress,
    /** The token of one scanner that the database does not list. For `npm run worker`, which does not create one. */
    SCANNER_TOKEN: z.string().min(32, 'must be at least 32 characters long'),
    /** Tokens of one deployment are refused by another, even if both share a TOKEN_SECRET. */
    DEPLOYMENT_ID: z.string().max(100, 'must have at most 100 characters'),
    /**
     * The addresses under which browsers reach the product, such as `https://desk.example.org`;
     * links use the first one.
     */
    PUBLIC_URL: z
      .string()
      .transform(splitList)
      .refine(
        (list) => list.length > 0 && list.every(isPublicAddress),
        'must be a comma list of https addresses without a path, such as https://desk.example.org (http is for this machine only)',
      )
      .transform((list) => list.map((address) => new URL(address).origin)),
    /** The addresses and networks of proxies whose X-Forwarded-* headers are trusted. */
    TRUSTED_PROXIES: z
      .string()
      .transform(splitList)
      .refine(
        (list) => list.every((entry) => network.safeParse(entry).success),
        'must be a comma list of addresses or networks, such as 127.0.0.1 or 10.0.0.0/8',
      ),
    /** The Worker listens on loopback only, as under `npm start`, so every connection comes from this machine. */
    LOCAL_ONLY: z.literal('1', 'must be 1 or left out'),
    SESSION_IDLE_MINUTES: z.coerce
      .number(IDLE_RANGE)
      .int(IDLE_RANGE)
      .min(5, IDLE_RANGE)
      .max(720, IDLE_RANGE),
    /** The number of Durable Objects that share the sockets of the live channel. */
    CHANNEL_SHARDS: z.coerce
      .number(SHARD_RANGE)
      .int(SHARD_RANGE)
      .min(1, SHARD_RANGE)
      .max(16, SHARD_RANGE),
    /** The header that a proxy in front writes the client's address into; `none` trusts no header. */
    CLIENT_ADDRESS_HEADER: z
      .string()
      .regex(/^[\w-]+$/, 'must be the name of a header, or none')
      .transform((name) => (name === 'none' ? '' : name)),
    /** Allows http to a libSQL server on another machine. */
    LIBSQL_ALLOW_HTTP: z.literal('1', 'must be 1 or left out'),
    PROVIDERS: z.enum(['live', 'simulated'], 'must be live or simulated'),
    TICKETMASTER_API_KEY: oneLine,
    TICKETMASTER_API_URL: baseAddress,
    SEATGEEK_CLIENT_ID: oneLine,
    SEATGEEK_API_URL: baseAddress,
    WIKIMEDIA_API_URL: baseAddress,
    MUSICBRAINZ_API_URL: baseAddress,
    LISTENBRAINZ_API_URL: baseAddress,
    /** An e-mail or web address that providers may write to; part of the User-Agent of calls to Wikimedia. */
    PROVIDER_CONTACT: contact,
    /** The former name of PROVIDER_CONTACT. */
    WIKIMEDIA_CONTACT: contact,
    /** The app at Microsoft, and whose accounts may use it: a tenant's id or domain, `common`, `organizations` or `consumers`. */
    MICROSOFT_CLIENT_ID: oneLine,
    MICROSOFT_TENANT: z
      .string()
      .regex(/^[\w.-]{1,255}$/, 'must be the id or the domain of a tenant, or common'),
    MICROSOFT_OAUTH_URL: baseAddress,
    GOOGLE_CLIENT_ID: oneLine,
    GOOGLE_CLIENT_SECRET: oneLine,
    GOOGLE_OAUTH_URL: baseAddress,
    PAGE_HOSTS: z
      .string()
      .transform((text) => splitList(text.toLowerCase()))
      .refine(
        (hosts) => hosts.every((host) => PAGE_HOST.test(host)),
        'must be a comma list of host names, each with or without a port',
      ),
    CART_WEBHOOK_PRESETS: z
      .string()
      .transform(splitList)
      .refine((list) => list.every(isHttpAddress), 'must be http or https addresses')
      .refine((list) => list.length <= 20, 'must hold at most 20 addresses'),
    NOTIFY_WEBHOOK_URL: httpAddress,
    /**
     * Hosts with a port that channels may use besides public https addresses, such as your own ntfy
     * server.
     */
    CHANNEL_HOSTS: z
      .string()
      .transform((text) => splitList(text.toLowerCase()))
      .refine(
        (hosts) => hosts.every((host) => PAGE_HOST.test(host) && /:\d+$/.test(host)),
        'must be a comma list of host names with a port, such as ntfy.lan:8080',
      ),
    /** Signs the posts to NOTIFY_WEBHOOK_URL. */
    NOTIFY_WEBHOOK_SECRET: oneLine.min(16, 'must be at least 16 characters long'),
  })
  .partial();

/** The variables that the Worker reads. */
export const workerVariables = required.extend(optional.shape);

/**
 * The fault of a variable: `${name} ${message}` is a sentence without its full stop. It never
 * contains the value.
 */
export interface VariableProblem {
  name: string;
  message: string;
}

/** Passwords may begin or end with a blank. */
const TAKEN_AS_IT_IS = 'OPERATOR_PASSWORD';

/**
 * Reads the variables that `schema` describes. An empty variable counts as not set.
 * @returns the parsed variables, or the fault of the first wrong one.
 */
export function readVariables<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape>,
  source: Readonly<Record<string, unknown>>,
): { variables: z.output<z.ZodObject<Shape>> } | { problem: VariableProblem } {
  const input = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = textOf(name, source[name]);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const result = schema.safeParse(input);
  if (!result.success) {
    const [issue] = result.error.issues;
    const message = issue?.message ?? 'is not usable';
    return { problem: { name: String(issue?.path[0] ?? 'A variable'), message } };
  }
  for (const name of ['LIBSQL_URL', 'LIBSQL_REPLICA_URL'] as const) {
    const message = checkDatabaseAddress({ ...input, LIBSQL_URL: input[name] });
    if (message !== null) return { problem: { name, message } };
  }
  return { variables: result.data };
}

function textOf(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return name === TAKEN_AS_IT_IS ? value : value.trim();
}

/**
 * Whether LIBSQL_URL names a server on another machine without a token: anybody who reaches it
 * could read and change everything.
 */
const NO_TOKEN =
  'needs LIBSQL_AUTH_TOKEN for a server on another machine: without a token, anybody who reaches the server can read and change everything';

/**
 * The fault of LIBSQL_URL: without a token, or over http to another machine, the token and all data
 * would be sent unencrypted. Null if it is https with a token, this machine, or allowed by
 * LIBSQL_ALLOW_HTTP.
 */
export function checkDatabaseAddress(source: Readonly<Record<string, unknown>>): string | null {
  const { LIBSQL_URL: address, LIBSQL_ALLOW_HTTP: allowed } = source;
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (isLoopbackHost(url.hostname)) return null;
  const isPlain = url.protocol === 'http:' || url.searchParams.get('tls') === '0';
  if (isPlain && allowed !== '1') {
    return 'must be https or libsql for a server on another machine (LIBSQL_ALLOW_HTTP=1 allows http on a network that you trust)';
  }
  const tokens = [source.LIBSQL_AUTH_TOKEN, source.LIBSQL_MIGRATE_TOKEN];
  const hasToken = tokens.some((token) => typeof token === 'string' && token.trim() !== '');
  return hasToken || url.searchParams.has('authToken') ? null : NO_TOKEN;
}

/** Whether a URL's host name is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
