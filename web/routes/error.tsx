import { createFileRoute } from '@tanstack/react-router';
import { ErrorPage } from '../features/error/components/error-page.tsx';
import { textParam } from '../lib/search-params.ts';
import type { ErrorPageSearch } from '../lib/session.ts';

/** The error page, outside of the shell: code, title, desc, btn, to. */
export const Route = createFileRoute('/error')({
  validateSearch: (search: Record<string, unknown>): ErrorPageSearch => {
    const read: ErrorPageSearch = {};
    for (const name of ['code', 'title', 'desc', 'btn', 'to'] as const) {
      const value = textParam(search, name);
      if (value !== undefined) read[name] = value;
    }
    return read;
  },
  component: () => <ErrorPage search={Route.useSearch()} />,
});
