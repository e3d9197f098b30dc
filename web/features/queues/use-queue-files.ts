import { useEffect, useReducer, useRef, useState } from 'react';
import { isCsvFile, type QueueFileFields } from '../../../shared/queues/queue-file.ts';
import type { QueueType } from '../../../shared/queues/schema.ts';
import { RESULTS_MS, TEXTS } from '../../../shared/queues/texts.ts';
import { ApiError } from '../../lib/api-error.ts';
import { isoDay } from '../../lib/format.ts';
import { useIsMounted } from '../../lib/mounted.ts';
import { EMPTY_LIST, fileListAfter, isUploadable, type QueueFile } from './file-list.ts';
import { uploadFile } from './upload-file.ts';
import { QueueFileReader } from './workers/file-reader.ts';

/** Where the upload stands: which file of how many, and the share of it that is up. */
export interface UploadProgress {
  file: number;
  files: number;
  share: number;
}

const SKIPPED = 'Skipped: it holds no header with at least one row under it.';

/** The files of the upload section: reading them off the page's thread, their settings, their upload. */
export function useQueueFiles(type: QueueType, onUploaded: () => void) {
  const [list, tell] = useReducer(fileListAfter, EMPTY_LIST);
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
    reader.current ??= new QueueFileReader({
      onProgress: (id, bytes) => tell({ kind: 'progress', id, bytes }),
      onRead: (id, summary) => tell({ kind: 'read', id, summary, today: isoDay(new Date()) }),
      onSkipped: (id) => tell({ kind: 'unread', id, reason: SKIPPED }),
      onFailed: (id, message) =>
        tell({ kind: 'unread', id, reason: `It could not be read: ${message}` }),
    });
    return reader.current;
  };
  const add = (files: readonly File[]) => {
    const given = files.map((file) => ({ id: crypto.randomUUID(), file }));
    const taken = given.filter(({ file }) => isCsvFile(file));
    const others = given.filter(({ file }) => !isCsvFile(file));
    tell({
      kind: 'added',
      files: taken.map(({ id, file }) => ({ id, name: file.name, size: file.size })),
    });
    const refusals = others.map(({ id, file }) => ({
      id,
      name: file.name,
      reason: 'Only CSV files are taken.',
    }));
    if (refusals.length > 0) tell({ kind: 'refused', refusals });
    for (const { id, file } of taken) openReader().read(id, file);
  };

  const remove = (ids: readonly string[]) => {
    for (const id of ids) reader.current?.drop(id);
    tell({ kind: 'removed', ids });
  };

  /** What was changed again after its upload stays. */
  const clearUploaded = () => {
    const { files } = shown.current;
    remove(files.filter(({ result }) => result?.isOk).map(({ id }) => id));
  };

  /** Uploads one file after the other. Results stay 5 s; then what succeeded leaves the list. */
  const upload = async (files: readonly QueueFile[]) => {
    clearTimeout(clearing.current);
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    tell({ kind: 'retried', ids: files.map(({ id }) => id) });
    let uploaded = 0;
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
        tell({ kind: 'uploaded', id: file.id, result });
        if (result.isOk) uploaded += 1;
      }
    } catch (thrown) {
      const isCancelled = thrown instanceof ApiError && thrown.kind === 'aborted';
      if (!isCancelled) setError(TEXTS.uploadError);
    } finally {
      running.current = null;
      setProgress(null);
      if (isOpen.current) clearing.current = setTimeout(clearUploaded, RESULTS_MS);
      if (uploaded > 0) onUploaded();
    }
  };

  return {
    ...list,
    progress,
    error,
    add,
    remove,
    change: (id: string, fields: Partial<QueueFileFields>) => tell({ kind: 'changed', id, fields }),
    dismiss: (id: string) => tell({ kind: 'dismissed', id }),
    uploadAll: () => void upload(list.files.filter(isUploadable)),
    cancel: () => running.current?.abort(),
  };
}

export type QueueFilesHandle = ReturnType<typeof useQueueFiles>;
