import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CategorySummary } from '../../../../shared/queues/schema.ts';
import type { Shortfall } from '../../../../shared/signup/allocation/shortfall.ts';
import { ACCOUNTS_PER_EVENT } from '../../../../shared/signup/constants.ts';
import type { SignupEvent } from '../../../../shared/signup/schema.ts';
import { formatEventDate } from '../../../../shared/ticketing/view/dates.ts';
import { ariaSort, nextSort } from '../../../kit/data-grid/columns.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import type { SignupState } from '../state.ts';
import { CategoriesPicker } from './categories-picker.tsx';
import { NumberInput } from './number-input.tsx';
import type { EventsView } from './use-events-view.ts';

interface EventsTableProps {
  state: SignupState;
  view: EventsView;
  /**
   * How many times the accounts of an event were set from outside, by its id: then a text that
   * could not be used is dropped.
   */
  resets: Readonly<Record<string, number>>;
  change: (part: Partial<SignupState>) => void;
  categories: readonly CategorySummary[];
  shortfalls: readonly Shortfall[];
  /** The operator's limit rule; null if there is none. */
  accountsPerEvent: number | null;
  /** Called with the fault of the typed accounts of an event; null once there is none. */
  onProblem: (field: string, problem: string | null) => void;
}

/**
 * The events, each with its accounts and categories. Events that do not match are hidden, and keep
 * a text that cannot be used.
 */
export function EventsTable(props: EventsTableProps) {
  const { state, view, change, categories, shortfalls, onProblem, resets } = props;
  const shortById = new Map(shortfalls.map((shortfall) => [shortfall.eventId, shortfall] as const));
  const selected = new Set(view.chosen);
  const shown = new Set(view.shown);
  return (
    <Table label="Events" density="two-line" scrollClassName="@container max-lg:overflow-x-auto">
      <thead>
        <tr>
          <th scope="col" className="pr-0!">
            <SelectAll view={view} selected={selected} />
          </th>
          <SortHead view={view} column="venue" label="Event" />
          <SortHead view={view} column="date" label="Date" className="max-md:hidden" />
          <SortHead view={view} column="presale" label="Presale" className="@max-3xl:hidden" />
          <HeadCell className="@max-3xl:hidden">Event ID</HeadCell>
          <HeadCell>Accounts</HeadCell>
          <HeadCell>Categories</HeadCell>
        </tr>
      </thead>
      <tbody>
        {view.sorted.map((event) => (
          <EventRow
            key={event.value}
            event={event}
            isHidden={!shown.has(event.value)}
            isSelected={selected.has(event.value)}
            resets={resets[event.value] ?? 0}
            accounts={state.accounts[event.value] ?? 0}
            chosen={state.categories[event.value] ?? []}
            categories={categories}
            shortfall={shortById.get(event.value)}
            onTouch={(isRange) => view.touch(event.value, isRange)}
            accountsPerEvent={props.accountsPerEvent}
            onAccounts={(count) =>
              change({ accounts: { ...state.accounts, [event.value]: count } })
            }
            onProblem={onProblem}
            onCategories={(names) =>
              change({ categories: { ...state.categories, [event.value]: names } })
            }
          />
        ))}
      </tbody>
    </Table>
  );
}

/** The box that selects the shown events, or clears the selection. */
function SelectAll({ view, selected }: { view: EventsView; selected: ReadonlySet<string> }) {
  const { shown, chosen } = view;
  const isAll = shown.length > 0 && shown.every((id) => selected.has(id));
  return (
    <Checkbox
      aria-label="Select all events"
      checked={isAll || (chosen.length > 0 && 'indeterminate')}
      onChange={isAll ? view.clear : view.selectAll}
    />
  );
}

interface SortHeadProps {
  view: EventsView;
  column: string;
  label: string;
  className?: string;
}

function SortHead({ view: { sort, setSort }, column, label, className }: SortHeadProps) {
  const head = { column, first: 'asc' as const };
  const Arrow = sort?.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <HeadCell className={className} aria-sort={ariaSort(sort, [head])}>
      <button type="button" className="sort-button" onClick={() => setSort(nextSort(sort, head))}>
        {label}
        {sort?.column === column ? <Arrow className="size-3" strokeWidth={2} /> : null}
      </button>
    </HeadCell>
  );
}

interface EventRowProps {
  event: SignupEvent;
  isHidden: boolean;
  isSelected: boolean;
  resets: number;
  accounts: number;
  chosen: readonly string[];
  categories: readonly CategorySummary[];
  shortfall: Shortfall | undefined;
  onTouch: (isRange: boolean) => void;
  accountsPerEvent: number | null;
  onAccounts: (count: number) => void;
  onProblem: EventsTableProps['onProblem'];
  onCategories: (names: string[]) => void;
}

function EventRow(props: EventRowProps) {
  const { event, shortfall } = props;
  const date = formatEventDate(event.date);
  const city = event.city || event.event_city || '';
  const name = [event.venue || city, date].filter((part) => part !== '').join(', ');
  const field = `Accounts for ${name}`;
  return (
    <tr hidden={props.isHidden} aria-selected={props.isSelected || undefined}>
      <td className="pr-0!">
        <Checkbox
          aria-label={`Select ${name}`}
          checked={props.isSelected}
          onClick={({ shiftKey }) => props.onTouch(shiftKey)}
        />
      </td>
      <td
        className={clsx(
          'w-full max-w-0 min-w-28 max-md:py-1.5! @3xl:min-w-36',
          shortfall && 'py-1.5!',
        )}
      >
        <div className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium" title={event.venue}>
            {event.venue || <Missing />}
          </span>
          {event.closed === undefined ? null : (
            <Badge tone="neutral" className="flex-none">
              {event.closed === 'sold_out' ? 'Sold out' : 'Not selectable'}
            </Badge>
          )}
        </div>
        <div className="flex gap-x-2 text-xs text-text-muted max-md:flex-wrap">
          <span className="tn flex-none md:hidden">{date}</span>
          <span className="max-w-full flex-none truncate">{city}</span>
          <span className="max-w-full truncate @3xl:hidden" title={event.presale}>
            {event.presale}
          </span>
        </div>
        {shortfall ? (
          <div className="text-2xs whitespace-normal text-warning-text">{shortfall.reason}</div>
        ) : null}
      </td>
      <td className="tn max-md:hidden">{date || <Missing />}</td>
      <td className="max-w-44 truncate @max-3xl:hidden" title={event.presale}>
        {event.presale || <Missing />}
      </td>
      <td className="mono max-w-40 truncate text-text-muted @max-3xl:hidden" title={event.value}>
        {event.value}
      </td>
      <td>
        <NumberInput
          key={props.resets}
          size="sm"
          className="tn w-18.5"
          aria-label={field}
          value={props.accounts}
          bounds={ACCOUNTS_PER_EVENT}
          onChange={props.onAccounts}
          onProblem={(problem) => props.onProblem(field, problem)}
        />
        {props.accountsPerEvent !== null && props.accounts > props.accountsPerEvent ? (
          <div className="tn text-2xs text-warning-text">Your rule: {props.accountsPerEvent}</div>
        ) : null}
        {shortfall ? (
          <div className="tn text-2xs text-warning-text">
            {shortfall.requested - shortfall.assigned} of {shortfall.requested} short
          </div>
        ) : null}
      </td>
      <td>
        <CategoriesPicker
          label={props.chosen.length === 0 ? 'All categories' : 'In'}
          categories={props.categories}
          selected={props.chosen}
          onChange={props.onCategories}
        />
      </td>
    </tr>
  );
}

const Missing = () => <span className="text-text-subtle">Not published</span>;
