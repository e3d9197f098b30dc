import { ChevronDown } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { countryName } from '../../../../shared/ticketing/view-countries.ts';
import { formatInstant } from '../../../../shared/ticketing/view-dates.ts';
import { isPublished, safeLink } from '../../../../shared/ticketing/view-values.ts';
import { countOf } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { Missing } from '../../../ui/table.tsx';
import { TicketCard } from '../../../ui/ticket-card.tsx';
import { formatPriceRange } from '../format-price.ts';
import { EventLink, eventName, ManifestLink, NO_MANIFEST_TEXT } from './event-links.tsx';
import { EventStub } from './event-stub.tsx';
import { PresaleList } from './presale-list.tsx';
import { Published } from './published.tsx';
import { SaleNote, StatusBadge } from './status-badge.tsx';

interface EventCardProps {
  event: TicketingEvent;
  isSelected: boolean;
  isAtCursor: boolean;
  isExpanded: boolean;
  /** The same function on every render, as is the next. */
  onTouch: (id: string, isRange: boolean) => void;
  onToggleExpanded: (id: string) => void;
}

/** An event as a ticket: date stub, perforation and everything that is known of its sale. */
export const EventCard = memo(function EventCard(props: EventCardProps) {
  const { event, isSelected, isAtCursor, onTouch } = props;
  return (
    <TicketCard
      className="h-full"
      selected={isSelected}
      cursor={isAtCursor}
      aria-label={eventName(event)}
      stub={<EventStub date={event.date} />}
      corner={
        <Checkbox
          checked={isSelected}
          aria-label={`Select ${eventName(event)}`}
          onClick={(click: MouseEvent) => onTouch(event.id, click.shiftKey)}
        />
      }
    >
      <div className="truncate pr-6 text-xs font-medium">{event.artist}</div>
      <h3 className="mt-px truncate pr-6 text-md leading-[19px] font-semibold" title={event.venue}>
        <Published value={event.venue} />
      </h3>
      <div className="mt-[3px] flex min-w-0 items-center gap-1.5 text-xs">
        <Flag code={event.nation} />
        <span className="truncate">
          <Published value={event.location} />
          {isPublished(event.nation) ? (
            <span className="text-text-muted">, {countryName(event.nation)}</span>
          ) : null}
        </span>
      </div>
      <div className="mt-2 flex min-w-0 items-center justify-between gap-1.5">
        <StatusBadge event={event} />
        <span className="tn truncate text-xs text-text-muted">
          {formatPriceRange(event.price) ?? 'Not published'}
        </span>
      </div>
      <SaleNote event={event} />
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs">
        <Fact label="General sale">
          <Published value={formatInstant(event.generalSaleStart)} />
        </Fact>
        <Fact label="Ticket limit" title={event.ticketLimit}>
          <Published value={event.ticketLimit} />
        </Fact>
        <Fact label="Promoter" title={event.promoter}>
          <Published value={event.promoter} />
        </Fact>
      </dl>
      <CardFoot {...props} />
    </TicketCard>
  );
});

function CardFoot({ event, isExpanded, onToggleExpanded }: EventCardProps) {
  const hasManifest = safeLink(event.manifestLink) !== null;
  const listId = `presales-${event.id}`;
  return (
    <div className="mt-auto pt-1.5 text-xs">
      <div className="flex items-center justify-between gap-1 border-t border-border pt-1">
        {event.presaleCount > 0 ? (
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? listId : undefined}
            onClick={() => onToggleExpanded(event.id)}
            className="-ml-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 font-medium hover:bg-surface-active"
          >
            {countOf(event.presaleCount, 'presale')}
            <ChevronDown
              aria-hidden="true"
              strokeWidth={2}
              className={isExpanded ? 'size-3 rotate-180' : 'size-3'}
            />
          </button>
        ) : (
          <Missing>No presales</Missing>
        )}
        <span className="-mr-1 inline-flex">
          <ManifestLink event={event} look="text" />
          <EventLink event={event} look="text" />
        </span>
      </div>
      {isExpanded ? (
        <div className="pt-1 pb-1.5">
          <PresaleList id={listId} presales={event.presales} />
        </div>
      ) : null}
      {hasManifest ? null : (
        <p className="text-2xs leading-[18px] text-text-subtle">{NO_MANIFEST_TEXT}</p>
      )}
    </div>
  );
}

interface FactProps {
  label: string;
  title?: string;
  children: ReactNode;
}

function Fact({ label, title, children }: FactProps) {
  return (
    <>
      <dt className="text-text-subtle">{label}</dt>
      <dd className="tn truncate text-right" title={title}>
        {children}
      </dd>
    </>
  );
}
