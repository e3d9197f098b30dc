import { queryOptions } from '@tanstack/react-query';
import { apiFetch } from '../../lib/api.ts';

/** How often the scanner's state is read while it is missing or busy. */
export const SCANNER_WATCH_MS = 5_000;

/** Whether a scanner is connected; read more often while none is. */
export const scannerQuery = queryOptions({
  queryKey: ['scanner-state'],
  queryFn: async ({ signal }) => {
    const response = await apiFetch('/api/health', { signal });
    const health: unknown = await response.json();
    return (
      typeof health === 'object' &&
      health !== null &&
      'scanner' in health &&
      health.scanner === 'connected'
    );
  },
  refetchInterval: (query) => (query.state.data === false ? SCANNER_WATCH_MS : 60_000),
});
