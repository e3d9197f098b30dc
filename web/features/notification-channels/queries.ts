import { queryOptions } from '@tanstack/react-query';
import {
  type ChannelChange,
  type EnteredChannel,
  type NewChannel,
  pushSubscription,
  shownAddress,
} from '../../../shared/notification-channels/schema.ts';
import type { NotificationKind } from '../../../shared/notifications/schema.ts';
import { api, send } from '../../lib/api.ts';
import { queryClient, reloadAfter } from '../../lib/query-client.ts';
import { pushEndpoint, subscribeToPush, unsubscribeFromPush } from '../../lib/service-worker.ts';

const calls = api['notification-channels'];

export const channelsQuery = queryOptions({
  queryKey: ['notification-channels'],
  queryFn: async ({ signal }) => (await send(calls.$get({}, { init: { signal } }))).data,
  // Messages are sent in the background.
  refetchInterval: 30_000,
});

/** The displayed address of this browser's push subscription; null if it has none. */
export const ownAddressQuery = queryOptions({
  queryKey: ['notification-channels', 'own-address'],
  queryFn: async () => {
    const endpoint = await pushEndpoint();
    return endpoint === null ? null : shownAddress(endpoint);
  },
  networkMode: 'always',
});

/**
 * Adds a channel; that of this browser needs its subscription first, and replaces the browser's
 * earlier channel.
 * @throws PushRefused if the browser provides no subscription
 */
export function addChannel(entered: EnteredChannel) {
  const add = (json: NewChannel) => send(calls.$post({ json }));
  return reloadAfter(
    channelsQuery,
    entered.kind === 'web_push' ? addBrowser(entered, add) : add(entered),
  );
}

async function addBrowser<Made extends { data: { id: number } }>(
  entered: Extract<EnteredChannel, { kind: 'web_push' }>,
  add: (channel: NewChannel) => Promise<Made>,
): Promise<Made> {
  const { key } = await send(calls['push-key'].$get());
  const { subscription, previous } = await subscribeToPush(key);
  const made = await add({ ...entered, subscription: pushSubscription.parse(subscription) });
  // A failure leaves the old channel in the list, where it can be deleted.
  if (previous !== null)
    await deleteBrowsers(shownAddress(previous), made.data.id).catch(() => undefined);
  return made;
}

/** Deletes the operator's channels of a browser, except one. */
async function deleteBrowsers(address: string, exceptId: number): Promise<void> {
  const { data } = await send(calls.$get());
  for (const channel of data)
    if (channel.kind === 'web_push' && channel.address === address && channel.id !== exceptId)
      await send(calls[':id'].$delete({ param: { id: String(channel.id) } }));
}

/**
 * The kinds that a channel of this operator sends to this browser; empty if the channels cannot be
 * loaded.
 */
export async function pushedKinds(endpoint: string): Promise<ReadonlySet<NotificationKind>> {
  const address = shownAddress(endpoint);
  const channels = await queryClient.fetchQuery(channelsQuery).catch(() => []);
  const ofBrowser = channels.filter(
    (channel) => channel.kind === 'web_push' && !channel.is_paused && channel.address === address,
  );
  return new Set(ofBrowser.flatMap(({ kinds }) => kinds));
}

export const changeChannel = (id: number, json: ChannelChange) =>
  reloadAfter(channelsQuery, send(calls[':id'].$patch({ param: { id: String(id) }, json })));

/** Deletes a channel. @param isOwn whether its messages are shown by this browser */
export async function deleteChannel(id: number, isOwn: boolean): Promise<void> {
  await reloadAfter(channelsQuery, send(calls[':id'].$delete({ param: { id: String(id) } })));
  if (isOwn) await unsubscribeFromPush();
}

export const testChannel = (id: number) =>
  reloadAfter(channelsQuery, send(calls[':id'].test.$post({ param: { id: String(id) } })));
