import { useEffect, useRef, useState } from 'react';
import { onPasskeyRequired } from '../../../lib/api.ts';
import { latePart } from '../../../ui/late-part.tsx';

const ConfirmPasskeyDialog = latePart(
  () => import('./confirm-passkey-dialog.tsx'),
  'ConfirmPasskeyDialog',
);

/** Opens a dialog when a call needs a recent use of the passkey. Further calls wait for the same answer. */
export function PasskeyConfirmation() {
  const pending = useRef<PromiseWithResolvers<boolean> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(
    () =>
      onPasskeyRequired(() => {
        pending.current ??= Promise.withResolvers();
        setIsOpen(true);
        return pending.current.promise;
      }),
    [],
  );
  if (!isOpen) return null;
  const end = (isConfirmed: boolean) => {
    pending.current?.resolve(isConfirmed);
    pending.current = null;
    setIsOpen(false);
  };
  return <ConfirmPasskeyDialog onEnd={end} />;
}
