import { Download, Trash2 } from 'lucide-react';
import type { Profile } from '../../../shared/profiles/schema.ts';
import { CardGrid } from '../../kit/data-grid/card-grid.tsx';
import { gridColumns } from '../../kit/data-grid/columns.ts';
import { DataGrid } from '../../kit/data-grid/data-grid.tsx';
import { GridFooter } from '../../kit/data-grid/grid-footer.tsx';
import {
  type GridSelection,
  useGridKeys,
  useGridSelection,
} from '../../kit/data-grid/use-grid-selection.ts';
import { MoreButton, type Pages } from '../../kit/pages.tsx';
import { useQuestion } from '../../kit/question.tsx';
import { useSaved } from '../../kit/saved/saved.ts';
import { Time } from '../../kit/time.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Email } from '../../ui/email.tsx';
import { Missing } from '../../ui/table.tsx';
import {
  Buttons,
  CardNumber,
  Expiry,
  Note,
  Place,
  type ProfileActions,
  ProfileCard,
  type Reveal,
} from './profile-card.tsx';
import { deleteProfiles, displayMode, restoreProfiles } from './queries.ts';

/** The size of a card in px. */
export const CARD = { minWidth: 264, height: 248 };
const DELETE_FAILED = {
  refused: 'Failed to delete profile',
  thrown: 'An error occurred while deleting the profile',
};
const idOf = ({ id }: Profile): string => String(id);
const nameOf = ({ profile_name }: Profile): string => profile_name;

interface ProfileListProps {
  /** Newest first. */
  pages: Pages<Profile>;
  /** The number of profiles without filters. */
  all: number;
  /** Stored by the screen, because another search replaces this list. */
  reveal: Reveal;
  listKey: string;
  /** The id of the profile that the cursor starts at. */
  start: string | undefined;
  onExport: (ids: readonly number[]) => void;
}

/** Cards or rows with selection; the secrets of one profile at a time can be shown. */
export function ProfileList({ pages, all, reveal, listKey, start, onExport }: ProfileListProps) {
  const { query, rows, total } = pages;
  const [mode] = useSaved(displayMode);
  const [question, ask] = useQuestion();
  const removeChosen = ({ id }: Profile) => remove(chosen.length > 0 ? chosen : [id]);
  const selection: GridSelection = useGridSelection({
    rows,
    rowId: idOf,
    start,
    onOpen: reveal.toggle,
    rowKeys: { Delete: removeChosen },
  });
  useGridKeys(selection, 'profile');
  const chosen = [...selection.selected].map(Number);
  const remove = (ids: readonly number[]) => {
    const isOne = ids.length === 1;
    const profiles = countOf(ids.length, 'profile');
    const label = isOne ? 'Delete profile' : `Delete ${profiles}`;
    ask({
      title: label,
      text: `Are you sure you want to delete ${isOne ? 'this profile' : `these ${profiles}`}? Undo is offered right after it. Card, CVV and password are erased within about an hour.`,
      confirmLabel: label,
      busyLabel: 'Deleting...',
      run: async () => {
        await deleteProfiles(ids);
        selection.clear();
      },
      done: isOne ? 'Profile deleted' : `${profiles} deleted`,
      undo: () => restoreProfiles(ids),
      failure: DELETE_FAILED,
    });
  };
  const actions = { reveal, onDelete: ({ id }: Profile) => remove([id]) };
  const { columns, fold } = profileColumns(actions);
  const grid = { label: 'Profiles', rows, rowId: idOf, selection };
  const count = formatNumber(chosen.length);
  return (
    <>
      {mode === 'compact' ? (
        <DataGrid
          {...grid}
          rowName={nameOf}
          columns={columns}
          fold={fold}
          total={total}
          listKey={listKey}
          selectAllLabel="Select all loaded profiles"
        />
      ) : (
        <CardGrid
          {...grid}
          {...CARD}
          renderCard={(profile, state) => (
            <ProfileCard profile={profile} {...actions} {...state} onTouch={selection.touch} />
          )}
        />
      )}
      <GridFooter
        count={describeShown(rows.length, total, all)}
        selection={selection}
        actions={
          <>
            <Button size="xs" icon={<Download />} onClick={() => onExport(chosen)}>
              Export CSV ({count})
            </Button>
            <Button size="xs" icon={<Trash2 />} onClick={() => remove(chosen)}>
              Delete ({count})
            </Button>
          </>
        }
      >
        <MoreButton size="xs" query={query}>
          View More
        </MoreButton>
      </GridFooter>
      {question}
    </>
  );
}

/** `1,000 of 2,500 profiles, newest first`, `37 of 83 profiles, newest first` if filters hide the others. */
function describeShown(loaded: number, total: number, all: number): string {
  const matching = all > total && loaded < total ? `${formatNumber(loaded)} of ` : '';
  const most =
    all > total
      ? `${formatNumber(total)} of ${countOf(all, 'profile')}`
      : `${formatNumber(loaded)} of ${countOf(total, 'profile')}`;
  return `${matching}${most}, newest first`;
}

/** The columns of the compact list, and its fold on small screens. */
function profileColumns(actions: ProfileActions) {
  const columns = gridColumns<Profile>({
    profile: {
      label: 'Profile',
      width: 'minmax(100px, 0.8fr)',
      isFixed: true,
      title: nameOf,
      cell: (profile) => <span className="block truncate font-medium">{nameOf(profile)}</span>,
    },
    name: { label: 'Name', width: 'minmax(112px, 1fr)', from: 700, cell: ({ name }) => name },
    email: {
      label: 'Email',
      width: 'minmax(120px, 2fr)',
      from: 900,
      cell: ({ email }) => (email === null ? <Missing /> : <Email address={email} />),
    },
    city: {
      label: 'City',
      width: 'minmax(84px, 0.7fr)',
      from: 760,
      cell: (profile) => <Place profile={profile} />,
    },
    phone: { label: 'Phone', width: '118px', from: 1060, cell: ({ phone }) => phone },
    card: {
      label: 'Card',
      width: '140px',
      cell: (profile) => <CardNumber profile={profile} {...actions} />,
    },
    expiry: {
      label: 'Expiry',
      width: '64px',
      align: 'right',
      cell: (profile) => <Expiry profile={profile} />,
    },
    added: {
      label: 'Added',
      width: '78px',
      align: 'right',
      from: 900,
      cell: ({ created_at }) => <Time at={created_at} as="day" />,
    },
    note: { label: 'Note', width: '92px', cell: (profile) => <Note profile={profile} /> },
    actions: { width: '82px', buttons: (profile) => <Buttons profile={profile} {...actions} /> },
  });
  const fold = {
    below: 660,
    height: 56,
    render: (profile: Profile) => (
      <div className="py-1">
        <div className="flex items-center gap-2">
          <span className="flex-1 truncate font-medium">{nameOf(profile)}</span>
          <Note profile={profile} />
          <Buttons profile={profile} {...actions} />
        </div>
        <div className="flex items-baseline gap-3 text-xs">
          <span className="flex-1 truncate text-text-muted">{profile.name}</span>
          <CardNumber profile={profile} {...actions} />
          <Expiry profile={profile} />
        </div>
      </div>
    ),
  };
  return { columns, fold };
}
