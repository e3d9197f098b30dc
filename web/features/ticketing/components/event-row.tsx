import { clsx } from 'clsx';
import { MapPinOff } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { countryName } from '../../../../shared/ticketing/view-countries.ts';
import { formatEventDate, formatInstant } from '../../../../shared/ticketing/view-dates.ts';
import {
  isPublished,
  safeLink,
  shortTicketLimit,
} from '../../../../shared/ticketing/view-values.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { Missing } from '../../../ui/table.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { formatPriceRange } from '../format-price.ts';
import { EventLink, eventName, ManifestLink, NO_MANIFEST_TEXT } from './event-links.tsx';
import { LIST_CELL, LIST_GRID } from './event-list-columns.ts';
import { PresaleList } from './presale-list.tsx';
import { Published } from './published.tsx';
import { SaleNote, StatusBadge } from './status-badge.tsx';

interface EventRowProps {
  event: TicketingEvent;
  isSelected: boolean;
  /** The same function on every render. */
  onTouch: (id: string, isRange: boolean) => void;
}

/** The cells of one event in list view, in the order of the list's columns. */
export const EventRow = memo(function EventRow({ event, isSelected, onTouch }: EventRowProps) {
  const price = formatPriceRange(event.price_range);
  return (
    <div role="presentation" className={clsx(LIST_GRID, 'h-9 max-md:h-[54px]')}>
      <Cell className="overflow-visible! max-md:row-span-2">
        <Checkbox
          checked={isSelected}
          aria-label={`Select ${eventName(event)}`}
          onClick={(click: MouseEvent) => onTouch(event.id, click.shiftKey)}
        />
      </Cell>
      <Cell className="tn max-md:col-start-2 max-md:row-start-2 max-md:text-xs max-md:text-text-muted">
        <time dateTime={event.date.replace(' ', 'T')}>
          <Published value={formatEventDate(event.date)} />
        </time>
      </Cell>
      <Cell className="font-[560] max-md:col-start-2 max-md:row-start-1" title={event.venue}>
        <Published value={event.venue} />
      </Cell>
      <Cell className="max-md:hidden" title={`${event.location}, ${countryName(event.nation)}`}>
        <Flag code={event.nation} className="mr-1.5" />
        <Published value={event.location} />
        {isPublished(event.nation) ? (
          <span className="sr-only">, {countryName(event.nation)}</span>
        ) : null}
      </Cell>
      <Cell className="max-md:col-start-3 max-md:row-start-1 max-md:justify-self-end">
        <span className="flex min-w-0 items-center gap-1.5 max-md:max-w-40">
          <StatusBadge event={event} />
          <SaleNote event={event} />
        </span>
      </Cell>
      <Cell
        className="tn text-right max-md:col-start-3 max-md:row-start-2 max-md:text-xs"
        title={price ?? undefined}
      >
        {price ?? <Missing>Not published</Missing>}
      </Cell>
      <Cell className="tn text-right max-md:hidden">
        <PresaleCount event={event} />
      </Cell>
      <Cell className="tn pl-4! max-xl:hidden">
        <Published value={formatInstant(event.generalSaleStart)} />
      </Cell>
      <Cell className="tn max-xl:hidden" title={event.ticketLimit}>
        <Published value={shortTicketLimit(event.ticketLimit)} />
      </Cell>
      <Cell className="max-xl:hidden" title={event.promoter}>
        <Published value={event.promoter} />
      </Cell>
      <Cell className="max-md:hidden">
        <span className="flex items-center justify-end">
          {safeLink(event.manifestLink) === null ? <NoManifest /> : null}
          <ManifestLink event={event} look="icon" />
          <EventLink event={event} look="icon" />
        </span>
      </Cell>
    </div>
  );
});

/** Hovering or focusing the count shows the presales with their dates. */
function PresaleCount({ event }: { event: TicketingEvent }) {
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
      <MapPinOff aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">{NO_MANIFEST_TEXT}</span>
    </span>
  );
}

interface CellProps {
  className?: string;
  title?: string | undefined;
  children: ReactNode;
}

function Cell({ className, title, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
    <div role="gridcell" title={title} className={clsx(LIST_CELL, className)}>
      {children}
    </div>
  );
}
