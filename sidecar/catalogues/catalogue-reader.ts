import { Worker } from 'node:worker_threads';
import type { Reading } from '../../shared/catalogues/feed.ts';
import { errorText } from '../../shared/error-text.ts';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import { Outdated } from '../post-to-desk.ts';
import { claimReading, openDeskCalls } from './desk-calls.ts';
import type { ReadingTask } from './thread.ts';

const TOO_LONG = 'The reading took too long and was ended.';
const BROKE_OFF = 'The reading ended with an error, which the log of the scanner names.';

/** Reads the catalogues that are due, one after the other, each in a thread of its own. */
export class CatalogueReader {
  private readonly desk: { url: string; token: string };
  private readonly script: URL;
  private isReading = false;
  private worker: Worker | null = null;
  private isStopped = false;

  /** @param desk address of the Worker and token of the scanner */
  constructor(
    desk: { url: string; token: string },
    script = new URL('./thread.ts', import.meta.url),
  ) {
    this.desk = desk;
    this.script = script;
  }

  /** Claims readings until none is due. A call during another one does nothing. */
  async readDue(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      for (;;) {
        const reading = await claimReading(this.desk.url, this.desk.token);
        if (reading === null) return;
        const failure = await this.read(reading);
        if (failure !== null && !this.isStopped) await this.reportFailure(reading, failure);
        if (this.isStopped) return;
      }
    } catch (error) {
      log('catalogues not read', { reason: errorText(error) });
    } finally {
      this.isReading = false;
    }
  }

  /** Ends the current reading; the Worker assigns it to a scanner again. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.worker?.terminate();
  }

  /**
   * Reports a reading without a result as failed, so that the failure is shown and the reading
   * repeated.
   */
  private async reportFailure({ token }: Reading, reason: string): Promise<void> {
    try {
      await openDeskCalls(this.desk.url, token).end({ outcome: 'failed', reason, pauseMs: null });
    } catch (error) {
      // The Worker gave the reading to another scanner, or has its result already.
      if (!(error instanceof Outdated)) throw error;
    }
  }

  /** @returns why the thread ended without a result; null if it had one. */
  private read({ country, token, url, listUrl }: Reading): Promise<string | null> {
    const startedAt = performance.now();
    const task: ReadingTask = { deskUrl: this.desk.url, token, fileUrl: url, listUrl, country };
    const worker = new Worker(this.script, {
      name: 'catalogue',
      workerData: task,
      // It reads untrusted input, so it has no access to the secrets of the scanner.
      env: {},
      resourceLimits: LIMITS.catalogueMemory,
    });
    this.worker = worker;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void worker.terminate();
    }, LIMITS.catalogueMs);
    return new Promise((resolve) => {
      let outcome: object = { failure: 'ended' };
      let hasResult = false;
      worker.on('message', (result: object) => {
        outcome = result;
        hasResult = true;
      });
      worker.on('error', ({ message }) => {
        outcome = { failure: message };
      });
      worker.on('exit', () => {
        clearTimeout(timer);
        this.worker = null;
        log('catalogue', { country, ...outcome, ms: Math.round(performance.now() - startedAt) });
        if (hasResult) resolve(null);
        else resolve(isLate ? TOO_LONG : BROKE_OFF);
      });
    });
  }
}
