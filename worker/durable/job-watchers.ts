import type { DeskEvent } from './scan-desk-messages.ts';

type Controller = ReadableStreamDefaultController<Uint8Array>;

const encoder = new TextEncoder();
const BEAT_MS = 5_000;

/** The open answers of jobs: whoever waits for a job hears of it as lines of JSON. */
export class JobWatchers {
  private readonly byJob = new Map<string, Set<Controller>>();
  private readonly onAbandoned: (job: string) => void;

  /** `onAbandoned` hears of a job whose last listener went away before its end. */
  constructor(onAbandoned: (job: string) => void) {
    this.onAbandoned = onAbandoned;
  }

  /** Opens an answer that begins with `past`. */
  watch(job: string, past: readonly DeskEvent[]): ReadableStream<Uint8Array> {
    let mine: Controller | undefined;
    let beat: ReturnType<typeof setInterval> | undefined;
    const leave = (): void => {
      clearInterval(beat);
      const watching = this.byJob.get(job);
      if (!mine || !watching?.delete(mine) || watching.size > 0) return;
      this.byJob.delete(job);
      this.onAbandoned(job);
    };
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        mine = controller;
        this.byJob.set(job, (this.byJob.get(job) ?? new Set()).add(controller));
        for (const event of past) write(controller, event);
        // A line now and then shows both ends that the other is there.
        beat = setInterval(
          () =>
            this.byJob.get(job)?.has(controller)
              ? write(controller, { type: 'beat' })
              : clearInterval(beat),
          BEAT_MS,
        );
      },
      cancel: leave,
    });
  }

  isWatched(job: string): boolean {
    return this.byJob.has(job);
  }

  tell(job: string, event: DeskEvent): void {
    for (const controller of this.byJob.get(job) ?? []) write(controller, event);
  }

  /** Tells the last event and ends the answers. */
  end(job: string, event: DeskEvent): void {
    const watching = this.byJob.get(job) ?? [];
    this.byJob.delete(job);
    for (const controller of watching) {
      write(controller, event);
      controller.close();
    }
  }
}

function write(controller: Controller, event: DeskEvent): void {
  controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
}
