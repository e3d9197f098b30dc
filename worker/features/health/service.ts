import type { Ctx } from '../../context.ts';
import { type ScannerState, scannerState } from './scanner.ts';
import { pingDatabase } from './store.ts';

/** A part that does not answer within this time counts as gone. */
const ANSWER_WITHIN_MS = 2_000;

/** The state of the product's parts (part 4, "Starting it"). */
interface Health {
  status: 'ok' | 'degraded';
  database: 'ok' | 'unreachable';
  scanner: ScannerState;
  providers: 'live' | 'simulated';
}

/** Asks every part how it is. The database decides the status; a missing scanner is told, not a failure. */
export async function checkHealth(ctx: Ctx): Promise<Health> {
  const [database, scanner] = await Promise.all([
    ask(ctx, 'database', () => pingDatabase(ctx.db)),
    ask(ctx, 'scanner', () => scannerState(ctx)),
  ]);
  return {
    status: database === null ? 'degraded' : 'ok',
    database: database === null ? 'unreachable' : 'ok',
    scanner: scanner?.answer ?? 'not connected',
    providers: ctx.env.PROVIDERS,
  };
}

/** A part's answer, or null (and a log line that says why) when it fails or takes too long. */
async function ask<T>(
  ctx: Ctx,
  part: string,
  question: () => Promise<T>,
): Promise<{ answer: T } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)),
      ANSWER_WITHIN_MS,
    );
  });
  try {
    return { answer: await Promise.race([question(), tooLate]) };
  } catch (error) {
    ctx.log.error(`${part} unreachable`, { text: error instanceof Error ? error.message : '' });
    return null;
  } finally {
    clearTimeout(timer);
  }
}
