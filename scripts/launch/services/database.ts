import { join } from 'node:path';
import { migrate } from '../../migrate.ts';
import { startLibsql } from '../../services/libsql.ts';
import { LaunchError } from '../launch-error.ts';
import { ensureOperator } from '../operator.ts';
import { portOf } from '../ports.ts';
import type { Launch, RunningService, Service } from '../service.ts';

/** The libSQL server (its own, unless LIBSQL_URL names one), migrated, with an operator to sign in as. */
export const database: Service = {
  name: 'libsql',
  async start(launch) {
    const running = launch.settings.LIBSQL_URL === undefined ? await startOwn(launch) : undefined;
    try {
      const authToken = launch.settings.LIBSQL_AUTH_TOKEN;
      await migrate({ url: launch.libsqlUrl, authToken });
      await ensureOperator(launch);
    } catch (error) {
      await running?.stop();
      throw sentenceOf(error);
    }
    return running;
  },
};

async function startOwn(launch: Launch): Promise<RunningService> {
  try {
    const server = await startLibsql(join(launch.folder.path, 'libsql'), portOf(launch.libsqlUrl));
    launch.libsqlUrl = server.url;
    const ended = server.ended.then((how) => `The libSQL server ended (${how}).`);
    return { pid: server.pid, stop: server.stop, ended };
  } catch (error) {
    throw sentenceOf(error);
  }
}

function sentenceOf(error: unknown): LaunchError {
  return new LaunchError(error instanceof Error ? error.message : String(error));
}
