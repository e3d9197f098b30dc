import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '../../features/shell/components/coming-screen.tsx';

export const Route = createFileRoute('/_app/ticketmaster')({
  component: () => <ComingScreen title="Ticketing Tool" />,
});
