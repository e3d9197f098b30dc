import { useState } from 'react';
import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure-text.ts';
import { useDeleteAccount } from '../mutations.ts';

const DELETE_FAILED = {
  plain: 'Failed to delete account',
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
  const confirm = () => {
    if (!account) return;
    const done = () => {
      toast({ title: 'Account deleted' });
      close();
    };
    remove.mutate(account.id, { onSuccess: done });
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
      onConfirm={confirm}
    >
      <span className="block">Are you sure you want to delete this account?</span>
      <strong className="my-1.5 block font-[580] break-all text-text">{shown?.user}</strong>
      <span className="block">This action cannot be undone.</span>
    </ConfirmDialog>
  );
}
