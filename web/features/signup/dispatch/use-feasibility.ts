import { useEffect, useMemo, useState } from 'react';
import { errorText } from '../../../../shared/error-text.ts';
import { type Jobs, openJobs } from '../../../kit/job.ts';
import { apiFetch } from '../../../lib/api.ts';
import { useDebounced } from '../../../lib/debounced.ts';
import type { SignupState } from '../state.ts';
import type { FeasibilityAnswer, FeasibilityJobs } from './feasibility.worker.ts';

interface Feasibility {
  /** Null until the first result. */
  answer: FeasibilityAnswer | null;
  /** Accounts of all categories; null until they are loaded. */
  accounts: number | null;
  failure: string | null;
  retry: () => void;
}

/** A worker with the accounts in it. */
interface Loaded {
  jobs: Jobs<FeasibilityJobs>;
  accounts: number;
}

/** Debounce of the computation. */
const PAUSE_MS = 150;

/** How many slots the current settings can fill, computed in a Web Worker after every change. */
export function useFeasibility(
  state: Pick<SignupState, 'infos' | 'accounts' | 'categories' | 'eventsByAccount'>,
): Feasibility {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [answer, setAnswer] = useState<FeasibilityAnswer | null>(null);
  const { infos, accounts, categories, eventsByAccount } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts a new worker.
  useEffect(() => {
    const controller = new AbortController();
    const jobs = openJobs<FeasibilityJobs>(startWorker);
    const fail = (error: unknown) => {
      if (controller.signal.aborted) return;
      setFailure(errorText(error));
    };
    loadAccounts(jobs, controller.signal).then((count) => {
      if (!controller.signal.aborted) setLoaded({ jobs, accounts: count });
    }, fail);
    return () => {
      controller.abort();
      jobs.close();
      setLoaded(null);
    };
  }, [attempt]);

  const settings = useMemo(
    () => ({ infos, accounts, categories, eventsByAccount }),
    [infos, accounts, categories, eventsByAccount],
  );
  const settled = useDebounced(settings, PAUSE_MS);
  useEffect(() => {
    if (loaded === null) return;
    const { infos, accounts, categories, eventsByAccount } = settled;
    let isOutdated = false;
    const compute = async () => {
      const events = infos.events.map((event) => ({
        id: event.value,
        accountsAmount: accounts[event.value] ?? 0,
        categories: categories[event.value] ?? [],
      }));
      try {
        const next = await loaded.jobs.run((remote) => remote.assign(events, eventsByAccount));
        if (!isOutdated) setAnswer(next);
      } catch (error) {
        if (!isOutdated) setFailure(errorText(error));
      }
    };
    void compute();
    return () => {
      isOutdated = true;
    };
  }, [loaded, settled]);

  const retry = () => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };
  return { answer, accounts: loaded?.accounts ?? null, failure, retry };
}

/** The worker gets the raw answer, because parsing 100,000 accounts would block the page. */
async function loadAccounts(jobs: Jobs<FeasibilityJobs>, signal: AbortSignal): Promise<number> {
  const response = await apiFetch('/api/queues/pool?type=verified_fan', { signal });
  const bytes = await response.arrayBuffer();
  return jobs.run((remote, _, move) => remote.load(move(bytes, [bytes])), signal);
}

const startWorker = () =>
  new Worker(new URL('./feasibility.worker.ts', import.meta.url), { type: 'module' });
