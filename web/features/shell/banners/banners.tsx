import { useSelector } from '@tanstack/react-store';
import { RefreshCw, WifiOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useOnline } from '../../../lib/online.ts';
import { otherRelease, type Release } from '../../../lib/release.ts';
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

/**
 * Shown while the server runs another version than that of this page, until the operator reloads or
 * dismisses it.
 */
export function ReleaseBanner() {
  const release = useSelector(otherRelease);
  const [putOff, setPutOff] = useState<Release | null>(null);
  if (release === null) return null;
  if (release.version === putOff?.version && release.schema === putOff.schema) return null;
  return (
    <ShellBanner
      tone="info"
      icon={<RefreshCw className="text-info-text" />}
      title={`The desk now runs version ${release.version}.`}
      actions={
        <>
          <Button size="sm" onClick={() => setPutOff(release)}>
            Later
          </Button>
          <Button size="sm" onClick={() => location.reload()}>
            Reload page
          </Button>
        </>
      }
    >
      Reload this page to use it. The tools keep your work; finish open dialogs and uploads first.
    </ShellBanner>
  );
}
