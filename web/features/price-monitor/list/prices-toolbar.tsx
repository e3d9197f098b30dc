import {
  Bell,
  BellPlus,
  ChevronDown,
  Download,
  LayoutGrid,
  List,
  RefreshCw,
  ScrollText,
  Tag,
} from 'lucide-react';
import type { EventSort } from '../../../../shared/price-monitor/event-sort.ts';
import { AVAILABILITIES, type Availability } from '../../../../shared/price-monitor/prices.ts';
import type { WatchedEventsAnswer } from '../../../../shared/price-monitor/schema.ts';
import { FilterSegments } from '../../../kit/filter-segments.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { availabilityWord } from '../../../ui/availability.tsx';
import { Button } from '../../../ui/button.tsx';
import { FilterChip, FilterMenu } from '../../../ui/chip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuRadio } from '../../../ui/menu.tsx';
import { Toolbar, ToolbarStrip } from '../../../ui/page.tsx';
import { ToolbarSearch } from '../../../ui/search-input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { PricesSearch } from '../search-state.ts';

export const DEFAULT_SORT: EventSort = '-added';

const SORTS: { value: EventSort; label: string }[] = [
  { value: '-added', label: 'Newest' },
  { value: '-move', label: 'Biggest move' },
  { value: 'low', label: 'Lowest price' },
  { value: '-available', label: 'Most available' },
  { value: 'title', label: 'Title' },
  { value: 'checked', label: 'Longest unchecked' },
];
const LEVELS = [...AVAILABILITIES].reverse();
/**
 * Events are read within seconds, so the class of unread ones is offered only while there are some.
 */
const isShown = (level: Availability, { view, overview }: PricesToolbarProps): boolean =>
  level !== 'unread' || view.availability === level || (overview?.counts[level] ?? 0) > 0;

interface PricesToolbarProps {
  view: PricesSearch;
  onView: (part: Partial<PricesSearch>) => void;
  /** Undefined until they are loaded. */
  overview: Pick<WatchedEventsAnswer, 'counts' | 'tags' | 'total'> | undefined;
  isReloading: boolean;
  onReload: () => void;
  onExport: () => void;
}

/** Search, filters, order and view of the monitored events. */
export function PricesToolbar(props: PricesToolbarProps) {
  const { view, onView, overview } = props;
  return (
    <Toolbar className="flex-wrap">
      <ToolbarSearch
        label="Filter watched prices"
        className="w-56 flex-none max-md:w-full"
        value={view.search}
        onChange={(search) => onView({ search })}
      />
      <ToolbarStrip>
        <FilterSegments
          label="Availability"
          value={view.availability}
          allCount={
            overview && Object.values(overview.counts).reduce((sum, count) => sum + count, 0)
          }
          onChange={(availability) => onView({ availability })}
          choices={LEVELS.filter((level) => isShown(level, props)).map((value) => ({
            value,
            label: availabilityWord(value),
            count: overview?.counts[value],
          }))}
        />
        <FilterMenu
          label="Tag"
          icon={<Tag />}
          allLabel="All tags"
          value={view.tag}
          choices={(overview?.tags ?? []).map(({ tag, count }) => ({
            value: tag,
            aside: formatNumber(count),
          }))}
          onChange={(tag) => onView({ tag })}
        />
        <FilterChip
          label="Has alert"
          icon={<Bell />}
          value={view.alert === undefined ? undefined : 'yes'}
          aria-pressed={view.alert !== undefined}
          onClick={() => onView({ alert: view.alert === undefined ? 'yes' : undefined })}
          onRemove={() => onView({ alert: undefined })}
        />
        <span className="ml-auto flex items-center gap-2">
          <IconButton
            label="Show the activity log"
            icon={<ScrollText />}
            className="lg:hidden"
            onClick={() => onView({ panel: 'log', event: undefined })}
          />
          <IconButton
            label="Alerts of tags"
            icon={<BellPlus />}
            onClick={() => onView({ panel: 'tag-alerts', event: undefined })}
          />
          <IconButton
            label="Refresh the list"
            icon={<RefreshCw />}
            busy={props.isReloading}
            onClick={props.onReload}
          />
          <IconButton label="Export list" icon={<Download />} onClick={props.onExport} />
          <SortMenu sort={view.sort ?? DEFAULT_SORT} onView={onView} />
          <Segmented
            label="View"
            value={view.view ?? 'grid'}
            onChange={(next) => onView({ view: next === 'grid' ? undefined : next })}
            choices={[
              { value: 'grid', name: 'Grid', icon: <LayoutGrid /> },
              { value: 'list', name: 'List', icon: <List /> },
            ]}
          />
        </span>
      </ToolbarStrip>
    </Toolbar>
  );
}

function SortMenu({ sort, onView }: Pick<PricesToolbarProps, 'onView'> & { sort: EventSort }) {
  return (
    <Menu
      label="Sort by"
      trigger={
        <Button size="sm" aria-label={`Sort by ${labelOf(sort)}`}>
          {labelOf(sort)}
          <ChevronDown />
        </Button>
      }
    >
      <MenuRadio
        label="Sort by"
        value={sort}
        onChange={(next) => onView({ sort: next === DEFAULT_SORT ? undefined : next })}
        choices={SORTS}
      />
    </Menu>
  );
}

/** Adds the current sort if only a column head offers it. */
const labelOf = (sort: EventSort): string =>
  SORTS.find(({ value }) => value === sort)?.label ?? 'Column order';
