import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { iconButtonClass } from './button-styles.ts';
import { Spinner } from './spinner.tsx';

export interface ToastContent {
  /** The result: "CSV generated". */
  title: string;
  /** What it means: "640 rows for 3 events." */
  text?: ReactNode;
  /** `busy` while something runs, with an action to end it. */
  tone?: 'success' | 'info' | 'warning' | 'danger' | 'busy';
  /** A toast with an action stays until it is dismissed. */
  action?: { label: string; run: () => void };
}

const DURATION_MS = 6000;

const icons = {
  success: <CircleCheck aria-hidden="true" className="text-success-text" strokeWidth={1.75} />,
  info: <Info aria-hidden="true" className="text-info-text" strokeWidth={1.75} />,
  warning: <TriangleAlert aria-hidden="true" className="text-warning-text" strokeWidth={1.75} />,
  danger: <CircleAlert aria-hidden="true" className="text-danger-text" strokeWidth={1.75} />,
  busy: <Spinner className="text-text-muted" />,
};

interface ToastStackProps {
  toasts: readonly (ToastContent & { id: number })[];
  onClose: (id: number) => void;
}

/** The toasts in the corner. They wait while the pointer or focus is on them. */
export function ToastStack({ toasts, onClose }: ToastStackProps) {
  return (
    <Radix.Provider swipeDirection="right" label="Message">
      {toasts.map((entry) => (
        <ToastView key={entry.id} entry={entry} onClose={() => onClose(entry.id)} />
      ))}
      <Radix.Viewport
        label="Messages ({hotkey})"
        className="fixed right-4 bottom-4 z-(--z-toast) flex w-[360px] max-w-[calc(100vw-24px)] flex-col gap-2.5 max-md:top-14 max-md:right-3 max-md:bottom-auto"
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
      className="rising grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-2.5 rounded-lg bg-surface-raised py-[11px] pr-2 pl-[13px] shadow-md [&>svg]:mt-0.5 [&>svg]:size-4"
    >
      {icons[entry.tone ?? 'success']}
      <div className="min-w-0">
        <Radix.Title className="font-[580]">{entry.title}</Radix.Title>
        {entry.text ? (
          <Radix.Description className="text-xs text-text-muted">{entry.text}</Radix.Description>
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
          <X aria-hidden="true" strokeWidth={1.75} />
        </Radix.Close>
      </div>
    </Radix.Root>
  );
}
