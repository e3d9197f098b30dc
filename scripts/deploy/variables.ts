import { workerVariables } from '../../shared/env.ts';

/** The variables that a new version of the Worker gets. */
export interface DeployedVariables {
  secrets: Record<string, string>;
  /** Everybody who may open the Worker in the dashboard can read these. */
  plain: Record<string, string>;
}

/** Every other variable is a secret. */
const PLAIN = new Set([
  'PUBLIC_URL',
  'PROVIDERS',
  'PROVIDER_CONTACT',
  'PAGE_HOSTS',
  'SESSION_IDLE_MINUTES',
  'CHANNEL_SHARDS',
  'DEPLOYMENT_ID',
  'TICKETMASTER_API_URL',
  'SEATGEEK_API_URL',
  'WIKIMEDIA_API_URL',
  'MUSICBRAINZ_API_URL',
  'LISTENBRAINZ_API_URL',
]);

/** This variable declares that the Worker listens on loopback. */
const NEVER_DEPLOYED = 'LOCAL_ONLY';

/**
 * Divides the Worker's variables in `source` into secrets and others.
 * @param stored the secrets of the deployed Worker, which stay secrets
 */
export function divideVariables(
  source: NodeJS.ProcessEnv,
  stored: readonly string[],
): DeployedVariables {
  const divided: DeployedVariables = { secrets: {}, plain: {} };
  for (const name of Object.keys(workerVariables.shape)) {
    const value = source[name]?.trim();
    if (!value || name === NEVER_DEPLOYED) continue;
    const isPlain = PLAIN.has(name) && !stored.includes(name);
    divided[isPlain ? 'plain' : 'secrets'][name] = value;
  }
  return divided;
}
