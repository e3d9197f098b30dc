import { type ReactNode, useState } from 'react';
import { useIsMounted } from '../lib/mounted.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { attempt, type Failure, failureText } from './failure.ts';

const UNDO_FAILED = 'The deletion could not be undone';

export interface ConfirmActionProps {
  title: string;
  /** The consequences: what is lost and what is kept. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  busyLabel?: string;
  /** `primary` for an action that loses nothing. */
  tone?: 'danger' | 'primary';
  run: () => Promise<unknown>;
  /** The toast after it. */
  done: string;
  /** Reverts the action; the toast offers it. */
  undo?: () => Promise<unknown>;
  failure: Failure;
  onClose: () => void;
}

/**
 * Confirms an action, such as a deletion, and runs it. A failure is shown in the dialog, or as a toast when the dialog was
 * closed before the answer. Mount it while it is open.
 */
export function ConfirmAction({
  run,
  done,
  undo,
  failure,
  onClose,
  ...dialog
}: ConfirmActionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isMounted = useIsMounted();
  const confirm = async () => {
    setIsBusy(true);
    setError(null);
    try {
      await run();
      toast({
        title: done,
        ...(undo && { action: { label: 'Undo', run: () => attempt(UNDO_FAILED, undo) } }),
      });
      if (isMounted.current) onClose();
    } catch (thrown) {
      const text = failureText(thrown, failure);
      if (isMounted.current) setError(text);
      else toast({ title: text, tone: 'danger' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      {...dialog}
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      busy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
    />
  );
}
