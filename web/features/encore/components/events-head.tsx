import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { EncoreVariant } from '../../../../shared/encore/fields.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { useDraft } from '../../site-generator/index.ts';
import { isCancelled } from '../plan.ts';
import type { ChangeEventIds, EncoreSettings } from '../settings.ts';
import { AddEventsPanel } from './add-events-panel.tsx';

const IDS_NAMED = 5;

interface EventsHeadProps {
  events: readonly TicketingEvent[];
  /** Ids without an event at the provider. */
  missing: readonly string[];
  variant: EncoreVariant;
  state: ReturnType<typeof useDraft<EncoreSettings>>;
  onEventIds: ChangeEventIds;
}

/** Heading of the events, with what is wrong with them as a whole. */
export function EventsHead(props: EventsHeadProps) {
  const { events, missing, state, onEventIds } = props;
  const [isAdding, setIsAdding] = useState(false);
  const cancelled = events.filter(isCancelled).map((event) => event.id);
  const remove = (removed: readonly string[]) => {
    const gone = new Set(removed);
    onEventIds((ids) => ids.filter((id) => !gone.has(id)));
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-md font-semibold">Selected Events ({formatNumber(events.length)})</h2>
        {props.variant === 'uk' ? <Badge tone="accent">UK Mode</Badge> : null}
        {state.isRestored ? <Badge tone="info">Saved configuration loaded</Badge> : null}
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
      {state.isSaveFailed ? (
        <Banner tone="warning" title="Not saved.">
          The browser’s storage is full or blocked: these settings are lost when the page is left.
        </Banner>
      ) : null}
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
      {cancelled.length > 0 ? (
        <Banner
          tone="warning"
          actions={
            <Button size="sm" onClick={() => remove(cancelled)}>
              Remove cancelled
            </Button>
          }
        >
          {cancelled.length === 1
            ? '1 of these events is cancelled.'
            : `${formatNumber(cancelled.length)} of these events are cancelled.`}
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
