import { type ComponentProps, type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { importAgain } from './import-again.ts';

const RETRY_MS = 5000;

interface LoadedOnce<Module> {
  /** Loads the code, if it is not loaded yet. Never rejects. */
  load: () => Promise<Module>;
  /** Whether the code is loaded. Does not load it. */
  useIsLoaded: () => boolean;
  /** The module. @throws Error if it is not loaded: call it only after `useIsLoaded` returned true. */
  get: () => Module;
}

/**
 * Code that is loaded once. A failed load does not replace the page: it is repeated when the browser is online again, and
 * every 5 seconds. No part of a page suspends for it, because React shows what replaces a fallback 300 ms later at the
 * earliest.
 */
export function loadOnce<Module extends object>(start: () => Promise<Module>): LoadedOnce<Module> {
  let loading: Promise<Module> | null = null;
  let module: Module | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const isLoaded = () => module !== null;
  return {
    load: () => {
      loading ??= persist(start).then((value) => {
        module = value;
        for (const listener of listeners) listener();
        return value;
      });
      return loading;
    },
    useIsLoaded: () => useSyncExternalStore(subscribe, isLoaded),
    get: () => {
      if (module === null) throw new Error('The code is not loaded.');
      return module;
    },
  };
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
  const { load, useIsLoaded, get } = loadOnce(start);
  function Late(props: Props) {
    const isLoaded = useIsLoaded();
    useEffect(() => {
      if (isLoaded) return;
      // Effects may run in the task of their render, and requesting a file and what it imports takes up to 30 ms.
      const timer = setTimeout(() => void load());
      return () => clearTimeout(timer);
    }, [isLoaded]);
    if (!isLoaded) return Waiting ? <Waiting {...props} /> : null;
    const Loaded: ComponentType<Props> = get()[name];
    return <Loaded {...props} />;
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
    return await importAgain(start);
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
