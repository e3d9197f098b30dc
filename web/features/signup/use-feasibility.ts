import { useEffect, useRef, useState } from 'react';
import { readToken } from '../../lib/token.ts';
import type { SignupState } from './state.ts';
import type { FeasibilityReport, FeasibilityTask } from './workers/feasibility.worker.ts';

/** What a dispatch would come to. */
export type FeasibilityAnswer = Extract<FeasibilityReport, { kind: 'answer' }>;

interface Feasibility {
  /** Null until the first answer. */
  answer: FeasibilityAnswer | null;
  /** Accounts of all categories; null until they are loaded. */
  accounts: number | null;
  isWorking: boolean;
  failure: string | null;
  retry: () => void;
}

/** Numbers are worked out once typing pauses. */
const PAUSE_MS = 150;

/** How many slots can be filled with what is chosen, worked out in a Web Worker on every change. */
export function useFeasibility(
  state: Pick<SignupState, 'infos' | 'accounts' | 'categories' | 'eventsByAccount'>,
): Feasibility {
  const worker = useRef<Worker | null>(null);
  const asked = useRef(0);
  const [loaded, setLoaded] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [answer, setAnswer] = useState<FeasibilityAnswer | null>(null);
  const [waitingFor, setWaitingFor] = useState(0);
  const { infos, accounts, categories, eventsByAccount } = state;

  useEffect(() => {
    const started = new Worker(new URL('./workers/feasibility.worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<FeasibilityReport>) => {
      if (data.kind === 'loaded') setLoaded(data.accounts);
      else if (data.kind === 'failed') setFailure(data.message);
      else if (data.id === asked.current) setAnswer(data);
    };
    started.onerror = () => setFailure('What can be filled could not be worked out.');
    post(started, { kind: 'load', token: readToken() });
    return () => started.terminate();
  }, []);

  useEffect(() => {
    if (loaded === null) return;
    const timer = setTimeout(() => {
      asked.current += 1;
      setWaitingFor(asked.current);
      const events = infos.events.map((event) => ({
        id: event.value,
        accountsAmount: accounts[event.value] ?? 0,
        categories: categories[event.value] ?? [],
      }));
      if (worker.current) {
        post(worker.current, { kind: 'ask', id: asked.current, events, eventsByAccount });
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [loaded, infos, accounts, categories, eventsByAccount]);

  const retry = () => {
    setFailure(null);
    if (worker.current) post(worker.current, { kind: 'load', token: readToken() });
  };
  const isWorking = failure === null && (loaded === null || answer?.id !== waitingFor);
  return { answer, accounts: loaded, isWorking, failure, retry };
}

const post = (worker: Worker, task: FeasibilityTask) => worker.postMessage(task);
