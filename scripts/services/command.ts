import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { errorText } from '../../shared/error-text.ts';
import { DomainError } from '../../shared/errors.ts';
import { describeDatabaseError } from '../../worker/db/errors.ts';

const ENV_FILE = fileURLToPath(new URL('../../.env', import.meta.url));

/**
 * Runs a command's main function with the variables of .env; existing variables take precedence. A
 * failure is printed as one plain sentence and ends with exit code 1.
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
 * A text of the database as one line for the terminal: characters that would move its cursor, hide
 * lines or reorder them are written as `\u001b`. JSON text keeps its value.
 */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Sentences for the result codes of SQLite. */
const SQLITE_SENTENCES: Readonly<Record<number, string>> = {
  5: 'The database file is in use by another program.',
  8: 'The database file cannot be written.',
  10: 'The file cannot be read or written: its disk may be full or damaged.',
  11: 'The file is damaged.',
  13: 'The disk is full: free some space and try again.',
  26: 'The file is not a database.',
};
const SYSTEM_SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space and try again.',
  EDQUOT: 'The disk quota is used up: free some space and try again.',
  EROFS: 'The disk is mounted read-only',
  EACCES: 'This user may not write there',
};

/**
 * One sentence for an error: that of this program, or a replacement for messages of SQLite, the
 * database server or the system. Libraries wrap errors, so causes are searched too.
 */
export function plainSentence(error: unknown): string {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 8; at = at.cause) causes.push(at);
  const domainError = causes.find((cause) => cause instanceof DomainError);
  if (domainError !== undefined) return domainError.message;
  // A sentence of this program, regardless of its cause.
  if (error instanceof Error && error.constructor === Error && !('code' in error))
    return error.message;
  for (const cause of causes) {
    const code = 'code' in cause ? String(cause.code) : '';
    const sentence =
      'errcode' in cause ? SQLITE_SENTENCES[Number(cause.errcode) & 255] : SYSTEM_SENTENCES[code];
    if (sentence === undefined) continue;
    const path = 'path' in cause ? ` (${String(cause.path)})` : '';
    return sentence.endsWith('.') ? sentence : `${sentence}${path}.`;
  }
  const message = describeDatabaseError(error)?.message;
  return message ?? errorText(error);
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
