import type { Ctx } from '../../context.ts';
import { countScanners } from '../../durable/scan-desk-client.ts';

/** Whether a scanner is connected. */
export type ScannerState = 'connected' | 'not connected';

/** Asks the scan desk whether a scanner is connected. */
export async function scannerState(ctx: Ctx): Promise<ScannerState> {
  return (await countScanners(ctx)) > 0 ? 'connected' : 'not connected';
}
