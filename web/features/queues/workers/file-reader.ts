import type { FileSummary, FromWorker, ToWorker, UploadHead, UploadPart } from './protocol.ts';

/** What the worker tells about a file while it is read. */
export interface FileEvents {
  onProgress: (id: string, bytes: number) => void;
  onRead: (id: string, summary: FileSummary) => void;
  onSkipped: (id: string) => void;
  onFailed: (id: string, message: string) => void;
}

/** Files in the hands of the worker that reads them: the rows never enter the page's own thread. */
export class QueueFileReader {
  readonly #worker: Worker;
  readonly #events: FileEvents;
  readonly #waiting = new Map<number, (message: FromWorker) => void>();
  #calls = 0;

  constructor(events: FileEvents) {
    this.#events = events;
    this.#worker = new Worker(new URL('./queue-files.worker.ts', import.meta.url), {
      type: 'module',
    });
    this.#worker.addEventListener('message', (event: MessageEvent<FromWorker>) =>
      this.#take(event.data),
    );
  }

  read(id: string, file: File): void {
    this.#post({ kind: 'read', id, file });
  }

  /** Lets a file's rows go. */
  drop(id: string): void {
    this.#post({ kind: 'drop', id });
  }

  /** How many rows stand at or before a total. */
  async countRows(id: string, total: number): Promise<number> {
    const answer = await this.#ask((call) => ({ kind: 'count', id, call, total }));
    return answer.kind === 'count' ? answer.rows : 0;
  }

  /** The request body with the next rows. */
  async writePart(
    id: string,
    head: UploadHead,
    from: number,
    upload: { id: string; part: number; parts: number } | null,
  ): Promise<UploadPart> {
    const answer = await this.#ask((call) => ({ kind: 'part', id, call, head, from, upload }));
    if (answer.kind !== 'part') throw new Error('The file could not be read again.');
    return answer.part;
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask(write: (call: number) => ToWorker): Promise<FromWorker> {
    const call = ++this.#calls;
    return new Promise((resolve) => {
      this.#waiting.set(call, resolve);
      this.#post(write(call));
    });
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromWorker): void {
    if (message.kind === 'progress') this.#events.onProgress(message.id, message.bytes);
    else if (message.kind === 'read') this.#events.onRead(message.id, message.summary);
    else if (message.kind === 'skipped') this.#events.onSkipped(message.id);
    else if (message.kind === 'failed') this.#events.onFailed(message.id, message.message);
    else {
      this.#waiting.get(message.call)?.(message);
      this.#waiting.delete(message.call);
    }
  }
}
