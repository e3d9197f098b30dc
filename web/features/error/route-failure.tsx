import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorText } from '../../../shared/error-text.ts';
import { logError } from '../../lib/log.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';

/**
 * Replaces a page that failed to load or to render; the shell stays usable. A missing file after a
 * new release is handled separately, because reloading the page fixes it.
 */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isOnline = useOnline();
  const message = errorText(error);
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
        <h2 className="text-md font-semibold">This page failed to load</h2>
        <p className="text-pretty text-text-muted">
          {isStaleVersion
            ? describeMissing(isOnline)
            : 'This page has an error. The other pages work, and no saved data is lost.'}
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
    ? 'There is a newer version of the desk, or the connection was lost.'
    : 'The connection was lost before the page was loaded. Retry when you are online again.';
