import { createFileRoute } from '@tanstack/react-router';
import { TSUKI_SITES } from '../../../shared/profile-sites/tsuki/sites.ts';
import type { SiteTool } from '../../features/profile-sites/plan.ts';
import { stockQuery } from '../../features/profile-sites/queries.ts';
import { siteSearch } from '../../features/profile-sites/search-state.ts';
import { SiteScreen } from '../../features/profile-sites/site-screen.tsx';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';

const TOOL: SiteTool = {
  name: 'tsuki',
  title: 'Tsuki Tool',
  context: 'Three-site CSV',
  sites: TSUKI_SITES,
  failureText: 'Failed to generate CSV. Please try again.',
};

export const Route = createFileRoute('/_app/tsuki-tool')({
  head: pageTitle('Dashboard - Tsuki Tool'),
  validateSearch: siteSearch,
  loader: ({ context }) => startQuery(context, stockQuery),
  component: TsukiRoute,
});

function TsukiRoute() {
  return <SiteScreen tool={TOOL} {...useRouteSearch(Route)} />;
}
