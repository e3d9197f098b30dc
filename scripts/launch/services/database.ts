import { join } from 'node:path';
import { parseDataKeys } from '../../../shared/env.ts';
import { isOpenedBy, OTHER_KEY } from '../../../worker/security/key-check.ts';
import { assertUsableSchema, migrate } from '../../migrate.ts';
import { createOperator } from '../../operator.ts';
import { plainSentence } from '../../services/command.ts';
import { type DatabaseTarget, openForCommand } from '../../services/database-target.ts';
import { createLibsqlKey, startLibsql } from '../../services/libsql.ts';
import { LaunchError } from '../launch-error.ts';
import { portOf } from '../network.ts';
import type { Launch, RunningService, Service } from '../service.ts';

/** The libSQL server (its own unless LIBSQL_URL names one), migrated, with an operator to sign in as. */
export const database: Service = {
  name: 'libsql',
  stopsLast: true,
  async start(launch) {
    const running = launch.settings.LIBSQL_URL === undefined ? await startOwn(launch) : undefined;
    try {
      const target = { url: launch.libsqlUrl, authToken: launch.libsqlAuthToken };
      await assertOpenable(launch, target);
      await migrate(running ? target : withMigrateToken(launch, target));
      await ensureOperator(launch, target);
    } catch (error) {
      await running?.stop();
      throw toLaunchError(error);
    }
    return running;
  },
};

/**
 * Before anything is written: with the keys of another installation, new secrets would be sealed
 * beside unreadable ones.
 */
async function assertOpenable({ folder }: Launch, target: DatabaseTarget): Promise<void> {
  await assertUsableSchema(target);
  const keys = parseDataKeys(folder.secrets.DATA_KEY);
  if (await isOpenedBy(openForCommand(target).db, keys)) return;
  throw new LaunchError(
    `${OTHER_KEY}: copy secrets.json of the installation that this database comes from to ${folder.path}, or set its DATA_KEY, and start again.`,
  );
}

/** The Worker's token may have no right to change the schema. */
const withMigrateToken = ({ settings }: Launch, target: DatabaseTarget): DatabaseTarget => ({
  ...target,
  authToken: settings.LIBSQL_MIGRATE_TOKEN ?? target.authToken,
});

async function startOwn(launch: Launch): Promise<RunningService> {
  try {
    const key = launch.libsqlKey ?? (await createLibsqlKey());
    const server = await startLibsql(join(launch.folder.path, 'libsql'), {
      port: portOf(launch.libsqlUrl),
      key,
    });
    launch.libsqlUrl = server.url;
    launch.libsqlKey = key;
    launch.libsqlAuthToken = key.authToken;
    const ended = server.ended.then((how) => `The libSQL server ended (${how}).`);
    return { pid: server.pid, stop: server.stop, ended };
  } catch (error) {
    throw toLaunchError(error);
  }
}

/** Creates the first operator unless there is one of that e-mail, and prints how to sign in. */
async function ensureOperator(launch: Launch, target: DatabaseTarget): Promise<void> {
  const { OPERATOR_EMAIL: email, OPERATOR_PASSWORD: password } = launch.settings;
  const { created, generatedPassword } = await createOperator(target, { email, password });
  if (generatedPassword !== null) {
    launch.operator = `${email}, password ${generatedPassword} (shown this once)`;
  } else if (created) {
    launch.operator = `${email}, password from OPERATOR_PASSWORD`;
  } else {
    launch.operator = `${email} (forgot the password? npm run operator -- passwd ${email})`;
  }
}

function toLaunchError(error: unknown): LaunchError {
  return new LaunchError(plainSentence(error));
}
