import { createFileRoute } from '@tanstack/react-router';
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx';
import { dashboardQuery } from '../../features/dashboard/queries.ts';
import { pageTitle, startQuery } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/dashboard')({
  head: pageTitle('Dashboard Overview'),
  loader: ({ context }) => startQuery(context, dashboardQuery),
  component: DashboardScreen,
});
