import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

/** A process known beyond doubt: ids are reused, ids with their starting time are not. */
export interface KnownProcess {
  name: string;
  pid: number;
  startedAt: string;
}

/** A program that was started and can be stopped with all of its children. */
export interface RunningProcess {
  pid: number;
  /** Asks the whole process group to end, and ends it after `graceMs`. */
  stop(): Promise<void>;
  /** One sentence, once the process has ended by itself or by `stop`. */
  ended: Promise<string>;
}

interface ProcessPlan {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Which lines of its output an operator should see at once. */
  isWorthShowing?: (line: string) => boolean;
  graceMs?: number;
}

/** Starts a program in a process group of its own, its output going to `logFile`. */
export function startProcess(plan: ProcessPlan): RunningProcess {
  const log = createWriteStream(plan.logFile, { flags: 'a', mode: 0o600 });
  const child = spawn(plan.command, plan.args, {
    env: plan.env,
    // A group of its own: Ctrl-C reaches the launcher alone, which then stops everything in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (coloured) => {
      const line = stripVTControlCharacters(coloured);
      log.write(`${line}\n`);
      if (plan.isWorthShowing?.(line)) console.error(`[${plan.name}] ${line}`);
    });
  }
  child.on('close', () => log.end());
  endWithThisProcess(child);
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`${plan.name} did not start: ${error.message}.`));
    child.on('exit', (code, signal) => {
      resolve(
        `${plan.name} ended (${signal ?? `code ${code}`}); its output is in ${plan.logFile}.`,
      );
    });
  });
  return { pid: child.pid ?? 0, ended, stop: () => stopGroup(child, ended, plan.graceMs ?? 5000) };
}

/** Whatever way this process ends, short of SIGKILL, the groups of its children end before. */
export function endWithThisProcess(child: ChildProcess): void {
  const end = () => child.pid === undefined || killWithChildren(child.pid);
  process.on('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** Asks a process group to end, ends it after `graceMs`, and waits for its leader. */
export async function stopGroup(
  child: ChildProcess,
  ended: Promise<unknown>,
  graceMs: number,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  const pid = child.pid;
  if (pid === undefined) return;
  signalProcess(-pid, signal);
  const late = setTimeout(() => signalProcess(-pid, 'SIGKILL'), graceMs);
  await ended;
  clearTimeout(late);
  // Whatever the leader left behind in its group.
  signalProcess(-pid, 'SIGKILL');
}

function signalProcess(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Ends a process at once, and its group where it leads one. */
export function killWithChildren(pid: number): void {
  for (const target of [-pid, pid]) signalProcess(target, 'SIGKILL');
}

/** The id and starting time of a process; an empty time when it is gone. */
export function processStamp(pid: number): { pid: number; startedAt: string } {
  return { pid, startedAt: readProcess(pid).startedAt };
}

/** Whether the process that was recorded is there: running, or ended and not yet cleared away by its parent. */
export function isSameProcess(known: KnownProcess): boolean {
  const { startedAt } = readProcess(known.pid);
  return startedAt !== '' && startedAt === known.startedAt;
}

/** Whether the process that was recorded still runs. */
export function isRunning(known: KnownProcess): boolean {
  return isSameProcess(known) && !/^[ZX]/.test(readProcess(known.pid).state);
}

function readProcess(pid: number): { state: string; startedAt: string } {
  try {
    if (process.platform === 'linux') {
      // Fields 3 and 22 of /proc/PID/stat; the name in field 2 may hold blanks, so count from its closing bracket.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
    }
    const args = ['-o', 'stat=,lstart=', '-p', String(pid)];
    const [state = '', ...startedAt] = execFileSync('ps', args, { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return { state, startedAt: startedAt.join(' ') };
  } catch {
    return { state: '', startedAt: '' };
  }
}
