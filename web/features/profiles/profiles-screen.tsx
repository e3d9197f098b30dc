import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  CircleAlert,
  Copy,
  Download,
  Globe,
  LayoutGrid,
  Rows3,
  Upload,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ProfileNote } from '../../../shared/profiles/notes.ts';
import type { ProfileFilters } from '../../../shared/profiles/schema.ts';
import { PROFILES_FAILED } from '../../../shared/profiles/texts.ts';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import { CardSkeletons } from '../../kit/data-grid/card-grid.tsx';
import { useFileImport } from '../../kit/file-import/use-file-import.ts';
import { FirstUse } from '../../kit/first-use.tsx';
import { useCommands } from '../../kit/keys/commands.ts';
import { usePages } from '../../kit/pages.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { type Question, useQuestion } from '../../kit/question.tsx';
import { useSaved } from '../../kit/saved/saved.ts';
import { Screen } from '../../kit/screen.tsx';
import { useSearchView } from '../../lib/address-view.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip, FilterMenu } from '../../ui/chip.tsx';
import { NoMatch } from '../../ui/empty-state.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Toolbar } from '../../ui/page.tsx';
import { ToolbarSearch } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type Import, PROFILE_FILES } from './import/import-files.ts';
import { useReveal } from './profile-card.tsx';
import { CARD, ProfileList } from './profile-list.tsx';
import { displayMode, exportProfiles, filterOf, notesQuery, profilesQuery } from './queries.ts';
import { addressOf, type ProfilesSearch } from './search-state.ts';

const importCode = () => import('./import/import-panel.tsx');
const ImportPanel = latePart(importCode, 'ImportPanel');
const ProfileDrop = latePart(importCode, 'ProfileDrop');

const EXPORT_FAILED = 'An error occurred while generating the CSV file';
const SEARCH_DELAY_MS = 300;
const NO_FILTERS = {
  search: undefined,
  note: undefined,
  country: undefined,
  profile: undefined,
};

interface ProfilesScreenProps {
  search: ProfilesSearch;
  onSearch: (search: ProfilesSearch) => void;
}

/** @param which ids, or the filter of the list */
const exportOf = (which: Parameters<typeof exportProfiles>[0], count: number): Question => {
  const profiles = countOf(count, 'profile');
  return {
    title: `Export ${profiles}?`,
    text: 'The file holds full card numbers, CVVs and passwords. The export is logged.',
    confirmLabel: 'Export CSV',
    busyLabel: 'Exporting...',
    tone: 'primary',
    run: () => exportProfiles(which),
    done: `CSV of ${profiles} generated`,
    failure: EXPORT_FAILED,
  };
};

/** The import as a command, on every view of the screen. */
const useImportCommand = (run: () => void): void =>
  useCommands([
    { id: 'profiles.upload', label: 'Upload profiles', keywords: ['csv', 'import', 'add'], run },
  ]);

/** Profiles: the buyers that the generators write into their files. */
export function ProfilesScreen({ search, onSearch }: ProfilesScreenProps) {
  const [view, change] = useSearchView(search, onSearch, addressOf);
  const filter = filterOf({ ...view, search: useDebounced(view.search, SEARCH_DELAY_MS) });
  const pages = usePages(profilesQuery(filter));
  const { query, total } = pages;
  const imported: Import = useFileImport(PROFILE_FILES);
  const reveal = useReveal();
  const [isImporting, setIsImporting] = useState(false);
  const [question, ask] = useQuestion();
  const showImport = () => setIsImporting(true);
  useImportCommand(showImport);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const all = useQuery(notesQuery(filter)).data?.total;
  const shownOf = isFiltered && all !== undefined ? `${formatNumber(total)} of ` : '';
  const isFirstUse = query.isSuccess && total === 0 && !isFiltered;
  const exportCsv = (ids?: readonly number[]) => ask(exportOf(ids ?? filter, ids?.length ?? total));
  return (
    <Screen
      title="Profiles"
      context={
        isImporting
          ? countOf(imported.files.length, 'file')
          : query.data && shownOf + countOf(shownOf === '' ? total : (all ?? total), 'profile')
      }
      layout="fixed"
      actions={
        isImporting ? (
          <Button size="sm" icon={<ArrowLeft />} onClick={() => setIsImporting(false)}>
            Back to profiles
          </Button>
        ) : (
          <Actions
            isEmpty={query.isSuccess && total === 0}
            onExport={() => exportCsv()}
            onImport={showImport}
          />
        )
      }
    >
      {isImporting ? (
        <ImportPanel imported={imported} />
      ) : (
        <>
          {isFirstUse ? null : <DropArea imported={imported} onAdd={showImport} />}
          <Filters view={view} filter={filter} onView={change} />
          <QueryView
            query={query}
            loading={<CardSkeletons label="Loading profiles" {...CARD} />}
            failure={PROFILES_FAILED}
          >
            {() => {
              if (total > 0)
                return (
                  <ProfileList
                    pages={pages}
                    all={shownOf === '' ? total : (all ?? total)}
                    reveal={reveal}
                    listKey={JSON.stringify(filter)}
                    start={view.profile}
                    onExport={exportCsv}
                  />
                );
              if (isFiltered)
                return (
                  <NoMatch title="No profile matches" onClear={() => change(NO_FILTERS)}>
                    No profile has this text, country or note.
                  </NoMatch>
                );
              return <NoProfiles imported={imported} onAdd={showImport} />;
            }}
          </QueryView>
        </>
      )}
      {question}
    </Screen>
  );
}

function NoProfiles({ imported, onAdd }: { imported: Import; onAdd: () => void }) {
  return (
    <FirstUse
      title="No profiles yet"
      className="flex-1 bg-bg"
      actions={<ProfileDrop imported={imported} onAdd={onAdd} />}
    >
      Profiles of an uploaded CSV are listed here, and the generators use them.
    </FirstUse>
  );
}

interface ActionsProps {
  /** There is no profile to export. */
  isEmpty: boolean;
  onExport: () => void;
  onImport: () => void;
}

function Actions({ isEmpty, onExport, onImport }: ActionsProps) {
  return (
    <>
      <Button
        size="sm"
        className="max-md:hidden"
        icon={<Download />}
        disabled={isEmpty}
        title={isEmpty ? 'There is no profile to export.' : undefined}
        onClick={onExport}
      >
        Export CSV
      </Button>
      <Button size="sm" variant="primary" icon={<Upload />} onClick={onImport}>
        Upload CSV
      </Button>
    </>
  );
}

function DropArea({ imported, onAdd }: { imported: Import; onAdd: () => void }) {
  return (
    <div className="min-h-18.5 flex-none border-b border-border bg-surface px-5 py-2.5 max-md:hidden">
      <ProfileDrop inline imported={imported} onAdd={onAdd} />
    </div>
  );
}

interface FiltersProps {
  view: ProfilesSearch;
  /** The same filter in the form for calls. */
  filter: ProfileFilters;
  onView: (part: ProfilesSearch) => void;
}

function Filters({ view, filter, onView }: FiltersProps) {
  const [mode, setMode] = useSaved(displayMode);
  const { data: counts } = useQuery(notesQuery(filter));
  const chip = (note: ProfileNote, label: string, icon: ReactNode, count = 0) => (
    <FilterChip
      label={view.note === note || count === 0 ? label : `${label} ${formatNumber(count)}`}
      icon={icon}
      value={view.note === note ? formatNumber(count) : undefined}
      aria-pressed={view.note === note}
      onClick={() => onView({ note: view.note === note ? undefined : note })}
      onRemove={() => onView({ note: undefined })}
    />
  );
  return (
    <Toolbar className="max-md:flex-wrap">
      <ToolbarSearch
        label="Search profiles"
        className="w-60 min-w-28 max-md:w-auto max-md:flex-1"
        value={view.search}
        onChange={(search) => onView({ search })}
      />
      <span className="flex gap-2 max-md:order-1 max-md:w-full max-md:overflow-x-auto">
        <FilterMenu
          label="Country"
          icon={<Globe />}
          allLabel="All countries"
          value={view.country}
          choices={(counts?.countries ?? []).map(({ country, profiles }) => ({
            value: country,
            label: countryName(country),
            aside: formatNumber(profiles),
          }))}
          onChange={(country) => onView({ country })}
        />
        {chip('duplicate', 'Duplicates', <Copy />, counts?.duplicates)}
        {chip('expired', 'Card expired', <CircleAlert />, counts?.expired)}
      </span>
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
