import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ChannelData, ChannelMessage, ChannelType } from '../../../shared/channel.ts';
import { type ChannelProblem, channel } from './client.ts';
import type { ConnectionState } from './connection.ts';

/**
 * Calls `handler` with the last known state of everything of this type (prices by URL, monitors, the scanners), then with
 * each change. Fields of a price update are complete: a null field has no value yet. Notifications have no last state.
 */
export function useChannel<Type extends ChannelType>(
  type: Type,
  handler: (data: ChannelData<Type>) => void,
): void {
  const onMessage = useEffectEvent(handler);
  useEffect(() => channel.listen(type, (data) => onMessage(data)), [type]);
}

/** The last known state of one thing by its key (`priceKey`, `monitorKey`); null while the channel has none. */
export function useLastState(key: string): ChannelMessage | null {
  const subscribeToKey = useCallback(
    (listener: () => void) => channel.listenToKey(key, listener),
    [key],
  );
  return useSyncExternalStore(subscribeToKey, () => channel.readLast(key));
}

const subscribe = (listener: () => void) => channel.listenToState(listener);
const readState = () => channel.readState();

/** Whether live messages arrive. Using it connects the tab. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(subscribe, readState);
}

const readRefusal = () => channel.readRefusal();

/** The addresses of the product if it does not have the one of this page, and refuses live messages to it; else null. */
export function useChannelRefusal(): readonly string[] | null {
  return useSyncExternalStore(subscribe, readRefusal);
}

/** Calls `handler` when the connection fails or a message cannot be read. */
export function useChannelProblem(handler: (problem: ChannelProblem) => void): void {
  const onProblem = useEffectEvent(handler);
  useEffect(() => channel.listenToProblems((problem) => onProblem(problem)), []);
}
