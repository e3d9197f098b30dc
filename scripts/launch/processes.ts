import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

/** A uniquely identified process: ids are reused, but an id with its starting time is not. */
export interface KnownProcess {
  name: string;
  pid: number;
  startedAt: string;
}

/** A program that was started, and can be stopped with all of its children. */
export interface RunningProcess {
  pid: number;
  /** Sends SIGTERM to the process group, and SIGKILL if it has not ended in time. */
  stop(): Promise<void>;
  /** One sentence, once the process has ended by itself or through `stop`. */
  ended: Promise<string>;
}

interface ProcessPlan {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Whether a line of its output is printed for the operator at once. */
  isWorthShowing?: (line: string) => boolean;
}

/** How long a program may take to end after SIGTERM. */
const GRACE_MS = 1500;

/**
 * The variables of this process that every program gets. The rest stays here: `.env` holds passwords and keys that
 * a child needs only when its own service names them.
 */
const SYSTEM_VARIABLES =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|XDG_\w+|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|SSL_CERT_(?:FILE|DIR)|https?_proxy|no_proxy)$/i;

/** The variables of this process that every program may receive; `more` adds names. */
export function systemVariables(more?: RegExp): NodeJS.ProcessEnv {
  const all = Object.entries(process.env);
  return Object.fromEntries(
    all.filter(([name]) => SYSTEM_VARIABLES.test(name) || more?.test(name)),
  );
}

/** Starts a program in a process group of its own, with its output going to `logFile`. */
export function startProcess(plan: ProcessPlan): RunningProcess {
  const writeLine = openLog(plan.logFile);
  const child = spawn(plan.command, plan.args, {
    env: plan.env,
    // A separate process group: Ctrl-C reaches only the launcher, which then stops everything in
    // order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (coloured) => {
      const line = stripVTControlCharacters(coloured);
      writeLine(line);
      if (plan.isWorthShowing?.(line)) console.error(`[${plan.name}] ${line}`);
    });
  }
  endWithThisProcess(child);
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`${plan.name} did not start: ${error.message}.`));
    child.on('exit', (code, signal) => {
      resolve(
        `${plan.name} ended (${signal ?? `code ${code}`}); its output is in ${plan.logFile}.`,
      );
    });
  });
  return { pid: child.pid ?? 0, ended, stop: () => stopGroup(child, ended, GRACE_MS) };
}

/** The maximum size of a log, and of its previous file. */
const LARGEST_LOG_BYTES = 8 * 1024 * 1024;

/**
 * A writer of lines to a log that starts again when it is full, keeping one older file (`.1`). A
 * log that cannot be written, for example on a full disk, is reported once, and its lines are
 * dropped until it can.
 */
export function openLog(
  file: string,
  { largestBytes = LARGEST_LOG_BYTES, onFailure = console.error } = {},
): (line: string) => void {
  let isReported = false;
  return (line) => {
    try {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > largestBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
      isReported = false;
    } catch (error) {
      if (!isReported) onFailure(`${file} cannot be written: ${String(error)}`);
      isReported = true;
    }
  };
}

/** Kills the child's group when this process ends in any way but SIGKILL. */
export function endWithThisProcess(child: ChildProcess): void {
  const end = () => child.pid === undefined || killWithChildren(child.pid);
  process.on('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** Sends SIGTERM to a process group, SIGKILL after `graceMs`, and waits for its leader. */
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
  // The leader may have left other processes in its group.
  signalProcess(-pid, 'SIGKILL');
}

function signalProcess(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Kills a process, and its group if it leads one. */
export function killWithChildren(pid: number): void {
  for (const target of [-pid, pid]) signalProcess(target, 'SIGKILL');
}

/** The id and starting time of a process; an empty time if it has ended. */
export function processStamp(pid: number): { pid: number; startedAt: string } {
  return { pid, startedAt: readProcess(pid).startedAt };
}

/** Whether the recorded process exists: running, or ended and not yet reaped by its parent. */
export function isSameProcess(known: KnownProcess): boolean {
  const { startedAt } = readProcess(known.pid);
  return startedAt !== '' && startedAt === known.startedAt;
}

/** Whether the recorded process still runs. */
export function isRunning(known: KnownProcess): boolean {
  return isSameProcess(known) && !/^[ZX]/.test(readProcess(known.pid).state);
}

function readProcess(pid: number): { state: string; startedAt: string } {
  try {
    if (process.platform === 'linux') {
      // Fields 3 and 22 of /proc/PID/stat; the name in field 2 may hold spaces, so count from its closing bracket.
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
