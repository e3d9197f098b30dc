import { useSelector } from '@tanstack/react-store';
import { WifiOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useOnline } from '../../../lib/online.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { needsReload } from '../../../ui/import-again.ts';

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

/** Shown when parts of the page can only be loaded together with the page. */
export function ReloadBanner() {
  if (!useSelector(needsReload)) return null;
  return (
    <ShellBanner
      title="Parts of this page could not be loaded."
      actions={
        <Button size="sm" onClick={() => location.reload()}>
          Reload page
        </Button>
      }
    >
      The connection failed while they were loaded.
    </ShellBanner>
  );
}
