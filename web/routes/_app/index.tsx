import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '../../features/shell/components/coming-screen.tsx';
import { pageTitle } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/')({
  head: pageTitle('Dashboard'),
  component: () => <ComingScreen title="Dashboard" />,
});
