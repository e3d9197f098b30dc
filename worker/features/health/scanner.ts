import type { Ctx } from '../../context.ts';

/** Whether a scanner is connected. */
export type ScannerState = 'connected' | 'not connected';

/** Asks whether a scanner is connected; there is no desk to connect to yet. */
export async function scannerState(_ctx: Ctx): Promise<ScannerState> {
  return 'not connected';
}
