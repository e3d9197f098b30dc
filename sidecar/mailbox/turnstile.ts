interface Waiting {
  host: string;
  admit: () => void;
}

/** Lets in a number of holders at once, and few of them per host; first come, first served per host. */
export class Turnstile {
  private inside = 0;
  private readonly perHost = new Map<string, number>();
  private queue: Waiting[] = [];
  private readonly atOnce: number;
  private readonly atHost: number;

  constructor(atOnce: number, atHost: number) {
    this.atOnce = atOnce;
    this.atHost = atHost;
  }

  /** Waits for a place. @returns what gives it back; to be called once. */
  async enter(host: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        host,
        admit: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        this.queue = this.queue.filter((other) => other !== waiting);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.queue.push(waiting);
      this.admitNext();
    });
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.inside--;
      this.perHost.set(host, (this.perHost.get(host) ?? 1) - 1);
      this.admitNext();
    };
  }

  private admitNext(): void {
    for (const waiting of [...this.queue]) {
      if (this.inside >= this.atOnce) return;
      const at = this.perHost.get(waiting.host) ?? 0;
      if (at >= this.atHost) continue;
      this.inside++;
      this.perHost.set(waiting.host, at + 1);
      this.queue = this.queue.filter((other) => other !== waiting);
      waiting.admit();
    }
  }
}
