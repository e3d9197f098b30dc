import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { logError } from '../../../lib/log.ts';
import { useOnline } from '../../../lib/online.ts';
import { Button } from '../../../ui/button.tsx';

/**
 * A route that failed to load or to draw. It takes the place of that page only: the shell stays in use. A file
 * that is gone after a new version went out is told apart, because loading the page again mends it.
 */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isOnline = useOnline();
  const message = error instanceof Error ? error.message : String(error);
  const isStaleVersion = /dynamically imported module|module script/i.test(message);
  useEffect(() => {
    logError('A page failed', { message, stack: error instanceof Error ? error.stack : undefined });
  }, [error, message]);
  const retry = () => {
    if (isStaleVersion) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <div role="alert" className="grid h-full place-items-center p-6">
      <div className="flex max-w-[46ch] flex-col items-center gap-1 text-center">
        <h2 className="text-md font-[620]">This page failed to load</h2>
        <p className="text-pretty text-text-muted">
          {isStaleVersion
            ? describeMissing(isOnline)
            : 'Something in this page broke. The rest of the desk works, and nothing that was saved is lost.'}
        </p>
        <div className="mt-3">
          <Button variant="primary" onClick={retry} disabled={isStaleVersion && !isOnline}>
            Retry
          </Button>
        </div>
      </div>
    </div>
  );
}

const describeMissing = (isOnline: boolean) =>
  isOnline
    ? 'A newer version of the desk is out, or the connection was lost.'
    : 'It was not loaded before the connection was lost. Retry once you are online again.';
