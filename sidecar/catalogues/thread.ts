/** Reads one catalogue in a separate thread, whose memory is freed when it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDeskCalls } from './desk-calls.ts';
import { listedBytesOf, openFile } from './download.ts';
import { readCatalogue } from './read-catalogue.ts';

/** The input of the thread. */
export interface ReadingTask {
  deskUrl: string;
  token: string;
  fileUrl: string;
  /** The size in the list of files; null if the size of the file need not be compared with it. */
  listUrl: string | null;
  country: string;
}

const { deskUrl, token, fileUrl, listUrl, country } = workerData as ReadingTask;
const result = await readCatalogue(openDeskCalls(deskUrl, token), async () =>
  openFile(fileUrl, listUrl === null ? 0 : await listedBytesOf(listUrl, country)),
);
parentPort?.postMessage(result);
