import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '../../features/shell/components/coming-screen.tsx';

export const Route = createFileRoute('/_app/presale-code-tool')({
  component: () => <ComingScreen title="Presale Code Tool" />,
});
