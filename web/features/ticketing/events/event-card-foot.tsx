import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import {
  isPublished,
  safeLink,
  shortTicketLimit,
} from '../../../../shared/ticketing/view-values.ts';
import { countOf } from '../../../lib/format.ts';
import { EventLink, ManifestLink, NO_MANIFEST_TEXT } from '../selection/event-links.tsx';
import { PresaleList } from './event-facts.tsx';

interface EventCardFootProps {
  event: TicketingEvent;
  isExpanded: boolean;
  onToggleExpanded: (id: string) => void;
}

/** The end of a card: presales to expand, links, and the full values of shortened fields. */
export function EventCardFoot({ event, isExpanded, onToggleExpanded }: EventCardFootProps) {
  const hasManifest = safeLink(event.manifestLink) !== null;
  const detailsId = `details-${event.id}`;
  const count = event.presaleCount;
  const hasDetails = count > 0 || hasMoreThanCard(event);
  const presales = count === 0 ? 'No presales' : countOf(count, 'presale');
  return (
    <div className="mt-auto pt-1.5 text-xs">
      <div className="flex items-center justify-between gap-1 border-t border-border pt-1">
        {hasDetails ? (
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? detailsId : undefined}
            onClick={() => onToggleExpanded(event.id)}
            className={clsx(
              '-ml-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 whitespace-nowrap hover:bg-surface-active',
              count === 0 ? 'text-text-subtle' : 'font-medium',
            )}
          >
            {presales}
            <ChevronDown strokeWidth={2} className={clsx('size-3', isExpanded && 'rotate-180')} />
          </button>
        ) : (
          <span className="text-text-subtle">{presales}</span>
        )}
        <span className="-mr-1 inline-flex">
          <ManifestLink event={event} look="text" />
          <EventLink event={event} look="text" />
        </span>
      </div>
      {hasManifest ? null : (
        <p className="text-2xs leading-[18px] text-text-subtle">{NO_MANIFEST_TEXT}</p>
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

function Detail({ label, value }: { label: string; value: string }): ReactNode {
  if (!isPublished(value)) return null;
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="text-text-subtle">{label}: </span>
      {value}
    </p>
  );
}
