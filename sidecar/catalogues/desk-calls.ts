import {
  claimAnswer,
  type FeedChanges,
  hashesAnswer,
  READING_PATHS,
  type Reading,
  type ReadingEnd,
} from '../../shared/catalogues/feed.ts';
import { tryPost } from '../post-to-desk.ts';

/**
 * The waits before a call whose answer was lost is repeated; storing a part again changes nothing.
 */
const AGAIN_MS = [500, 2_000, 8_000];

export interface StoredEvent {
  hash: string;
  /** Whether the day of the event has passed. */
  isPast: boolean;
}

/** The calls to the Worker about a reading. Each is repeated a few times while the Worker cannot be reached. */
export interface DeskCalls {
  alive(): Promise<void>;
  /** All stored events by their ids. */
  hashes(): Promise<Map<string, StoredEvent>>;
  changes(part: FeedChanges): Promise<void>;
  end(end: ReadingEnd): Promise<void>;
}

/** Claims the next reading that is due; null if there is none. */
export async function claimReading(url: string, scannerToken: string): Promise<Reading | null> {
  const answer = await post(new URL(READING_PATHS.claim, url), scannerToken, '{}');
  return claimAnswer.parse(answer).reading;
}

/** @param token of the reading */
export function openDeskCalls(url: string, token: string): DeskCalls {
  const call = (path: keyof typeof READING_PATHS, body: object) =>
    post(new URL(READING_PATHS[path], url), token, JSON.stringify(body));
  return {
    alive: async () => void (await call('alive', {})),
    async hashes() {
      const all = new Map<string, StoredEvent>();
      for (let after = ''; ; ) {
        const { data } = hashesAnswer.parse(await call('hashes', { after }));
        for (const [id, hash, isPast] of data) all.set(id, { hash, isPast });
        const last = data.at(-1);
        if (last === undefined) return all;
        after = last[0];
      }
    },
    changes: async (part) => void (await call('changes', part)),
    end: async (end) => void (await call('end', end)),
  };
}

async function post(url: URL, token: string, body: string): Promise<unknown> {
  for (const waitMs of AGAIN_MS) {
    const answer = await tryPost(url, token, body);
    if (answer !== 'again') return answer;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  const answer = await tryPost(url, token, body);
  if (answer === 'again') throw new Error('The Worker cannot be reached.');
  return answer;
}
