import { clsx } from 'clsx';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { countryName } from '../../../../shared/ticketing/view-countries.ts';
import { describeStub, formatInstant } from '../../../../shared/ticketing/view-dates.ts';
import { isPublished, shortTicketLimit } from '../../../../shared/ticketing/view-values.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { EventStub, TicketCard } from '../../../ui/ticket-card.tsx';
import { eventName } from '../selection/event-links.tsx';
import { EventCardFoot } from './event-card-foot.tsx';
import { Published, SaleNote, StatusBadge, saleTimeTitle } from './event-facts.tsx';
import { formatPriceRange } from './format-price.ts';

interface EventCardProps {
  event: TicketingEvent;
  isSelected: boolean;
  isAtCursor: boolean;
  isExpanded: boolean;
  /** The same function on every render, as is the next. */
  onTouch: (id: string, isRange: boolean) => void;
  onToggleExpanded: (id: string) => void;
}

/** Keeps the date of an expanded card where it was. */
const STUB_AT_TOP = '[&>.ticket-stub]:justify-start [&>.ticket-stub]:pt-12';

/** An event as a ticket: date stub, perforation and the facts of its sale. */
export const EventCard = memo(function EventCard(props: EventCardProps) {
  const { event, isSelected, isAtCursor, isExpanded, onTouch } = props;
  return (
    <TicketCard
      className={clsx('min-h-[206px]', isExpanded && STUB_AT_TOP)}
      selected={isSelected}
      cursor={isAtCursor}
      aria-label={eventName(event)}
      stub={<EventStub stub={describeStub(event.date)} />}
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
          {formatPriceRange(event.price_range) ?? 'Not published'}
        </span>
      </div>
      <SaleNote event={event} />
      <dl className="mt-2 text-xs">
        <Fact label="General sale" title={saleTimeTitle(event.generalSaleStart)}>
          <Published value={formatInstant(event.generalSaleStart)} />
        </Fact>
        <Fact label="Ticket limit" title={event.ticketLimit}>
          <Published value={shortTicketLimit(event.ticketLimit)} />
        </Fact>
        <Fact label="Promoter" title={event.promoter}>
          <Published value={event.promoter} />
        </Fact>
      </dl>
      <EventCardFoot
        event={event}
        isExpanded={isExpanded}
        onToggleExpanded={props.onToggleExpanded}
      />
    </TicketCard>
  );
});

interface FactProps {
  label: string;
  title?: string | undefined;
  children: ReactNode;
}

function Fact({ label, title, children }: FactProps) {
  return (
    <div className="flex justify-between gap-2">
      <dt className="flex-none text-text-subtle">{label}</dt>
      <dd className="tn min-w-0 truncate" title={title}>
        {children}
      </dd>
    </div>
  );
}
