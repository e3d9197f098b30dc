import { spawn } from 'node:child_process';
import { endWithThisProcess, stopGroup } from '../launch/processes.ts';

/** How a command ended, with everything that it printed. */
export interface CommandResult {
  passed: boolean;
  /** Whether it took longer than allowed and was stopped. */
  isCutShort: boolean;
  output: string;
  seconds: number;
}

/** How long a stopped command may take to clean up. */
const GRACE_MS = 15_000;

/** Functions that stop the running commands. */
const running = new Set<() => void>();

/** Runs a program to its end, without a terminal or input. */
export function runCommand(
  command: string[],
  options: { env?: NodeJS.ProcessEnv; limitMs?: number } = {},
): Promise<CommandResult> {
  const [program = '', ...args] = command;
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '0', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that a command is stopped with everything that it has started.
      detached: true,
    });
    endWithThisProcess(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    let isCutShort = false;
    const stop = () => void stopGroup(child, ended, GRACE_MS, 'SIGINT');
    const timer = setTimeout(
      () => {
        isCutShort = true;
        output += `\nStopped after ${(options.limitMs ?? 0) / 1000} seconds.\n`;
        stop();
      },
      options.limitMs ?? 2 ** 30,
    );
    running.add(stop);
    const end = (passed: boolean) => {
      clearTimeout(timer);
      running.delete(stop);
      resolve({ passed, isCutShort, output, seconds: (Date.now() - startedAt) / 1000 });
    };
    const ended = new Promise<void>((settle) => {
      child.on('error', (error) => {
        output += `${program} did not start: ${error.message}\n`;
        end(false);
        settle();
      });
      child.on('exit', () => settle());
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** Ends this process on Ctrl-C, and when its parent has ended, after the running commands. */
export function stopCommandsOnSignals(tidyUp: () => void = () => {}): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    for (const stopOne of running) stopOne();
    while (running.size > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    tidyUp();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
}

/** The command line of a program that npm installed, run by this Node. */
export function nodeProgram(path: string, ...args: string[]): string[] {
  return [process.execPath, `node_modules/${path}`, ...args];
}
