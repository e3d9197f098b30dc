declare global {
  /** The port on which the worker code that is being loaded into this tab receives its calls. */
  var jobsPort: MessagePort | undefined;
}

/** Each load is a separate module with its own state, like a worker. */
let loads = 0;
/** One load at a time, because the code takes the port that is set while it loads. */
let loading: Promise<unknown> = Promise.resolve();

async function load(address: string | URL, port: MessagePort): Promise<void> {
  const url = new URL(address, location.href);
  loads += 1;
  url.searchParams.set('tab', String(loads));
  globalThis.jobsPort = port;
  try {
    await import(/* @vite-ignore */ url.href);
  } finally {
    globalThis.jobsPort = undefined;
  }
}

/**
 * A worker whose code runs in this tab, for a browser that refuses workers. The page does not react while it works.
 * @param address of a file that calls `exposeJobs`
 */
// A constructor may return another object; a class could not extend a port.
function TabWorker(address: string | URL): MessagePort & Pick<Worker, 'terminate'> {
  const { port1: here, port2: there } = new MessageChannel();
  loading = loading
    .then(() => load(address, there))
    .catch(() => here.dispatchEvent(new ErrorEvent('error')));
  return Object.assign(here, { terminate: () => here.close() });
}

/** Starts a worker, in this tab if the browser refuses workers. */
export function startWorker(start: () => Worker): Worker {
  try {
    return start();
  } catch {
    // `start` contains the address in a call of the constructor, as Vite requires.
    Object.assign(globalThis, { Worker: TabWorker });
    return start();
  }
}
