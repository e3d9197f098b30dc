import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Info, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { CheckPlan } from '../../../shared/artist-monitor/schema.ts';
import { MONITOR_STATUSES, type MonitorStatus } from '../../../shared/artist-monitor/status.ts';
import { type Sort, sortRows } from '../../../shared/columns.ts';
import { DataGrid } from '../../kit/data-grid/data-grid.tsx';
import { useGridKeys, useGridSelection } from '../../kit/data-grid/use-grid-selection.ts';
import { attempt, tryAgain } from '../../kit/failure.ts';
import { FilterSegments } from '../../kit/filter-segments.tsx';
import { type Question, useQuestion } from '../../kit/question.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { NoMatch } from '../../ui/empty-state.tsx';
import { Input } from '../../ui/input.tsx';
import { Toolbar } from '../../ui/page.tsx';
import { TableFooter } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { EditDialog } from './adding/dates-form.tsx';
import { artistColumns, type MonitorRow, SORTABLE, STATUS_LOOKS } from './artist-columns.tsx';
import { checkNow, removeArtist } from './queries.ts';
import { type MonitorSearch, SORT_KEYS } from './search-state.ts';

const REMOVE_FAILED = 'Failed to remove artist from monitoring';
const CHECK_FAILED = tryAgain('The check could not be started');
const idOf = ({ artist }: MonitorRow): string => artist.artist_id;
const nameOf = ({ artist }: MonitorRow): string => artist.artist_name;

interface MonitoredListProps {
  rows: readonly MonitorRow[];
  view: MonitorSearch;
  onView: (part: Partial<MonitorSearch>) => void;
  plan: CheckPlan | undefined;
}

const removalOf = (client: QueryClient, row: MonitorRow): Question => ({
  title: `Remove ${nameOf(row)}`,
  text: 'Are you sure you want to remove this artist from monitoring? Its timeline is deleted with it; notifications stay.',
  confirmLabel: 'Remove artist',
  busyLabel: 'Removing...',
  run: () => removeArtist(client, idOf(row)),
  done: `${nameOf(row)} is no longer monitored`,
  failure: REMOVE_FAILED,
});

/** The monitored artists. Enter opens the timeline of the one at the cursor, E edits it, Delete opens the dialog that removes it. */
export function MonitoredList({ rows, view, onView, plan }: MonitoredListProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<MonitorRow | null>(null);
  const [question, ask] = useQuestion();
  const { filter = '', status, artist } = view;
  const term = useDeferredValue(filter.trim().toLowerCase());
  const sort: Sort = { column: view.sort ?? 'artist', order: view.order ?? 'asc' };
  const named = rows.filter((row) => nameOf(row).toLowerCase().includes(term));
  const counts = Map.groupBy(named, (row) => row.status);
  const shown = sortRows(
    named.filter((row) => status === undefined || row.status === status),
    SORTABLE,
    sort,
  );
  const remove = (row: MonitorRow) => ask(removalOf(client, row));
  const actions = {
    onOpen: (row: MonitorRow) => onView({ artist: idOf(row) }),
    onCheck: (row: MonitorRow) =>
      attempt(CHECK_FAILED, async () => {
        await checkNow(client, idOf(row));
        toast({ title: `${nameOf(row)} is being checked` });
      }),
    onEdit: setEdited,
    onRemove: remove,
  };
  const selection = useGridSelection({
    rows: shown,
    rowId: idOf,
    mode: 'none',
    onOpen: actions.onOpen,
    rowKeys: { e: setEdited, Delete: remove },
  });
  useGridKeys(selection, 'artist');
  const { columns, fold } = artistColumns(actions);
  return (
    <>
      <ListBar
        filter={filter}
        status={status}
        onView={onView}
        counts={counts}
        total={named.length}
      />
      {shown.length === 0 ? (
        <NoMatch
          title="No artist matches"
          onClear={() => onView({ filter: undefined, status: undefined })}
        >
          {term === '' ? `No artist is ${status}.` : `No name contains “${filter.trim()}”.`}
        </NoMatch>
      ) : (
        <DataGrid
          label="Monitored artists"
          rows={shown}
          rowId={idOf}
          rowName={nameOf}
          columns={columns}
          fold={fold}
          rowHeight={48}
          selection={selection}
          sort={sort}
          onSort={({ column, order }) =>
            onView({ sort: SORT_KEYS.find((key) => key === column), order })
          }
          rowClass={(row) => (idOf(row) === artist ? 'bg-surface-selected' : undefined)}
        />
      )}
      {plan ? <PlanLine plan={plan} /> : null}
      {edited ? (
        <EditDialog key={idOf(edited)} row={edited} onClose={() => setEdited(null)} />
      ) : null}
      {question}
    </>
  );
}

interface ListBarProps extends Pick<MonitoredListProps, 'onView'> {
  filter: string;
  status: MonitorStatus | undefined;
  /** The artists with the typed name, by status. */
  counts: ReadonlyMap<MonitorStatus, readonly MonitorRow[]>;
  total: number;
}

function ListBar({ filter, status, onView, counts, total }: ListBarProps) {
  return (
    <Toolbar className="flex-wrap">
      <h2 className="font-medium max-md:sr-only">Monitored</h2>
      <FilterSegments
        label="Status"
        allCount={total}
        value={status}
        onChange={(next) => onView({ status: next })}
        choices={MONITOR_STATUSES.map((value: MonitorStatus) => ({
          value,
          label: STATUS_LOOKS[value].label,
          count: counts.get(value)?.length ?? 0,
        }))}
      />
      <div className="ml-auto w-44 max-md:w-full">
        <Input
          size="sm"
          type="search"
          aria-label="Filter artists"
          placeholder="Filter artists"
          prefix={<Search />}
          value={filter}
          onChange={(event) => onView({ filter: event.target.value || undefined })}
        />
      </div>
    </Toolbar>
  );
}

function PlanLine({ plan }: { plan: CheckPlan }) {
  const { calls_used, calls_limit } = plan;
  return (
    <TableFooter>
      <span className="flex items-center gap-1.5">
        <Info className="size-3.5 flex-none max-md:hidden" />
        {describePlan(plan)}
        {plan.covered_artists > 0 ? ` ${describeCover(plan)}` : null}
      </span>
      {calls_used === null || calls_limit === null ? null : (
        <span className="tn ml-auto max-xl:hidden">
          {formatNumber(calls_used)} of {formatNumber(calls_limit)} calls used today
        </span>
      )}
    </TableFooter>
  );
}

/** The time between two checks of an artist if there are enough calls. */
const USUAL_MINUTES = 60;

function describePlan({
  soon_minutes,
  other_minutes,
  oldest_minutes,
  calls_share,
  covered_artists,
}: CheckPlan): string {
  const soon = describeInterval(soon_minutes);
  // Those with a catalogue are checked less often.
  const isSome = covered_artists > 0;
  if (other_minutes <= USUAL_MINUTES) {
    return `Artists with an on-sale soon are checked every ${soon}, others${isSome ? ' without a catalogue' : ''} every ${describeInterval(other_minutes)}.`;
  }
  const whose = isSome ? 'Artists without a catalogue are' : 'Each artist is';
  return `${whose} checked at least every ${describeInterval(oldest_minutes)}, and every ${soon} if an on-sale is soon. All checks take at most ${formatNumber(calls_share)} calls a day.`;
}

const describeCover = ({ covered_artists, covered_minutes }: CheckPlan): string =>
  `Catalogues report the changes of ${countOf(covered_artists, 'artist')}, checked every ${describeInterval(covered_minutes)}.`;

function describeInterval(minutes: number): string {
  if (minutes === 60) return 'hour';
  return minutes < 120 ? `${minutes} min` : `${formatNumber(Math.round(minutes / 6) / 10)} h`;
}
