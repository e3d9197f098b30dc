import { Worker } from 'node:worker_threads';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import { FatalMails } from './fatal-mails.ts';
import {
  type Answer,
  MARK,
  type MailBatch,
  type Outcome,
  type Question,
  type Reader,
  type ThreadData,
} from './protocol.ts';

/** A batch that a search waits for. */
interface Task {
  question: Question;
  resolve: (outcomes: readonly Outcome[] | null) => void;
  fail: (error: Error) => void;
}

/** Batches that are posted to the thread at a time, so that it never waits for the next one. */
const POSTED = 2;

/** The mail of a batch that is being read, counted from 1; 0 is none. */
const currentOf = ({ question }: Task): number => Atomics.load(question.batch.marks, MARK.current);

/**
 * Reads mails in a separate thread, so that connections are served at the same time. A mail that
 * ends the thread, by its memory or its time, is skipped, now and in later searches: a new thread
 * continues with the others. Its batch moves to the end of the queue, so that a mailbox full of
 * such mails delays others by one mail at a time.
 */
export class ReaderThread implements Reader {
  private readonly script: URL;
  private readonly mailMs: number;
  private worker: Worker | null = null;
  /** Why the thread ended, for the log. */
  private ending = '';
  private readonly fatalMails = new FatalMails();
  /** Batches that were posted to the thread, in order. */
  private readonly posted: Task[] = [];
  private readonly waiting: Task[] = [];
  private lastId = 0;
  private watch: NodeJS.Timeout | null = null;
  private watched = { id: 0, mail: 0, since: 0 };

  /** @param options for tests: the thread's script, and how long one mail may take. */
  constructor(options: { script?: URL; mailMs?: number } = {}) {
    this.script = options.script ?? new URL('./thread.ts', import.meta.url);
    this.mailMs = options.mailMs ?? LIMITS.mailMs;
  }

  /** Starts the thread before it is needed, and makes it compile the code for reading. */
  start(): void {
    this.worker ??= this.newWorker({ warmsUp: true });
  }

  read(batch: MailBatch, signal: AbortSignal): Promise<readonly Outcome[] | null> {
    if (signal.aborted) return Promise.resolve(null);
    this.fatalMails.leaveOut(batch);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        Atomics.store(batch.marks, MARK.stop, 1);
        const at = this.waiting.indexOf(task);
        if (at >= 0) this.waiting.splice(at, 1);
        resolve(null);
      };
      const task: Task = {
        question: { id: ++this.lastId, batch },
        resolve: (outcomes) => {
          signal.removeEventListener('abort', stop);
          resolve(outcomes);
        },
        fail: (error) => {
          signal.removeEventListener('abort', stop);
          reject(error);
        },
      };
      signal.addEventListener('abort', stop, { once: true });
      this.waiting.push(task);
      this.postNext();
    });
  }

  /** Ends the thread. Pending reads resolve to null. */
  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.endWatch();
    for (const task of [...this.posted.splice(0), ...this.waiting.splice(0)]) task.resolve(null);
    await worker?.terminate();
  }

  private newWorker(workerData: ThreadData): Worker {
    const worker = new Worker(this.script, {
      name: 'reader',
      workerData,
      // It reads untrusted input, so it has no access to the secrets of the scanner.
      env: {},
      resourceLimits: LIMITS.readerMemory,
    });
    this.ending = 'exit';
    worker.on('message', ({ id, outcomes }: Answer) => {
      if (worker === this.worker) this.take(id, outcomes);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker === this.worker) this.ending = error.code ?? error.name;
    });
    worker.on('exit', () => {
      if (worker === this.worker) this.replace();
    });
    return worker;
  }

  private postNext(): void {
    while (this.posted.length < POSTED) {
      const task = this.waiting.shift();
      if (!task) break;
      this.posted.push(task);
      // These mails wait: reading them compiles the code as well as invented ones would.
      this.worker ??= this.newWorker({ warmsUp: false });
      this.worker.postMessage(task.question);
    }
    if (this.posted.length > 0)
      this.watch ??= setInterval(() => this.endStuckThread(), this.mailMs / 10);
    else this.endWatch();
  }

  private take(id: number, outcomes: readonly Outcome[]): void {
    const [task] = this.posted;
    if (task?.question.id !== id) return;
    this.posted.shift();
    this.postNext();
    task.resolve(outcomes);
  }

  private endWatch(): void {
    if (this.watch) clearInterval(this.watch);
    this.watch = null;
  }

  /** Ends a thread that has been reading the same mail for too long. */
  private endStuckThread(): void {
    const [task] = this.posted;
    if (!task) return;
    const { id } = task.question;
    const mail = currentOf(task);
    const isSame = mail > 0 && this.watched.id === id && this.watched.mail === mail;
    if (!isSame) this.watched = { id, mail, since: performance.now() };
    else if (performance.now() - this.watched.since >= this.mailMs) {
      this.ending = 'too long at one mail';
      void this.worker?.terminate();
    }
  }

  /** The thread has ended: skips the mail that it was reading and posts the rest to a new one. */
  private replace(): void {
    this.worker = null;
    const task = this.posted.shift();
    const mail = task ? currentOf(task) : 0;
    log('reader ended', { reason: this.ending, whileReading: mail > 0 });
    this.waiting.unshift(...this.posted.splice(0));
    if (task && mail > 0) {
      const { batch } = task.question;
      this.fatalMails.add(batch, mail - 1);
      for (const other of this.waiting) this.fatalMails.leaveOut(other.question.batch);
      Atomics.store(batch.marks, MARK.current, 0);
      this.waiting.push(task);
    } else {
      // It ended before it read anything, and the next one would too.
      task?.fail(new Error('The reader cannot be started.'));
    }
    this.postNext();
  }
}
