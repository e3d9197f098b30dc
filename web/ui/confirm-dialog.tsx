import { lazy, type ReactNode, Suspense } from 'react';
import { useIdleLoad, useOnceOpened } from './idle-load.ts';

const loadConfirm = () => import('./confirm-dialog-layer.tsx');
const ConfirmDialogLayer = lazy(() =>
  loadConfirm().then((module) => ({ default: module.ConfirmDialogLayer })),
);

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Asks the question, with the count: "Delete 12 mailboxes?" */
  title: string;
  /** What is lost and what is kept. */
  children: ReactNode;
  /** Repeats the verb: "Delete 12 mailboxes". */
  confirmLabel: string;
  /** "Keep mailboxes" or 'Cancel'. Focus starts here. */
  cancelLabel?: string;
  /** Shown on the button while `busy`, such as 'Deleting...'. */
  busyLabel?: string;
  busy?: boolean;
  /** Why it failed; shown above the buttons. */
  error?: string | null;
  tone?: 'danger' | 'primary';
  onConfirm: () => void;
}

/** Asks before something that cannot be undone. Stays open until the caller closes it, so errors can be shown. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useIdleLoad(loadConfirm);
  const wasOpened = useOnceOpened(props.open);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <ConfirmDialogLayer {...props} />
    </Suspense>
  );
}
