interface Waiting {
  host: string;
  admit: () => void;
}

/**
 * Limits the number of concurrent holders, in total and per host; first come, first served per
 * host.
 */
export class HostSemaphore {
  private held = 0;
  private readonly perHost = new Map<string, number>();
  private queue: Waiting[] = [];
  private readonly atOnce: number;
  private readonly atHost: number;

  constructor(atOnce: number, atHost: number) {
    this.atOnce = atOnce;
    this.atHost = atHost;
  }

  /**
   * Waits for a slot.
   * @returns the function that releases it.
   */
  async acquire(host: string, signal: AbortSignal): Promise<() => void> {
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
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.release(host);
    };
  }

  private release(host: string): void {
    this.held--;
    const left = (this.perHost.get(host) ?? 1) - 1;
    if (left > 0) this.perHost.set(host, left);
    else this.perHost.delete(host);
    this.admitNext();
  }

  private admitNext(): void {
    for (const waiting of [...this.queue]) {
      if (this.held >= this.atOnce) return;
      const at = this.perHost.get(waiting.host) ?? 0;
      if (at >= this.atHost) continue;
      this.held++;
      this.perHost.set(waiting.host, at + 1);
      this.queue = this.queue.filter((other) => other !== waiting);
      waiting.admit();
    }
  }
}
