import { createFileRoute } from '@tanstack/react-router';
import { ADONIS_SITES } from '../../../shared/profile-sites/adonis/sites.ts';
import type { SiteTool } from '../../features/profile-sites/plan.ts';
import { stockQuery } from '../../features/profile-sites/queries.ts';
import { siteSearch } from '../../features/profile-sites/search-state.ts';
import { SiteScreen } from '../../features/profile-sites/site-screen.tsx';
import { pageTitle, startQuery, useRouteSearch } from '../../kit/route.ts';

const TOOL: SiteTool = {
  name: 'adonis',
  title: 'Adonis Tool',
  context: 'Multi-site CSV',
  sites: ADONIS_SITES,
  failureText: 'An error occurred while generating the CSV file',
};

export const Route = createFileRoute('/_app/adonis-tool')({
  head: pageTitle('Dashboard - Adonis Tool'),
  validateSearch: siteSearch,
  loader: ({ context }) => startQuery(context, stockQuery),
  component: AdonisRoute,
});

function AdonisRoute() {
  return <SiteScreen tool={TOOL} {...useRouteSearch(Route)} />;
}
