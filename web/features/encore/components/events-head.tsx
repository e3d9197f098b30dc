import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { EncoreVariant } from '../../../../shared/encore/fields.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { describeChanged, isChanged } from '../../../../shared/ticketing/view.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { OpenWork } from '../../recent-work/session/use-work.ts';
import { WorkStatus } from '../../recent-work/work-view.tsx';
import type { ChangeEventIds, EncoreSettings } from '../settings.ts';
import { AddEventsPanel } from './add-events-panel.tsx';

const IDS_NAMED = 5;

interface EventsHeadProps {
  events: readonly TicketingEvent[];
  /** Ids without an event at the provider. */
  missing: readonly string[];
  variant: EncoreVariant;
  /** Events whose Max Price is below their lowest price. */
  missedCount: number;
  work: OpenWork<EncoreSettings>;
  onEventIds: ChangeEventIds;
}

/** Heading of the events, with the problems of all of them together. */
export function EventsHead(props: EventsHeadProps) {
  const { events, missing, work, onEventIds } = props;
  const [isAdding, setIsAdding] = useState(false);
  const isIncluded = work.draft.includesChanged;
  const changed = events.filter(isChanged);
  const remove = (removed: readonly string[]) => {
    const gone = new Set(removed);
    onEventIds((ids) => ids.filter((id) => !gone.has(id)));
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-md font-semibold">Selected Events ({formatNumber(events.length)})</h2>
        {props.variant === 'uk' ? <Badge tone="accent">UK Mode</Badge> : null}
        {work.isRestored ? <Badge tone="info">Saved configuration loaded</Badge> : null}
        <WorkStatus work={work} />
        <Button
          size="sm"
          className="ml-auto"
          aria-expanded={isAdding}
          icon={<Plus />}
          onClick={() => setIsAdding(!isAdding)}
        >
          Add Events Manually
        </Button>
      </div>
      {missing.length > 0 ? (
        <Banner
          tone="warning"
          actions={
            <Button size="sm" onClick={() => remove(missing)}>
              Remove
            </Button>
          }
        >
          {describeMissing(missing)}
        </Banner>
      ) : null}
      {changed.length > 0 ? (
        <Banner
          tone={isIncluded ? 'info' : 'warning'}
          actions={
            <>
              <Button size="sm" onClick={() => work.change({ includesChanged: !isIncluded })}>
                {isIncluded ? 'Leave out' : 'Include'}
              </Button>
              <Button size="sm" onClick={() => remove(changed.map(({ id }) => id))}>
                Remove
              </Button>
            </>
          }
        >
          {countOf(changed.length, 'event is', 'events are')} {isIncluded ? 'included' : 'left out'}
          : {describeChanged(changed)}.
        </Banner>
      ) : null}
      {props.missedCount > 0 ? (
        <Banner tone="warning">
          The Max Price of {countOf(props.missedCount, 'event')} is below their lowest price: no
          ticket would be found.
        </Banner>
      ) : null}
      {isAdding ? (
        <AddEventsPanel
          chosen={events.map((event) => event.id)}
          onAdd={(added) => onEventIds((ids) => [...ids, ...added])}
          onCancel={() => setIsAdding(false)}
        />
      ) : null}
    </>
  );
}

function describeMissing(ids: readonly string[]): string {
  const [only] = ids;
  if (ids.length === 1) return `No event with the id "${only}".`;
  const more = ids.length - IDS_NAMED;
  const rest = more > 0 ? ` and ${formatNumber(more)} more` : '';
  return `No events with ${countOf(ids.length, 'id')}: ${ids.slice(0, IDS_NAMED).join(', ')}${rest}.`;
}
