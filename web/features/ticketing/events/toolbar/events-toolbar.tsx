import {
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  ChevronDown,
  Globe,
  LayoutGrid,
  List,
  MapPin,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { SortOrder } from '../../../../../shared/columns.ts';
import {
  CHANGED_STATES,
  NOT_AVAILABLE,
  SALE_STATES,
  type SaleState,
  type SortField,
} from '../../../../../shared/ticketing/constants.ts';
import { NO_FILTERS, STATE_LABELS } from '../../../../../shared/ticketing/view/events.ts';
import { FilterSegments } from '../../../../kit/filter-segments.tsx';
import { formatNumber } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Flag } from '../../../../ui/flag.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu, MenuRadio } from '../../../../ui/menu.tsx';
import { MultiSelect } from '../../../../ui/multi-select.tsx';
import { Toolbar, ToolbarStatus } from '../../../../ui/page.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import type { EventsChoice } from '../../search-state.ts';
import type { ShownEvents } from '../use-events-view.ts';
import { EventFilter } from './event-filter.tsx';

const SORT_OPTIONS: { value: SortField; label: string }[] = [
  { value: 'date', label: 'Date' },
  { value: 'venue', label: 'Venue' },
  { value: 'location', label: 'Location' },
  { value: 'presales', label: 'Presales count' },
];

interface EventsToolbarProps {
  choice: EventsChoice;
  onChange: (change: Partial<EventsChoice>) => void;
  view: ShownEvents;
  totalCount: number;
  onSelectAll: () => void;
  /** The choice of the list's columns; the grid has none. */
  listSettings: ReactNode;
}

/**
 * Filters, counts, sorting and the view switch of the events. The list is sorted through its head.
 */
export function EventsToolbar(props: EventsToolbarProps) {
  const { choice, onChange, totalCount } = props;
  const { countries, venues } = props.view;
  const shownCount = props.view.shown.length;
  const isFiltered = hasFilters(choice);
  return (
    <Toolbar className="flex-wrap max-md:fading-end! max-md:flex-nowrap">
      <States {...props} />
      <MultiSelect
        label="Country"
        icon={<Globe />}
        options={countries.map(({ nation, name, count: events }) => ({
          value: nation,
          label: nation === NOT_AVAILABLE ? 'No country' : name,
          keywords: [nation],
          icon: <Flag code={nation} />,
          aside: formatNumber(events),
        }))}
        selected={choice.countries}
        onChange={(chosen) => onChange({ countries: chosen })}
      />
      <MultiSelect
        label="Venue"
        icon={<MapPin />}
        options={venues.map(({ venue, count: events }) => ({
          value: venue,
          label: venue === NOT_AVAILABLE ? 'No venue' : venue,
          aside: formatNumber(events),
        }))}
        selected={choice.venues}
        onChange={(chosen) => onChange({ venues: chosen })}
      />
      <EventFilter filter={choice} onChange={onChange} />
      {isFiltered ? (
        <Button size="xs" variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2">
        <ToolbarStatus>
          {isFiltered ? `${formatNumber(shownCount)} of ${formatNumber(totalCount)} events` : null}
        </ToolbarStatus>
        <Button size="sm" disabled={shownCount === 0} onClick={props.onSelectAll}>
          Select All
        </Button>
        {choice.view === 'grid' ? (
          <>
            <SortMenu sort={choice.sort} onChange={(sort) => onChange({ sort })} />
            <OrderButton order={choice.order} onChange={(order) => onChange({ order })} />
          </>
        ) : (
          props.listSettings
        )}
        <Segmented
          label="View"
          value={choice.view}
          onChange={(view) => onChange({ view })}
          choices={[
            { value: 'grid', name: 'Grid', icon: <LayoutGrid /> },
            { value: 'list', name: 'List', icon: <List /> },
          ]}
        />
      </div>
    </Toolbar>
  );
}

/** On a narrow screen the states scroll sideways, so that the filters need no separate line. */
function States({ choice, onChange, view }: EventsToolbarProps) {
  const { stateCounts, allStatesCount } = view;
  /** Few tours have changed events, so these states appear only when they can be used. */
  const isOffered = (state: SaleState) =>
    !CHANGED_STATES.some((changed) => changed === state) ||
    stateCounts[state] > 0 ||
    choice.status === state;
  return (
    <div className="md:max-xl:-m-1 md:max-xl:min-w-70 md:max-xl:flex-1 md:max-xl:overflow-x-auto md:max-xl:p-1 md:max-xl:fading-end md:max-xl:[scrollbar-width:none]">
      <FilterSegments
        label="Status"
        value={choice.status ?? undefined}
        allCount={allStatesCount}
        choices={SALE_STATES.filter(isOffered).map((state) => ({
          value: state,
          label: STATE_LABELS[state],
          count: stateCounts[state],
        }))}
        onChange={(status) => onChange({ status: status ?? null })}
      />
    </div>
  );
}

const hasFilters = (choice: EventsChoice): boolean =>
  choice.status !== null ||
  choice.countries.length > 0 ||
  choice.venues.length > 0 ||
  choice.text !== '' ||
  choice.from !== undefined ||
  choice.to !== undefined ||
  choice.maxPrice !== '';

interface SortMenuProps {
  sort: SortField;
  onChange: (sort: SortField) => void;
}

function SortMenu({ sort, onChange }: SortMenuProps) {
  const shown = SORT_OPTIONS.find(({ value }) => value === sort)?.label;
  return (
    <Menu
      label="Sort by"
      trigger={
        <Button size="sm" aria-label={`Sort by ${shown}`}>
          {shown}
          <ChevronDown />
        </Button>
      }
    >
      <MenuRadio label="Sort by" value={sort} onChange={onChange} choices={SORT_OPTIONS} />
    </Menu>
  );
}

interface OrderButtonProps {
  order: SortOrder;
  onChange: (order: SortOrder) => void;
}

function OrderButton({ order, onChange }: OrderButtonProps) {
  const isAscending = order === 'asc';
  const Icon = isAscending ? ArrowUpNarrowWide : ArrowDownWideNarrow;
  return (
    <IconButton
      label={isAscending ? 'Ascending, change to descending' : 'Descending, change to ascending'}
      variant="secondary"
      icon={<Icon />}
      onClick={() => onChange(isAscending ? 'desc' : 'asc')}
    />
  );
}
