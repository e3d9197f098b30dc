import type { Ctx } from '../../context.ts';
import { auditStatement } from '../../db/audit.ts';

/** Records who dispatched how many slots of which page. */
export async function recordDispatch(
  ctx: Pick<Ctx, 'db' | 'operator' | 'clock' | 'requestId'>,
  dispatch: { artist: string; events: number; requested: number; assigned: number },
): Promise<void> {
  const { artist, ...detail } = dispatch;
  await auditStatement(ctx, { action: 'signup.dispatch', subject: `dispatch:${artist}`, detail });
}
