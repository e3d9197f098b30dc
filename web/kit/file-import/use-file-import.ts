import { useEffect, useRef, useState } from 'react';
import { type Failure, failureText } from '../failure.ts';
import type { Jobs } from '../job.ts';

type FileState = 'reading' | 'refused' | 'ready' | 'uploading' | 'failed' | 'uploaded';
type Step = 'progress' | 'read' | 'refuse' | 'change' | 'upload' | 'store' | 'fail' | 'stop';

/** The life of a file: the steps of each state, and the states that they lead to. Other steps change nothing. */
const LIFE: Record<FileState, Partial<Record<Step, FileState>>> = {
  reading: { progress: 'reading', read: 'ready', refuse: 'refused' },
  refused: {},
  ready: { change: 'ready', upload: 'uploading', refuse: 'refused' },
  uploading: {
    progress: 'uploading',
    store: 'uploaded',
    fail: 'failed',
    stop: 'ready',
    refuse: 'refused',
  },
  failed: { change: 'ready', upload: 'uploading', refuse: 'refused' },
  uploaded: { change: 'ready', refuse: 'refused' },
};

/** A file from its choice to its upload. */
export interface ChosenFile<Content> {
  id: string;
  name: string;
  bytes: number;
  state: FileState;
  /** What is read so far, in bytes or rows. */
  progress: number;
  /** Why it was refused or not uploaded, or the server's message about its upload. It goes with the next step. */
  message: string | null;
  /** Null until the file is read. */
  content: Content | null;
}

/** What changes with a step. */
type Facts<Content> = Partial<Pick<ChosenFile<Content>, 'progress' | 'message' | 'content'>>;

function takeStep<Content>(
  file: ChosenFile<Content>,
  step: Step,
  facts: Facts<Content>,
): ChosenFile<Content> {
  const state = LIFE[file.state][step];
  return state === undefined ? file : { ...file, message: null, ...facts, state };
}

/** How the files of a capability are read. */
export interface FileKind<Content, Api> {
  /** Starts the worker of one file. */
  open: (onCrash: () => void) => Jobs<Api>;
  /** Returns the content, or the reason why the file is refused. The worker keeps the rows for the upload. */
  read: (
    jobs: Jobs<Api>,
    file: File,
    onProgress: (progress: number) => void,
  ) => Promise<Content | string>;
  /** Why a file is refused whose worker failed. */
  failure: Failure;
}

/** The worker of a file, and what ends its upload. */
interface Work<Api> {
  jobs: Jobs<Api>;
  upload: AbortController;
}

const LOST = 'the browser stopped reading. Choose it again.';

/** The chosen files of a page, each with a worker until it is refused or removed. All work on them ends on unmount. */
export function useFileImport<Content, Api>() {
  const [files, setFiles] = useState<readonly ChosenFile<Content>[]>([]);
  const works = useRef(new Map<string, Work<Api>>());
  /** The end of the last reading. Files are read one after the other: each has the processor to itself. */
  const lastRead = useRef(Promise.resolve());
  useEffect(() => {
    const open = works.current;
    return () => {
      for (const id of open.keys()) endWork(open, id);
    };
  }, []);

  const step = (id: string, name: Step, facts: Facts<Content> = {}) =>
    setFiles((now) => now.map((file) => (file.id === id ? takeStep(file, name, facts) : file)));

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

  const read = async (file: File, kind: FileKind<Content, Api>, before: Promise<void>) => {
    const id = append(file);
    const refuse = (message: string) => {
      jobs.close();
      step(id, 'refuse', { message });
    };
    const fail = (error: unknown) => refuse(failureText(error, kind.failure));
    const jobs = kind.open(() => fail(new Error(LOST)));
    works.current.set(id, { jobs, upload: new AbortController() });
    await before;
    try {
      const content = await kind.read(jobs, file, (progress) => step(id, 'progress', { progress }));
      if (typeof content === 'string') refuse(content);
      else step(id, 'read', { content });
    } catch (error) {
      fail(error);
    }
  };

  return {
    files,
    step,
    /** Adds a file and reads it. */
    add: (file: File, kind: FileKind<Content, Api>) => {
      lastRead.current = read(file, kind, lastRead.current);
    },
    /** Adds a file that is not read. */
    refuse: (file: File, message: string) => void append(file, { state: 'refused', message }),
    /** Begins the upload of a file: its worker, and what aborts on cancel. Null if it was removed. */
    begin: (id: string) => {
      const work = works.current.get(id);
      if (work === undefined) return null;
      work.upload = new AbortController();
      step(id, 'upload');
      return { jobs: work.jobs, signal: work.upload.signal };
    },
    cancel: (id: string) => works.current.get(id)?.upload.abort(),
    remove: (id: string) => {
      endWork(works.current, id);
      setFiles((now) => now.filter((file) => file.id !== id));
    },
  };
}

function endWork(works: Map<string, Work<unknown>>, id: string): void {
  works.get(id)?.upload.abort();
  works.get(id)?.jobs.close();
  works.delete(id);
}

export type FileImport<Content, Api> = ReturnType<typeof useFileImport<Content, Api>>;
