import { type ReactNode, useState } from 'react';
import { useIsMounted } from '../lib/mounted.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { attempt, type Failure, failureText } from './failure.ts';

const UNDO_FAILED = 'The deletion could not be undone';

/** An action that needs a confirmation, such as a deletion. */
export interface Question {
  title: string;
  /** The consequences: what is lost and what is kept. */
  text: ReactNode;
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
}

/**
 * The dialog of an action that needs a confirmation, as an element, and the function that opens it.
 */
export function useQuestion(): [dialog: ReactNode, ask: (question: Question) => void] {
  const [question, ask] = useState<Question | null>(null);
  const dialog = question === null ? null : <Confirm {...question} onClose={() => ask(null)} />;
  return [dialog, ask];
}

/**
 * Confirms an action and runs it. A failure is shown in the dialog, or as a toast when the dialog was closed before the
 * answer.
 */
function Confirm({
  text,
  run,
  done,
  undo,
  failure,
  onClose,
  ...dialog
}: Question & { onClose: () => void }) {
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
    >
      {text}
    </ConfirmDialog>
  );
}
