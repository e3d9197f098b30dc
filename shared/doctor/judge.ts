import { type DiskUse, diskProblem } from '../health/disk.ts';
import { contactProblems } from '../provider-contact.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../times.ts';
import { type Finding, ok, todo, unknown } from './schema.ts';

/** A backup older than this is not a daily one. */
const BACKUP_AGE_MS = 2 * DAY_MS;
/** Codes of authenticators and signed requests fail beyond this difference. */
const CLOCK_MS = 2 * MINUTE_MS;
/** Queue files and their logs need this much space while they are stored. */
const FREE_BYTES = 1e9;

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/**
 * @param applied migrations that the database has, in order
 * @param expected migrations of this release
 */
export function judgeSchema(applied: readonly string[], expected: readonly string[]): Finding {
  const later = applied.find((name) => !expected.includes(name));
  if (later !== undefined) {
    return todo(
      'schema',
      `The database was written by another release (migration ${later}).`,
      'Install that release or a newer one, or use an empty database.',
    );
  }
  const missing = expected.filter((name) => !applied.includes(name));
  const [first] = missing;
  if (first === undefined)
    return ok('schema', `The database has every migration (${applied.at(-1)}).`);
  return todo(
    'schema',
    `The database lacks ${plural(missing.length, 'migration', 'migrations')}, the first one is ${first}.`,
    'Stop the product, make a backup and run npm run migrate.',
  );
}

export const judgeKeys = (isOpened: boolean): Finding =>
  isOpened
    ? ok('keys', 'DATA_KEY opens the stored passwords and cards.')
    : todo(
        'keys',
        'The stored passwords and cards were sealed with another DATA_KEY.',
        'Set the DATA_KEY of the installation that this database comes from, or copy its secrets.json to DATA_DIR.',
      );

export const judgeOperators = (active: number): Finding =>
  active > 0
    ? ok('operators', `${plural(active, 'operator', 'operators')} can sign in.`)
    : todo(
        'operators',
        'No operator can sign in.',
        'Add one: npm run operator -- add name@example.org.',
      );

/** @param lastAt the last tick of the cron trigger; null before the first one. All times are in milliseconds. */
export function judgeSchedule(lastAt: number | null, now: number): Finding {
  const advice =
    'Start the product. A deployment needs its cron trigger: npx wrangler triggers deploy.';
  if (lastAt === null) return todo('schedule', 'Scheduled work has never run.', advice);
  const age = now - lastAt;
  if (age <= 3 * MINUTE_MS) return ok('schedule', 'Scheduled work runs every minute.');
  const text = `Scheduled work has not run for ${ageOf(age)}: prices, artists and mailboxes are not checked.`;
  return todo('schedule', text, advice);
}

/**
 * @param offsetMs how far this machine's clock is ahead of the other one
 * @param other the owner of the other clock
 */
export function judgeClock(offsetMs: number, other: string): Finding {
  const away = Math.abs(offsetMs);
  if (away <= CLOCK_MS) return ok('clock', `The clock agrees with that of ${other}.`);
  return todo(
    'clock',
    `The clock of this machine is ${ageOf(away)} ${offsetMs > 0 ? 'ahead of' : 'behind'} that of ${other}.`,
    'Set the clock by a time server (timedatectl set-ntp true).',
  );
}

/**
 * @param lastAt the last backup; null if there is none. `isLive` is false with simulated providers,
 * whose data nobody needs.
 */
export function judgeBackup(lastAt: number | null, now: number, isLive: boolean): Finding {
  const advice = 'Make one every day: npm run backup -- <file> (docs/deploy.md).';
  if (lastAt === null) {
    const text = 'No backup was made yet.';
    return isLive ? todo('backup', text, advice) : ok('backup', `${text} The data are simulated.`);
  }
  const text = `The last backup is ${ageOf(now - lastAt)} old.`;
  return isLive && now - lastAt > BACKUP_AGE_MS ? todo('backup', text, advice) : ok('backup', text);
}

/** @param use the sizes of the files; null if nothing measures them */
export function judgeDiskUse(use: DiskUse | null): Finding {
  if (use === null) return unknown('disk', 'Nothing measures the disk of this deployment.');
  const problem = diskProblem(use);
  return problem === null
    ? ok('disk', `The database takes ${sizeOf(use.data_bytes)}.`)
    : todo('disk', problem, 'Restart the product if it does not shrink within minutes.');
}

/** @param place the folder whose disk has `free` bytes left */
export const judgeFreeDisk = (free: number, place: string): Finding =>
  free >= FREE_BYTES
    ? ok('disk', `${sizeOf(free)} are free for ${place}.`)
    : todo(
        'disk',
        `Only ${sizeOf(free)} are free for ${place}.`,
        'Free some space: below 1 GB an upload may fail.',
      );

export function judgeContact(variables: Parameters<typeof contactProblems>[0]): Finding {
  const [problem] = contactProblems(variables);
  if (problem !== undefined) {
    return todo('contact', problem, 'Set PROVIDER_CONTACT to an e-mail or web address.');
  }
  return ok(
    'contact',
    variables.PROVIDERS === 'live'
      ? 'Providers know whom to write to.'
      : 'Simulated providers need no contact.',
  );
}

/** The rest of a provider's daily quota. */
interface Quota {
  available: number;
  limit: number;
}

/** @param variable the name of the variable with the key */
export function judgeKey(
  check: 'ticketmaster' | 'seatgeek',
  { isLive, hasKey, quota }: { isLive: boolean; hasKey: boolean; quota: Quota | null },
  variable: string,
): Finding {
  if (!isLive) return ok(check, 'The provider is simulated.');
  if (!hasKey) {
    return todo(
      check,
      `${variable} is not set, so its searches fail.`,
      `Set ${variable} (README, What each key brings).`,
    );
  }
  if (quota === null) return ok(check, 'The key is set. It was not used today.');
  const left = `${quota.available.toLocaleString('en-GB')} of ${quota.limit.toLocaleString('en-GB')} calls are left today.`;
  if (quota.available > 0) return ok(check, left);
  return todo(check, left, 'Wait until the day of the provider ends, or ask it for more calls.');
}

/**
 * Whether mailboxes can sign in at a provider. Without an app they cannot, but the desk works
 * otherwise.
 */
export function judgeSignIn(
  check: 'microsoft' | 'google',
  given: { id: string | undefined; secret?: string | undefined },
): Finding {
  const needsSecret = check === 'google';
  const { id, secret } = given;
  if (id === undefined && secret === undefined)
    return ok(check, 'No app is set: mailboxes cannot sign in there.');
  const name = check.toUpperCase();
  if (id !== undefined && (!needsSecret || secret !== undefined))
    return ok(check, `${name}_CLIENT_ID is set: mailboxes can sign in.`);
  const missing = id === undefined ? `${name}_CLIENT_ID` : `${name}_CLIENT_SECRET`;
  return todo(
    check,
    `${missing} is not set, so mailboxes cannot sign in.`,
    `Set ${missing} (docs/mail-sign-in.md).`,
  );
}

/**
 * @param connected the names of connected scanners; null if the desk of the scanners does not
 * answer
 */
export function judgeScanner(connected: readonly string[] | null): Finding {
  if (connected === null) return unknown('scanner', 'The desk of the scanners does not answer.');
  if (connected.length > 0) {
    return ok('scanner', `${plural(connected.length, 'scanner is', 'scanners are')} connected.`);
  }
  return todo('scanner', NO_SCANNER, SCANNER_ADVICE);
}

export const NO_SCANNER = 'No scanner is connected: mailboxes cannot be searched.';
export const SCANNER_ADVICE =
  'Start the scanner and look into its log. If its token was revoked, run npm run scanner -- add <name> and give it the new one.';

interface WebhookState {
  isSet: boolean;
  /** Notifications that were given up. */
  dead: number;
  /** The reason of the last failure. */
  error: string | null;
}

export function judgeWebhook({ isSet, dead, error }: WebhookState): Finding {
  if (!isSet) return ok('webhook', 'No webhook is set.');
  if (dead === 0 && error === null) return ok('webhook', 'The webhook takes every notification.');
  const count =
    dead === 0
      ? 'The last notification was'
      : `${plural(dead, 'notification was', 'notifications were')}`;
  return todo(
    'webhook',
    `${count} not taken by the webhook${error === null ? '.' : `: ${error}`}`,
    'Check NOTIFY_WEBHOOK_URL and its receiver, then send them again under the bell.',
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** A duration in its largest unit. */
function ageOf(ms: number): string {
  if (ms >= 2 * DAY_MS) return plural(Math.floor(ms / DAY_MS), 'day', 'days');
  if (ms >= 2 * HOUR_MS) return plural(Math.floor(ms / HOUR_MS), 'hour', 'hours');
  return plural(Math.max(0, Math.floor(ms / MINUTE_MS)), 'minute', 'minutes');
}
