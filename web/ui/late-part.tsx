import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { importAgain } from './import-again.ts';

const RETRY_MS = 5000;

/** Code that loads late. */
export interface LateCode<Module> {
  /** Loads it, once for all callers. Never rejects: a failed load is repeated. */
  load: () => Promise<Module>;
  /** The module, once it is loaded. */
  loaded: () => Module | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the bound of React's own `lazy`.
type Component = ComponentType<any>;

/**
 * Code that loads late. A failed load does not replace the page: it is repeated when the browser is online again, and
 * every 5 seconds.
 */
export function codeOf<Module>(start: () => Promise<Module>): LateCode<Module> {
  let loading: Promise<Module> | undefined;
  let loaded: Module | undefined;
  return {
    load: () => {
      loading ??= persist(start).then((module) => {
        loaded = module;
        return module;
      });
      return loading;
    },
    loaded: () => loaded,
  };
}

/**
 * Loads code once it is needed.
 * @returns whether it is loaded; becomes true in a transition.
 */
function useCode({ load, loaded }: LateCode<unknown>, isWanted: boolean): boolean {
  const [isLoaded, setIsLoaded] = useState(() => loaded() !== undefined);
  useEffect(() => {
    if (isLoaded || !isWanted) return;
    const show = () => startTransition(() => setIsLoaded(true));
    // Effects may run in the task of their render, and requesting a file and what it imports takes up to 30 ms.
    const timer = setTimeout(() => void load().then(show));
    return () => clearTimeout(timer);
  }, [isLoaded, isWanted, load]);
  return isLoaded;
}

/**
 * A component whose code loads when it is first rendered, or earlier by `load`. Shows nothing or `Waiting`, which gets
 * the same props, until then. It does not suspend: React would show what replaces a fallback 300 ms later at the
 * earliest, and parts that a page shows in one transition would wait for each other.
 * @example const ImportDialog = latePart(() => import('./import-dialog.tsx'), 'ImportDialog');
 */
export function latePart<Name extends string, Module extends Record<Name, Component>>(
  start: (() => Promise<Module>) | LateCode<Module>,
  name: Name,
  Waiting?: ComponentType<ComponentProps<Module[Name]>>,
): ComponentType<ComponentProps<Module[Name]>> & { load: () => Promise<unknown> } {
  type Props = ComponentProps<Module[Name]>;
  const code = typeof start === 'function' ? codeOf(start) : start;
  function LatePart(props: Props) {
    const module = useCode(code, true) ? code.loaded() : undefined;
    if (module === undefined) return Waiting ? <Waiting {...props} /> : null;
    const Part: ComponentType<Props> = module[name];
    return <Part {...props} />;
  }
  return Object.assign(LatePart, { load: code.load });
}

interface LateProps {
  code: LateCode<unknown>;
  /** Whether the children are needed. Once shown, they stay. */
  when: boolean;
  /** Shown until their code is loaded. */
  waiting?: ReactNode;
  children: ReactNode;
}

/** Shows children that are made of components of {@link lazyOf}. */
export function Late({ code, when, waiting = null, children }: LateProps) {
  const [isShown, setIsShown] = useState(false);
  const isLoaded = useCode(code, when);
  useEffect(() => {
    if (when && isLoaded) startTransition(() => setIsShown(true));
  }, [when, isLoaded]);
  return <Suspense fallback={waiting}>{isShown ? children : waiting}</Suspense>;
}

/** React's `lazy` for one of the components of a module. It suspends: render it inside of {@link Late}. */
export function lazyOf<Name extends string, Module extends Record<Name, Component>>(
  { load }: LateCode<Module>,
  name: Name,
): ComponentType<ComponentProps<Module[Name]>> {
  // The type of `lazy` adds a ref, which these components take as a property, if at all.
  return lazy<Component>(async () => ({ default: (await load())[name] }));
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
