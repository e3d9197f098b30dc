import type { LearnedCodes } from '../../shared/code-memory/scanner.ts';
import {
  memoryAnswer,
  openAnswer,
  WATCHING_PATHS,
  type WatchedMailboxState,
  type WatchPlan,
  type WatchResults,
} from '../../shared/presale-watches/scanner.ts';
import { backoffMs } from '../../shared/times.ts';
import { tryPost } from '../post-to-desk.ts';
import { pause } from './pause.ts';
import { SharedMemory } from './shared-memory.ts';

/** First and longest wait before a call is repeated. */
const AGAIN = { firstMs: 250, longestMs: 15_000 };

/** The calls to the Worker about watched mailboxes. All but `states` are repeated until the Worker answers. */
export interface WatchCalls {
  /** The answers about codes of earlier mails: the newest available ones. */
  learned(): LearnedCodes | undefined;
  /**
   * The watches of a mailbox; null if no watch needs it any more.
   * @throws DeskRefusal
   */
  open(mailbox: number, signal: AbortSignal): Promise<WatchPlan | null>;
  /** @throws Outdated if the watches of the mailbox have changed, DeskRefusal */
  results(results: WatchResults, signal: AbortSignal): Promise<void>;
  /** @returns whether the Worker has stored them. @throws DeskRefusal */
  states(states: readonly WatchedMailboxState[]): Promise<boolean>;
}

/** @param desk address of the Worker and token of the scanner */
export function openWatchCalls({ url, token }: { url: string; token: string }): WatchCalls {
  const call = (path: keyof typeof WATCHING_PATHS, body: object) =>
    tryPost(new URL(WATCHING_PATHS[path], url), token, JSON.stringify(body));
  const untilAnswered = async (
    path: keyof typeof WATCHING_PATHS,
    body: object,
    signal: AbortSignal,
  ): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const answer = await call(path, body);
      if (answer !== 'again') return answer;
      await pause(backoffMs(attempt, AGAIN), signal);
    }
  };
  const memory = new SharedMemory(async () => {
    const answer = await call('memory', {});
    if (answer === 'again') throw new Error('The Worker does not answer.');
    return memoryAnswer.parse(answer).memory;
  });
  return {
    learned: () => memory.learned(),
    async open(mailbox, signal) {
      const { plan } = openAnswer.parse(await untilAnswered('open', { mailbox }, signal));
      if (plan?.memory !== undefined) await memory.want(plan.memory);
      return plan;
    },
    async results(results, signal) {
      await untilAnswered('results', results, signal);
    },
    states: async (states) => (await call('states', { states })) !== 'again',
  };
}
