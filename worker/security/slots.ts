import { pause } from './pause.ts';

const LOOK_AGAIN_AFTER_MS = 50;

/** The start of each running call, in milliseconds, by its key. */
export type Slots = Map<string, number>;

interface SlotLimits {
  calls: number;
  /** How long to wait for a slot. */
  waitMs: number;
  /** A call that did not report its end within this time was aborted with its request. */
  lostAfterMs: number;
}

/**
 * Takes a slot for a call when fewer than `calls` run; a call with the same key takes its slot
 * over. Waiting calls poll the clock and do not depend on another request: the platform may end
 * that request without running its last steps.
 * @returns how to free the slot, or null if there was none in time.
 */
export async function takeSlot(
  slots: Slots,
  key: string,
  { calls, waitMs, lostAfterMs }: SlotLimits,
  signal: AbortSignal,
): Promise<(() => void) | null> {
  const deadline = Date.now() + waitMs;
  while (!slots.has(key) && countRunning(slots, lostAfterMs) >= calls) {
    if (Date.now() >= deadline) return null;
    await pause(LOOK_AGAIN_AFTER_MS, signal);
  }
  const startedAt = Date.now();
  slots.set(key, startedAt);
  return () => {
    if (slots.get(key) === startedAt) slots.delete(key);
  };
}

function countRunning(slots: Slots, lostAfterMs: number): number {
  const lostBefore = Date.now() - lostAfterMs;
  for (const [key, startedAt] of slots) if (startedAt < lostBefore) slots.delete(key);
  return slots.size;
}
