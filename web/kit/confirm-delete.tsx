import { type ReactNode, useState } from 'react';
import { useIsMounted } from '../lib/mounted.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { type Failure, failureText } from './failure.ts';

interface ConfirmDeleteProps {
  title: string;
  /** What is lost and what is kept. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  busyLabel?: string;
  remove: () => Promise<unknown>;
  /** The toast after it. */
  done: string;
  /** Takes the deletion back; the toast offers it. */
  undo?: () => Promise<unknown>;
  failure: Failure;
  onClose: () => void;
}

/**
 * Asks before something is deleted, and deletes it. A failure is shown in the dialog, or as a toast when the dialog was
 * closed before the answer. Mount it while it is open.
 */
export function ConfirmDelete({
  remove,
  done,
  undo,
  failure,
  onClose,
  ...dialog
}: ConfirmDeleteProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isMounted = useIsMounted();
  const confirm = async () => {
    setIsBusy(true);
    setError(null);
    try {
      await remove();
      toast({
        title: done,
        ...(undo && { action: { label: 'Undo', run: () => void takeBack(undo) } }),
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

async function takeBack(undo: () => Promise<unknown>): Promise<void> {
  try {
    await undo();
  } catch (error) {
    const refused = 'The deletion could not be undone';
    toast({ title: failureText(error, { refused, thrown: refused }), tone: 'danger' });
  }
}
