import { useMemo } from 'react';
import { monitorKey, priceKey } from '../../../../shared/channel.ts';
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { useLastState } from '../../../lib/channel/index.ts';
import { withLastStates } from './live-event.ts';

/** An event of the list with what the live channel has sent since it was loaded. */
export function useLiveEvent<Event extends WatchedEvent | undefined>(
  event: Event,
): Event | WatchedEvent {
  const url = event?.url ?? '';
  const prices = useLastState(priceKey(url));
  const monitor = useLastState(monitorKey('price', url));
  return useMemo(() => {
    if (event === undefined) return event;
    return withLastStates(event, {
      prices: prices?.type === 'priceUpdate' ? prices.data : null,
      monitor: monitor?.type === 'monitor' ? monitor.data : null,
    });
  }, [event, prices, monitor]);
}
