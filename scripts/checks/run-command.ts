import { spawn } from 'node:child_process';

/** How a command ended, with everything that it printed. */
export interface CommandResult {
  passed: boolean;
  output: string;
  seconds: number;
}

/** Runs a program of this Node or of the PATH to its end, without a terminal or input. */
export function runCommand(
  command: string[],
  options: { env?: NodeJS.ProcessEnv; isLive?: boolean; limitMs?: number } = {},
): Promise<CommandResult> {
  const [program = '', ...args] = command;
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '0', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
      if (options.isLive) process.stdout.write(chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const timer = setTimeout(
      () => {
        output += `\nStopped after ${(options.limitMs ?? 0) / 1000} seconds.\n`;
        child.kill('SIGTERM');
      },
      options.limitMs ?? 2 ** 30,
    );
    const end = (passed: boolean) => {
      clearTimeout(timer);
      resolve({ passed, output, seconds: (Date.now() - startedAt) / 1000 });
    };
    child.on('error', (error) => {
      output += `${program} did not start: ${error.message}\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** The path of a program that npm installed, run by this Node. */
export function nodeProgram(path: string, ...args: string[]): string[] {
  return [process.execPath, `node_modules/${path}`, ...args];
}
