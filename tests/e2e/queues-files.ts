import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';

/** A file as it is passed to the browser. */
const csvFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** A queue file with the usual header. */
export const queueFile = (name: string, rows: readonly string[]) =>
  csvFile(name, ['Id,QueueId,Place', ...rows].join('\n'));

/** Letters that no other test uses in its accounts. */
export const ownWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

type Files = ReturnType<typeof csvFile>[];

export const chooseFiles = (page: Page, files: Files) =>
  page.getByLabel('Choose CSV files').last().setInputFiles(files);

/**
 * Opens pages with an open drawer of uploads. Without this setting, the drawer depends on what
 * other tests have stored.
 */
export const showUploads = (page: Page) =>
  page.addInitScript(() => {
    // The empty page before the first one has no storage.
    if (location.protocol === 'http:') localStorage.setItem('queues-uploads-open', 'true');
  });

/** The row of a file, with its reasons and details. */
export const card = (page: Page, name: string) => page.getByRole('rowgroup', { name });

/** Name and text of a downloaded file. */
export async function savedFile(download: Download): Promise<{ name: string; text: string }> {
  const path = await download.path();
  return { name: download.suggestedFilename(), text: await readFile(path, 'utf8') };
}
