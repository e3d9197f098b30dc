import { useEffect, useRef, useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { failureText } from '../../../kit/failure.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteAccount } from '../mutations.ts';

const DELETE_FAILED = {
  refused: 'Failed to delete account',
  thrown: 'Failed to delete account. Please try again.',
};

interface DeleteAccountDialogProps {
  account: ImapAccount | null;
  onClose: () => void;
}

/** Asks before a mailbox is deleted. */
export function DeleteAccountDialog({ account, onClose }: DeleteAccountDialogProps) {
  const remove = useDeleteAccount();
  // The text stays while the dialog fades.
  const [shown, setShown] = useState(account);
  if (account !== null && account !== shown) setShown(account);
  const close = () => {
    remove.reset();
    onClose();
  };
  const asked = useRef(account);
  asked.current = account;
  useEffect(
    () => () => {
      asked.current = null;
    },
    [],
  );
  /** How it went is told also when the dialog was closed meanwhile. */
  const confirm = async () => {
    if (!account) return;
    try {
      await remove.mutateAsync(account.id);
      toast({ title: 'Account deleted' });
      if (asked.current === account) close();
    } catch (error) {
      if (asked.current === account) return;
      toast({ title: failureText(error, DELETE_FAILED), text: account.user, tone: 'danger' });
    }
  };
  return (
    <ConfirmDialog
      open={account !== null}
      onOpenChange={(open) => !open && close()}
      title="Confirm Delete"
      confirmLabel="Delete Account"
      busyLabel="Deleting..."
      cancelLabel="Cancel"
      busy={remove.isPending}
      error={remove.isError ? failureText(remove.error, DELETE_FAILED) : null}
      onConfirm={() => void confirm()}
    >
      <span className="block">Are you sure you want to delete this account?</span>
      <strong className="my-1.5 block font-[580] break-all text-text">{shown?.user}</strong>
      <span className="block">This action cannot be undone.</span>
    </ConfirmDialog>
  );
}
