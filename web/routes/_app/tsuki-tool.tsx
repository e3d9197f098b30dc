import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '../../features/shell/components/coming-screen.tsx';
import { pageTitle } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/tsuki-tool')({
  head: pageTitle('Dashboard - Tsuki Tool'),
  component: () => <ComingScreen title="Tsuki Tool" />,
});
