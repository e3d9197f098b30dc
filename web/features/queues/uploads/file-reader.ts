import type { Remote } from 'comlink';
import type { FileSummary, QueueFileJobs, UploadHead, UploadPart } from './queue-files.worker.ts';

/** Not part of the page's first load. */
const loadComlink = () => import('comlink');

const LOST = 'the browser stopped reading. Choose it again.';

interface OpenWorker {
  /** In an object, because a promise would treat the remote as a promise. */
  connected: Promise<{ remote: Remote<QueueFileJobs> }>;
  /** Rejects when the worker crashes or is closed. */
  ended: Promise<never>;
  close: () => void;
}

/**
 * Holds queue files in a Web Worker from the first read to the upload, so that their rows never enter the main thread.
 * A worker that crashes loses its files: `onLost` is called for each, and the next file starts another worker.
 */
export class QueueFileReader {
  readonly #onLost: (id: string, message: string) => void;
  /** Files that the worker holds. */
  readonly #held = new Set<string>();
  #worker: OpenWorker | null = null;

  constructor(onLost: (id: string, message: string) => void) {
    this.#onLost = onLost;
  }

  /** Returns null for a file without data rows. @throws Error with the reason. */
  async read(
    id: string,
    file: File,
    onProgress: (bytes: number) => void,
  ): Promise<FileSummary | null> {
    this.#held.add(id);
    const { proxy } = await loadComlink();
    const listen = proxy(onProgress);
    const summary = await this.#call((remote) => remote.readFile(id, file, listen));
    if (!this.#held.has(id)) this.#free(id);
    return summary;
  }

  countParts(id: string, total: number): Promise<number> {
    return this.#call((remote) => remote.countParts(id, total));
  }

  writePart(id: string, head: UploadHead, from: number): Promise<UploadPart> {
    return this.#call((remote) => remote.writePart(id, head, from));
  }

  /** Frees the rows of a file. */
  drop(id: string): void {
    if (this.#held.delete(id)) this.#free(id);
  }

  close(): void {
    this.#worker?.close();
    this.#worker = null;
  }

  #free(id: string): void {
    // A crashed worker has no files any more.
    this.#call((remote) => remote.drop(id)).catch(() => {});
  }

  #call<T>(run: (remote: Remote<QueueFileJobs>) => Promise<T>): Promise<T> {
    this.#worker ??= this.#open();
    const { connected, ended } = this.#worker;
    return Promise.race([connected.then(({ remote }) => run(remote)), ended]);
  }

  #open(): OpenWorker {
    const worker = new Worker(new URL('./queue-files.worker.ts', import.meta.url), {
      type: 'module',
    });
    const { promise: ended, reject } = Promise.withResolvers<never>();
    // Without a call in progress it is not awaited.
    ended.catch(() => {});
    const close = () => {
      worker.terminate();
      reject(new Error(LOST));
    };
    worker.addEventListener('error', () => {
      this.close();
      const lost = [...this.#held];
      this.#held.clear();
      for (const id of lost) this.#onLost(id, LOST);
    });
    const connected = loadComlink().then(({ wrap }) => ({ remote: wrap<QueueFileJobs>(worker) }));
    return { connected, ended, close };
  }
}
