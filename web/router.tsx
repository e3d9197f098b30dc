import { createRouter } from '@tanstack/react-router';
import { RouteFailure } from './features/error/route-failure.tsx';
import { queryClient } from './lib/query-client.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { routeTree } from './route-tree.gen.ts';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 80,
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: RouteFailure,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Set when a session ended by itself, so that the login page shows it. */
    sessionEnded?: boolean;
    /** Set when signing out could not reach the server, so that the login page shows it. */
    sessionLeftOpen?: boolean;
  }
}
