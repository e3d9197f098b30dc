import { PageBody, PageHeader } from '../../../ui/page.tsx';

/** Part 2: only this text. Theme and keyboard choices stand in the account menu and the shortcuts dialog. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <PageBody className="p-5 max-md:p-3.5">
        <p className="text-text-muted">Settings page under development.</p>
      </PageBody>
    </>
  );
}
