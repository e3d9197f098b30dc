import { cloneElement, type ReactElement, Suspense, use, useEffect, useState } from 'react';
// Watches the focus from the start: the press that loads the overlays may be what they give the focus back to.
import './focus-return.ts';
import type { OverlayTrigger } from './overlays.tsx';

interface LoadedOnce<Module> {
  load: () => Promise<Module>;
  /** The module. Suspends until it is loaded. */
  useLoaded: () => Module;
}

/**
 * Code that is loaded once. Unlike `lazy`, it shows no fallback when the code is there already. After a failure the next
 * call tries again.
 */
export function loadOnce<Module extends object>(start: () => Promise<Module>): LoadedOnce<Module> {
  let loading: Promise<Module> | null = null;
  const load = () => {
    if (loading !== null) return loading;
    const started = start();
    loading = started;
    started.then(
      // React returns the value of such a promise at once, also the first time that it sees the promise.
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      () => {
        loading = null;
      },
    );
    return started;
  };
  return { load, useLoaded: () => use(load()) };
}

const { load: loadOverlays, useLoaded: useOverlays } = loadOnce(() => import('./overlays.tsx'));

/** The components of the overlay chunk. */
export { useOverlays };

/** Loads code that is not needed yet. A failure is ignored: the code is loaded again when it is needed. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => {});
}

/** Loads code when the browser is idle. `load` must be a stable function. */
export function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => loadAhead(load), 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => loadAhead(load));
    return () => cancelIdleCallback(handle);
  }, [load]);
}

/** Renders `children` from the first time that `open` is true, once the overlay code is loaded. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactElement }) {
  useIdleLoad(loadOverlays);
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return wasOpened ? <Suspense>{children}</Suspense> : null;
}

interface OpenedByTriggerProps {
  trigger: OverlayTrigger;
  kind: 'menu' | 'dialog';
  /** Opens it without a press. */
  open?: boolean | undefined;
  onPress?: () => void;
  children: ReactElement;
}

/**
 * Renders the trigger alone until it is pressed, then `children`, which draw the trigger themselves. The overlay code is
 * loaded when the page is idle, or earlier when the pointer or focus reaches the trigger.
 */
export function OpenedByTrigger({
  trigger,
  kind,
  open = false,
  onPress,
  children,
}: OpenedByTriggerProps) {
  const [wasPressed, setWasPressed] = useState(false);
  useIdleLoad(loadOverlays);
  const own = trigger.props;
  const plainTrigger = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      loadAhead(loadOverlays);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      loadAhead(loadOverlays);
    },
    onClick: (event) => {
      own.onClick?.(event);
      setWasPressed(true);
      onPress?.();
    },
  });
  // The trigger must stay the same element after it was closed: it gets the focus back.
  if (open && !wasPressed) setWasPressed(true);
  if (!wasPressed && !open) return plainTrigger;
  return <Suspense fallback={plainTrigger}>{children}</Suspense>;
}
