import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * The app's one query cache. Only a server that could not be reached is asked again by itself: an answer, even
 * a bad one, is shown with its Retry. Calls run when the browser believes it is offline too, because the desk
 * may be served from the same machine.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (failures, error) =>
        error instanceof ApiError && error.kind === 'network' && failures < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
