import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../../features/settings/components/settings-page.tsx';
import { pageTitle } from '../../kit/route.ts';

export const Route = createFileRoute('/_app/settings')({
  head: pageTitle('Dashboard - Settings'),
  component: SettingsPage,
});
