import { WifiOff } from 'lucide-react';
import { useOnline } from '../../../lib/online.ts';
import { Banner } from '../../../ui/banner.tsx';

/** A banner under the top bar while the browser has no network. */
export function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <div className="flex-none px-5 pt-3 max-md:px-3.5">
      <Banner
        tone="warning"
        title="You are offline."
        icon={<WifiOff className="text-warning-text" />}
      >
        Searches and changes can fail until the connection is back.
      </Banner>
    </div>
  );
}
