import { existsSync } from 'node:fs';
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

/** The innermost error that was written for people: libraries wrap what was thrown beneath them. */
function plainSentence(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DomainError) return current.message;
  }
  return error instanceof Error ? error.message : String(error);
}
