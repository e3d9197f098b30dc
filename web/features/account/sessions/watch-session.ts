import { type ApiFailure, onApiFailure } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { safePath } from '../../../lib/safe-path.ts';
import {
  CURRENT_USER_PATH,
  currentUserQuery,
  isSigningOut,
  leaveSession,
} from '../../../lib/session.ts';
import { readToken, TOKEN_KEY } from '../../../lib/token.ts';
import type { ErrorPageSearch } from '../../error/search-state.ts';

/** The router functions that the session needs; main.tsx passes them. */
export interface SessionRouting {
  location: () => { pathname: string; href: string; search: { redirect?: string } };
  goToLogin: (redirect: string | undefined) => unknown;
  goToError: (search: ErrorPageSearch) => unknown;
  goToPath: (path: string) => unknown;
}

/** Error pages of a failed current-user call. Their texts are French on purpose. */
const CURRENT_USER_FAILURES: Record<number, ErrorPageSearch> = {
  502: {
    code: '502',
    title: 'Serveur indisponible',
    desc: 'Le serveur est en maintenance. Réessayez plus tard.',
    btn: 'Réessayer',
  },
  500: {
    code: '500',
    title: 'Erreur serveur',
    desc: "Une erreur interne du serveur s'est produite.",
    btn: 'Réessayer',
  },
  403: {
    code: '403',
    title: 'Accès interdit',
    desc: "Vous n'avez pas la permission d'accéder à cette ressource.",
    btn: 'Retour',
  },
};

/**
 * Ends the session or shows an error page when calls fail: 401 or 'Invalid token' signs out; 403 shows the
 * forbidden page, unless it names what the operator must do; 403, 500 and 502 of the current-user call show their own
 * error pages. Sign-ins and sign-outs of other tabs arrive through the storage event.
 */
export function watchSession(routing: SessionRouting): void {
  onApiFailure((failure) => onFailure(failure, routing));
  window.addEventListener('storage', (event) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    if (readToken() === null) endSession(routing);
    else followSignIn(routing);
  });
}

function onFailure({ error, path, token }: ApiFailure, routing: SessionRouting): void {
  if (path.startsWith('/api/auth/login') || isSigningOut()) return;
  if (error.status === 401 || error.message === 'Invalid token') {
    // A late answer to an older token must not end the next session.
    if (token === readToken()) endSession(routing);
    return;
  }
  if (path === CURRENT_USER_PATH) {
    const page = CURRENT_USER_FAILURES[error.status];
    // A retry returns to the page, which would repeat the forbidden call.
    const to = error.status === 403 ? '/' : routing.location().href;
    if (page) routing.goToError({ ...page, to });
    return;
  }
  if (error.requirement === 'own-password') {
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    return;
  }
  if (error.status === 403 && error.requirement === undefined) routing.goToError({ code: '403' });
}

function endSession(routing: SessionRouting): void {
  const { pathname, href } = routing.location();
  const isOutside = pathname === '/login' || pathname === '/error';
  void leaveSession(() => (isOutside ? undefined : routing.goToLogin(href)));
}

function followSignIn(routing: SessionRouting): void {
  const { pathname, search } = routing.location();
  if (pathname === '/login') routing.goToPath(safePath(search.redirect) ?? '/');
}
