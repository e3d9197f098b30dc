import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '../../../lib/auth.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { late } from '../../../ui/late.tsx';

const ChangePasswordDialog = late(
  () => import('./change-password-dialog.tsx'),
  'ChangePasswordDialog',
);
const SessionsDialog = late(() => import('./sessions-dialog.tsx'), 'SessionsDialog');
const PasskeysDialog = late(() => import('./passkeys-dialog.tsx'), 'PasskeysDialog');

export type AccountDialogName = 'password' | 'passkeys' | 'sessions';

interface AccountDialogsProps {
  open: AccountDialogName | null;
  onClose: () => void;
}

/** The dialogs of the operator's account, loaded when they are opened. */
export function AccountDialogs({ open, onClose }: AccountDialogsProps) {
  return (
    <>
      {open === 'password' ? <ChangePasswordDialog onClose={onClose} /> : null}
      {open === 'passkeys' ? <PasskeysDialog onClose={onClose} /> : null}
      {open === 'sessions' ? <SessionsDialog onClose={onClose} /> : null}
    </>
  );
}

/** Shown while the password is one that the command line set. */
export function OwnPasswordBanner() {
  const { data: user } = useQuery(currentUserQuery);
  const [open, setOpen] = useState<AccountDialogName | null>(null);
  if (user?.must_change_password !== true) return null;
  return (
    <div className="flex-none border-b border-border px-5 py-3 max-md:px-3.5">
      <Banner
        tone="warning"
        title="Choose your own password."
        actions={
          <Button size="sm" onClick={() => setOpen('password')}>
            Change password
          </Button>
        }
      >
        The current one was set from the command line, so you are not the only one who knows it.
      </Banner>
      <AccountDialogs open={open} onClose={() => setOpen(null)} />
    </div>
  );
}
