import { createAtom } from '@tanstack/react-store';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast.tsx';
import { channelsQuery } from '../notification-channels/queries.ts';

const isShown = createAtom(false);

/** Shows once where reminders appear if the operator has no channel for them. */
export async function showChannelNotice(addChannel: () => unknown): Promise<void> {
  if (isShown.get()) return;
  const channels = await queryClient.ensureQueryData(channelsQuery).catch(() => null);
  const isChannel = channels?.some((one) => !one.is_paused && one.kinds.includes('sale_soon'));
  if (channels === null || isChannel) return;
  isShown.set(true);
  toast({
    title: 'Reminders appear in the bell of this desk',
    text: 'Add a channel to get them on your phone or in a chat, too.',
    tone: 'info',
    action: { label: 'Add a channel', run: () => void addChannel() },
  });
}
