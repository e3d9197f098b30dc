import type { Ctx } from '../../context.ts';
import { type ScannerState, scannerState } from './scanner.ts';
import { pingDatabase } from './store.ts';

/** A database that does not answer within this time counts as unreachable. */
const PING_WITHIN_MS = 2_000;

/** The state of the product's parts (part 4, "Starting it"). */
interface Health {
  status: 'ok' | 'degraded';
  database: 'ok' | 'unreachable';
  scanner: ScannerState;
  providers: 'live' | 'simulated';
}

/** Asks every part how it is. The database decides the status; a missing scanner is told, not a failure. */
export async function checkHealth(ctx: Ctx): Promise<Health> {
  const [database, scanner] = await Promise.all([databaseState(ctx), scannerState(ctx)]);
  const status = database === 'ok' ? 'ok' : 'degraded';
  return { status, database, scanner, providers: ctx.env.PROVIDERS };
}

async function databaseState(ctx: Ctx): Promise<Health['database']> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${PING_WITHIN_MS} ms`)),
      PING_WITHIN_MS,
    );
  });
  try {
    await Promise.race([pingDatabase(ctx.db), tooLate]);
    return 'ok';
  } catch (error) {
    ctx.log.error('database unreachable', { text: error instanceof Error ? error.message : '' });
    return 'unreachable';
  } finally {
    clearTimeout(timer);
  }
}
