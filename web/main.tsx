import './lib/zod-config.ts';
import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchSession } from './features/account/sessions/watch-session.ts';
import { removeStale } from './kit/saved/storage.ts';
import { queryClient } from './lib/query-client.ts';
import { router } from './router.tsx';

/** Encore configurations older than 12 hours are removed at start. */
const ENCORE_CACHE_MAX_AGE_MS = 43_200_000;

keepPageOffline();
removeStale('encore-tool-cache', ENCORE_CACHE_MAX_AGE_MS, Date.now());
watchSession({
  location: () => router.state.location,
  goToLogin: (redirect) =>
    router.navigate({ to: '/login', search: { redirect }, state: { sessionEnded: true } }),
  goToError: (search) => router.navigate({ to: '/error', search, replace: true }),
  goToPath: (path) => router.navigate({ to: path, replace: true }),
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

/**
 * The router loads the whole page again when the code of a screen cannot be fetched, which is right after a new
 * version. Offline this would replace the page by the browser's own error page, so the error is then worded in a way
 * that makes the router pass it on to the screen's error view.
 */
function keepPageOffline(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!navigator.onLine) payload.message = `Offline: ${payload.message}`;
  });
}
