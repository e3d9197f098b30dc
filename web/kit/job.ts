import { type ProxyMarked, proxy, type Remote, wrap } from 'comlink';

/** Wraps a callback for the worker. Calls that arrive after the end of the job are dropped. */
type Listen = <Args extends unknown[]>(
  callback: (...args: Args) => void,
) => ((...args: Args) => void) & ProxyMarked;

/**
 * Runs one function of a Web Worker off the main thread and stops the worker afterwards. The worker's file passes its
 * functions to Comlink's `expose`.
 * @param start makes the worker. Vite bundles it only where `new Worker(new URL('./x.worker.ts', import.meta.url))`
 * stands in the caller's file.
 * @param call such as `(remote, listen) => remote.readFile(file, listen(onProgress))`.
 * @param signal stops the worker when it aborts.
 * @throws what the function threw; an Error when the worker crashed; the signal's reason when it aborted.
 */
export async function runJob<Api, T>(
  start: () => Worker,
  call: (remote: Remote<Api>, listen: Listen) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const worker = start();
  const ended = new AbortController();
  const listen: Listen = (callback) =>
    proxy((...args) => {
      if (!ended.signal.aborted) callback(...args);
    });
  const failed = new Promise<never>((_, reject) => {
    const options = { signal: ended.signal };
    worker.addEventListener(
      'error',
      () => reject(new Error('The browser stopped the work.')),
      options,
    );
    signal?.addEventListener('abort', () => reject(signal.reason), options);
  });
  try {
    return await Promise.race([call(wrap<Api>(worker), listen), failed]);
  } finally {
    ended.abort();
    worker.terminate();
  }
}
