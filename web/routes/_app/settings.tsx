import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '../../kit/route.ts';
import { PageBody, PageHeader } from '../../ui/page.tsx';

export const Route = createFileRoute('/_app/settings')({
  head: pageTitle('Dashboard - Settings'),
  component: SettingsPage,
});

/** Only this text: theme and keyboard choices are in the account menu and the shortcuts dialog. */
function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <PageBody className="p-5 max-md:p-3.5">
        <p className="text-text-muted">Settings page under development.</p>
      </PageBody>
    </>
  );
}
