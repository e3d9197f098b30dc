import { cloneElement, type ReactElement, useState } from 'react';
import { loadAhead, useIdleLoad } from './idle-load.ts';

/** The handlers that opening by a press adds to a trigger, on top of its own. */
interface LayerTriggerProps {
  onPointerEnter?: ((event: never) => void) | undefined;
  onFocus?: ((event: never) => void) | undefined;
  onClick?: ((event: never) => void) | undefined;
  'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
  'aria-expanded'?: boolean;
}

/** A trigger of a layer: one button that takes a ref. */
export type LayerTrigger = ReactElement<LayerTriggerProps>;

interface LazyLayer {
  /** True from the first press on: the layer is mounted, open. */
  isWanted: boolean;
  /** The trigger while the layer is not mounted: loads its code when approached, mounts it when pressed. */
  plainTrigger: ReactElement;
}

/**
 * Layers (menus, popovers) bring the code that places and closes them: it is loaded once the page
 * is idle or when their trigger is approached, not with the page.
 */
export function useLazyLayer(
  trigger: LayerTrigger,
  load: () => Promise<unknown>,
  kind: 'menu' | 'dialog',
  onWanted?: () => void,
): LazyLayer {
  const [isWanted, setWanted] = useState(false);
  useIdleLoad(load);
  const own = trigger.props;
  const plainTrigger = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      loadAhead(load);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      loadAhead(load);
    },
    onClick: (event) => {
      own.onClick?.(event);
      setWanted(true);
      onWanted?.();
    },
  });
  return { isWanted, plainTrigger };
}
