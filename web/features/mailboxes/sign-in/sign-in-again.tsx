import { type ReactNode, useState } from 'react';
import type { ImapAccount } from '../../../../shared/mailboxes/schema.ts';
import { latePart } from '../../../ui/late-part.tsx';
import { leftSignIn } from './left-sign-in.ts';
import { missingSignIn, providerOfHost } from './sign-in-texts.ts';

/** Loaded on a press, because most accounts have a password. */
export const SignInDialog = latePart(() => import('./sign-in-dialog.tsx'), 'SignInDialog');

/** The dialog that signs in to a stored account, as an element, and the function that opens it. */
export function useSignInAgain(): [dialog: ReactNode, open: (account: ImapAccount) => void] {
  const [account, setAccount] = useState<ImapAccount | null>(null);
  const provider = account && providerFor(account);
  const dialog =
    account && provider ? (
      <SignInDialog
        target={{ provider, id: account.id, address: account.user }}
        onClose={() => setAccount(null)}
      />
    ) : null;
  return [dialog, setAccount];
}

interface ReturnedSignInProps {
  flow: string;
  onClose: () => void;
}

/**
 * The result of a sign-in whose provider returned to the desk; "Try again" restarts it with the
 * typed values.
 */
export function ReturnedSignIn({ flow, onClose }: ReturnedSignInProps) {
  const [left] = useState(() => leftSignIn.read());
  const target = left ?? { provider: 'google' as const, address: '' };
  return <SignInDialog target={target} returned={flow} onClose={onClose} />;
}

const providerFor = (account: ImapAccount) =>
  account.auth === 'password'
    ? (missingSignIn(account) ?? providerOfHost(account.host))
    : account.auth;
