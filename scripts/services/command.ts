import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../../shared/errors.ts';

const ENV_FILE = fileURLToPath(new URL('../../.env', import.meta.url));

/**
 * Runs a command's main function with the variables of .env; those that are set already win. A failure is printed as
 * one plain sentence and ends with exit code 1.
 */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
    await main();
  } catch (error) {
    console.error(plainSentence(error));
    process.exitCode = 1;
  }
}

/** Control characters, line separators and marks that change the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text of the database as one line for the terminal: characters that would move its cursor, hide lines or reorder them
 * are written as `\u001b`. JSON text stays JSON text of the same value.
 */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The innermost error: libraries wrap the errors of others. */
function plainSentence(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DomainError) return current.message;
  }
  return error instanceof Error ? error.message : String(error);
}

/**
 * Reads a secret: typed without echo at a terminal, or the first line of piped input. Blanks at its ends belong to it,
 * because the sign-in form does not remove them either.
 * @returns the secret, or '' if none was given.
 */
export async function readSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  const line = await new Promise<string>((resolve) => {
    reader.once('line', resolve);
    reader.once('close', () => resolve(''));
  });
  reader.close();
  if (isTerminal) process.stderr.write('\n');
  return line;
}
