import { Worker } from 'node:worker_threads';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import {
  type Answer,
  MARK,
  type MailBatch,
  type Outcome,
  type Question,
  type Reader,
} from './protocol.ts';

/** A batch whose answer somebody waits for. */
interface Task {
  question: Question;
  answer: (outcomes: readonly Outcome[] | null) => void;
  fail: (error: Error) => void;
}

/** Batches that the thread has at a time: the next lies ready when one is answered. */
const GIVEN = 2;

/** Which mail of a batch is being read, from 1; 0 is none. */
const currentOf = ({ question }: Task): number => Atomics.load(question.batch.marks, MARK.current);

/**
 * Reads mails in a thread of its own, so that connections are served meanwhile. A mail that ends the thread, by its
 * memory or its time, is left out: a new thread goes on with the others.
 */
export class ReaderThread implements Reader {
  private readonly script: URL;
  private readonly mailMs: number;
  private worker: Worker | null = null;
  /** Why the thread ended, for the log. */
  private ending = '';
  /** In the order of asking; the first few are the thread's. */
  private readonly given: Task[] = [];
  private readonly waiting: Task[] = [];
  private asked = 0;
  private watch: NodeJS.Timeout | null = null;
  private watched = { id: 0, mail: 0, since: 0 };

  /** @param options what a test needs otherwise: what the thread runs, and how long one mail may take. */
  constructor(options: { script?: URL; mailMs?: number } = {}) {
    this.script = options.script ?? new URL('./thread.ts', import.meta.url);
    this.mailMs = options.mailMs ?? LIMITS.mailMs;
  }

  /** Starts the thread before it is needed. */
  start(): void {
    this.worker ??= this.newWorker();
  }

  read(batch: MailBatch, signal: AbortSignal): Promise<readonly Outcome[] | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        Atomics.store(batch.marks, MARK.stop, 1);
        const at = this.waiting.indexOf(task);
        if (at >= 0) this.waiting.splice(at, 1);
        resolve(null);
      };
      const task: Task = {
        question: { id: ++this.asked, batch },
        answer: (outcomes) => {
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
      this.giveNext();
    });
  }

  /** Ends the thread; whoever waits is told that nothing comes any more. */
  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.endWatch();
    for (const task of [...this.given.splice(0), ...this.waiting.splice(0)]) task.answer(null);
    await worker?.terminate();
  }

  private newWorker(): Worker {
    const worker = new Worker(this.script, {
      name: 'reader',
      // It reads what strangers wrote: nothing of the scanner's secrets is its business.
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

  private giveNext(): void {
    while (this.given.length < GIVEN) {
      const task = this.waiting.shift();
      if (!task) break;
      this.given.push(task);
      this.start();
      this.worker?.postMessage(task.question);
    }
    if (this.given.length > 0) this.watch ??= setInterval(() => this.look(), this.mailMs / 10);
    else this.endWatch();
  }

  private take(id: number, outcomes: readonly Outcome[]): void {
    const [task] = this.given;
    if (task?.question.id !== id) return;
    this.given.shift();
    this.giveNext();
    task.answer(outcomes);
  }

  private endWatch(): void {
    if (this.watch) clearInterval(this.watch);
    this.watch = null;
  }

  /** Ends a thread that has been at the same mail for too long. */
  private look(): void {
    const [task] = this.given;
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

  /** The thread is gone: leaves the mail out that it was reading, and gives the others to a new one. */
  private replace(): void {
    this.worker = null;
    const [task] = this.given;
    const mail = task ? currentOf(task) : 0;
    log('reader ended', { reason: this.ending, whileReading: mail > 0 });
    if (task && mail > 0) {
      task.question.batch.mails[mail - 1] = null;
      Atomics.store(task.question.batch.marks, MARK.current, 0);
    } else {
      // It did not even begin, and the next one would not either.
      this.given.shift()?.fail(new Error('The reader cannot be started.'));
    }
    this.waiting.unshift(...this.given.splice(0));
    this.giveNext();
  }
}
