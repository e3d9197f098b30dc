import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/dialog.tsx';

/** Where the session or the server sends the operator: nothing holds that up. */
const FORCED = ['/login', '/error'];

/** Asks before the page is left while files go up: what was not sent would be lost. */
export function StayWhileUploading({ isUploading }: { isUploading: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && !FORCED.includes(next.pathname),
    disabled: !isUploading,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title="Leave while files are uploaded?"
      confirmLabel="Leave and cancel"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
    >
      The file that is on its way and those behind it are not uploaded. Files that are up stay.
    </ConfirmDialog>
  );
}
