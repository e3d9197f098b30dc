import { clsx } from 'clsx';
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from './kbd.tsx';
import { tooltipRoot } from './layer-root.ts';

type Side = 'top' | 'right' | 'bottom' | 'left';

const GAP = 6;
const MARGIN = 8;
const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

const OPEN_DELAY_MS = 400;
/** Moving from one control to the next shows its tooltip at once. */
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
  side?: Side | undefined;
  /** No tooltip while false (a label that is shown in full). */
  enabled?: boolean;
  /** An explanation of several lines. It opens by press and tap as well, because it is nowhere else. */
  isCard?: boolean;
  /** One element: a button or a link. */
  children: ReactElement<TriggerProps>;
}

/**
 * Names an icon button or explains a control. Opens after 400 ms of hover and at once on keyboard focus; Escape
 * closes it, and the pointer may rest on it (WCAG 1.4.13).
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
  const own = children.props;
  const isNamed = own['aria-label'] === label;
  // It would cover what the control has opened.
  const hasOpened = own['aria-haspopup'] !== undefined && own['aria-expanded'] === true;
  const trigger = cloneElement(children, {
    'aria-describedby': anchor && !isNamed ? id : own['aria-describedby'],
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType === 'touch') return;
      const isMoving = performance.now() - lastClosedAt < SKIP_DELAY_MS;
      open(event.currentTarget, isMoving ? 0 : OPEN_DELAY_MS);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      // A finger leaves with the end of its tap.
      if (event.pointerType !== 'touch') close(CLOSE_DELAY_MS);
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      if (isCard) open(event.currentTarget, 0);
      else close(0);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget, 0);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      close(0);
    },
  });
  return (
    <>
      {trigger}
      {anchor && !hasOpened ? (
        <TooltipBubble
          id={id}
          anchor={anchor}
          side={side}
          isCard={isCard}
          onPointerEnter={() => clearTimeout(timer.current)}
          onClose={() => close(0)}
        >
          {label}
          {shortcut ? <Kbd onInverse>{shortcut}</Kbd> : null}
        </TooltipBubble>
      ) : null}
    </>
  );
}

interface TooltipBubbleProps {
  id: string;
  anchor: HTMLElement;
  side: Side;
  isCard: boolean;
  onPointerEnter: () => void;
  onClose: () => void;
  children: ReactNode;
}

function TooltipBubble({
  id,
  anchor,
  side,
  isCard,
  onPointerEnter,
  onClose,
  children,
}: TooltipBubbleProps) {
  const closeNow = useEffectEvent(onClose);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') closeNow();
    };
    const onPointerDown = ({ target }: globalThis.PointerEvent) => {
      if (!(target instanceof Node && anchor.contains(target))) closeNow();
    };
    window.addEventListener('pointerdown', onPointerDown);
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('scroll', closeNow, { capture: true, passive: true });
    window.addEventListener('resize', closeNow);
    return () => {
      window.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('scroll', closeNow, { capture: true });
      window.removeEventListener('resize', closeNow);
    };
  }, [anchor]);
  return createPortal(
    <div
      ref={(element) => {
        if (element) placeBeside(element, anchor, side);
      }}
      id={id}
      role="tooltip"
      onPointerEnter={onPointerEnter}
      onPointerLeave={onClose}
      className={clsx(
        'appearing fixed z-(--z-tooltip)',
        isCard
          ? 'w-87 max-w-[calc(100vw-16px)] rounded-lg border border-border bg-surface-raised p-3 text-sm text-text shadow-md'
          : 'inline-flex max-w-80 items-center gap-1.5 rounded-sm bg-surface-inverse px-2 py-0.75 text-xs text-text-inverse shadow-sm',
      )}
    >
      {children}
    </div>,
    tooltipRoot(),
  );
}

/** Puts a `position: fixed` element beside its anchor: on the wanted side where it fits, else on the other, inside the window. */
function placeBeside(element: HTMLElement, anchor: HTMLElement, wanted: Side): void {
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const positions: Record<Side, { left: number; top: number }> = {
    top: { left: from.left + (from.width - width) / 2, top: from.top - height - GAP },
    bottom: { left: from.left + (from.width - width) / 2, top: from.bottom + GAP },
    left: { left: from.left - width - GAP, top: from.top + (from.height - height) / 2 },
    right: { left: from.right + GAP, top: from.top + (from.height - height) / 2 },
  };
  const fits = ({ left, top }: { left: number; top: number }, side: Side) =>
    side === 'top' || side === 'bottom'
      ? top >= MARGIN && top + height <= window.innerHeight - MARGIN
      : left >= MARGIN && left + width <= window.innerWidth - MARGIN;
  const side = fits(positions[wanted], wanted) ? wanted : OPPOSITE[wanted];
  const { left, top } = positions[side];
  element.style.left = `${clamp(left, window.innerWidth - width - MARGIN)}px`;
  element.style.top = `${clamp(top, window.innerHeight - height - MARGIN)}px`;
}

function clamp(value: number, most: number): number {
  return Math.round(Math.max(MARGIN, Math.min(value, most)));
}
