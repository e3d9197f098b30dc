import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '../../features/shell/components/coming-screen.tsx';

export const Route = createFileRoute('/_app/vf-queues-tool')({
  component: () => (
    <ComingScreen title="Verified Fan Queues Tool" documentTitle="Dashboard - VF Queues Tool" />
  ),
});
