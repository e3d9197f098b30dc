import { useEffect, useEffectEvent, useState } from 'react';
import type { ProfileSite } from '../../../../shared/site-generator/profile-site.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { isCancelled } from '../../../../shared/ticketing/view/events.ts';
import { useIsSettled } from '../../../kit/route.ts';
import { countOf } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ChangeDraft } from '../../recent-work/session/use-work.ts';
import type { SiteDraft } from '../draft.ts';
import { eventsToAdd } from '../plan.ts';

interface SentEventsProps {
  site: ProfileSite;
  /** Events sent from the ticketing tool; undefined if there are none, or while they load. */
  sent: readonly TicketingEvent[] | undefined;
  change: ChangeDraft<SiteDraft>;
  /** Called once the sent events are in the draft. */
  onTaken: () => void;
}

/**
 * Adds sent events to the draft, and reports cancelled ones, which are excluded until the operator
 * includes them.
 */
export function SentEvents({ site, sent, change, onTaken }: SentEventsProps) {
  const [leftOut, setLeftOut] = useState<readonly TicketingEvent[]>([]);
  const add = (events: readonly TicketingEvent[]) =>
    change((current) => ({ events: [...current.events, ...eventsToAdd(site, current, events)] }));
  const take = useEffectEvent((events: readonly TicketingEvent[]) => {
    add(events.filter((event) => !isCancelled(event)));
    setLeftOut(events.filter(isCancelled));
    onTaken();
  });
  const isSettled = useIsSettled();
  useEffect(() => {
    if (isSettled && sent !== undefined) take(sent);
  }, [isSettled, sent]);
  if (leftOut.length === 0) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <Button
            size="sm"
            onClick={() => {
              add(leftOut);
              setLeftOut([]);
            }}
          >
            Include
          </Button>
          <Button size="sm" onClick={() => setLeftOut([])}>
            Dismiss
          </Button>
        </>
      }
    >
      {countOf(leftOut.length, 'cancelled event was', 'cancelled events were')} left out.
    </Banner>
  );
}
