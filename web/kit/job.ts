import type { ProxyMarked, Remote, transfer } from 'comlink';
import { importAgain } from '../ui/import-again.ts';
import { startWorker } from './tab-worker.ts';

/** Not part of any page's first load. */
const loadComlink = () => importAgain(() => import('comlink'));

/** Wraps a callback for the worker. Calls that arrive after the end of the job are dropped. */
type Listen = <Args extends unknown[]>(
  callback: (...args: Args) => void,
) => ((...args: Args) => void) & ProxyMarked;

/**
 * Calls a function of the worker, such as `(remote, listen) => remote.readFile(file, listen(onProgress))`. `move`
 * passes buffers to the worker instead of copying them: `move(bytes, [bytes])`.
 */
type Call<Api, T> = (remote: Remote<Api>, listen: Listen, move: typeof transfer) => Promise<T>;

/** A worker that keeps its state between jobs. */
export interface Jobs<Api> {
  /** Calls a worker that keeps its state between jobs. */
  run: <T>(call: Call<Api, T>, signal?: AbortSignal) => Promise<T>;
  /** Stops the worker. Jobs under way fail. */
  close: () => void;
}

/**
 * Starts a Web Worker whose file passes its functions to `exposeJobs`. In a browser that refuses workers, they run in
 * this tab.
 * @param start makes the worker. Vite bundles it only if `new Worker(new URL('./x.worker.ts', import.meta.url))`
 * is in the caller's file.
 * @param onCrash called when the worker crashes, between jobs too.
 */
export function openJobs<Api>(start: () => Worker, onCrash?: () => void): Jobs<Api> {
  const worker = startWorker(start);
  let remote: Remote<Api> | null = null;
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  // Nothing awaits it between jobs, so this avoids an unhandled rejection.
  failed.catch(() => {});
  const stop = (reason: unknown) => {
    worker.terminate();
    fail(reason);
  };
  worker.addEventListener('error', () => {
    stop(new Error('The browser stopped the work.'));
    onCrash?.();
  });
  return {
    run: async (call, signal) => {
      const comlink = await loadComlink();
      signal?.throwIfAborted();
      remote ??= comlink.wrap<Api>(worker);
      const ended = new AbortController();
      const listen: Listen = (callback) =>
        comlink.proxy((...args) => {
          if (!ended.signal.aborted) callback(...args);
        });
      signal?.addEventListener('abort', () => stop(signal.reason), { signal: ended.signal });
      try {
        return await Promise.race([call(remote, listen, comlink.transfer), failed]);
      } finally {
        ended.abort();
      }
    },
    close: () => stop(new Error('The work was stopped.')),
  };
}

/** Starts a Web Worker for one job and stops it afterwards. See {@link openJobs}. */
export async function runJob<Api, T>(
  start: () => Worker,
  call: Call<Api, T>,
  signal?: AbortSignal,
): Promise<T> {
  const jobs = openJobs<Api>(start);
  try {
    return await jobs.run(call, signal);
  } finally {
    jobs.close();
  }
}
