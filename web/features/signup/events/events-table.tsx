import { clsx } from 'clsx';
import type { CategorySummary } from '../../../../shared/queues/schema.ts';
import type { Shortfall } from '../../../../shared/signup/allocation/shortfall.ts';
import { ACCOUNTS_PER_EVENT } from '../../../../shared/signup/constants.ts';
import type { SignupEvent } from '../../../../shared/signup/schema.ts';
import { formatEventDate } from '../../../../shared/ticketing/view/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import type { SignupState } from '../state.ts';
import { CategoriesPicker } from './categories-picker.tsx';
import { NumberInput } from './number-input.tsx';

interface EventsTableProps {
  state: SignupState;
  change: (part: Partial<SignupState>) => void;
  categories: readonly CategorySummary[];
  shortfalls: readonly Shortfall[];
  /** Called with the fault of the typed accounts of an event; null once there is none. */
  onProblem: (field: string, problem: string | null) => void;
}

/** The events of the page, each with its accounts and categories. */
export function EventsTable(props: EventsTableProps) {
  const { state, change, categories, shortfalls, onProblem } = props;
  const shortById = new Map(shortfalls.map((shortfall) => [shortfall.eventId, shortfall] as const));
  return (
    <Table label="Events" density="two-line" scrollClassName="max-lg:overflow-x-auto">
      <thead>
        <tr>
          <HeadCell>Event</HeadCell>
          <HeadCell className="max-md:hidden">Date</HeadCell>
          <HeadCell className="max-2xl:hidden">Presale</HeadCell>
          <HeadCell className="max-2xl:hidden">Event ID</HeadCell>
          <HeadCell>Accounts</HeadCell>
          <HeadCell>Categories</HeadCell>
        </tr>
      </thead>
      <tbody>
        {state.infos.events.map((event) => (
          <EventRow
            key={event.value}
            event={event}
            accounts={state.accounts[event.value] ?? 0}
            chosen={state.categories[event.value] ?? []}
            categories={categories}
            shortfall={shortById.get(event.value)}
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

interface EventRowProps {
  event: SignupEvent;
  accounts: number;
  chosen: readonly string[];
  categories: readonly CategorySummary[];
  shortfall: Shortfall | undefined;
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
    <tr>
      <td className={clsx('w-full max-w-0 min-w-36', shortfall && 'py-1.5!')}>
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
        <div className="flex gap-2 text-xs text-text-muted">
          <span className="tn flex-none md:hidden">{date}</span>
          <span className="max-w-full flex-none truncate">{city}</span>
          <span className="truncate 2xl:hidden" title={event.presale}>
            {event.presale}
          </span>
        </div>
        {shortfall ? (
          <div className="text-2xs whitespace-normal text-warning-text">{shortfall.reason}</div>
        ) : null}
      </td>
      <td className="tn max-md:hidden">{date || <Missing />}</td>
      <td className="max-w-44 truncate max-2xl:hidden" title={event.presale}>
        {event.presale || <Missing />}
      </td>
      <td className="mono max-w-40 truncate text-text-muted max-2xl:hidden" title={event.value}>
        {event.value}
      </td>
      <td>
        <NumberInput
          size="sm"
          className="tn w-18.5"
          aria-label={field}
          value={props.accounts}
          bounds={ACCOUNTS_PER_EVENT}
          onChange={props.onAccounts}
          onProblem={(problem) => props.onProblem(field, problem)}
        />
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
