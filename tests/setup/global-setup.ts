import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../scripts/migrate.ts';
import { startLibsql } from '../../scripts/services/libsql.ts';
import { startSimulator } from '../../simulator/simulator.ts';

declare module 'vitest' {
  interface ProvidedContext {
    libsqlUrl: string;
    libsqlAuthToken: string;
    simulatorUrl: string;
  }
}

/**
 * Starts one libSQL server and one stand-in for the providers for the whole run. The database is
 * migrated once, and every test owns the rows that it creates.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-worker-tests-'));
  // The temporary folder of the runtime, which does not delete its files.
  process.env.TMPDIR = folder;
  const stops = [async () => rmSync(folder, { recursive: true, force: true })];
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  try {
    const server = await startLibsql(folder);
    stops.push(server.stop);
    await migrate(server);
    project.provide('libsqlUrl', server.url);
    project.provide('libsqlAuthToken', server.authToken);
    const simulator = await startSimulator({ day: Date.now() });
    stops.push(simulator.stop);
    project.provide('simulatorUrl', simulator.url);
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
}
