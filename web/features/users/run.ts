import { createAtom, useSelector } from '@tanstack/react-store';
import type { DetailedUser, GenerateInput } from '../../../shared/users/schema.ts';
import { requestIdOf } from '../../kit/failure.ts';
import { api, send } from '../../lib/api.ts';
import { onSessionEnd } from '../../lib/session.ts';
import { generateFailureText } from './failure-text.ts';

/** A generated user in the list. */
export interface UserRow extends DetailedUser {
  id: string;
  /** The texts that the search compares. */
  text: string;
}

/** The list of users of this tab: idle, generating, then results, cancelled, or an error with the users so far. */
export interface UserRun {
  phase: 'idle' | 'generating' | 'done' | 'cancelled' | 'error';
  input: GenerateInput | null;
  users: readonly UserRow[];
  /** Calls that were answered. */
  batches: number;
  /** Milliseconds spent on them. */
  spentMs: number;
  message: string;
  requestId: string | undefined;
  /** Ends the calls under way. */
  calls: AbortController;
}

const IDLE: UserRun = {
  phase: 'idle',
  input: null,
  users: [],
  batches: 0,
  spentMs: 0,
  message: '',
  requestId: undefined,
  calls: new AbortController(),
};

/**
 * Stored outside the screen, so that it continues and remains while the operator uses another
 * screen.
 */
const run = createAtom<UserRun>(IDLE);

/** The users of a run when it is complete. */
export const totalOf = ({ input }: UserRun): number => (input ? input.count * input.batches : 0);

export const useUserRun = (): UserRun => useSelector(run);

/**
 * Generates users, which replace the previous ones. Without a seed, one is drawn, so that the list
 * can be repeated.
 */
export function startRun(input: GenerateInput): void {
  const seed = input.seed || String(crypto.getRandomValues(new Uint32Array(1))[0]);
  run.get().calls.abort();
  run.set({ ...IDLE, input: { ...input, seed } });
  void continueRun();
}

/** Makes the missing calls: after a failure, or after Cancel. */
export async function continueRun(): Promise<void> {
  const { input } = run.get();
  if (input === null) return;
  run.get().calls.abort();
  const calls = new AbortController();
  const { signal } = calls;
  set({ phase: 'generating', message: '', requestId: undefined, calls });
  try {
    while (run.get().batches < input.batches) await runBatch(input, signal);
    set({ phase: 'done' });
  } catch (error) {
    if (!signal.aborted)
      set({ phase: 'error', message: generateFailureText(error), requestId: requestIdOf(error) });
  }
}

/** Ends the run; the generated users remain. */
export function cancelRun(): void {
  run.get().calls.abort();
  set({ phase: 'cancelled' });
}

/** Clears the list. @returns an undo function. */
export function clearRun(): () => void {
  const before = run.get();
  before.calls.abort();
  run.set(IDLE);
  return () => run.set(before.phase === 'generating' ? { ...before, phase: 'cancelled' } : before);
}

async function runBatch(input: GenerateInput, signal: AbortSignal): Promise<void> {
  const { count, nationality, seed } = input;
  const { batches, users } = run.get();
  const startedAt = performance.now();
  // The first call's seed is the displayed one, so that a link with it gives the same users.
  const batchSeed = batches === 0 ? seed : `${seed}.${batches}`;
  const answer = await send(
    api.users.get_random.$post(
      { json: { amount: count, nationality, seed: batchSeed, parts: true } },
      { init: { signal } },
    ),
  );
  signal.throwIfAborted();
  const added = (answer.users as DetailedUser[]).map(
    (user, at): UserRow => ({ ...user, id: String(users.length + at), text: textOf(user) }),
  );
  set({
    users: [...users, ...added],
    batches: batches + 1,
    spentMs: run.get().spentMs + performance.now() - startedAt,
  });
}

const textOf = ({ first_name, last_name, latin, ...user }: DetailedUser): string =>
  [...Object.values(user), first_name, last_name, ...Object.values(latin ?? {})]
    .join('\n')
    .toLowerCase();

const set = (part: Partial<UserRun>): void => run.set((now) => ({ ...now, ...part }));

onSessionEnd(() => {
  run.get().calls.abort();
  run.set(IDLE);
});
