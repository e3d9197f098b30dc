import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { countAttempts, deleteAttemptsBefore } from './store.ts';

const WINDOW_MS = 15 * 60_000;
/** Wrong passwords for one operator, or for one name that is nobody's, within the window. */
const PER_OPERATOR = 10;
/** Wrong passwords from one address within the window: offices share an address. */
const PER_ADDRESS = 50;

/** What attempts are counted for. */
export interface AttemptSubjects {
  operator: string;
  address: string;
}

/**
 * Counts an attempt before the password is looked at, so that attempts made at the same time count too.
 * Names that belong to nobody are counted like operators, so that the limit tells nothing about them.
 */
export async function countAttempt(ctx: Ctx, subjects: AttemptSubjects): Promise<void> {
  const now = ctx.clock();
  const rows = await countAttempts(ctx.db, [subjects.operator, subjects.address], {
    now,
    lengthMs: WINDOW_MS,
  });
  const over = rows.filter(
    (row) => row.count > (row.subject === subjects.operator ? PER_OPERATOR : PER_ADDRESS),
  );
  if (over.length === 0) return;
  const endsAt = Math.max(...over.map((row) => row.windowStartedAt + WINDOW_MS));
  const minutes = Math.max(1, Math.ceil((endsAt - now) / 60_000));
  throw new DomainError(
    'too_many_requests',
    `Too many failed sign-ins. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    { retryAfterSeconds: (endsAt - now) / 1000 },
  );
}

/** Forgets attempts whose window is over; answers how many. For the housekeeping job. */
export async function forgetOldAttempts(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const { rowsAffected } = await deleteAttemptsBefore(ctx.db, ctx.clock() - WINDOW_MS);
  return rowsAffected;
}
