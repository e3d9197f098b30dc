import { createFileRoute } from '@tanstack/react-router';
import { TSUKI_SITES } from '../../../shared/tsuki/sites.ts';
import type { SiteTool } from '../../features/profile-sites/plan.ts';
import { profilesQuery } from '../../features/profile-sites/queries.ts';
import { SiteScreen } from '../../features/profile-sites/site-screen.tsx';
import { pageTitle, startQuery } from '../../kit/route.ts';
import { textParam } from '../../lib/search-params.ts';

const TOOL: SiteTool = {
  name: 'tsuki',
  title: 'Tsuki Tool',
  context: 'Three-site CSV',
  sites: TSUKI_SITES,
  failureText: 'Failed to generate CSV. Please try again.',
};

export const Route = createFileRoute('/_app/tsuki-tool')({
  head: pageTitle('Dashboard - Tsuki Tool'),
  validateSearch: (search: Record<string, unknown>): { site?: string } => {
    const site = textParam(search, 'site');
    return site === undefined ? {} : { site };
  },
  loader: ({ context }) => startQuery(context, profilesQuery()),
  component: TsukiRoute,
});

function TsukiRoute() {
  const { site } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SiteScreen
      tool={TOOL}
      site={site}
      onSite={(next) => void navigate({ search: { site: next } })}
    />
  );
}
