import type { SearchEvent } from '../../shared/presale-codes/events.ts';
import type { JobEnd } from './job-lifecycle.ts';

/** An open stream with the timer of its heartbeat. */
interface OpenStream {
  controller: ReadableByteStreamController;
  beat: ReturnType<typeof setInterval>;
}

const encoder = new TextEncoder();
const BEAT_MS = 5_000;

/** The open streams of jobs: events as lines of JSON. */
export class JobStreams {
  private readonly byJob = new Map<string, Map<string, OpenStream>>();
  private readonly onAbandoned: (job: string) => void;

  /** `onAbandoned` is called for a job whose last stream was cancelled before its end. */
  constructor(onAbandoned: (job: string) => void) {
    this.onAbandoned = onAbandoned;
  }

  /** Opens a stream for a listener, beginning with `past`. */
  open(job: string, listener: string, past: readonly SearchEvent[]): ReadableStream<Uint8Array> {
    return new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        // A regular line shows each end that the other one is alive.
        const beat = setInterval(() => write(controller, { type: 'beat' }), BEAT_MS);
        const streams = this.byJob.get(job) ?? new Map<string, OpenStream>();
        this.byJob.set(job, streams.set(listener, { controller, beat }));
        for (const event of past) write(controller, event);
      },
      cancel: () => void this.remove(job, listener),
    });
  }

  send(job: string, event: SearchEvent): void {
    for (const { controller } of this.byJob.get(job)?.values() ?? []) write(controller, event);
  }

  /** Sends the last event and closes the streams. */
  end(job: string, event: SearchEvent): void {
    const streams = this.byJob.get(job);
    this.byJob.delete(job);
    for (const { controller, beat } of streams?.values() ?? []) {
      clearInterval(beat);
      write(controller, event);
      controller.close();
    }
  }

  /**
   * Ends the stream of a listener that leaves. The runtime reports a cancelled stream only at the
   * next write, which may be as late as the next heartbeat.
   */
  leave(job: string, listener: string): void {
    this.remove(job, listener)?.controller.close();
  }

  private remove(job: string, listener: string): OpenStream | undefined {
    const streams = this.byJob.get(job);
    const stream = streams?.get(listener);
    clearInterval(stream?.beat);
    streams?.delete(listener);
    if (streams?.size === 0) {
      this.byJob.delete(job);
      this.onAbandoned(job);
    }
    return stream;
  }
}

function write(controller: ReadableByteStreamController, event: SearchEvent): void {
  controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
}

/** Messages for mailboxes without a result, by the reason for which their job ended. */
export const NO_RESULT: Readonly<Record<JobEnd, string>> = {
  finished: 'The scanners stopped while reading this mailbox. Try again.',
  no_answer: 'The scanners stopped while reading this mailbox. Try again.',
  too_late: 'The mailbox could not be read within the time of one search. Try a shorter period.',
  no_password:
    'The stored password of this mailbox can no longer be opened. Enter it again on the IMAP Accounts page.',
};

/** The last event of a job that no scanner could take. */
export const NO_SCANNER: SearchEvent = {
  type: 'failed',
  failure: {
    success: false,
    status: 503,
    message:
      'No scanner is connected. Start the scanner (see the deployment guide) and search again.',
  },
};
