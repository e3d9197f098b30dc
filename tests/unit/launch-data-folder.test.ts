import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/web';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDataFolder } from '../../scripts/launch/data-folder.ts';
import { isRunning, isSameProcess, processStamp } from '../../scripts/launch/processes.ts';
import { migrate } from '../../scripts/migrate.ts';
import { databaseTarget } from '../../scripts/services/database-target.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import { writeOldMigrations } from '../factories/old-database.ts';

let folder: string;
const ends: (() => void)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boxoffice-'));
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await rm(folder, { recursive: true });
});

/** A process that runs for the given number of seconds. */
function startHolder(seconds: number) {
  const child = spawn('sleep', [String(seconds)], { stdio: 'ignore' });
  ends.push(() => child.kill());
  return { name: 'start', ...processStamp(child.pid ?? 0) };
}

/**
 * A killed process whose parent never waits for it. A shell would wait, unless it was replaced by
 * another program.
 */
async function startZombie() {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
  ends.push(() => parent.kill());
  const [line] = await once(parent.stdout, 'data');
  await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
  const pid = Number(String(line));
  const zombie = { name: 'start', ...processStamp(pid) };
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(zombie)).toBe(false);
  return zombie;
}

const GONE = { name: 'starter', pid: process.pid, startedAt: 'another time' };
const HERE = { name: 'starter', ...processStamp(process.pid) };
const keep = (start: { pid: number; startedAt: string }, starter: object) =>
  writeFile(
    join(folder, 'runtime.json'),
    JSON.stringify({
      port: 1234,
      libsqlUrl: '',
      pids: { start: start.pid },
      processes: [{ name: 'start', ...start }],
      starter,
    }),
  );
const open = () => openDataFolder(folder, 4321, {});

/** The checks that the commands run on a folder. */
const readRunningIn = (dataDir: string) => () => {
  vi.stubEnv('LIBSQL_URL', '');
  vi.stubEnv('DATA_DIR', dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  return databaseTarget();
};

/** Every file and folder with its content and its time of change. */
async function readTree() {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.toSorted().map(async (name) => {
      const { mtimeMs, mode } = await stat(join(folder, name));
      const content = await readFile(join(folder, name), 'latin1').catch(() => 'a folder');
      return [name, mtimeMs, mode, content];
    }),
  );
}

describe('a data folder with a database', () => {
  const fill = async (write: (server: LibsqlServer) => Promise<unknown>, end: NodeJS.Signals) => {
    const server = await startLibsql(join(folder, 'libsql'));
    await write(server);
    if (end === 'SIGKILL') process.kill(server.pid, end);
    await server.stop();
  };

  it.each([
    ['0000_core', 'SIGINT', undefined],
    ['0000_schema', 'SIGINT', undefined],
    ['0000_schema', 'SIGKILL', undefined],
    ['0001_reminder-changes', 'SIGINT', undefined],
    // Before the release, it was another file for some time. The log may contain its tables, a
    // megabyte, before the next row.
    ['0000_first', 'SIGKILL', 'a1f0736594491bb5538ae3a048efd21c93746dfa37a774415ec8f68da99283cd'],
  ] as const)(
    'of a version before 1.0.0 (%s) that ended with %s is refused and stays unchanged',
    async (first, end, hash) => {
      await fill(
        ({ url, authToken }) => writeOldMigrations(createClient({ url, authToken }), first, hash),
        end,
      );
      const before = await readTree();
      await expect(open()).rejects.toThrow(
        `DATA_DIR ${folder} was written by a version before 1.0.0, which this release cannot read: move the folder away, or start with another DATA_DIR.`,
      );
      expect(await readTree()).toEqual(before);
    },
  );

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'of this release that ended with %s is opened',
    async (end) => {
      await fill(migrate, end);
      await expect(open()).resolves.toMatchObject({ path: folder });
    },
  );
});

describe('a data folder that another start uses', () => {
  it('is refused, naming the address of the other one', async () => {
    const holder = startHolder(60);
    await keep(holder, HERE);
    await expect(open()).rejects.toThrow(
      `Boxoffice Desk already runs on ${folder} (http://localhost:1234, process ${holder.pid})`,
    );
  });

  it('is taken over once the other one, whose starter has ended, has ended too', async () => {
    const holder = startHolder(0.5);
    await keep(holder, GONE);
    await open();
    expect(isRunning(holder)).toBe(false);
    const runtime = JSON.parse(await readFile(join(folder, 'runtime.json'), 'utf8'));
    expect(runtime).toMatchObject({ port: 4321, pids: { start: process.pid } });
  });

  it.each([
    ['', 'nothing'],
    ['{"port": 4', 'half of it'],
    ['\0\0\0\0', 'zeros'],
    ['null', 'another value'],
    ['{"port":1,"processes":"none"}', 'another shape'],
  ])('is taken over after a power cut left %j: %s', async (content) => {
    await writeFile(join(folder, 'runtime.json'), content);
    expect(readRunningIn(folder)).toThrow('No database is named');
    await open();
    const runtime = JSON.parse(await readFile(join(folder, 'runtime.json'), 'utf8'));
    expect(runtime).toMatchObject({ port: 4321, pids: { start: process.pid } });
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['runtime.json', 'secrets.json']));
    expect((await readdir(folder)).filter((name) => /\.\d+$/.test(name))).toEqual([]);
  });

  it('is claimed by one of several simultaneous starts', async () => {
    const results = await Promise.allSettled([open(), open(), open()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over at once from a killed start that still exists as a zombie', async () => {
    const zombie = await startZombie();
    expect(isSameProcess(zombie)).toBe(true);
    await keep(zombie, HERE);
    await open();
  });
});
