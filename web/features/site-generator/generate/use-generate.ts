import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorText } from '../../../../shared/error-text.ts';
import {
  type ExceededLimit,
  findExceeded,
  type GuardedEvent,
  unconfirmed,
} from '../../../../shared/limit-guard/exceeded.ts';
import type { LimitAnswers } from '../../../../shared/limit-guard/schema.ts';
import { joinTexts } from '../../../kit/failure.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { runJob } from '../../../kit/job.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf } from '../../../lib/format.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { limitRuleQuery, recordAnswers } from '../../limit-guard/queries.ts';
import { buffersOf, type SiteTask } from '../site-task.ts';
import type { GenerateApi } from './generate.worker.ts';

/**
 * From this number of rows on, the operator chooses a file that is written into, if the browser
 * supports that.
 */
const STREAM_FROM_ROWS = 50_000;

export interface GenerateOptions {
  /** Name of the file. */
  name: string;
  rows: number;
  /** Called when the file is created; may load what the file needs. */
  makeTask: (signal: AbortSignal) => SiteTask | Promise<SiteTask>;
  /** The text of a failure, before its reason. */
  failureText: string;
  /** The events of the file, whose tickets and accounts are compared with limits. */
  guard: {
    tool: LimitAnswers['tool'];
    events: readonly GuardedEvent[];
    /** Lowers tickets and accounts to the limits. */
    onCut: (exceeded: readonly ExceededLimit[]) => void;
  };
}

const NOTHING: readonly ExceededLimit[] = [];

/**
 * Makes the file in a Web Worker, saves it and reports it. Leaving the page cancels it. A file
 * beyond a limit is written after the operator has confirmed it and the server has stored the
 * answer; each such file requires a separate answer, also if it is created again. Returns the
 * progress in rows while it runs, the text of a failure, and the limits to confirm.
 */
export function useGenerate(options: GenerateOptions) {
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [question, setQuestion] = useState(NOTHING);
  const [cuts, setCuts] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const generate = async (confirmed: readonly ExceededLimit[]) => {
    const { name, rows, guard } = options;
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setQuestion(NOTHING);
    setProgress(0);
    try {
      const exceeded = findExceeded(guard.events, await queryClient.fetchQuery(limitRuleQuery));
      if (unconfirmed(exceeded, confirmed).length > 0) return setQuestion(exceeded);
      const isSaved = await saveFile(options, exceeded, controller.signal, setProgress);
      if (isSaved) reportFile(name, countOf(rows, 'row'));
    } catch (error) {
      if (controller.signal.aborted) return;
      const reason = errorText(error);
      setFailure(joinTexts(options.failureText, reason));
    } finally {
      setProgress(null);
    }
  };

  const generateCut = useEffectEvent(() => void generate(NOTHING));
  // The form has the lowered values after the render that follows.
  useEffect(() => {
    if (cuts > 0) generateCut();
  }, [cuts]);

  return {
    progress,
    failure,
    question,
    generate: () => void generate(NOTHING),
    confirm: () => void generate(question),
    cut: () => {
      options.guard.onCut(question);
      setQuestion(NOTHING);
      setCuts(cuts + 1);
    },
    dismiss: () => setQuestion(NOTHING),
    cancel: () => running.current?.abort(),
  };
}

/** @returns false if the operator chose no file. */
async function saveFile(
  { name, rows, makeTask, guard: { tool } }: GenerateOptions,
  exceeded: readonly ExceededLimit[],
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<boolean> {
  const handle = await chooseFile(name, rows);
  if (handle === 'none chosen') return false;
  const task = await makeTask(signal);
  await recordAnswers({ tool, file: name }, exceeded, signal);
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
  // Not supported by every browser, and not in TypeScript's types.
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
