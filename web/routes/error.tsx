import { createFileRoute } from '@tanstack/react-router';
import { ErrorPage } from '../features/error/error-page.tsx';
import { errorSearch } from '../features/error/search-state.ts';

/** The error page, outside the shell: code, title, desc, btn, to. */
export const Route = createFileRoute('/error')({
  validateSearch: errorSearch,
  component: () => <ErrorPage search={Route.useSearch()} />,
});
