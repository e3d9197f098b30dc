import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { shortTicketLimit } from '../../../../shared/ticketing/ticket-limit.ts';
import { countryName } from '../../../../shared/ticketing/view/countries.ts';
import { describeStub, formatInstant } from '../../../../shared/ticketing/view/dates.ts';
import { isPublished, safeLink } from '../../../../shared/ticketing/view/values.ts';
import { countOf, formatPriceRange } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { EventStub, TicketCard } from '../../../ui/ticket-card.tsx';
import {
  EventLink,
  eventName,
  ManifestLink,
  NO_MANIFEST_TEXT,
  SaleLink,
} from '../selection/event-links.tsx';
import { PresaleList, Published, SaleNote, StatusBadge, saleTimeTitle } from './event-facts.tsx';
import { FollowSales } from './follow-sales.tsx';

interface EventCardProps {
  event: TicketingEvent;
  /** The artist that the head of the page names; cards name another one alone. */
  artist: string;
  isSelected: boolean;
  isAtCursor: boolean;
  isExpanded: boolean;
  /** The same function on every render; this also applies to the next one. */
  onTouch: (id: string, isRange: boolean) => void;
  onToggleExpanded: (id: string) => void;
}

/** The height in px of a card of the searched artist, unless a note stands under its state. */
export const CARD_HEIGHT = 164;

/** A card is too narrow for these names beside a city. */
const SHORT_COUNTRIES: Record<string, string> = { GB: 'UK', US: 'USA', AE: 'UAE' };

/** Keeps the date of an expanded card where it was. */
const STUB_AT_TOP = '[&>.ticket-stub]:justify-start [&>.ticket-stub]:pt-12';

/** An event as a ticket: date stub, perforation and the facts of its sale. */
export const EventCard = memo(function EventCard(props: EventCardProps) {
  const { event, artist, isSelected, isAtCursor, isExpanded, onTouch } = props;
  return (
    <TicketCard
      className={clsx('min-h-41', isExpanded && STUB_AT_TOP)}
      selected={isSelected}
      cursor={isAtCursor}
      aria-label={eventName(event)}
      stub={<EventStub stub={describeStub(event.date)} />}
      corner={
        <span className="flex items-center gap-1.5">
          <span className="-my-1">
            <FollowSales event={event} />
          </span>
          <Checkbox
            checked={isSelected}
            aria-label={`Select ${eventName(event)}`}
            onClick={(click: MouseEvent) => onTouch(event.id, click.shiftKey)}
          />
        </span>
      }
    >
      {event.artist === artist ? null : (
        <div className="truncate pr-13 text-xs font-medium" title={event.artist}>
          {event.artist}
        </div>
      )}
      <h3 className="truncate pr-13 text-md leading-4.75 font-semibold" title={event.venue}>
        <SaleLink event={event} />
      </h3>
      <div className="flex min-w-0 items-center gap-1.5 text-xs">
        <Flag code={event.nation} />
        <span className="truncate" title={placeOf(event)}>
          <Published value={event.location} />
          {isPublished(event.nation) ? (
            <span className="text-text-muted">
              , {SHORT_COUNTRIES[event.nation] ?? countryName(event.nation)}
            </span>
          ) : null}
        </span>
      </div>
      <div className="mt-1 flex min-w-0 flex-wrap items-center justify-between gap-x-1.5 gap-y-0.5">
        <StatusBadge event={event} />
        <span className="tn text-xs whitespace-nowrap text-text-muted" title="Price range">
          {formatPriceRange(event.price_range) ?? 'Not published'}
        </span>
      </div>
      <SaleNote event={event} />
      <dl className="mt-1 text-xs leading-4.25">
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
      <EventCardFoot {...props} />
    </TicketCard>
  );
});

const placeOf = ({ location, nation }: TicketingEvent): string =>
  [location, isPublished(nation) ? countryName(nation) : ''].filter(isPublished).join(', ');

/** The end of a card: presales to expand, links, and the full values of shortened fields. */
export function EventCardFoot({
  event,
  isExpanded,
  onToggleExpanded,
}: Pick<EventCardProps, 'event' | 'isExpanded' | 'onToggleExpanded'>) {
  const hasManifest = safeLink(event.manifestLink) !== null;
  const detailsId = `details-${event.id}`;
  const count = event.presaleCount;
  const hasDetails = count > 0 || hasMoreThanCard(event);
  return (
    <div className="mt-auto text-xs">
      <div className="flex items-center justify-between gap-1">
        {hasDetails ? (
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? detailsId : undefined}
            onClick={() => onToggleExpanded(event.id)}
            className={clsx(
              '-ml-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 whitespace-nowrap hover:bg-surface-active',
              count > 0 && 'font-medium',
            )}
          >
            {count === 0 ? 'Details' : countOf(count, 'presale')}
            <ChevronDown strokeWidth={2} className={clsx('size-3', isExpanded && 'rotate-180')} />
          </button>
        ) : (
          <span className="text-text-subtle">No presales</span>
        )}
        {hasDetails && count === 0 ? <span className="sr-only">No presales</span> : null}
        <span className="-mr-1 inline-flex">
          <ManifestLink event={event} look="text" />
          <EventLink event={event} look="text" />
        </span>
      </div>
      {hasManifest ? null : (
        <p className="text-2xs leading-4.5 text-text-subtle">{NO_MANIFEST_TEXT}</p>
      )}
      {isExpanded ? (
        <div id={detailsId} className="flex flex-col gap-1.5 pt-1 pb-1">
          <PresaleList windows={event.presale_windows} />
          <Detail label="Ticket limit" value={event.ticketLimit} />
          <Detail label="Promoter" value={event.promoter} />
          <Detail label="Sections" value={event.manifest} />
        </div>
      ) : null}
    </div>
  );
}

/** A card shows promoters of this length in full. */
const CARD_PROMOTER_LENGTH = 20;

/** Whether the details show more than the card itself. */
const hasMoreThanCard = ({ ticketLimit, promoter, manifest }: TicketingEvent): boolean =>
  ticketLimit !== shortTicketLimit(ticketLimit) ||
  promoter.length > CARD_PROMOTER_LENGTH ||
  isPublished(manifest);

function Detail({ label, value }: { label: string; value: string }) {
  if (!isPublished(value)) return null;
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="text-text-subtle">{label}: </span>
      {value}
    </p>
  );
}

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
