import { DomainError } from '../../shared/errors.ts';

/** Runs a command's main function; a failure is told as one plain sentence and ends with exit code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(plainSentence(error));
    process.exitCode = 1;
  }
}

/** Libraries wrap what was thrown beneath them: the innermost sentence meant for people is told. */
function plainSentence(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DomainError) return current.message;
  }
  return error instanceof Error ? error.message : String(error);
}
