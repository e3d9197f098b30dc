import { createScheduledController } from 'cloudflare:test';
import { expect, test } from 'vitest';
import worker from '../../worker/index.ts';
import { localTickName } from '../../worker/security/local-tick.ts';
import { bindings, readSettings } from './settings.ts';

/** A run is visible by its failure, because this database cannot be reached. */
const local = { ...bindings, LOCAL_ONLY: '1', LIBSQL_URL: 'http://127.0.0.1:1' } as const;
const fire = (cron: string, env: typeof bindings) =>
  worker.scheduled(createScheduledController({ cron, scheduledTime: new Date() }), env);

test.each(['* * * * *', '', localTickName('another secret')])(
  'the scheduled handler of a Worker on this machine ignores the trigger "%s"',
  async (cron) => {
    await expect(fire(cron, local)).resolves.toBeUndefined();
  },
);

test('it runs for the trigger of the launcher, and in a deployed Worker for each trigger', async () => {
  await expect(fire(localTickName(readSettings().TOKEN_SECRET), local)).rejects.toThrow();
  const { LOCAL_ONLY: _, ...deployed } = local;
  await expect(fire('* * * * *', deployed)).rejects.toThrow();
});
