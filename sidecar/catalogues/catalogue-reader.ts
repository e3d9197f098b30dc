import { Worker } from 'node:worker_threads';
import type { Reading } from '../../shared/catalogues/feed.ts';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import { claimReading } from './desk-calls.ts';
import type { ReadingTask } from './thread.ts';

/** Reads the catalogues that are due, one after the other, each in a thread of its own. */
export class CatalogueReader {
  private readonly desk: { url: string; token: string };
  private readonly script: URL;
  private isReading = false;
  private worker: Worker | null = null;

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
        await this.read(reading);
      }
    } catch (error) {
      log('catalogues not read', { reason: error instanceof Error ? error.message : '' });
    } finally {
      this.isReading = false;
    }
  }

  /** Ends the reading under way; the Worker gives it to a scanner again. */
  async stop(): Promise<void> {
    await this.worker?.terminate();
  }

  private read({ country, token, url }: Reading): Promise<void> {
    const startedAt = performance.now();
    const task: ReadingTask = { deskUrl: this.desk.url, token, fileUrl: url };
    const worker = new Worker(this.script, {
      name: 'catalogue',
      workerData: task,
      // It reads untrusted input, so it has no access to the secrets of the scanner.
      env: {},
      resourceLimits: LIMITS.catalogueMemory,
    });
    this.worker = worker;
    const timer = setTimeout(() => void worker.terminate(), LIMITS.catalogueMs);
    return new Promise((resolve) => {
      let outcome: object = { failure: 'ended' };
      worker.on('message', (result: object) => {
        outcome = result;
      });
      worker.on('error', ({ message }) => {
        outcome = { failure: message };
      });
      worker.on('exit', () => {
        clearTimeout(timer);
        this.worker = null;
        log('catalogue', { country, ...outcome, ms: Math.round(performance.now() - startedAt) });
        resolve();
      });
    });
  }
}
