import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '../../features/shell/components/coming-screen.tsx';
import { pageTitle } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/adonis-tool')({
  head: pageTitle('Dashboard - Adonis Tool'),
  component: () => <ComingScreen title="Adonis Tool" />,
});
