import type { LearnedCodes } from '../../shared/code-memory/scanner.ts';
import type { MemoryCopy } from '../../shared/presale-watches/scanner.ts';
import { isOfKey } from '../../shared/presale-watches/scanner.ts';
import { backoffMs } from '../../shared/times.ts';
import { log } from '../log.ts';

/** First and longest wait before a failed fetch is repeated. */
const AGAIN = { firstMs: 250, longestMs: 60_000 };
/** How long a mailbox waits for a new revision before it continues with the old one. */
const MOST_WAIT_MS = 5_000;

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/**
 * The code memory of the Worker, shared by all mailboxes of a scanner: it may have a hundred
 * kilobytes, and changes with each answer about a code. Only one request runs at a time. An old
 * revision is used until the new one arrives.
 */
export class SharedMemory {
  private readonly fetchMemory: () => Promise<MemoryCopy>;
  private copy: MemoryCopy | null = null;
  private wanted = '';
  /**
   * The revision that was wanted when the copy was requested: the copy is that one or a newer one.
   */
  private satisfied = '';
  /** Settles with the current request, whether it succeeds or not. */
  private attempt: Promise<void> | null = null;
  private failures = 0;

  /** @param fetchMemory rejects if the Worker does not answer or refuses the call */
  constructor(fetchMemory: () => Promise<MemoryCopy>) {
    this.fetchMemory = fetchMemory;
  }

  /**
   * Fetches a revision unless it is available or already requested. Resolves with the end of the
   * request, whether it succeeds or not, or after a few seconds. A failed request is repeated until
   * it succeeds.
   */
  async want(revision: string): Promise<void> {
    if (revision === this.satisfied || revision === this.copy?.revision) return;
    this.wanted = revision;
    // While a failed request waits for its repetition, mailboxes continue at once.
    if (this.attempt === null && this.failures === 0) this.begin();
    if (this.attempt !== null) await Promise.race([this.attempt, wait(MOST_WAIT_MS)]);
  }

  /**
   * The answers of the newest available revision; undefined if there is none, or if the key has
   * changed since then.
   */
  learned(): LearnedCodes | undefined {
    if (this.copy === null || !isOfKey(this.copy.revision, this.wanted)) return undefined;
    return this.copy.learned;
  }

  private begin(): void {
    this.attempt = this.fetchOnce().finally(() => {
      this.attempt = null;
    });
  }

  /** Requests the memory, and again at once if another revision was wanted in the meantime. */
  private async fetchOnce(): Promise<void> {
    try {
      for (;;) {
        const { wanted } = this;
        this.copy = await this.fetchMemory();
        this.failures = 0;
        this.satisfied = wanted;
        if (this.wanted === wanted || this.wanted === this.copy.revision) return;
      }
    } catch (error) {
      if (this.failures === 0)
        log('code memory not read', { error: error instanceof Error ? error.name : typeof error });
      this.failures++;
      void wait(backoffMs(this.failures, AGAIN)).then(() => this.begin());
    }
  }
}
