import {
  judgeBackup,
  judgeClock,
  judgeContact,
  judgeDiskUse,
  judgeKey,
  judgeKeys,
  judgeOperators,
  judgeScanner,
  judgeSchedule,
  judgeSchema,
  judgeSignIn,
  judgeWebhook,
} from '../../../shared/doctor/judge.ts';
import { type Finding, inOrder, ok, todo, unknown } from '../../../shared/doctor/schema.ts';
import type { DataKey } from '../../../shared/env.ts';
import type { Ctx } from '../../context/context.ts';
import { type Database, readsReplica } from '../../db/client.ts';
import { MIGRATIONS, VERSION } from '../../db/release.ts';
import { connectedScanners } from '../../durable/scan-desk-client.ts';
import { isOpenedBy } from '../../security/key-check.ts';
import { readDiskUse } from '../health/index.ts';
import { listApplied, readDatabaseClock, readFacts } from './store.ts';

/** The finding for a database that cannot be used. @param text why, in a sentence */
export const databaseFailure = (text: string): Finding =>
  todo(
    'database',
    text,
    'Check LIBSQL_URL and LIBSQL_AUTH_TOKEN, and that the database server runs.',
  );

/**
 * Whether a replica is used for reads, if one is configured.
 * @throws if the primary cannot be read
 */
export async function examineReplica(
  address: Parameters<typeof readsReplica>[0],
): Promise<Finding[]> {
  if (address.LIBSQL_REPLICA_URL === undefined) return [];
  if (await readsReplica(address)) return [ok('replica', 'The replica answers reads.')];
  return [
    todo(
      'replica',
      'The primary answers all reads: the replica does not answer in time, or is not one of this primary.',
      'Check LIBSQL_REPLICA_URL, and that the replica reaches its primary (docs/scale.md).',
    ),
  ];
}

/** The parts of the set-up that the checks of the database need. */
interface SetUp {
  /** Null if no key is named. */
  keys: readonly DataKey[] | null;
  isLive: boolean;
  hasWebhook: boolean;
}

/**
 * The checks that need only the database. A database that cannot be used is one finding.
 * @param now this machine's clock, in milliseconds since the epoch
 */
export async function examineDatabase(
  db: Database,
  { keys, isLive, hasWebhook }: SetUp,
  now: () => number,
): Promise<Finding[]> {
  const applied = await listApplied(db);
  const databaseNow = await readDatabaseClock(db);
  const schema = judgeSchema(applied, MIGRATIONS);
  const first = [
    ok('database', 'The database answers.'),
    judgeClock(now() - databaseNow, 'the database server'),
    schema,
  ];
  // The tables of another release cannot be read.
  if (schema.state === 'todo') return first;
  const [facts, sealed] = await Promise.all([readFacts(db), examineKeys(db, keys)]);
  return [
    ...first,
    sealed,
    judgeOperators(facts.operators),
    judgeSchedule(facts.lastTick, now()),
    judgeBackup(facts.lastBackup, now(), isLive),
    judgeWebhook({ isSet: hasWebhook, dead: facts.deadPosts, error: facts.postError }),
  ];
}

async function examineKeys(db: Database, keys: SetUp['keys']): Promise<Finding> {
  const isOpened = await isOpenedBy(db, keys ?? []);
  // Without a key, only a database without secrets shows that none is needed.
  return keys === null && !isOpened
    ? unknown('keys', 'No DATA_KEY is named on this machine.')
    : judgeKeys(isOpened);
}

/** The checks that the server makes itself. A part that does not answer is a separate finding. */
export async function examine(ctx: Ctx): Promise<Finding[]> {
  const { db, env, clock, gateOf, log } = ctx;
  const isLive = env.PROVIDERS === 'live';
  const attempt = async <T>(part: string, read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read();
    } catch (error) {
      log.error(`${part} not examined`, { text: String(error) });
      return null;
    }
  };
  const setUp = {
    keys: env.DATA_KEY,
    isLive,
    hasWebhook: env.NOTIFY_WEBHOOK_URL !== undefined,
  };
  const [stored, replica, disk, connected, ticketmaster, seatgeek] = await Promise.all([
    attempt('database', () => examineDatabase(db, setUp, clock)),
    attempt('replica', () => examineReplica(env)),
    attempt('disk', () => readDiskUse(db)),
    attempt('scanner', () => connectedScanners(ctx)),
    attempt('ticketmaster', () => gateOf('ticketmaster').quota()),
    attempt('seatgeek', () => gateOf('seatgeek').quota()),
  ]);
  const { TICKETMASTER_API_KEY, SEATGEEK_CLIENT_ID } = env;
  return inOrder([
    ok('version', `This is version ${VERSION}.`),
    ...(stored ?? [databaseFailure('The database cannot be used.')]),
    ...(replica ?? []),
    judgeDiskUse(disk),
    judgeScanner(connected?.map(({ name }) => name) ?? null),
    judgeContact(env),
    judgeKey(
      'ticketmaster',
      { isLive, hasKey: TICKETMASTER_API_KEY !== undefined, quota: ticketmaster },
      'TICKETMASTER_API_KEY',
    ),
    judgeKey(
      'seatgeek',
      { isLive, hasKey: SEATGEEK_CLIENT_ID !== undefined, quota: seatgeek },
      'SEATGEEK_CLIENT_ID',
    ),
    judgeSignIn('microsoft', { id: env.MICROSOFT_CLIENT_ID }),
    judgeSignIn('google', { id: env.GOOGLE_CLIENT_ID, secret: env.GOOGLE_CLIENT_SECRET }),
  ]);
}
