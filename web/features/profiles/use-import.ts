import { useEffect, useReducer, useRef } from 'react';
import type { CheckedFile } from '../../../shared/profiles/check-file.ts';
import { failureText } from '../../kit/failure.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/toast.tsx';
import type { ImportJobs, UploadPart } from './import.worker.ts';
import { reloadProfiles, uploadPart } from './queries.ts';

/** Parts under way at once: the database stores one, the next waits for it, and the server reads and seals the third. */
const IN_FLIGHT = 3;
const CHECK_WITHIN_MS = 10_000;
const TIMED_OUT = 'File validation timed out. Please try with a smaller file.';
const UPLOAD_FAILED = {
  refused: 'Failed to upload profiles',
  thrown: 'An error occurred while uploading profiles',
};

/** A file from its choice to its import. */
export interface ImportFile {
  id: string;
  name: string;
  bytes: number;
  state: 'checking' | 'error' | 'ready' | 'refused' | 'uploading' | 'uploaded';
  /** Rows checked, then profiles stored. */
  progress: number;
  /** Why it cannot be uploaded, or why the upload stopped. */
  message: string | null;
  checked: CheckedFile | null;
  /** The rest of the upload. */
  parts: readonly UploadPart[];
}

type Change =
  | { id: string; part: Partial<ImportFile> }
  | { add: ImportFile[] }
  | { remove: string };

function reduce(files: readonly ImportFile[], change: Change): readonly ImportFile[] {
  if ('add' in change) return [...files, ...change.add];
  if ('remove' in change) return files.filter(({ id }) => id !== change.remove);
  return files.map((file) => (file.id === change.id ? { ...file, ...change.part } : file));
}

const isCsv = ({ name, type }: File): boolean => /\.csv$/i.test(name) || /\bcsv\b/.test(type);

const startWorker = () =>
  new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });

/** The files of an import. All work on them ends on unmount. */
export function useImport() {
  const [files, dispatch] = useReducer(reduce, []);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);
  const begin = (id: string): AbortSignal => {
    const controller = new AbortController();
    running.current.set(id, controller);
    return controller.signal;
  };

  const check = async (id: string, file: File) => {
    const patch = (part: Partial<ImportFile>) => dispatch({ id, part });
    const timeout = AbortSignal.timeout(CHECK_WITHIN_MS);
    const cancelled = begin(id);
    try {
      // Not part of the page's first load.
      const { runJob } = await import('../../kit/job.ts');
      const { checked, parts } = await runJob<
        ImportJobs,
        { checked: CheckedFile; parts: UploadPart[] }
      >(
        startWorker,
        (remote, listen) =>
          remote.checkFile(
            file,
            listen((progress: number) => patch({ progress })),
          ),
        AbortSignal.any([cancelled, timeout]),
      );
      const { error, refused } = checked;
      const state = error ? 'error' : refused.length > 0 ? 'refused' : 'ready';
      patch({ state, checked, parts, message: error });
    } catch {
      if (cancelled.aborted) return;
      patch({ state: 'error', message: timeout.aborted ? TIMED_OUT : 'Error reading file' });
    }
  };
  const add = (chosen: readonly File[]) => {
    const others = chosen.filter((file) => !isCsv(file));
    if (others.length > 0)
      toast({
        title: 'Not a CSV file',
        text: others.map(({ name }) => name).join(', '),
        tone: 'danger',
      });
    const accepted = chosen.filter(isCsv).map((file) => ({ id: crypto.randomUUID(), file }));
    dispatch({
      add: accepted.map(({ id, file: { name, size } }) => ({
        id,
        name,
        bytes: size,
        state: 'checking',
        progress: 0,
        message: null,
        checked: null,
        parts: [],
      })),
    });
    for (const { id, file } of accepted) void check(id, file);
  };
  const cancel = (id: string) => running.current.get(id)?.abort();
  const remove = (id: string) => {
    cancel(id);
    dispatch({ remove: id });
  };

  /** Uploads what is left of a file. Cancelling ends it after the running parts. @returns how many profiles were stored. */
  const uploadFile = async (file: ImportFile): Promise<number> => {
    const { id, checked } = file;
    const patch = (part: Partial<ImportFile>) => dispatch({ id, part });
    const cancelled = begin(id);
    const whole = checked?.valid ?? 0;
    const left = new Set(file.parts);
    const stored = () => whole - [...left].reduce((sum, { profiles }) => sum + profiles, 0);
    const before = stored();
    patch({ state: 'uploading', progress: before, message: null });
    const stop = (why: string) => {
      const kept = `${formatNumber(stored())} of ${countOf(whole, 'profile')} stored.`;
      const state = checked?.refused.length ? 'refused' : 'ready';
      patch({ state, message: `${why} ${kept} Upload again to continue.` });
    };
    const failures: unknown[] = [];
    const waiting = file.parts.values();
    const send = async () => {
      for (const part of waiting) {
        if (cancelled.aborted || failures.length > 0) return;
        try {
          await uploadPart(part.body);
          left.delete(part);
          patch({ parts: [...left], progress: stored() });
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, send));
    const [failure] = failures;
    if (failure !== undefined) {
      const why = failureText(failure, UPLOAD_FAILED);
      toast({ title: why, tone: 'danger' });
      stop(`${why}.`);
    } else if (left.size > 0) stop('Stopped.');
    else patch({ state: 'uploaded' });
    return stored() - before;
  };
  const upload = async (chosen: readonly ImportFile[]) => {
    if (chosen.length === 0) {
      toast({ title: 'No valid files to upload', tone: 'danger' });
      return;
    }
    let stored = 0;
    for (const file of chosen) stored += await uploadFile(file);
    if (stored === 0) return;
    toast({ title: `Successfully uploaded ${formatNumber(stored)} profiles!` });
    await reloadProfiles();
  };
  const clear = () => {
    for (const { id } of files) remove(id);
  };
  return { files, add, cancel, remove, clear, upload };
}

export type Import = ReturnType<typeof useImport>;
