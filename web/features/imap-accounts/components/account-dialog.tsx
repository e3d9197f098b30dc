import type { ImapAccount } from '../../../../shared/imap-accounts/schema.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { AccountFormFields } from './account-form-fields.tsx';

interface AccountDialogProps {
  /** `new`, the mailbox that is edited, or null while closed. */
  subject: ImapAccount | 'new' | null;
  onClose: () => void;
}

/** The Add/Edit modal. Closes and resets on cancel, backdrop click or a save. */
export function AccountDialog({ subject, onClose }: AccountDialogProps) {
  const account = subject === 'new' ? null : subject;
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => !open && onClose()}
      title={account ? 'Edit IMAP Account' : 'Add New IMAP Account'}
      description="The password is stored encrypted and only used to read mail."
    >
      {subject === null ? null : (
        <AccountFormFields key={account?.id ?? 'new'} account={account} onClose={onClose} />
      )}
    </Dialog>
  );
}
