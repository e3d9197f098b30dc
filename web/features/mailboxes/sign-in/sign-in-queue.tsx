import { useState } from 'react';
import { SignInDialog } from './sign-in-again.tsx';

interface SignInQueueProps {
  /** Addresses at Microsoft. */
  addresses: readonly string[];
  tags: string[];
  /** @param left the addresses that have not had their turn */
  onClose: (left: string[]) => void;
}

/** Signs in to several mailboxes at Microsoft, one after the other. */
export function SignInQueue({ addresses, tags, onClose }: SignInQueueProps) {
  const [at, setAt] = useState(0);
  const address = addresses[at] ?? '';
  const following = addresses[at + 1];
  return (
    <SignInDialog
      key={at}
      target={{ provider: 'microsoft', address, tags }}
      next={
        following === undefined
          ? undefined
          : {
              address: following,
              others: addresses.length - at - 2,
              start: () => setAt(at + 1),
            }
      }
      onClose={() => onClose(addresses.slice(at + 1))}
    />
  );
}
