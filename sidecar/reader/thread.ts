import { parentPort, workerData } from 'node:worker_threads';
import type { Question, ThreadData } from './protocol.ts';
import { readBatch } from './read-batch.ts';
import { warmUp } from './warm-up.ts';

// The thread of ReaderThread: answers questions one after the other.
parentPort?.on('message', ({ id, batch }: Question) => {
  parentPort?.postMessage({ id, outcomes: readBatch(batch) });
});
const { warmsUp }: ThreadData = workerData;
if (warmsUp) warmUp();
