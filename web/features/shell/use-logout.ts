import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { clearSession } from '../../lib/auth.ts';

/** Logout clears token, user and everything read with them, and goes to Login (part 4, "Auth"). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    clearSession();
    void navigate({ to: '/login' });
  }, [navigate]);
}
