import type { FileSummary, FromWorker, ToWorker, UploadHead, UploadPart } from './protocol.ts';

/** What the worker tells about a file while it is read. */
export interface FileEvents {
  onProgress: (id: string, bytes: number) => void;
  onRead: (id: string, summary: FileSummary) => void;
  onSkipped: (id: string) => void;
  /** The file could not be read, or its rows were lost with the worker. */
  onFailed: (id: string, message: string) => void;
}

interface Waiting {
  resolve: (message: FromWorker) => void;
  reject: (error: Error) => void;
}

const LOST = 'the browser stopped reading. Choose it again.';

/** Files in the hands of the worker that reads them: the rows never enter the page's own thread. */
export class QueueFileReader {
  readonly #events: FileEvents;
  readonly #waiting = new Map<number, Waiting>();
  /** Files that the worker reads or holds. */
  readonly #files = new Set<string>();
  #worker: Worker | null = null;
  #calls = 0;

  constructor(events: FileEvents) {
    this.#events = events;
  }

  read(id: string, file: File): void {
    this.#files.add(id);
    this.#post({ kind: 'read', id, file });
  }

  /** Lets a file's rows go. */
  drop(id: string): void {
    if (this.#files.delete(id)) this.#post({ kind: 'drop', id });
  }

  /** How many rows stand at or before a total. */
  async countRows(id: string, total: number): Promise<number> {
    const answer = await this.#ask((call) => ({ kind: 'count', id, call, total }));
    if (answer.kind !== 'count') throw new Error(LOST);
    return answer.rows;
  }

  /** The request body with the next rows. */
  async writePart(
    id: string,
    head: UploadHead,
    from: number,
    upload: { id: string; part: number; parts: number } | null,
  ): Promise<UploadPart> {
    const answer = await this.#ask((call) => ({ kind: 'part', id, call, head, from, upload }));
    if (answer.kind !== 'part') throw new Error(LOST);
    return answer.part;
  }

  /** Ends the worker; whoever still waits for it is told. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(LOST));
  }

  #ask(write: (call: number) => ToWorker): Promise<FromWorker> {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      this.#post(write(call));
    });
  }

  #post(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./queue-files.worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.addEventListener('message', (event: MessageEvent<FromWorker>) => this.#take(event.data));
    worker.addEventListener('error', () => this.#fail());
    return worker;
  }

  /** The worker broke: what it held is lost. The next file starts another one. */
  #fail(): void {
    this.close();
    const files = [...this.#files];
    this.#files.clear();
    for (const id of files) this.#events.onFailed(id, LOST);
  }

  #take(message: FromWorker): void {
    if (message.kind === 'progress') this.#events.onProgress(message.id, message.bytes);
    else if (message.kind === 'read') this.#events.onRead(message.id, message.summary);
    else if (message.kind === 'skipped') this.#events.onSkipped(message.id);
    else if (message.kind === 'failed') this.#events.onFailed(message.id, message.message);
    else {
      this.#waiting.get(message.call)?.resolve(message);
      this.#waiting.delete(message.call);
    }
  }
}
