import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowUpRight, Map as MapIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { formatEventDate } from '../../../../shared/ticketing/view/dates.ts';
import { isPublished, safeLink } from '../../../../shared/ticketing/view/values.ts';
import { Missing } from '../../../ui/table.tsx';

/** Shown in place of a missing manifest link. */
export const NO_MANIFEST_TEXT = 'No manifest available for this event';

/** Venue, city and date: a distinct accessible name for each event. */
export function eventName(event: Pick<TicketingEvent, 'venue' | 'location' | 'date'>): string {
  return `${event.venue}, ${event.location}, ${formatEventDate(event.date)}`;
}

/** Opens the page with everything about the event's sales; its text is the venue. */
export function SaleLink({ event }: { event: Pick<TicketingEvent, 'id' | 'venue'> }) {
  return (
    <Link to="/sale/$eventId" params={{ eventId: event.id }} className="hover:underline">
      {isPublished(event.venue) ? event.venue : <Missing>Not published</Missing>}
    </Link>
  );
}

interface EventLinkProps {
  event: TicketingEvent;
  /** `icon` in the narrow cells of the list. */
  look: 'text' | 'icon';
}

/** Opens the event's page in a new tab; nothing if the provider has no usable address. */
export function EventLink({ event, look }: EventLinkProps) {
  const address = safeLink(event.eventLink);
  if (address === null) return null;
  return (
    <OutsideLink address={address} label={`Event page of ${eventName(event)}`} look={look}>
      {look === 'text' ? 'Event' : null}
      <ArrowUpRight strokeWidth={2} />
    </OutsideLink>
  );
}

/** Opens the seat map in a new tab; null without one, so that the caller can show that. */
export function ManifestLink({ event, look }: EventLinkProps) {
  const address = safeLink(event.manifestLink);
  if (address === null) return null;
  return (
    <OutsideLink address={address} label={`Manifest of ${eventName(event)}`} look={look}>
      {look === 'text' ? 'Manifest' : <MapIcon strokeWidth={2} />}
    </OutsideLink>
  );
}

interface OutsideLinkProps {
  address: string;
  label: string;
  look: EventLinkProps['look'];
  children: ReactNode;
}

function OutsideLink({ address, label, look, children }: OutsideLinkProps) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title={look === 'icon' ? label : undefined}
      aria-label={`${label} (opens in a new tab)`}
      className={clsx(
        'inline-flex h-6 min-w-6 items-center justify-center gap-1 rounded-sm font-medium text-accent-text hover:underline',
        look === 'text' ? 'px-1 [&_svg]:size-3' : 'hover:bg-surface-active [&_svg]:size-3.5',
      )}
    >
      {children}
    </a>
  );
}
