import { type ComponentProps, type ComponentType, Suspense, use, useEffect, useState } from 'react';

const RETRY_MS = 5000;

interface LoadedOnce<Module> {
  /** Loads the code, if it is not loaded yet. Never rejects. */
  load: () => Promise<Module>;
  /** The module; null while it is not loaded. */
  loaded: () => Module | null;
  /** The module. Suspends until it is loaded. */
  useLoaded: () => Module;
}

/**
 * Code that is loaded once. A failed load does not replace the page: it is repeated when the browser is online again, and
 * every 5 seconds.
 */
export function loadOnce<Module extends object>(start: () => Promise<Module>): LoadedOnce<Module> {
  let loading: Promise<Module> | null = null;
  let module: Module | null = null;
  const load = () => {
    if (loading !== null) return loading;
    const started = persist(start);
    loading = started;
    void started.then((value) => {
      module = value;
      // React returns the value of such a promise at once, also the first time that it reads the promise.
      Object.assign(started, { status: 'fulfilled', value });
    });
    return started;
  };
  return { load, loaded: () => module, useLoaded: () => use(load()) };
}

/**
 * A component whose code loads when it is first shown, or earlier by `load`. Shows nothing or `Waiting`, which gets the same
 * props, until then.
 * @example const ImportDialog = late(() => import('./import-dialog.tsx'), 'ImportDialog');
 */
export function late<
  Name extends string,
  // biome-ignore lint/suspicious/noExplicitAny: the bound of React's own `lazy`.
  Module extends Record<Name, ComponentType<any>>,
>(
  start: () => Promise<Module>,
  name: Name,
  Waiting?: ComponentType<ComponentProps<Module[Name]>>,
): ComponentType<ComponentProps<Module[Name]>> & { load: () => Promise<unknown> } {
  type Props = ComponentProps<Module[Name]>;
  const { load, loaded } = loadOnce(start);
  const codeOf = (module: Module | null): ComponentType<Props> | null => module?.[name] ?? null;
  function Late(props: Props) {
    const [Loaded, setLoaded] = useState(() => codeOf(loaded()));
    useEffect(() => {
      if (Loaded !== null) return;
      // Effects may run in the task of their render, and requesting a file and what it imports takes up to 30 ms.
      const timer = setTimeout(() => void load().then((module) => setLoaded(() => codeOf(module))));
      return () => clearTimeout(timer);
    }, [Loaded]);
    const waiting = Waiting ? <Waiting {...props} /> : null;
    if (Loaded === null) return waiting;
    return (
      <Suspense fallback={waiting}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  return Object.assign(Late, { load });
}

/** Loads code when the browser is idle. `load` must be a stable function. */
export function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => void load(), 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => void load());
    return () => cancelIdleCallback(handle);
  }, [load]);
}

async function persist<Module>(start: () => Promise<Module>): Promise<Module> {
  try {
    return await start();
  } catch {
    // The browser has logged the address of the missing file.
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, RETRY_MS);
    window.addEventListener('online', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    return persist(start);
  }
}
