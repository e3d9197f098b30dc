import { createHash } from 'node:crypto';

/**
 * The name of the cron trigger of a Worker on this machine. Any page may open the address that
 * fires wrangler's scheduled handler, for example as an image; only the launcher has the secret
 * that is part of this name.
 */
export const localTickName = (tokenSecret: string): string =>
  createHash('sha256').update(`cron trigger ${tokenSecret}`).digest('hex');
