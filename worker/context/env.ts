import type * as z from 'zod';
import { DEFAULT_PAGE_HOSTS, readVariables, workerVariables } from '../../shared/env.ts';
import { DomainError } from '../../shared/errors.ts';
import type { ChannelMethods } from './channel.ts';
import type { ProviderGateMethods } from './gate.ts';
import type { JobMessage } from './jobs.ts';
import type { ReminderClockMethods } from './reminder-clock.ts';
import type { ScanDeskMethods } from './scan-desk.ts';

/** The platform's bindings: one line per binding of wrangler.toml that is not a plain variable. */
export interface PlatformBindings {
  /** The built single-page app. */
  ASSETS: Fetcher;
  /** Hands scan jobs to the scanners (worker/durable/scan-desk.ts). */
  SCAN_DESK: DurableObjectNamespace<ScanDeskMethods>;
  /** Paces the calls to a provider, for all isolates together. */
  PROVIDER_GATE: DurableObjectNamespace<ProviderGateMethods>;
  /** Sends messages to every connected browser. */
  CHANNEL: DurableObjectNamespace<ChannelMethods>;
  /** Starts the delivery of reminders at their time. */
  REMINDER_CLOCK: DurableObjectNamespace<ReminderClockMethods>;
  /** Background jobs; worker/jobs/consume.ts runs them. */
  JOBS: Queue<JobMessage>;
  /** Jobs that check prices. */
  PRICE_JOBS: Queue<JobMessage>;
  ARTIST_JOBS: Queue<JobMessage>;
  NOTIFICATION_JOBS: Queue<JobMessage>;
  CHANNEL_JOBS: Queue<JobMessage>;
  REMINDER_JOBS: Queue<JobMessage>;
  /** Computes hashes of passwords outside the Worker's thread; `npm start` has it (scripts/run-worker.ts). */
  PASSWORD_HASHER?: Fetcher;
}

/** The runtime's argument for the Worker: bindings and unchecked variables. */
export type Bindings = PlatformBindings & Record<string, unknown>;

/** Variables that have a value even when they are not set. */
const DEFAULTS = {
  DEPLOYMENT_ID: 'boxoffice-desk',
  PUBLIC_URL: Array.from<string>([]),
  TRUSTED_PROXIES: Array.from<string>([]),
  SESSION_IDLE_MINUTES: 240,
  CHANNEL_SHARDS: 1,
  CLIENT_ADDRESS_HEADER: 'CF-Connecting-IP',
  TICKETMASTER_API_URL: 'https://app.ticketmaster.com/discovery/v2',
  SEATGEEK_API_URL: 'https://api.seatgeek.com/2',
  WIKIMEDIA_API_URL: 'https://wikimedia.org/api/rest_v1',
  MUSICBRAINZ_API_URL: 'https://musicbrainz.org/ws/2',
  LISTENBRAINZ_API_URL: 'https://api.listenbrainz.org',
  MICROSOFT_TENANT: 'common',
  PAGE_HOSTS: DEFAULT_PAGE_HOSTS,
  CHANNEL_HOSTS: Array.from<string>([]),
  CART_WEBHOOK_PRESETS: Array.from(
    { length: 8 },
    (_, index) => `https://webhooks.example/cart-${index + 1}`,
  ),
};

type Variables = z.output<typeof workerVariables>;

/** The checked variables with their defaults, and the platform's bindings. */
export type Env = Omit<Variables, keyof typeof DEFAULTS | 'PROVIDERS'> &
  typeof DEFAULTS & {
    /** Default: `live` if a Ticketmaster key is set, otherwise `simulated`. */
    PROVIDERS: 'live' | 'simulated';
    bindings: PlatformBindings;
  };

const checked = new WeakMap<Bindings, Env | DomainError>();

/**
 * The checked environment; the check runs once for each set of bindings, so once per isolate.
 * @throws DomainError `unavailable` with one plain sentence that names the variable, never its value.
 */
export function readEnv(bindings: Bindings): Env {
  let env = checked.get(bindings);
  if (env === undefined) {
    env = checkEnv(bindings);
    checked.set(bindings, env);
  }
  if (env instanceof DomainError) throw env;
  return env;
}

function checkEnv(bindings: Bindings): Env | DomainError {
  const result = readVariables(workerVariables, bindings);
  if ('problem' in result) {
    const { name, message } = result.problem;
    return new DomainError('unavailable', `The server is not set up: ${name} ${message}.`);
  }
  const { variables } = result;
  const PROVIDERS = variables.PROVIDERS ?? (variables.TICKETMASTER_API_KEY ? 'live' : 'simulated');
  return { ...DEFAULTS, ...variables, PROVIDERS, bindings };
}
