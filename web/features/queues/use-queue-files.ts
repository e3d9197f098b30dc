import { useEffect, useReducer, useRef, useState } from 'react';
import { isCsvFile, type QueueFileFields } from '../../../shared/queues/queue-file.ts';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { RESULTS_MS, TEXTS } from '../../../shared/queues/texts.ts';
import { ApiError } from '../../lib/api-error.ts';
import { isoDay } from '../../lib/format.ts';
import { useIsMounted } from '../../lib/mounted.ts';
import { EMPTY_LIST, fileListAfter, isUploadable, type QueueFile } from './file-list.ts';
import { QueueFileReader } from './file-reader.ts';
import { uploadFile } from './upload-file.ts';

/** Which file of how many is being uploaded, and the share of it that is done, 0 to 1. */
export interface UploadProgress {
  file: number;
  files: number;
  share: number;
}

/** How many files of the last upload succeeded. */
export interface UploadOutcome {
  uploaded: number;
  files: number;
}

const SKIPPED = 'Skipped: the file has no data rows.';
const NOT_CSV = 'Not a CSV file.';
const unreadable = (message: string) => `It could not be read: ${message}`;

/** The files of the upload section: read in a Web Worker, configured, and uploaded one after the other. */
export function useQueueFiles(type: QueueType, onUploaded: () => void) {
  const [list, dispatch] = useReducer(fileListAfter, EMPTY_LIST);
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const reader = useRef<QueueFileReader | null>(null);
  const running = useRef<AbortController | null>(null);
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = useIsMounted();
  const shown = useRef(list);
  shown.current = list;

  useEffect(
    () => () => {
      running.current?.abort();
      clearTimeout(clearing.current);
      reader.current?.close();
      reader.current = null;
    },
    [],
  );

  const openReader = () => {
    reader.current ??= new QueueFileReader((id, message) =>
      dispatch({ kind: 'unread', id, reason: unreadable(message) }),
    );
    return reader.current;
  };
  const read = async (id: string, file: File) => {
    try {
      const summary = await openReader().read(id, file, (bytes) =>
        dispatch({ kind: 'progress', id, bytes }),
      );
      if (summary === null) dispatch({ kind: 'unread', id, reason: SKIPPED });
      else dispatch({ kind: 'read', id, summary, today: isoDay(new Date()) });
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      dispatch({ kind: 'unread', id, reason: unreadable(message) });
    }
  };
  const add = (files: readonly File[]) => {
    const given = files.map((file) => ({ id: crypto.randomUUID(), file }));
    const accepted = given.filter(({ file }) => isCsvFile(file));
    const refusals = given
      .filter(({ file }) => !isCsvFile(file))
      .map(({ id, file }) => ({ id, name: file.name, reason: NOT_CSV }));
    dispatch({
      kind: 'added',
      files: accepted.map(({ id, file }) => ({ id, name: file.name, size: file.size })),
    });
    if (refusals.length > 0) dispatch({ kind: 'refused', refusals });
    for (const { id, file } of accepted) void read(id, file);
  };

  const remove = (ids: readonly string[]) => {
    for (const id of ids) reader.current?.drop(id);
    dispatch({ kind: 'removed', ids });
  };

  /** Hides the results. When all files succeeded, they leave the list, except those changed since. */
  const endResults = (hasFailures: boolean) => {
    setOutcome(null);
    if (hasFailures) return;
    const { files } = shown.current;
    remove(files.filter(({ result }) => result?.isOk).map(({ id }) => id));
  };

  /** Uploads one file after the other. Results show for 5 seconds. */
  const upload = async (files: readonly QueueFile[]) => {
    clearTimeout(clearing.current);
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    setOutcome(null);
    dispatch({ kind: 'retried', ids: files.map(({ id }) => id) });
    let uploaded = 0;
    let done = 0;
    try {
      for (const [index, file] of files.entries()) {
        const place = { file: index + 1, files: files.length };
        setProgress({ ...place, share: 0 });
        const result = await uploadFile(file, {
          reader: openReader(),
          type,
          signal: controller.signal,
          onProgress: (share) => setProgress({ ...place, share }),
        });
        dispatch({ kind: 'uploaded', id: file.id, result });
        done += 1;
        if (result.isOk) uploaded += 1;
      }
    } catch (thrown) {
      const isCancelled = thrown instanceof ApiError && thrown.kind === 'aborted';
      if (!isCancelled) setError(TEXTS.uploadError);
    } finally {
      running.current = null;
      setProgress(null);
      if (done > 0) setOutcome({ uploaded, files: done });
      if (isOpen.current) {
        clearing.current = setTimeout(() => endResults(uploaded < done), RESULTS_MS);
      }
      if (uploaded > 0) onUploaded();
    }
  };

  return {
    ...list,
    progress,
    /** Null when the results are no longer shown. */
    outcome,
    error,
    add,
    remove,
    change: (id: string, fields: Partial<QueueFileFields>) =>
      dispatch({ kind: 'changed', id, fields }),
    dismiss: (id: string) => dispatch({ kind: 'dismissed', id }),
    uploadAll: () => void upload(list.files.filter(isUploadable)),
    cancel: () => running.current?.abort(),
  };
}

export type QueueFilesHandle = ReturnType<typeof useQueueFiles>;
