import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { unsubscribeFromPush } from '../../../lib/service-worker.ts';
import {
  clearBrowser,
  endServerSession,
  leaveSession,
  type SignOutScope,
} from '../../../lib/session.ts';
import { toast } from '../../../ui/toast.tsx';

/**
 * Signs out: ends the session at the server, deletes token, user and loaded data here, and goes to Login.
 * When the server cannot be reached, this browser is signed out nevertheless, and Login reports it; signing out
 * everywhere needs the server, so it fails instead.
 */
export function useLogout(): (scope?: SignOutScope) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (scope = 'here') => {
      const hasEnded = await endServerSession(scope).then(
        () => true,
        // The client has logged the failure. A 401 means that the session had ended already.
        (error: unknown) => error instanceof ApiError && error.status === 401,
      );
      if (!hasEnded && scope === 'everywhere') {
        toast({
          title: 'Could not log out everywhere.',
          text: 'The server could not be reached. Your sessions are still open.',
          tone: 'danger',
        });
        return;
      }
      // The next operator of this browser must not receive the messages of this operator.
      void unsubscribeFromPush().catch(() => undefined);
      if (scope === 'forget') clearBrowser();
      await leaveSession(() =>
        navigate({ to: '/login', state: hasEnded ? {} : { sessionLeftOpen: true } }),
      );
    },
    [navigate],
  );
}
