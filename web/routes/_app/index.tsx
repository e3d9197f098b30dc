import { createFileRoute } from '@tanstack/react-router';
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx';
import { dashboardQuery } from '../../features/dashboard/queries.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/')({
  // The loader is part of the first load, so that the page after the sign-in starts its call before other code arrives.
  codeSplitGroupings: [['component']],
  head: pageTitle('Dashboard'),
  loader: ({ context }) => startQuery(context, dashboardQuery),
  component: DashboardScreen,
});
