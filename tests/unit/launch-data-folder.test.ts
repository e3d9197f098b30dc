import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDataFolder } from '../../scripts/launch/data-folder.ts';
import { isRunning, isSameProcess, processStamp } from '../../scripts/launch/processes.ts';
import { databaseTarget } from '../../scripts/services/database-target.ts';

let folder: string;
const ends: (() => void)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boxoffice-'));
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await rm(folder, { recursive: true });
});

/** A process that runs for so many seconds. */
function startHolder(seconds: number) {
  const child = spawn('sleep', [String(seconds)], { stdio: 'ignore' });
  ends.push(() => child.kill());
  return { name: 'start', ...processStamp(child.pid ?? 0) };
}

/** A killed process whose parent never waits for it. A shell waits, unless it replaced itself by another program. */
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

/** What the commands do with a folder. */
const readRunningIn = (dataDir: string) => () => {
  vi.stubEnv('LIBSQL_URL', '');
  vi.stubEnv('DATA_DIR', dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  return databaseTarget();
};

describe('a data folder that another start has', () => {
  it('is refused, naming where the other one answers', async () => {
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
  ])('is taken over from one of which a power cut left %j: %s', async (content) => {
    await writeFile(join(folder, 'runtime.json'), content);
    expect(readRunningIn(folder)).toThrow('No database is named');
    await open();
    const runtime = JSON.parse(await readFile(join(folder, 'runtime.json'), 'utf8'));
    expect(runtime).toMatchObject({ port: 4321, pids: { start: process.pid } });
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['runtime.json', 'secrets.json']));
    expect((await readdir(folder)).filter((name) => /\.\d+$/.test(name))).toEqual([]);
  });

  it('is claimed by one of several starts at once', async () => {
    const results = await Promise.allSettled([open(), open(), open()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over at once from one that was killed and is not cleared away yet', async () => {
    const zombie = await startZombie();
    expect(isSameProcess(zombie)).toBe(true);
    await keep(zombie, HERE);
    await open();
  });
});
