import { useMemo } from 'react';
import { monitorKey, priceKey } from '../../../../shared/channel.ts';
import type { PriceTarget } from '../../../../shared/price-monitor/schema.ts';
import { useLastState } from '../../../lib/channel/index.ts';
import { withLastStates } from './live-event.ts';

/** An event of the list with what the live channel has sent since it was loaded. */
export function useLiveEvent<Event extends PriceTarget | undefined>(
  event: Event,
): Event | PriceTarget {
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
