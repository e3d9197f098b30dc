import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '../../features/shell/components/coming-screen.tsx';

export const Route = createFileRoute('/_app/encore-tool')({
  component: () => <ComingScreen title="Encore Tool" />,
});
