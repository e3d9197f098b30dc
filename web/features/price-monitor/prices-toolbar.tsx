import {
  Bell,
  ChevronDown,
  Download,
  LayoutGrid,
  List,
  RefreshCw,
  ScrollText,
  Tag,
} from 'lucide-react';
import { AVAILABILITIES } from '../../../shared/price-monitor/prices.ts';
import type { TargetSort, TargetsAnswer } from '../../../shared/price-monitor/schema.ts';
import { formatNumber } from '../../lib/format.ts';
import { availabilityWord } from '../../ui/availability.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/chip.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuRadio } from '../../ui/menu.tsx';
import { Toolbar, ToolbarStrip } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { PricesSearch } from './search-state.ts';

export const DEFAULT_SORT: TargetSort = '-added';

const SORTS: { value: TargetSort; label: string }[] = [
  { value: '-added', label: 'Newest' },
  { value: '-move', label: 'Biggest move' },
  { value: 'low', label: 'Lowest price' },
  { value: '-available', label: 'Most available' },
  { value: 'title', label: 'Title' },
  { value: 'checked', label: 'Longest unchecked' },
];
const LEVELS = [...AVAILABILITIES].reverse();

interface PricesToolbarProps {
  view: PricesSearch;
  onView: (part: Partial<PricesSearch>) => void;
  /** Undefined until they are loaded. */
  overview: Pick<TargetsAnswer, 'counts' | 'tags' | 'total'> | undefined;
  isReloading: boolean;
  onReload: () => void;
  onExport: () => void;
}

/** Search, filters, order and view of the monitored events. */
export function PricesToolbar(props: PricesToolbarProps) {
  const { view, onView, overview } = props;
  const sort = view.sort ?? DEFAULT_SORT;
  return (
    <Toolbar className="flex-wrap">
      <div className="w-56 flex-none max-md:w-full">
        <SearchInput
          label="Filter watched prices"
          value={view.search ?? ''}
          onChange={(search) => onView({ search: search || undefined })}
        />
      </div>
      <ToolbarStrip>
        <Segmented
          label="Availability"
          value={view.availability ?? 'all'}
          onChange={(level) => onView({ availability: level === 'all' ? undefined : level })}
          choices={[
            { value: 'all', label: 'All' },
            ...LEVELS.map((value) => ({
              value,
              label: (
                <>
                  {availabilityWord(value)}
                  <span className="tn text-text-subtle">
                    {overview ? formatNumber(overview.counts[value]) : ''}
                  </span>
                </>
              ),
            })),
          ]}
        />
        <TagFilter {...props} />
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
            className="min-[901px]:hidden"
            onClick={() => onView({ panel: 'log', event: undefined })}
          />
          <IconButton
            label="Refresh the list"
            icon={<RefreshCw />}
            busy={props.isReloading}
            onClick={props.onReload}
          />
          <IconButton label="Export list" icon={<Download />} onClick={props.onExport} />
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

/** An order that only the list's head offers has an entry of its own. */
const labelOf = (sort: TargetSort): string =>
  SORTS.find(({ value }) => value === sort)?.label ?? 'Column order';

function TagFilter({ view, onView, overview }: PricesToolbarProps) {
  const tags = overview?.tags ?? [];
  if (tags.length === 0 && view.tag === undefined) return null;
  return (
    <Menu
      label="Tag"
      align="start"
      trigger={
        <FilterChip
          label="Tag"
          icon={<Tag />}
          value={view.tag}
          onRemove={() => onView({ tag: undefined })}
        />
      }
    >
      <MenuRadio
        label="Tag"
        value={view.tag ?? ''}
        onChange={(tag) => onView({ tag: tag || undefined })}
        choices={[
          { value: '', label: 'All tags' },
          ...tags.map(({ tag, count }) => ({
            value: tag,
            label: `${tag} (${formatNumber(count)})`,
          })),
        ]}
      />
    </Menu>
  );
}
