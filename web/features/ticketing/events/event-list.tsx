import { MapPinOff } from 'lucide-react';
import { SORT_FIELDS } from '../../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { shortTicketLimit } from '../../../../shared/ticketing/ticket-limit.ts';
import { countryName } from '../../../../shared/ticketing/view/countries.ts';
import { formatEventDate, formatInstant } from '../../../../shared/ticketing/view/dates.ts';
import { isPublished, safeLink } from '../../../../shared/ticketing/view/values.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import type { GridSettings } from '../../../kit/data-grid/grid-settings.tsx';
import type { GridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { countOf, formatNumber, formatPriceRange } from '../../../lib/format.ts';
import { Flag } from '../../../ui/flag.tsx';
import { Missing } from '../../../ui/table.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import type { EventsChoice } from '../search-state.ts';
import {
  EventLink,
  eventName,
  ManifestLink,
  NO_MANIFEST_TEXT,
  SaleLink,
} from '../selection/event-links.tsx';
import { PresaleList, Published, SaleNote, StatusBadge, saleTimeTitle } from './event-facts.tsx';
import { FollowSales } from './follow-sales.tsx';

/**
 * All columns fit into the list beside an open sidebar at 1,440 px. A narrower list omits the
 * columns at the right, and below `FOLD` a row has two lines; both contain the price.
 */
export const EVENT_COLUMNS = gridColumns<TicketingEvent>({
  date: {
    label: 'Date',
    width: '112px',
    isFixed: true,
    sort: 'asc',
    cell: (event) => <EventTime event={event} />,
  },
  venue: {
    label: 'Venue',
    width: 'minmax(148px, 1.4fr)',
    isFixed: true,
    sort: 'asc',
    title: ({ venue }) => venue,
    cell: (event) => (
      <span className="block truncate font-medium">
        <SaleLink event={event} />
      </span>
    ),
  },
  location: {
    label: 'Location',
    width: 'minmax(128px, 1fr)',
    sort: 'asc',
    title: ({ location, nation }) => `${location}, ${countryName(nation)}`,
    cell: (event) => <Location event={event} />,
  },
  status: {
    label: 'Status',
    width: 'minmax(150px, 200px)',
    isFixed: true,
    cell: (event) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <StatusBadge event={event} />
        <SaleNote isShort event={event} />
        <span className="ml-auto">
          <FollowSales event={event} />
        </span>
      </span>
    ),
  },
  price: {
    label: 'Price',
    width: '136px',
    align: 'right',
    isFixed: true,
    title: ({ price_range }) => formatPriceRange(price_range) ?? undefined,
    cell: ({ price_range }) => (
      <span className="text-xs">
        {formatPriceRange(price_range) ?? <Missing>Not published</Missing>}
      </span>
    ),
  },
  presales: {
    label: 'Presales',
    width: '64px',
    align: 'right',
    sort: 'asc',
    cell: (event) => <PresaleCount event={event} />,
  },
  sale: {
    label: 'General sale',
    width: '100px',
    title: ({ generalSaleStart }) => saleTimeTitle(generalSaleStart),
    cell: (event) => (
      <span className="tn text-xs">
        <Published value={formatInstant(event.generalSaleStart)} />
      </span>
    ),
  },
  limit: {
    label: 'Limit',
    width: '52px',
    align: 'right',
    title: ({ ticketLimit }) => ticketLimit,
    cell: (event) => (
      <span
        className={
          isPublished(event.ticketLimit)
            ? 'block truncate'
            : 'block text-2xs leading-3 whitespace-normal'
        }
      >
        <Published value={shortTicketLimit(event.ticketLimit)} />
      </span>
    ),
  },
  promoter: {
    label: 'Promoter',
    width: 'minmax(82px, 0.8fr)',
    title: ({ promoter }) => promoter,
    cell: (event) => (
      // Two small lines if one would be cut.
      <span className="line-clamp-2 text-xs leading-3.5 whitespace-normal">
        <Published value={event.promoter} />
      </span>
    ),
  },
  links: {
    label: 'Links',
    width: '52px',
    align: 'right',
    cell: (event) => (
      <span className="flex items-center justify-end">
        {safeLink(event.manifestLink) === null ? <NoManifest /> : null}
        <ManifestLink event={event} look="icon" />
        <EventLink event={event} look="icon" />
      </span>
    ),
  },
});

const FOLD = {
  below: 840,
  height: 54,
  render: (event: TicketingEvent) => (
    <div className="py-1.5">
      <span className="flex gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">
          <SaleLink event={event} />
        </span>
        <span className="flex max-w-40 min-w-0 items-center justify-end gap-1.5">
          <StatusBadge event={event} />
          <SaleNote isShort event={event} />
          <span className="-my-2">
            <FollowSales event={event} />
          </span>
        </span>
      </span>
      <span className="tn flex gap-3 text-xs">
        <span className="flex min-w-0 flex-1 gap-2 text-text-muted">
          <span className="flex-none">
            <EventTime event={event} />
          </span>
          <span className="truncate">
            <Location event={event} />
          </span>
        </span>
        <span className="flex-none">
          {formatPriceRange(event.price_range) ?? <Missing>Not published</Missing>}
        </span>
      </span>
    </div>
  ),
};

/** Space in px for the selection bar, which floats over the end of the list. */
export const BAR_SPACE = 84;

export const eventId = ({ id }: TicketingEvent): string => id;

interface EventListProps {
  rows: readonly TicketingEvent[];
  selection: GridSelection;
  settings: GridSettings;
  choice: EventsChoice;
  onChoice: (choice: Pick<EventsChoice, 'sort' | 'order'>) => void;
}

/** Events as a table of one line each; in a narrow list a row folds into two lines. */
export function EventList({ choice, onChoice, ...grid }: EventListProps) {
  return (
    <DataGrid
      {...grid}
      label="Events"
      rowId={eventId}
      rowName={eventName}
      columns={EVENT_COLUMNS}
      fold={FOLD}
      selectAllLabel="Select All"
      sort={{ column: choice.sort, order: choice.order }}
      onSort={({ column, order }) => {
        const sort = SORT_FIELDS.find((field) => field === column);
        if (sort !== undefined) onChoice({ sort, order });
      }}
      listKey={`${choice.sort} ${choice.order}`}
      endPadding={BAR_SPACE}
    />
  );
}

interface EventProps {
  event: TicketingEvent;
}

function EventTime({ event }: EventProps) {
  return (
    <time dateTime={event.date.replace(' ', 'T')} className="tn">
      <Published value={formatEventDate(event.date)} />
    </time>
  );
}

function Location({ event }: EventProps) {
  return (
    <span className="block truncate">
      <Flag code={event.nation} className="mr-1.5" />
      <Published value={event.location} />
      {isPublished(event.nation) ? (
        <span className="sr-only">, {countryName(event.nation)}</span>
      ) : null}
    </span>
  );
}

/** Hovering or focusing the count shows the presales with their dates. */
function PresaleCount({ event }: EventProps) {
  const count = event.presaleCount;
  if (count === 0) return <Missing>None</Missing>;
  return (
    <Tooltip label={<PresaleList windows={event.presale_windows} />} side="left">
      <button
        type="button"
        aria-label={countOf(count, 'presale')}
        className="h-6 min-w-6 rounded-sm px-1 underline decoration-border-control decoration-dotted underline-offset-2 hover:bg-surface-active"
      >
        {formatNumber(count)}
      </button>
    </Tooltip>
  );
}

function NoManifest() {
  return (
    <span
      className="inline-grid size-6 place-items-center text-text-disabled"
      title={NO_MANIFEST_TEXT}
    >
      <MapPinOff className="size-3.5" />
      <span className="sr-only">{NO_MANIFEST_TEXT}</span>
    </span>
  );
}
