import { queryOptions } from '@tanstack/react-query';
import {
  type ChannelChange,
  type EnteredChannel,
  type NewChannel,
  pushSubscription,
  shownAddress,
} from '../../../shared/notification-channels/schema.ts';
import { api, send } from '../../lib/api.ts';
import { reloadAfter } from '../../lib/query-client.ts';
import { pushEndpoint, subscribeToPush, unsubscribeFromPush } from '../../lib/service-worker.ts';

const calls = api['notification-channels'];

export const channelsQuery = queryOptions({
  queryKey: ['notification-channels'],
  queryFn: async ({ signal }) => (await send(calls.$get({}, { init: { signal } }))).data,
  // Messages are sent in the background.
  refetchInterval: 30_000,
});

/** The shown address of this browser's push subscription; null if it has none. */
export const ownAddressQuery = queryOptions({
  queryKey: ['notification-channels', 'own-address'],
  queryFn: async () => {
    const endpoint = await pushEndpoint();
    return endpoint === null ? null : shownAddress(endpoint);
  },
  networkMode: 'always',
});

/**
 * Adds a channel; that of this browser needs its subscription first.
 * @throws PushRefused if the browser gives none
 */
export async function addChannel(entered: EnteredChannel) {
  const given: NewChannel =
    entered.kind === 'web_push'
      ? {
          ...entered,
          subscription: pushSubscription.parse(
            await subscribeToPush((await send(calls['push-key'].$get())).key),
          ),
        }
      : entered;
  return reloadAfter(channelsQuery, send(calls.$post({ json: given })));
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
