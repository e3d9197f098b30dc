import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCsvFile, type QueueFileFields } from '../../../../shared/queues/queue-file.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { RESULTS_MS, TEXTS } from '../../../../shared/queues/texts.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { isoDay } from '../../../lib/format.ts';
import { isUploadable, newFile, type QueueFile, type Refusal, readOf } from './file-list.ts';
import { QueueFileReader } from './file-reader.ts';
import { uploadFile } from './upload-file.ts';

/** Which file of how many is being uploaded, and the share of it that is done, 0 to 1. */
interface UploadProgress {
  file: number;
  files: number;
  share: number;
}

/** How many files were sent, and how many of them succeeded. */
interface UploadOutcome {
  uploaded: number;
  files: number;
}

interface UploadList {
  files: readonly QueueFile[];
  refusals: readonly Refusal[];
}

const SKIPPED = 'Skipped: the file has no data rows.';
const NOT_CSV = 'Not a CSV file.';
const unreadable = (thrown: unknown) =>
  `It could not be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`;

/** The files of the upload section: read in a Web Worker, configured, and uploaded one after the other. */
export function useQueueFiles(type: QueueType, onUploaded: () => void) {
  const [{ files, refusals }, setList] = useState<UploadList>({ files: [], refusals: [] });
  /** The last upload; null when its results are no longer shown. */
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const reader = useRef<QueueFileReader | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      running.current?.abort();
      reader.current?.close();
      reader.current = null;
    },
    [],
  );

  const setFiles = (change: (files: readonly QueueFile[]) => readonly QueueFile[]) =>
    setList((now) => ({ ...now, files: change(now.files) }));
  const patch = (ids: readonly string[], part: Partial<QueueFile>) =>
    setFiles((now) => now.map((file) => (ids.includes(file.id) ? { ...file, ...part } : file)));
  const refuse = (id: string, reason: string) =>
    setList((now) => {
      const refused = now.files.find((file) => file.id === id);
      if (refused === undefined) return now;
      return {
        files: now.files.filter((file) => file !== refused),
        refusals: [...now.refusals, { id, name: refused.name, reason }],
      };
    });
  const openReader = () => {
    reader.current ??= new QueueFileReader((id, message) => refuse(id, unreadable(message)));
    return reader.current;
  };
  const read = async (id: string, file: File) => {
    try {
      const onProgress = (bytesRead: number) => patch([id], { bytesRead });
      const summary = await openReader().read(id, file, onProgress);
      if (summary === null) refuse(id, SKIPPED);
      else patch([id], readOf(file, summary, isoDay(new Date())));
    } catch (thrown) {
      refuse(id, unreadable(thrown));
    }
  };
  const add = (given: readonly File[]) => {
    const all = given.map((file) => ({ id: crypto.randomUUID(), file }));
    const accepted = all.filter(({ file }) => isCsvFile(file));
    const others = all.filter(({ file }) => !isCsvFile(file));
    setList((now) => ({
      files: [...now.files, ...accepted.map(({ id, file }) => newFile(id, file))],
      refusals: others.map(({ id, file }) => ({ id, name: file.name, reason: NOT_CSV })),
    }));
    for (const { id, file } of accepted) void read(id, file);
  };
  const remove = (ids: readonly string[]) => {
    for (const id of ids) reader.current?.drop(id);
    setFiles((now) => now.filter(({ id }) => !ids.includes(id)));
  };

  /** Hides the results. When all files succeeded, they leave the list, except those changed since. */
  const endResults = useEffectEvent(({ uploaded, files: sent }: UploadOutcome) => {
    setOutcome(null);
    if (uploaded < sent) return;
    remove(files.filter(({ result }) => result?.isOk).map(({ id }) => id));
  });
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => endResults(outcome), RESULTS_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  /** Uploads one file after the other. Results show for 5 seconds. */
  const upload = async (chosen: readonly QueueFile[]) => {
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    setOutcome(null);
    patch(
      chosen.map(({ id }) => id),
      { result: null },
    );
    let uploaded = 0;
    let done = 0;
    try {
      for (const [index, file] of chosen.entries()) {
        const place = { file: index + 1, files: chosen.length };
        setProgress({ ...place, share: 0 });
        const result = await uploadFile(file, {
          reader: openReader(),
          type,
          signal: controller.signal,
          onProgress: (share) => setProgress({ ...place, share }),
        });
        patch([file.id], { result });
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
      if (uploaded > 0) onUploaded();
    }
  };

  return {
    files,
    refusals,
    progress,
    outcome,
    error,
    add,
    remove,
    change: ({ id, fields }: QueueFile, part: Partial<QueueFileFields>) =>
      patch([id], { fields: { ...fields, ...part }, result: null }),
    dismiss: (id: string) =>
      setList((now) => ({ ...now, refusals: now.refusals.filter((one) => one.id !== id) })),
    uploadAll: () => void upload(files.filter(isUploadable)),
    cancel: () => running.current?.abort(),
  };
}

export type QueueFilesHandle = ReturnType<typeof useQueueFiles>;
