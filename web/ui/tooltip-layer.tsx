import { clsx } from 'clsx';
import { Tooltip } from 'radix-ui';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle } from 'react';
import { flushSync } from 'react-dom';
import { tooltipRoot } from './layer-root.ts';

export interface TooltipLayerProps {
  id: string;
  /** The control that it belongs to. */
  anchor: HTMLElement;
  side: 'top' | 'right' | 'bottom' | 'left';
  isCard: boolean;
  onPointerEnter: () => void;
  onClose: () => void;
  /** Closes it at once. */
  onEscape: () => void;
  children: ReactNode;
}

/**
 * An open tooltip beside its control and inside the window. It closes by Escape, a press elsewhere and scrolling. The
 * dialog or panel around it receives the Escape as well.
 */
export function TooltipLayer({
  id,
  anchor,
  side,
  isCard,
  onPointerEnter,
  onClose,
  onEscape,
  children,
}: TooltipLayerProps) {
  const closeNow = useEffectEvent(onEscape);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') flushSync(closeNow);
    };
    // On the window, because Radix listens on the document and would keep the key event from the
    // dialog or panel.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return (
    // Radix's rule for a pointer on its way to the tooltip requires another movement, which does
    // not come from outside the window.
    <Tooltip.Provider disableHoverableContent>
      <Tooltip.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
        <Tooltip.Trigger asChild>
          <Control element={anchor} />
        </Tooltip.Trigger>
        <Tooltip.Portal container={tooltipRoot()}>
          <Tooltip.Content
            id={id}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            onPointerEnter={onPointerEnter}
            onPointerLeave={onClose}
            onPointerDownOutside={(event) => {
              // A press on the control must not close the tooltip here: the control handles the press.
              if (event.target instanceof Node && anchor.contains(event.target))
                event.preventDefault();
            }}
            className={clsx(
              'appearing z-(--z-tooltip)',
              isCard
                ? 'w-87 max-w-[calc(100vw-16px)] rounded-lg border border-border bg-surface-raised p-3 text-sm text-text shadow-md'
                : 'inline-flex max-w-80 items-center gap-1.5 rounded-sm bg-surface-inverse px-2 py-0.75 text-xs text-text-inverse shadow-sm',
            )}
          >
            {children}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}

/** Passes Radix an element of the page in place of its own trigger. */
function Control({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
