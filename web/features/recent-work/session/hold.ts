import { openTabChannel, requestLock } from '../../../lib/tabs.ts';

/** The time that another tab has to save and to give up the work. */
const HANDOVER_MS = 2_000;

interface HoldListener {
  /** This tab may edit. */
  granted: () => void;
  /** Another tab edits. */
  lost: () => void;
  /** Saves all changes before another tab takes over. */
  flush: () => Promise<void>;
}

/** The name under which tabs lock a work: that of its id, or of its key before it has one. */
export const holdName = (kind: string, id: number | null, key: string): string =>
  `work ${kind} ${id ?? `new ${key}`}`;

/** A work that this tab edits or waits for. */
export interface Hold {
  /** Requests the work from the tab that edits it. A tab that does not react loses it. */
  takeOver: () => void;
  release: () => void;
}

/**
 * Ensures that only one tab of this browser edits a work. A waiting tab gets it when the other one
 * is closed. Across machines, the version of the work ensures this.
 */
export function holdWork(name: string, on: HoldListener): Hold {
  let waiting = new AbortController();
  let isReleased = false;
  let handover: ReturnType<typeof setTimeout> | undefined;
  let giveUp: (() => void) | null = null;

  const request = async (options: LockOptions) => {
    const keep = (lock: Lock | null) => {
      if (lock === null || isReleased) return;
      clearTimeout(handover);
      on.granted();
      return new Promise<void>((resolve) => {
        giveUp = resolve;
      });
    };
    // Rejects when another tab steals the lock, or when waiting ends.
    await requestLock(name, options, keep).catch(() => undefined);
    if (isReleased || options.signal?.aborted) return;
    giveUp = null;
    on.lost();
    waiting = new AbortController();
    void request({ signal: waiting.signal });
  };
  const channel = openTabChannel<string>('recent-work', (requested) => {
    if (requested !== name || giveUp === null) return;
    void on.flush().finally(() => giveUp?.());
  });
  void request({ ifAvailable: true });
  return {
    takeOver: () => {
      channel.post(name);
      handover = setTimeout(() => {
        waiting.abort();
        void request({ steal: true });
      }, HANDOVER_MS);
    },
    release: () => {
      isReleased = true;
      clearTimeout(handover);
      waiting.abort();
      giveUp?.();
      channel.close();
    },
  };
}
