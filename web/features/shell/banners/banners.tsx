import { WifiOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useOnline } from '../../../lib/online.ts';
import { Banner } from '../../../ui/banner.tsx';

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
