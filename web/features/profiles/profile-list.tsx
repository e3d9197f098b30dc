import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Profile } from '../../../shared/profiles/schema.ts';
import { ConfirmDelete } from '../../kit/confirm-delete.tsx';
import { CardGrid } from '../../kit/data-grid/card-grid.tsx';
import { DataGrid } from '../../kit/data-grid/data-grid.tsx';
import { GridFooter } from '../../kit/data-grid/grid-footer.tsx';
import {
  type GridSelection,
  useGridKeys,
  useGridSelection,
} from '../../kit/data-grid/use-grid-selection.ts';
import { useSaved } from '../../kit/saved/saved.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ProfileCard, profileColumns } from './profile-columns.tsx';
import { deleteProfiles, displayMode, restoreProfiles } from './queries.ts';
import { useReveal } from './use-reveal.ts';

const DELETE_FAILED = {
  refused: 'Failed to delete profile',
  thrown: 'An error occurred while deleting the profile',
};
const idOf = ({ id }: Profile): string => String(id);
const nameOf = ({ profile_name }: Profile): string => profile_name;

interface ProfileListProps {
  /** As far as they are loaded, newest first. */
  profiles: readonly Profile[];
  total: number;
  listKey: string;
  onMore: (() => void) | null;
  isLoadingMore: boolean;
  onExport: (ids: readonly number[]) => void;
}

/** Cards or rows with selection; the secrets of one profile at a time can be shown. */
export function ProfileList({
  profiles,
  total,
  listKey,
  onMore,
  isLoadingMore,
  onExport,
}: ProfileListProps) {
  const client = useQueryClient();
  const [mode] = useSaved(displayMode);
  const reveal = useReveal();
  const [deleted, setDeleted] = useState<readonly number[] | null>(null);
  const ids = useMemo(() => profiles.map(idOf), [profiles]);
  const askToDelete = (id: string) => setDeleted([Number(id)]);
  const selection = useGridSelection({
    ids,
    onOpen: (id) => reveal.toggle(Number(id)),
    rowKeys: { Delete: askToDelete },
  });
  useGridKeys(selection, 'profile');
  const actions = { reveal, onDelete: ({ id }: Profile) => setDeleted([id]) };
  const { columns, fold } = profileColumns(actions);
  const grid = { label: 'Profiles', rows: profiles, rowId: idOf, selection };
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
          minWidth={264}
          height={248}
          renderCard={(profile, state) => (
            <ProfileCard profile={profile} {...actions} {...state} onTouch={selection.touch} />
          )}
        />
      )}
      <GridFooter
        count={`${formatNumber(profiles.length)} of ${countOf(total, 'profile')}, newest first`}
        selection={selection}
        actions={<SelectionActions {...{ selection, onExport }} onDelete={setDeleted} />}
      >
        {onMore ? (
          <Button size="xs" busy={isLoadingMore} onClick={onMore}>
            View More
          </Button>
        ) : null}
      </GridFooter>
      {deleted === null ? null : (
        <ConfirmDelete
          title={deleted.length === 1 ? 'Delete profile' : `Delete ${deleted.length} profiles`}
          confirmLabel={
            deleted.length === 1 ? 'Delete profile' : `Delete ${deleted.length} profiles`
          }
          busyLabel="Deleting..."
          remove={async () => {
            await deleteProfiles(client, deleted);
            selection.clear();
          }}
          done={deleted.length === 1 ? 'Profile deleted' : `${deleted.length} profiles deleted`}
          undo={() => restoreProfiles(client, deleted)}
          failure={DELETE_FAILED}
          onClose={() => setDeleted(null)}
        >
          {deleted.length === 1
            ? 'Are you sure you want to delete this profile?'
            : `Are you sure you want to delete these ${formatNumber(deleted.length)} profiles?`}{' '}
          Undo is offered right after it. Card, CVV and password are erased within about an hour.
        </ConfirmDelete>
      )}
    </>
  );
}

interface SelectionActionsProps {
  selection: GridSelection;
  onExport: (ids: readonly number[]) => void;
  onDelete: (ids: readonly number[]) => void;
}

function SelectionActions({ selection, onExport, onDelete }: SelectionActionsProps) {
  const ids = [...selection.selected].map(Number);
  const count = formatNumber(ids.length);
  return (
    <>
      <Button size="xs" icon={<Download />} onClick={() => onExport(ids)}>
        Export CSV ({count})
      </Button>
      <Button size="xs" icon={<Trash2 />} onClick={() => onDelete(ids)}>
        Delete ({count})
      </Button>
    </>
  );
}
