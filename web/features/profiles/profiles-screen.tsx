import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleAlert, Copy, Download, LayoutGrid, Rows3, Upload } from 'lucide-react';
import { useState } from 'react';
import { CardSkeletons } from '../../kit/data-grid/card-grid.tsx';
import { failureText } from '../../kit/failure.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { useSaved } from '../../kit/saved/saved.ts';
import { Screen } from '../../kit/screen.tsx';
import { useAddressView } from '../../lib/address-view.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Toolbar } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ImportPanel, ProfileDrop } from './import-panel.tsx';
import { ProfileList } from './profile-list.tsx';
import { displayMode, notesQuery, type ProfilesSearch, profilesQuery } from './queries.ts';
import { useImport } from './use-import.ts';

const LOAD_FAILED = {
  refused: 'Failed to load profiles',
  thrown: 'An error occurred while loading profiles',
};
const SEARCH_DELAY_MS = 300;

interface ProfilesScreenProps {
  search: ProfilesSearch;
  onSearch: (search: ProfilesSearch) => void;
}

/** The address holds the view as it is. */
const same = (search: ProfilesSearch): ProfilesSearch => search;
/** Profiles: the buyers that the generators write into their files. */
export function ProfilesScreen({ search, onSearch }: ProfilesScreenProps) {
  const [view, setView] = useAddressView({ search, onSearch, viewOf: same, searchOf: same });
  const term = useDebounced(view.search?.trim() ?? '', SEARCH_DELAY_MS);
  const query = useInfiniteQuery(profilesQuery({ search: term, note: view.note }));
  const imported = useImport();
  const [isImporting, setIsImporting] = useState(false);
  const [exported, setExported] = useState<readonly number[] | 'all' | null>(null);
  const takeFiles = (files: File[]) => {
    imported.add(files);
    setIsImporting(true);
  };
  const [first] = query.data?.pages ?? [];
  const total = first?.total ?? 0;
  const isFiltered = term !== '' || view.note !== undefined;
  return (
    <Screen
      title="Profiles"
      context={isImporting ? countOf(imported.files.length, 'file') : countOf(total, 'profile')}
      layout="fixed"
      actions={
        isImporting ? (
          <Button size="sm" icon={<ArrowLeft />} onClick={() => setIsImporting(false)}>
            Back to profiles
          </Button>
        ) : (
          <>
            <Button
              size="sm"
              className="max-md:hidden"
              icon={<Download />}
              onClick={() => setExported('all')}
            >
              Export CSV
            </Button>
            <Button
              size="sm"
              variant="primary"
              icon={<Upload />}
              onClick={() => setIsImporting(true)}
            >
              Upload CSV
            </Button>
          </>
        )
      }
    >
      {isImporting ? (
        <ImportPanel imported={imported} />
      ) : (
        <>
          <Filters view={view} onView={setView} />
          <QueryView
            query={query}
            loadingLabel="Loading profiles"
            loading={<CardSkeletons label="Loading profiles" minWidth={264} height={248} />}
            failureText={(error) => failureText(error, LOAD_FAILED)}
          >
            {({ pages }) =>
              total > 0 ? (
                <ProfileList
                  profiles={pages.flatMap(({ data }) => data)}
                  total={total}
                  listKey={`${term} ${view.note ?? ''}`}
                  onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
                  isLoadingMore={query.isFetchingNextPage}
                  onExport={setExported}
                />
              ) : (
                <EmptyState
                  title={isFiltered ? 'No profile matches' : 'No profiles yet'}
                  className="flex-1 bg-bg"
                  actions={
                    isFiltered ? (
                      <Button onClick={() => setView({})}>Clear filters</Button>
                    ) : (
                      <ProfileDrop onFiles={takeFiles} />
                    )
                  }
                >
                  {isFiltered
                    ? 'No profile has this text or note.'
                    : 'Profiles of an uploaded CSV are listed here, and the generators use them.'}
                </EmptyState>
              )
            }
          </QueryView>
        </>
      )}
      {exported === null ? null : (
        <ExportDialog
          ids={exported === 'all' ? undefined : exported}
          count={exported === 'all' ? total : exported.length}
          onClose={() => setExported(null)}
        />
      )}
    </Screen>
  );
}

interface FiltersProps {
  view: ProfilesSearch;
  onView: (view: ProfilesSearch) => void;
}

function Filters({ view, onView }: FiltersProps) {
  const [mode, setMode] = useSaved(displayMode);
  const { data: counts } = useQuery(notesQuery);
  const chip = (note: 'duplicate' | 'expired', label: string, icon: React.ReactNode, count = 0) => (
    <FilterChip
      label={view.note === note || count === 0 ? label : `${label} ${formatNumber(count)}`}
      icon={icon}
      value={view.note === note ? formatNumber(count) : undefined}
      aria-pressed={view.note === note}
      onClick={() => onView({ ...view, note: view.note === note ? undefined : note })}
      onRemove={() => onView({ ...view, note: undefined })}
    />
  );
  return (
    <Toolbar>
      <div className="w-60 flex-none max-md:w-auto max-md:min-w-28 max-md:flex-1">
        <SearchInput
          label="Search profiles"
          value={view.search ?? ''}
          onChange={(next) => onView({ ...view, search: next || undefined })}
        />
      </div>
      {chip('duplicate', 'Duplicates', <Copy />, counts?.duplicates)}
      {chip('expired', 'Card expired', <CircleAlert />, counts?.expired)}
      <span className="ml-auto">
        <Segmented
          label="Display"
          value={mode}
          onChange={setMode}
          choices={[
            { value: 'embedded', label: 'Embedded', icon: <LayoutGrid /> },
            { value: 'compact', label: 'Compact', icon: <Rows3 /> },
          ]}
        />
      </span>
    </Toolbar>
  );
}
