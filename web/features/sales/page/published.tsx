import { Link } from '@tanstack/react-router';
import { Map as MapIcon } from 'lucide-react';
import { useState } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { shortTicketLimit } from '../../../../shared/ticketing/ticket-limit.ts';
import { isPublished, safeLink } from '../../../../shared/ticketing/view/values.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { Time } from '../../../kit/time.tsx';
import { formatPriceRange } from '../../../lib/format.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Missing } from '../../../ui/table.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { useListing } from './listing.ts';
import type { Sale } from './sale-query.ts';
import { Nothing, SaleSection } from './section.tsx';

const FAILED = tryAgain('What Ticketmaster publishes could not be read');
const NOT_LISTED = 'Ticketmaster does not list this event.';

/** The ticket limit and other published facts about the event. */
export function Limit({ sale }: { sale: Sale }) {
  const { event } = sale;
  const query = useListing(event.event_id);
  return (
    <SaleSection title="Ticket limit">
      <div className="px-5 max-md:px-3.5">
        {query.fetchStatus === 'idle' && query.data === undefined && !query.isError ? (
          <p className="text-xs text-text-muted">{NOT_LISTED}</p>
        ) : (
          <QueryView
            query={query}
            loading={<Skeleton className="h-16 w-full" />}
            failure={FAILED}
            headingLevel={3}
          >
            {(listing) =>
              listing === null ? (
                <p className="text-xs text-text-muted">{NOT_LISTED}</p>
              ) : (
                <PublishedFacts listing={listing} />
              )
            }
          </QueryView>
        )}
        <Sources sale={sale} />
      </div>
    </SaleSection>
  );
}

function PublishedFacts({ listing }: { listing: TicketingEvent }) {
  const { ticketLimit, promoter } = listing;
  const short = shortTicketLimit(ticketLimit);
  return (
    <>
      <Facts className="grid-cols-[92px_minmax(0,1fr)]!">
        <Fact label="Per order" className="wrap-anywhere">
          {isPublished(ticketLimit) ? (
            short === ticketLimit && !/^\d+$/.test(short) ? (
              'See below'
            ) : (
              `${short} ${short === '1' ? 'ticket' : 'tickets'}`
            )
          ) : (
            <Missing>Not published</Missing>
          )}
        </Fact>
        <Fact label="Price range">
          {formatPriceRange(listing.price_range) ?? <Missing>Not published</Missing>}
        </Fact>
        <Fact label="Promoter" title={promoter}>
          {isPublished(promoter) ? promoter : <Missing>Not published</Missing>}
        </Fact>
      </Facts>
      {isPublished(ticketLimit) && !/^\d+$/.test(ticketLimit) ? (
        <p className="mt-2 text-xs text-pretty text-text-muted">Read from: “{ticketLimit}”</p>
      ) : null}
    </>
  );
}

const SOURCE_NAMES = {
  monitor: 'Artist monitor',
  catalogue: 'Catalogue',
  calendar: 'Your calendar',
  search: 'Ticketmaster',
  prices: 'Price monitor',
} as const;

/** The parts of the desk that have the event, and when each last read it. */
function Sources({ sale: { event } }: { sale: Sale }) {
  return (
    <ul aria-label="Known from" className="mt-3 flex list-none flex-col gap-0.5 p-0 text-xs">
      {event.known_from.map(({ source, read_at }) => (
        <li key={source} className="flex flex-wrap gap-x-2 text-text-muted">
          <span>Known from: {SOURCE_NAMES[source]}</span>
          {read_at === null ? <span>not read yet</span> : <Time at={read_at} as="weekday" />}
        </li>
      ))}
    </ul>
  );
}

/** The seat map with the sections that were last read. */
export function SeatMap({ sale }: { sale: Sale }) {
  const { event } = sale;
  const query = useListing(event.event_id);
  if (query.fetchStatus === 'idle' && query.data === undefined && !query.isError)
    return (
      <SaleSection title="Seat map">
        <Nothing icon={<MapIcon />} title="Not published">
          {NOT_LISTED}
        </Nothing>
      </SaleSection>
    );
  const address = safeLink(query.data?.manifestLink ?? '');
  return (
    <SaleSection
      title="Seat map"
      actions={
        address === null ? null : (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className={`${textLinkClass} text-xs`}
          >
            Open the seat map
          </a>
        )
      }
    >
      <QueryView
        query={query}
        loading={<Skeleton className="mx-5 h-40" />}
        failure={FAILED}
        headingLevel={3}
      >
        {(listing) =>
          address === null ? (
            <Nothing icon={<MapIcon />} title="Not published">
              It appears here as soon as the event has one.
            </Nothing>
          ) : (
            <SeatPicture key={address} address={address} sections={listing?.manifest ?? ''} />
          )
        }
      </QueryView>
    </SaleSection>
  );
}

function SeatPicture({ address, sections }: { address: string; sections: string }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <div className="px-5 max-md:px-3.5">
      {isBroken ? (
        <p className="text-xs text-text-muted">
          The picture could not be loaded. Open the seat map in a new tab.
        </p>
      ) : (
        <img
          src={address}
          alt="Seat map of the venue"
          loading="lazy"
          onError={() => setIsBroken(true)}
          className="max-h-80 max-w-full rounded-md bg-white"
        />
      )}
      {isPublished(sections) && sections !== '' ? (
        <p className="mt-2 line-clamp-3 text-xs text-text-muted">Sections: {sections}</p>
      ) : (
        <p className="mt-2 text-xs text-text-muted">
          Its sections are read when they are first used in{' '}
          <Link to="/encore-tool" className={textLinkClass}>
            Encore
          </Link>
          .
        </p>
      )}
    </div>
  );
}
