import { cloneElement, type ReactElement, useState } from 'react';
// Records the focus from the start, because it may have to return to the control whose press loads
// the overlays.
import './focus-return.ts';
import { codeOf, Late } from './late-part.tsx';
import type { OverlayTrigger } from './overlays.tsx';

/** Loads the components that open above the page. */
export const overlayCode = codeOf(() => import('./overlays.tsx'));

interface OpenedByTriggerProps {
  trigger: OverlayTrigger;
  kind: 'menu' | 'dialog';
  /** Opens it without a press. */
  open?: boolean | undefined;
  onPress?: () => void;
  children: ReactElement;
}

/**
 * Renders only the trigger until it is pressed, then `children`, which render the trigger
 * themselves.
 */
export function OpenedByTrigger({
  trigger,
  kind,
  open = false,
  onPress,
  children,
}: OpenedByTriggerProps) {
  const [wasOpened, setWasOpened] = useState(open);
  // The trigger must stay the same element, because the focus returns to it.
  if (open && !wasOpened) setWasOpened(true);
  const plainTrigger = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onClick: (event) => {
      trigger.props.onClick?.(event);
      setWasOpened(true);
      onPress?.();
    },
  });
  return (
    <Late code={overlayCode} when={wasOpened} waiting={plainTrigger}>
      {children}
    </Late>
  );
}
