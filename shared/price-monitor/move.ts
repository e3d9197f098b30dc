import * as z from 'zod/mini';
import { HOUR_MS, MINUTE_MS } from '../times.ts';

/** A change of the lowest price, in the event's currency, and the minutes that it is compared over: 1 to 60. */
export const move = z.object({ amount: z.number(), minutes: z.int() });
export type Move = z.infer<typeof move>;

/**
 * How the lowest price `low` changed within the hour before `now`. It is compared with the price that was valid an hour
 * ago, or the last one before if nothing was available then, or else with the first one that is known.
 * @param recent the steps of the lowest price, oldest first; `at` in milliseconds since the epoch.
 * @returns null without two prices that are at least a minute apart.
 */
export function moveWithinHour(
  low: number | null,
  recent: readonly { at: number; low: number | null }[],
  now: number,
): Move | null {
  const priced = recent.filter((step): step is { at: number; low: number } => step.low !== null);
  const base = priced.findLast(({ at }) => at <= now - HOUR_MS) ?? priced[0];
  if (low === null || base === undefined) return null;
  const minutes = Math.min(60, Math.round((now - base.at) / MINUTE_MS));
  if (minutes < 1) return null;
  return { amount: Math.round((low - base.low) * 100) / 100, minutes };
}
