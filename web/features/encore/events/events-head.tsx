import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { EncoreVariant } from '../../../../shared/encore/fields.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { isCancelled } from '../../../../shared/ticketing/view/events.ts';
import { PriceOrigin } from '../../../kit/price-origin.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { OpenWork } from '../../recent-work/session/use-work.ts';
import { WorkStatus } from '../../recent-work/work-view.tsx';
import { maxPricesOf, withMaxPrices } from '../plan.ts';
import type { ChangeEventIds, EncoreSettings } from '../settings.ts';
import { AddEventsPanel } from './add-events-panel.tsx';
import { failedLines } from './unlisted-events.ts';

const IDS_NAMED = 5;

interface EventsHeadProps {
  events: readonly TicketingEvent[];
  /** Ids without an event at the provider. */
  missing: readonly string[];
  /** When the oldest of the events was read, in milliseconds; null if there is none. */
  readAt: number | null;
  variant: EncoreVariant;
  /** False while the field Max Price is off. */
  hasMaxPrice: boolean;
  /** Set while the list shows only the events with a problem or a warning. */
  onShowAll: (() => void) | null;
  work: OpenWork<EncoreSettings>;
  onEventIds: ChangeEventIds;
}

/** Where the prices of the events were read, and how long ago; nothing if no event has a price. */
function PricesRead({ events, readAt }: Pick<EventsHeadProps, 'events' | 'readAt'>) {
  const now = useNow();
  if (events.every(({ price_range: price }) => price === null)) return null;
  return (
    <span className="tn text-xs text-text-muted">
      Prices: <PriceOrigin source="discovery" at={readAt} now={now} />
    </span>
  );
}

/**
 * Sets the Max Price of each event with a price to its lowest price plus 20 %. Nothing is shown if
 * no event has a price.
 */
function MaxPrices({ events, work }: Pick<EventsHeadProps, 'events' | 'work'>) {
  const maxPrices = maxPricesOf(events);
  const ids = Object.keys(maxPrices);
  if (ids.length === 0) return null;
  const { perEvent } = work.draft;
  const put = (prices: Parameters<typeof withMaxPrices>[1]) =>
    work.change((current) => ({ perEvent: withMaxPrices(current.perEvent, prices) }));
  const set = () => {
    put(maxPrices);
    const without = events.length - ids.length;
    const before = Object.fromEntries(ids.map((id) => [id, perEvent[id]?.MaxPrice] as const));
    toast({
      title: `Max Price of ${countOf(ids.length, 'event')} set`,
      text: without === 0 ? '' : `${countOf(without, 'event has', 'events have')} no price.`,
      action: { label: 'Undo', run: () => put(before) },
    });
  };
  return (
    <Button size="sm" title="For each event with a price" onClick={set}>
      Max = lowest + 20 %
    </Button>
  );
}

interface CancelledEventsProps extends Pick<EventsHeadProps, 'events' | 'work'> {
  onRemove: (ids: readonly string[]) => void;
}

/** Cancelled events are excluded until the operator includes them. */
function CancelledEvents({ events, work, onRemove }: CancelledEventsProps) {
  if (events.length === 0) return null;
  const isIncluded = work.draft.includesCancelled;
  return (
    <Banner
      tone={isIncluded ? 'info' : 'warning'}
      actions={
        <>
          <Button size="sm" onClick={() => work.change({ includesCancelled: !isIncluded })}>
            {isIncluded ? 'Leave out' : 'Include'}
          </Button>
          <Button size="sm" onClick={() => onRemove(events.map(({ id }) => id))}>
            Remove
          </Button>
        </>
      }
    >
      {countOf(events.length, 'cancelled event is', 'cancelled events are')}{' '}
      {isIncluded ? 'included' : 'left out'}.
    </Banner>
  );
}

/** Heading of the events, with the problems of all of them. */
export function EventsHead(props: EventsHeadProps) {
  const { events, missing, readAt, work, onEventIds } = props;
  // The lines that failed on the empty page.
  const [isAdding, setIsAdding] = useState(() => failedLines.read().length > 0);
  const cancelled = events.filter(isCancelled);
  const remove = (removed: readonly string[]) => {
    const gone = new Set(removed);
    onEventIds((ids) => ids.filter((id) => !gone.has(id)));
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-md font-semibold">Selected Events ({formatNumber(events.length)})</h2>
        <PricesRead events={events} readAt={readAt} />
        {props.variant === 'uk' ? <Badge tone="accent">UK Mode</Badge> : null}
        {work.isRestored ? <Badge tone="info">Saved configuration loaded</Badge> : null}
        <WorkStatus work={work} />
        <span className="ml-auto" />
        {props.hasMaxPrice ? <MaxPrices events={events} work={work} /> : null}
        <Button
          size="sm"
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
      <CancelledEvents events={cancelled} work={work} onRemove={remove} />
      {props.onShowAll === null ? null : (
        <Banner
          tone="info"
          actions={
            <Button size="sm" onClick={props.onShowAll}>
              Show all
            </Button>
          }
        >
          Only events with a problem or a price warning are shown.
        </Banner>
      )}
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
