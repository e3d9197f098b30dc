/** Reads one catalogue in a thread of its own, which takes its memory along when it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDeskCalls } from './desk-calls.ts';
import { openFile } from './download.ts';
import { readCatalogue } from './read-catalogue.ts';

/** What the thread is given. */
export interface ReadingTask {
  deskUrl: string;
  token: string;
  fileUrl: string;
}

const { deskUrl, token, fileUrl } = workerData as ReadingTask;
const result = await readCatalogue(openDeskCalls(deskUrl, token), () => openFile(fileUrl));
parentPort?.postMessage(result);
