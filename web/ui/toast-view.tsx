import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { iconButtonClass } from './button-styles.ts';
import { Spinner } from './spinner.tsx';

export interface ToastContent {
  /** The result: "CSV generated". */
  title: string;
  /** The consequence: "640 rows for 3 events." */
  text?: ReactNode;
  /** `busy` while something runs, with an action to end it. */
  tone?: 'success' | 'info' | 'warning' | 'danger' | 'busy';
  /** A toast with an action stays until it is dismissed. */
  action?: { label: string; run: () => void };
}

const DURATION_MS = 6000;
const PLACE_EVERY_MS = 250;
const MARGIN_PX = 16;
const GAP_PX = 12;
/** Elements that a toast must not cover: the page's main action and its block. */
const KEPT_CLEAR = 'button[data-variant=primary], [data-keep-clear]';

const icons = {
  success: <CircleCheck className="text-success-text" />,
  info: <Info className="text-info-text" />,
  warning: <TriangleAlert className="text-warning-text" />,
  danger: <CircleAlert className="text-danger-text" />,
  busy: <Spinner className="text-text-muted" />,
};

interface ToastStackProps {
  toasts: readonly (ToastContent & { id: number })[];
  onClose: (id: number) => void;
}

/** The toasts in the corner. They wait while the pointer or focus is on them. */
export function ToastStack({ toasts, onClose }: ToastStackProps) {
  const stack = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (stack.current) liftOverActions(stack.current);
    };
    place();
    // The page may grow or shrink while a toast is shown: messages appear, panels open.
    const timer = setInterval(place, PLACE_EVERY_MS);
    window.addEventListener('resize', place);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', place);
    };
  }, []);
  return (
    <Radix.Provider swipeDirection="right" label="Message">
      {toasts.map((entry) => (
        <ToastView key={entry.id} entry={entry} onClose={() => onClose(entry.id)} />
      ))}
      <Radix.Viewport
        ref={stack}
        label="Messages ({hotkey})"
        className="fixed right-4 bottom-(--toast-bottom) z-(--z-toast) flex w-90 max-w-[calc(100vw-24px)] flex-col gap-2.5 max-md:top-14 max-md:right-3 max-md:bottom-auto"
      />
    </Radix.Provider>
  );
}

function ToastView({ entry, onClose }: { entry: ToastContent; onClose: () => void }) {
  const { action } = entry;
  return (
    <Radix.Root
      type={entry.tone === 'danger' ? 'foreground' : 'background'}
      duration={action ? Number.POSITIVE_INFINITY : DURATION_MS}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="rising grid grid-cols-icon-fill-end items-start gap-2.5 rounded-lg bg-surface-raised py-2.75 pr-2 pl-3.25 shadow-md [&>svg]:mt-0.5 [&>svg]:size-4"
    >
      {icons[entry.tone ?? 'success']}
      <div className="min-w-0">
        <Radix.Title className="font-medium">{entry.title}</Radix.Title>
        {entry.text ? (
          <Radix.Description className="text-xs text-text-muted [overflow-wrap:anywhere]">
            {entry.text}
          </Radix.Description>
        ) : null}
      </div>
      <div className="flex items-center gap-1">
        {action ? (
          <Radix.Action asChild altText={action.label}>
            <Button size="xs" onClick={action.run}>
              {action.label}
            </Button>
          </Radix.Action>
        ) : null}
        <Radix.Close aria-label="Dismiss" className={iconButtonClass('ghost', 'xs')}>
          <X />
        </Radix.Close>
      </div>
    </Radix.Root>
  );
}

/**
 * Sets the distance from the window's lower edge so that the stack is above the actions in its
 * column.
 */
function liftOverActions(stack: HTMLElement): void {
  const { left, right, height } = stack.getBoundingClientRect();
  let top = window.innerHeight - MARGIN_PX - height;
  const obstacles = [...document.querySelectorAll(KEPT_CLEAR)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.left < right && box.right > left)
    // From the bottom up, because an element above the stack may overlap it once it was lifted.
    .sort((a, b) => b.bottom - a.bottom);
  for (const box of obstacles) {
    if (box.bottom > top - GAP_PX && box.top < top + height) top = box.top - GAP_PX - height;
  }
  const bottom = window.innerHeight - height - Math.max(top, MARGIN_PX);
  stack.style.setProperty('--toast-bottom', `${Math.round(bottom)}px`);
}
