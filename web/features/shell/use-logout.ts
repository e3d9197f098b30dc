import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { leaveSession } from '../../lib/auth.ts';

/** Logout clears token, user and everything read with them, and goes to Login (part 4, "Auth"). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    void leaveSession(() => navigate({ to: '/login' }));
  }, [navigate]);
}
