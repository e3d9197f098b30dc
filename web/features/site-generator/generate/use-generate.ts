import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../../shared/error-text.ts';
import { joinTexts } from '../../../kit/failure.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { runJob } from '../../../kit/job.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf } from '../../../lib/format.ts';
import { buffersOf, type SiteTask } from '../site-task.ts';
import type { GenerateApi } from './generate.worker.ts';

/** From this many rows on, the operator chooses a file that is written into, if the browser supports that. */
const STREAM_FROM_ROWS = 50_000;

export interface GenerateOptions {
  /** Name of the file. */
  name: string;
  rows: number;
  /** Called when the file is made; may load what the file needs. */
  makeTask: (signal: AbortSignal) => SiteTask | Promise<SiteTask>;
  /** The text for a failure, in front of its reason. */
  failureText: string;
}

/**
 * Makes the file in a Web Worker, saves it and reports it. Leaving the page cancels it. Returns the progress in rows
 * while it runs, and the text of a failure.
 */
export function useGenerate(options: GenerateOptions) {
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const generate = async () => {
    const { name, rows } = options;
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setProgress(0);
    try {
      const isSaved = await saveFile(options, controller.signal, setProgress);
      if (isSaved) reportFile(name, countOf(rows, 'row'));
    } catch (error) {
      if (controller.signal.aborted) return;
      const reason = errorText(error);
      setFailure(joinTexts(options.failureText, reason));
    } finally {
      setProgress(null);
    }
  };

  return {
    progress,
    failure,
    generate: () => void generate(),
    cancel: () => running.current?.abort(),
  };
}

/** @returns false when the operator chose no file. */
async function saveFile(
  { name, rows, makeTask }: GenerateOptions,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<boolean> {
  const handle = await chooseFile(name, rows);
  if (handle === 'none chosen') return false;
  const task = await makeTask(signal);
  const file = await runJob<GenerateApi, Blob | null>(
    () => new Worker(new URL('./generate.worker.ts', import.meta.url), { type: 'module' }),
    (remote, listen, move) => remote.write(move(task, buffersOf(task)), handle, listen(onProgress)),
    signal,
  );
  if (file) downloadCsv(name, file);
  return true;
}

interface SavePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** Null if the file is small or the browser cannot write into files; the file is then downloaded. */
async function chooseFile(
  name: string,
  rows: number,
): Promise<FileSystemFileHandle | null | 'none chosen'> {
  // Not in every browser, and not in TypeScript's types.
  const { showSaveFilePicker } = window as Window & SavePicker;
  if (rows < STREAM_FROM_ROWS || !showSaveFilePicker) return null;
  try {
    return await showSaveFilePicker.call(window, {
      suggestedName: name,
      types: [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }],
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'none chosen';
    throw error;
  }
}
