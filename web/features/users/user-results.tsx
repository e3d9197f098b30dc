import { Check, Copy, Download, LayoutGrid, List, Phone } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { NATIONALITIES } from '../../../shared/users/schema.ts';
import { CardGrid } from '../../kit/data-grid/card-grid.tsx';
import { DataGrid } from '../../kit/data-grid/data-grid.tsx';
import { useGridSelection } from '../../kit/data-grid/use-grid-selection.ts';
import { useCommands } from '../../kit/keys/commands.ts';
import { useSearchView } from '../../lib/address-view.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { COPY_REFUSED, useCopied } from '../../ui/copy-button.tsx';
import { NoMatch } from '../../ui/empty-state.tsx';
import { Toolbar } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ToolbarSearch } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { exportUsers, usersText } from './queries.ts';
import { continueRun, totalOf, type UserRow, type UserRun } from './run.ts';
import type { UsersSearch } from './search-state.ts';
import { COLUMNS, FOLD, UserCard, userText } from './user-columns.tsx';

const COPIED_ALL_MS = 3_000;
const idOf = ({ id }: UserRow): string => id;
const nameOf = ({ name }: UserRow): string => name;
interface UserResultsProps {
  run: UserRun;
  search: UsersSearch;
  onSearch: (search: UsersSearch) => void;
}

/** The generated users as cards or rows, with search, copies and files. */
export function UserResults({ run, search, onSearch }: UserResultsProps) {
  const [view, change] = useSearchView(search, onSearch);
  const term = useDeferredValue(view.search?.trim().toLowerCase() ?? '');
  const shown = useMemo(
    () => (term === '' ? run.users : run.users.filter(({ text }) => text.includes(term))),
    [run.users, term],
  );
  const [, copy] = useCopied(0);
  const selection = useGridSelection({
    rows: shown,
    rowId: idOf,
    mode: 'none',
    onOpen: (user) => void copy(userText(user)),
  });
  const grid = { label: 'Generated users', rows: shown, rowId: idOf, selection };
  return (
    <>
      <ResultsHead run={run} shown={shown} />
      {run.phase === 'error' || run.phase === 'cancelled' ? <Unfinished run={run} /> : null}
      <Toolbar>
        <ToolbarSearch
          label="Search users"
          className="w-56 flex-none max-md:w-auto max-md:min-w-28 max-md:flex-1"
          value={view.search}
          onChange={(next) => change({ search: next })}
        />
        <span className="truncate text-xs text-text-muted max-2xl:hidden">
          Click a value to copy it
        </span>
        <span className="ml-auto">
          <Segmented
            label="Display"
            value={view.view ?? 'grid'}
            onChange={(next) => change({ view: next === 'list' ? 'list' : undefined })}
            choices={[
              { value: 'grid', label: 'Grid', icon: <LayoutGrid /> },
              { value: 'list', label: 'List', icon: <List /> },
            ]}
          />
        </span>
      </Toolbar>
      {shown.length === 0 ? (
        <NoMatch
          title="No user matches"
          clearLabel="Clear search"
          onClear={() => change({ search: undefined })}
        >
          None of the {countOf(run.users.length, 'user')} has “{view.search}”.
        </NoMatch>
      ) : view.view === 'list' ? (
        <DataGrid {...grid} rowName={nameOf} columns={COLUMNS} fold={FOLD} listKey={term} />
      ) : (
        <CardGrid
          {...grid}
          minWidth={250}
          height={run.users[0]?.latin ? 210 : 192}
          renderCard={(user, { isAtCursor }) => <UserCard user={user} isAtCursor={isAtCursor} />}
        />
      )}
    </>
  );
}

/** The number of users, their seed, and the actions for the shown ones. */
function ResultsHead({ run, shown }: { run: UserRun; shown: readonly UserRow[] }) {
  const { input, users, phase } = run;
  const [copied, copy] = useCopied(COPIED_ALL_MS);
  const [busy, setBusy] = useState<'standard' | 'prefixed' | 'copy' | null>(null);
  const during = async (what: typeof busy, work: () => Promise<void>) => {
    setBusy(what);
    await work();
    setBusy(null);
  };
  const save = (kind: 'standard' | 'prefixed') =>
    void during(kind, () => exportUsers(shown, input?.nationality ?? 'US', kind));
  const copyAll = () => void during('copy', async () => copy(await usersText(shown)));
  useCommands([
    { id: 'users.copy', label: 'Copy all users', run: copyAll },
    { id: 'users.csv', label: 'Export users as CSV', run: () => save('standard') },
    {
      id: 'users.prefixed',
      label: 'Export users as CSV with prefixes',
      run: () => save('prefixed'),
    },
  ]);
  const copyLabel = {
    idle: 'Copy all',
    copied: `Copied ${countOf(shown.length, 'user')}`,
    refused: COPY_REFUSED,
  }[copied];
  return (
    <div className="flex min-h-(--size-toolbar) flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-border bg-surface px-5 py-2 max-md:px-3.5">
      <p role="status" className="tn flex min-w-0 items-baseline gap-2.5">
        <span className="font-semibold">
          {phase === 'generating'
            ? `${formatNumber(users.length)} of ${countOf(totalOf(run), 'user')}`
            : countOf(users.length, 'user')}
        </span>
        {phase === 'generating' || input === null ? null : (
          <span className="truncate text-xs text-text-muted max-md:hidden">
            {NATIONALITIES[input.nationality].name}, seed {input.seed}
          </span>
        )}
      </p>
      {phase === 'generating' ? <RunProgress run={run} /> : null}
      <span className="ml-auto flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={busy === 'copy'}
          icon={copied === 'copied' ? <Check strokeWidth={2} /> : <Copy />}
          className={copied === 'copied' ? 'text-success-text' : undefined}
          onClick={copyAll}
        >
          {copyLabel}
        </Button>
        <Button
          size="sm"
          busy={busy === 'standard'}
          icon={<Download />}
          onClick={() => save('standard')}
        >
          Export CSV
        </Button>
        <Button
          size="sm"
          busy={busy === 'prefixed'}
          icon={<Phone />}
          aria-label="Export CSV with prefixes"
          onClick={() => save('prefixed')}
        >
          <span className="max-md:hidden">Export CSV with prefixes</span>
        </Button>
        <span role="status" className="sr-only">
          {copied === 'idle' ? '' : copyLabel}
        </span>
      </span>
    </div>
  );
}

function RunProgress({ run }: { run: UserRun }) {
  const { batches, spentMs, input } = run;
  const leftMs = (spentMs / Math.max(batches, 1)) * ((input?.batches ?? 0) - batches);
  return (
    <>
      <Progress
        label="Users generated"
        className="w-40 max-md:w-20"
        value={run.users.length}
        max={totalOf(run)}
      />
      <span className="tn text-xs text-text-muted max-md:hidden">
        About {formatNumber(Math.ceil(leftMs / 1_000))} s left
      </span>
    </>
  );
}

/** The missing part after a failure or Cancel, with the button that generates it. */
function Unfinished({ run }: { run: UserRun }) {
  const isError = run.phase === 'error';
  const left = `${formatNumber(run.users.length)} of ${countOf(totalOf(run), 'user')} were generated.`;
  return (
    <Banner
      tone={isError ? 'danger' : 'info'}
      className="mx-5 my-3 flex-none max-md:mx-3.5"
      actions={
        <Button size="xs" onClick={() => void continueRun()}>
          {isError ? 'Retry' : 'Continue'}
        </Button>
      }
    >
      {isError ? `${run.message} ${left}` : `Cancelled: ${left}`}
    </Banner>
  );
}
