import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Asks for a secret: typed unseen at a terminal, or the first line of piped input. Blanks at its ends belong to it,
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
