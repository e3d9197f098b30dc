import { cloneElement, type ReactElement, useEffect, useState } from 'react';
// Records the focus from the start, because it may have to return to the control whose press loads the overlays.
import './focus-return.ts';
import { loadOnce, useIdleLoad } from './late.tsx';
import type { OverlayTrigger } from './overlays.tsx';

const { load, useIsLoaded, get } = loadOnce(() => import('./overlays.tsx'));

/** The components of the overlay chunk, for what renders only once it is loaded. */
export const overlays = get;

/** Whether the overlay code is loaded. It loads when the page is idle, or at once if it is wanted. */
function useOverlayCode(isWanted: boolean): boolean {
  useIdleLoad(load);
  useEffect(() => {
    if (isWanted) void load();
  }, [isWanted]);
  return useIsLoaded();
}

/** Renders `children` from the first time that `open` is true, once the overlay code is loaded. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactElement }) {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return useOverlayCode(wasOpened) && wasOpened ? children : null;
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
  const isLoaded = useOverlayCode(wasPressed || open);
  const own = trigger.props;
  const plainTrigger = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      void load();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      void load();
    },
    onClick: (event) => {
      own.onClick?.(event);
      setWasPressed(true);
      onPress?.();
    },
  });
  // The trigger must stay the same element, because the focus returns to it.
  if (open && !wasPressed) setWasPressed(true);
  return isLoaded && (wasPressed || open) ? children : plainTrigger;
}
