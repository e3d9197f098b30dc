import { useEffect, useRef, useState } from 'react';
import { type Failure, failureText } from '../failure.ts';
import type { Jobs } from '../job.ts';
import type { HeldFiles } from './held-files.ts';

type FileState = 'reading' | 'refused' | 'ready' | 'uploading' | 'failed' | 'uploaded';
type Step =
  | ('progress' | 'read' | 'refuse' | 'change' | 'again')
  | ('upload' | 'store' | 'fail' | 'stop');

/** The life of a file: the steps of each state, and the states that they lead to. Other steps change nothing. */
const LIFE: Record<FileState, Partial<Record<Step, FileState>>> = {
  reading: { progress: 'reading', read: 'ready', refuse: 'refused' },
  refused: {},
  ready: { change: 'ready', again: 'reading', upload: 'uploading', refuse: 'refused' },
  uploading: {
    progress: 'uploading',
    store: 'uploaded',
    fail: 'failed',
    stop: 'ready',
    refuse: 'refused',
  },
  failed: { change: 'ready', again: 'reading', upload: 'uploading', refuse: 'refused' },
  uploaded: { change: 'ready', refuse: 'refused' },
};

/** A file from its choice to its upload. */
export interface ChosenFile<Content> {
  id: string;
  name: string;
  bytes: number;
  state: FileState;
  /** The amount that was read so far, in bytes or rows. */
  progress: number;
  /**
   * Why it was refused or not uploaded, or the server's message about its upload. The next step
   * clears it.
   */
  message: string | null;
  /** Null until the file is read. */
  content: Content | null;
}

/** The fields that a step changes. */
type Facts<Content> = Partial<Pick<ChosenFile<Content>, 'progress' | 'message' | 'content'>>;

function takeStep<Content>(
  file: ChosenFile<Content>,
  step: Step,
  facts: Facts<Content>,
): ChosenFile<Content> {
  const state = LIFE[file.state][step];
  return state === undefined ? file : { ...file, message: null, ...facts, state };
}

/**
 * How the files of a capability are read, and how the parts of their upload are written. `As`
 * contains the operator's choices about reading a file.
 */
export interface FileKind<Content, Part, Api extends HeldFiles, As = null> {
  /** Starts the worker, which holds the rows of the read files for their upload. */
  open: (onCrash: () => void) => Jobs<Api>;
  /** Returns the content, or the reason why the file is refused. */
  read: (
    jobs: Jobs<Api>,
    id: string,
    file: File,
    options: {
      onProgress: (progress: number) => void;
      /** Null if everything is to be detected. */
      as: As | null;
    },
  ) => Promise<Content | string>;
  /** The parts of an upload, in order. */
  parts: (jobs: Jobs<Api>, id: string, content: Content) => Promise<readonly Part[]>;
  /** The body of the call that uploads one part. */
  write: (jobs: Jobs<Api>, id: string, part: Part) => Promise<ArrayBuffer>;
  /** The longest time for one file. */
  withinMs?: number;
  /** The reason for refusing a file that could not be read. */
  failure: Failure;
}

/** The upload of one file. The worker that holds the rows of all files stays with {@link useFileImport}. */
export interface FileUpload<Part> {
  parts: readonly Part[];
  write: (part: Part) => Promise<ArrayBuffer>;
  /** Aborts on cancel. */
  signal: AbortSignal;
}

const LOST = 'the browser stopped reading. Choose it again.';

/** The chosen files of a page, and the worker that holds their rows. All work on them ends on unmount. */
export function useFileImport<Content, Part, Api extends HeldFiles, As = null>(
  kind: FileKind<Content, Part, Api, As>,
) {
  const [files, setFiles] = useState<readonly ChosenFile<Content>[]>([]);
  const worker = useRef<Jobs<Api> | null>(null);
  /** Ends the work on each file that was not removed or refused. */
  const works = useRef(new Map<string, AbortController>());
  /** The chosen files, which may be read again. */
  const sources = useRef(new Map<string, File>());
  /**
   * The end of the last reading. Files are read one after the other, so that each has the processor
   * to itself.
   */
  const lastRead = useRef(Promise.resolve());
  useEffect(() => {
    const open = works.current;
    return () => {
      for (const work of open.values()) work.abort();
      // Files that wait to be read are no longer read.
      open.clear();
      worker.current?.close();
    };
  }, []);

  /**
   * @param facts the changed fields; a function of the file if they depend on its current fields
   */
  const step = (
    id: string,
    name: Step,
    facts: Facts<Content> | ((file: ChosenFile<Content>) => Facts<Content>) = {},
  ) =>
    setFiles((now) =>
      now.map((file) =>
        file.id === id
          ? takeStep(file, name, typeof facts === 'function' ? facts(file) : facts)
          : file,
      ),
    );

  const append = (chosen: File, part: Partial<ChosenFile<Content>> = {}) => {
    const id = crypto.randomUUID();
    const { name, size: bytes } = chosen;
    const file = {
      id,
      name,
      bytes,
      state: 'reading',
      progress: 0,
      message: null,
      content: null,
    } as const;
    setFiles((now) => [...now, { ...file, ...part }]);
    return id;
  };

  const beginWork = (id: string): AbortSignal => {
    const work = new AbortController();
    works.current.set(id, work);
    return work.signal;
  };
  const endWork = (id: string) => {
    sources.current.delete(id);
    works.current.get(id)?.abort();
    if (!works.current.delete(id)) return;
    if (works.current.size === 0) {
      worker.current?.close();
      worker.current = null;
    } else {
      // If the worker has crashed, it has no files in memory.
      worker.current?.run((remote) => remote.drop(id)).catch(() => {});
    }
  };
  const refuse = (id: string, message: string) => {
    step(id, 'refuse', { message });
    endWork(id);
  };
  const openWorker = () =>
    kind.open(() => {
      worker.current = null;
      const message = failureText(new Error(LOST), kind.failure);
      for (const id of works.current.keys()) step(id, 'refuse', { message });
      works.current.clear();
    });

  const read = async (id: string, as: As | null, before: Promise<void>) => {
    const removed = beginWork(id);
    await before;
    const file = sources.current.get(id);
    if (file === undefined || !works.current.has(id)) return;
    const limit = kind.withinMs === undefined ? [] : [AbortSignal.timeout(kind.withinMs)];
    worker.current ??= openWorker();
    try {
      const content = await orAborted(
        kind.read(worker.current, id, file, {
          onProgress: (progress) => step(id, 'progress', { progress }),
          as,
        }),
        AbortSignal.any([removed, ...limit]),
      );
      if (typeof content === 'string') refuse(id, content);
      else step(id, 'read', { content });
    } catch (error) {
      refuse(id, failureText(error, kind.failure));
    }
  };

  return {
    files,
    step,
    /** Adds a file and reads it. */
    add: (file: File) => {
      const id = append(file);
      sources.current.set(id, file);
      lastRead.current = read(id, null, lastRead.current);
    },
    /** Reads a file again with the operator's choices. */
    again: (id: string, as: As) => {
      step(id, 'again', { progress: 0, content: null });
      lastRead.current = read(id, as, lastRead.current);
    },
    /**
     * Replaces a file with several that have separate contents and cannot be read again.
     * @param keep makes the worker store the rows of each under its new id
     */
    divide: async (
      id: string,
      parts: readonly Pick<ChosenFile<Content>, 'id' | 'name' | 'content'>[],
      keep: (jobs: Jobs<Api>) => Promise<void>,
    ) => {
      if (worker.current === null) return;
      await keep(worker.current);
      for (const part of parts) works.current.set(part.id, new AbortController());
      works.current.delete(id);
      sources.current.delete(id);
      setFiles((now) =>
        now.flatMap((file) =>
          file.id === id ? parts.map((part) => ({ ...file, ...part, message: null })) : file,
        ),
      );
    },
    /** Adds a file that is not read. */
    refuse: (file: File, message: string) => void append(file, { state: 'refused', message }),
    /**
     * Begins the upload of a file. Null if its rows are lost.
     * @throws Error if the browser stops the worker.
     */
    begin: async ({ id, content }: ChosenFile<Content>): Promise<FileUpload<Part> | null> => {
      const jobs = worker.current;
      if (jobs === null || content === null || !works.current.has(id)) return null;
      step(id, 'upload');
      const signal = beginWork(id);
      const parts = await kind.parts(jobs, id, content);
      return { parts, write: (part) => kind.write(jobs, id, part), signal };
    },
    /** Calls the worker that holds the rows of a file. Null if they are lost. */
    call: async <T>(id: string, run: (jobs: Jobs<Api>) => Promise<T>): Promise<T | null> => {
      const jobs = worker.current;
      return jobs === null || !works.current.has(id) ? null : run(jobs);
    },
    /**
     * The file is uploaded, and its rows are no longer needed. The rows of other files stay in
     * memory.
     */
    finish: (id: string) => {
      step(id, 'store');
      endWork(id);
    },
    /** Ends an upload. */
    cancel: (id: string) => works.current.get(id)?.abort(),
    remove: (id: string) => {
      endWork(id);
      setFiles((now) => now.filter((file) => file.id !== id));
    },
  };
}

/** @throws the signal's reason if it aborts before the promise is settled. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason));
  return Promise.race([promise, aborted]);
}

export type FileImport<Content, Part, Api extends HeldFiles, As = null> = ReturnType<
  typeof useFileImport<Content, Part, Api, As>
>;
