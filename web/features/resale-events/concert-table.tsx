import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Flame } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ResaleEvent } from '../../../shared/resale-events/schema.ts';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import { formatEventDate } from '../../../shared/ticketing/view/dates.ts';
import { safeLink } from '../../../shared/ticketing/view/values.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { Time } from '../../kit/time.tsx';
import { countOf, formatCurrency, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { Missing } from '../../ui/table.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { concertsQuery, loadFailureText } from './queries.ts';
import { type ArtistRow, sortConcerts } from './view.ts';

/** The number of concerts before "Show all": a residency may have hundreds. */
const FIRST_CONCERTS = 60;
const FEW_TICKETS = 50;
const LOADING_ROWS = 3;

/** The concerts of an artist, which load when its row opens. */
export function Concerts({ row }: { row: ArtistRow }) {
  const query = useQuery(concertsQuery(row.id));
  return (
    <QueryView
      query={query}
      failure={loadFailureText}
      headingLevel={2}
      loading={<TableSkeleton label={`Loading the concerts of ${row.name}`} rows={LOADING_ROWS} />}
    >
      {(concerts) => <ConcertTable row={row} concerts={concerts} />}
    </QueryView>
  );
}

interface ConcertTableProps {
  row: Pick<ArtistRow, 'name'>;
  concerts: readonly ResaleEvent[];
}

/** Concerts, and links to other pages of their artist. Small screens show two lines for each concert. */
export function ConcertTable({ row, concerts }: ConcertTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const sorted = useMemo(() => sortConcerts(concerts), [concerts]);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_CONCERTS);
  const hasTickets = concerts.some((event) => event.number_of_tickets !== null);
  const hasPrices = concerts.some((event) => event.min_price_amount !== null);
  return (
    <div className="pr-5 pb-3 pl-13 max-md:overflow-x-auto max-md:pr-3.5 max-md:pl-11.5">
      <table aria-label={`Concerts of ${row.name}`} className="w-full text-left">
        {/* Sticks below the head of the list, together with the artist, whose row scrolls away. */}
        <thead className="sticky top-8 z-1 bg-surface-sunken text-2xs text-text-muted max-md:sr-only [&_th]:h-7 [&_th]:pr-3 [&_th]:font-medium">
          <tr>
            <th
              scope="col"
              data-artist={row.name}
              className="after:ml-2 after:font-semibold after:text-text after:content-[attr(data-artist)]"
            >
              Venue
            </th>
            <th scope="col">City</th>
            <th scope="col">On Sale Date</th>
            <th scope="col">Concert Date</th>
            {hasTickets ? (
              <th scope="col" className="text-right">
                Available Tickets
              </th>
            ) : null}
            {hasPrices ? (
              <th scope="col" className="text-right">
                Min Price
              </th>
            ) : null}
            <th scope="col">
              <span className="sr-only">Event page</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block [&_tr]:border-t [&_tr]:border-border">
          {shown.map((event) => (
            <Concert key={event.id} event={event} hasTickets={hasTickets} hasPrices={hasPrices} />
          ))}
        </tbody>
      </table>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2.5 text-xs">
        {shown.length < sorted.length ? (
          <Button size="xs" onClick={() => setIsWhole(true)}>
            Show all {countOf(sorted.length, 'concert')}
          </Button>
        ) : null}
        {hasTickets && hasPrices ? null : (
          <span className="text-text-muted">
            {unpublishedText(hasTickets, hasPrices)} not published for these concerts.
          </span>
        )}
        <Link to="/ticketmaster" search={{ searchByName: row.name }} className={textLinkClass}>
          Search in Ticketing
        </Link>
        <Link to="/agenda" search={{ search: row.name }} className={textLinkClass}>
          Sales of this artist
        </Link>
        <Link to="/artist-monitor" search={{ search: row.name }} className={textLinkClass}>
          Monitor this artist
        </Link>
      </p>
    </div>
  );
}

const CELL = 'h-8 pr-3 max-md:h-auto max-md:p-0';

const unpublishedText = (hasTickets: boolean, hasPrices: boolean): string => {
  if (hasTickets) return 'Prices are';
  return hasPrices ? 'Available tickets are' : 'Available tickets and prices are';
};

interface ConcertProps {
  event: ResaleEvent;
  /** Whether the table has a column for tickets, and one for prices. */
  hasTickets: boolean;
  hasPrices: boolean;
}

function Concert({ event, hasTickets, hasPrices }: ConcertProps) {
  const { venue_name: venue, city_name: city, country, number_of_tickets: tickets } = event;
  const address = safeLink(event.website_event_details_url ?? '');
  const date = event.event_date === null ? null : formatEventDate(event.event_date);
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:items-center max-md:gap-x-3 max-md:py-1.5">
      <td className={`${CELL} max-md:col-start-1 max-md:truncate`}>{venue ?? <NotPublished />}</td>
      <td className={`${CELL} max-md:col-start-1 max-md:row-start-2 max-md:text-xs`}>
        <span className="flex min-w-0 items-center gap-1.5">
          <Flag code={country} />
          <span className="truncate">{city ?? <NotPublished />}</span>
          {country === null ? null : <span className="sr-only">, {countryName(country)}</span>}
        </span>
      </td>
      <td className={`${CELL} tn text-text-muted max-md:hidden`}>
        {event.on_sale_date === null ? <NotPublished /> : <OnSale date={event.on_sale_date} />}
      </td>
      <td
        className={`${CELL} tn max-md:col-start-1 max-md:row-start-3 max-md:text-xs max-md:text-text-muted`}
      >
        {date === null ? (
          <NotPublished />
        ) : (
          <time dateTime={event.event_date ?? undefined}>{date}</time>
        )}
      </td>
      {hasTickets ? (
        <td
          className={`${CELL} tn text-right max-md:col-start-2 max-md:row-start-2 max-md:text-xs max-md:text-text-muted`}
        >
          {tickets === null ? (
            <span className="max-md:hidden">
              <NotPublished />
            </span>
          ) : (
            <Tickets count={tickets} />
          )}
        </td>
      ) : null}
      {hasPrices ? (
        <td className={`${CELL} tn text-right max-md:col-start-2 max-md:row-start-1`}>
          {event.min_price_amount === null ? (
            <NotPublished />
          ) : (
            formatCurrency(event.min_price_amount, event.min_price_currency ?? '')
          )}
        </td>
      ) : null}
      <td className={`${CELL} w-16 text-right max-md:col-start-3 max-md:row-span-2 max-md:w-auto`}>
        {address === null ? null : (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`View ${venue ?? 'the event'}${date === null ? '' : `, ${date}`} (opens in a new tab)`}
            className={textLinkClass}
          >
            View
          </a>
        )}
      </td>
    </tr>
  );
}

const NotPublished = () => <Missing>Not published</Missing>;

const OnSale = ({ date }: { date: string }) => <Time at={date} />;

function Tickets({ count }: { count: number }) {
  const number = formatNumber(count);
  const left = <span className="md:hidden"> left</span>;
  if (count >= FEW_TICKETS)
    return (
      <>
        {number}
        {left}
      </>
    );
  return (
    <span className="inline-flex items-center gap-1 text-warning-text" title="Fewer than 50 left">
      <Flame className="size-3.5" />
      {number}
      {left}
    </span>
  );
}
