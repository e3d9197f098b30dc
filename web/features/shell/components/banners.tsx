import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { currentUserQuery } from '../../../lib/auth.ts';
import { useOnline } from '../../../lib/online.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangePasswordDialog } from './account-menu.tsx';

/** Under the top bar of every page. */
export const ShellBanner = (props: ComponentProps<typeof Banner>) => (
  <div className="flex-none border-b border-border px-5 py-3 max-md:px-3.5">
    <Banner tone="warning" {...props} />
  </div>
);

/** Shown while the browser has no network. */
export function OfflineBanner() {
  if (useOnline()) return null;
  return (
    <ShellBanner title="You are offline." icon={<WifiOff className="text-warning-text" />}>
      Searches and changes can fail until the connection is back.
    </ShellBanner>
  );
}

/** Shown while the password is one that the command line set. */
export function OwnPasswordBanner() {
  const { data: user } = useQuery(currentUserQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (user?.must_change_password !== true) return null;
  return (
    <>
      <ShellBanner
        title="Choose your own password."
        actions={
          <Button size="sm" onClick={() => setIsOpen(true)}>
            Change password
          </Button>
        }
      >
        The current one was set from the command line, so you are not the only one who knows it.
      </ShellBanner>
      {isOpen ? <ChangePasswordDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
