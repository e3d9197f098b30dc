import type { DeskEvent } from './scan-desk-messages.ts';

/** Somebody who waits for a job, with the timer of the signs of life. */
interface Watcher {
  controller: ReadableStreamDefaultController<Uint8Array>;
  beat: ReturnType<typeof setInterval>;
}

const encoder = new TextEncoder();
const BEAT_MS = 5_000;

/** The open answers of jobs: whoever waits for a job hears of it as lines of JSON. */
export class JobWatchers {
  private readonly byJob = new Map<string, Set<Watcher>>();
  private readonly onAbandoned: (job: string) => void;

  /** `onAbandoned` hears of a job whose last listener went away before its end. */
  constructor(onAbandoned: (job: string) => void) {
    this.onAbandoned = onAbandoned;
  }

  /** Opens an answer that begins with `past`. */
  watch(job: string, past: readonly DeskEvent[]): ReadableStream<Uint8Array> {
    let mine: Watcher | undefined;
    const leave = (): void => {
      if (!mine) return;
      clearInterval(mine.beat);
      const watching = this.byJob.get(job);
      if (!watching?.delete(mine) || watching.size > 0) return;
      this.byJob.delete(job);
      this.onAbandoned(job);
    };
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        // A line now and then shows both ends that the other is there.
        const beat = setInterval(() => write(controller, { type: 'beat' }), BEAT_MS);
        mine = { controller, beat };
        this.byJob.set(job, (this.byJob.get(job) ?? new Set()).add(mine));
        for (const event of past) write(controller, event);
      },
      cancel: leave,
    });
  }

  isWatched(job: string): boolean {
    return this.byJob.has(job);
  }

  tell(job: string, event: DeskEvent): void {
    for (const { controller } of this.byJob.get(job) ?? []) write(controller, event);
  }

  /** Tells the last event and ends the answers. */
  end(job: string, event: DeskEvent): void {
    const watching = this.byJob.get(job) ?? [];
    this.byJob.delete(job);
    for (const { controller, beat } of watching) {
      clearInterval(beat);
      write(controller, event);
      controller.close();
    }
  }
}

function write(controller: Watcher['controller'], event: DeskEvent): void {
  controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
}
