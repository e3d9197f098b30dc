import { createFileRoute } from '@tanstack/react-router';
import { ComingScreen } from '../../features/shell/components/coming-screen.tsx';

export const Route = createFileRoute('/_app/user-generator')({
  component: () => <ComingScreen title="User Generator" />,
});
