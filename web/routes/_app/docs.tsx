import { createFileRoute } from '@tanstack/react-router';
import { DocsScreen } from '../../features/api-document/docs-screen.tsx';
import { apiDocumentQuery } from '../../features/api-document/queries.ts';
import { docsSearch } from '../../features/api-document/search-state.ts';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/docs')({
  head: pageTitle('Dashboard - API document'),
  validateSearch: docsSearch,
  loader: ({ context }) => startQuery(context, apiDocumentQuery),
  component: DocsRoute,
});

function DocsRoute() {
  return <DocsScreen {...useRouteSearch(Route)} />;
}
