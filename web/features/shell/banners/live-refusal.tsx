import { useChannelRefusal } from '../../../lib/channel/index.ts';
import { ShellBanner } from './banners.tsx';

/** Shown while the server refuses live messages to pages of this address. */
export function LiveRefusalBanner() {
  const addresses = useChannelRefusal();
  if (addresses === null) return null;
  return (
    <ShellBanner title="Live updates are refused:">
      this desk is known as {addresses.join(' and ')}. Open it there, or add {location.origin} to
      PUBLIC_URL.
    </ShellBanner>
  );
}
