import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Kbd } from './kbd.tsx';
import { latePart } from './late-part.tsx';
import { overlayCode } from './overlay-code.tsx';
import type { TooltipLayerProps } from './overlays.tsx';

const TooltipLayer = latePart(overlayCode, 'TooltipLayer');

const OPEN_DELAY_MS = 400;
/** Moving from one control to the next within this time shows its tooltip at once. */
const SKIP_DELAY_MS = 300;
/** Time to move the pointer onto the tooltip. */
const CLOSE_DELAY_MS = 100;
let lastClosedAt = Number.NEGATIVE_INFINITY;

/** The handlers that a tooltip adds to its control, on top of the control's own. */
interface TriggerProps {
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-haspopup'?: unknown;
  'aria-expanded'?: unknown;
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
}

interface TooltipProps {
  /** The name of the control, or why it is off. Never the only place for a needed fact. */
  label: ReactNode;
  shortcut?: string | undefined;
  side?: TooltipLayerProps['side'] | undefined;
  /** There is no tooltip while this is false (a label that is fully visible). */
  enabled?: boolean;
  /** An explanation of several lines. It opens by press and tap as well, because it is nowhere else. */
  isCard?: boolean;
  /** One element: a button or a link. */
  children: ReactElement<TriggerProps>;
}

/**
 * Names an icon button or explains a control. Opens after 400 ms of hover and at once on keyboard focus; Escape
 * closes it, and the pointer may rest on it (WCAG 1.4.13). The open tooltip is Radix's, loaded with the other overlays;
 * with its trigger too, the first code of every page would have 20 kB more.
 */
export function Tooltip({
  label,
  shortcut,
  side = 'top',
  enabled = true,
  isCard = false,
  children,
}: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!enabled) return children;

  const open = (element: HTMLElement, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(element), delayMs);
  };
  const close = (delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (anchor) lastClosedAt = performance.now();
      setAnchor(null);
    }, delayMs);
  };
  const childProps = children.props;
  const isNamed = childProps['aria-label'] === label;
  // It would cover the content that the control has opened.
  const hasOpened =
    childProps['aria-haspopup'] !== undefined && childProps['aria-expanded'] === true;
  const trigger = cloneElement(children, {
    'aria-describedby': anchor && !isNamed ? id : childProps['aria-describedby'],
    onPointerEnter: (event) => {
      childProps.onPointerEnter?.(event);
      if (event.pointerType === 'touch') return;
      const isMoving = performance.now() - lastClosedAt < SKIP_DELAY_MS;
      open(event.currentTarget, isMoving ? 0 : OPEN_DELAY_MS);
    },
    onPointerLeave: (event) => {
      childProps.onPointerLeave?.(event);
      // A touch ends with pointer-leave, which must not close the tooltip.
      if (event.pointerType !== 'touch') close(CLOSE_DELAY_MS);
    },
    onPointerDown: (event) => {
      childProps.onPointerDown?.(event);
      if (isCard) open(event.currentTarget, 0);
      else close(0);
    },
    onFocus: (event) => {
      childProps.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget, 0);
    },
    onBlur: (event) => {
      childProps.onBlur?.(event);
      close(0);
    },
  });
  return (
    <>
      {trigger}
      {anchor && !hasOpened ? (
        <TooltipLayer
          id={id}
          anchor={anchor}
          side={side}
          isCard={isCard}
          onPointerEnter={() => clearTimeout(timer.current)}
          onClose={() => close(0)}
          onEscape={() => setAnchor(null)}
        >
          {label}
          {shortcut ? <Kbd onInverse>{shortcut}</Kbd> : null}
        </TooltipLayer>
      ) : null}
    </>
  );
}
