import { useEffect, useEffectEvent } from 'react';
import { useIsSettled } from '../../../kit/route.ts';
import { useSaved } from '../../../kit/saved/saved.ts';
import { countOf } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast.tsx';
import { addedToEncore, currentEncore } from '../current-encore.ts';
import type { ChangeEventIds } from '../settings.ts';

interface OpenEncore {
  address: string;
  eventIds: readonly string[] | null;
  /** False while its settings load, because a change of events would lose them. */
  isReady: boolean;
  onEventIds: ChangeEventIds;
}

/**
 * Marks a configuration with events as the current one, and adds the events that other screens
 * chose for it.
 */
export function useAddedEvents({ address, eventIds, isReady, onEventIds }: OpenEncore): void {
  const [added] = useSaved(addedToEncore);
  const hasEvents = eventIds !== null && eventIds.length > 0;
  useEffect(() => {
    if (hasEvents) currentEncore.write(address);
  }, [hasEvents, address]);
  const take = useEffectEvent(() => {
    const waiting = addedToEncore.read();
    if (waiting === null || eventIds === null) return;
    addedToEncore.write(null);
    const chosen = new Set(eventIds);
    const fresh = waiting.ids.filter((id) => !chosen.has(id));
    const repeated = waiting.ids.length - fresh.length;
    if (fresh.length > 0) onEventIds((ids) => [...ids, ...fresh]);
    toast({
      title: fresh.length > 0 ? `${countOf(fresh.length, 'event')} added` : 'No events added',
      text:
        repeated > 0 ? `${countOf(repeated, 'event was', 'events were')} here already.` : undefined,
      tone: fresh.length > 0 ? 'success' : 'info',
    });
  });
  const isSettled = useIsSettled();
  useEffect(() => {
    if (isReady && isSettled && added?.address === address) take();
  }, [added, address, isReady, isSettled]);
}
