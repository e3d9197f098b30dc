import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { SplitRequest } from '../../../../shared/profiles/split.ts';
import { splitProfile } from '../../../../shared/site-generator/splitting/split-profile.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import { tryAgain } from '../../../kit/failure.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogFooter, OpenDialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import type { SiteDraft } from '../draft.ts';
import { stockQuery } from '../queries.ts';
import type { SplitParts, SplitRow } from './choose.worker.ts';
import { type ProfileStock, saveSplit, splitsQuery } from './profile-list.ts';

const ROW_HEIGHT = 44;
const MOST_ROWS_IN_VIEW = 8;
const idOf = ({ id }: SplitRow): string => String(id);
const nameOf = ({ profile_name }: SplitRow): string => profile_name;

interface SplitDialogProps {
  stock: ProfileStock;
  draft: SiteDraft;
  parts: SplitParts;
  label: string;
  onClose: () => void;
}

/**
 * The parts of each chosen profile's name and address, those that need a check first, and the form
 * that corrects one.
 */
export function SplitDialog({ stock, draft, parts, label, onClose }: SplitDialogProps) {
  const rows = useQuery(splitsQuery(stock, draft, parts)).data;
  const [corrected, setCorrected] = useState<SplitRow | null>(null);
  const columns = useMemo(() => splitColumns(parts, setCorrected), [parts]);
  if (corrected !== null) {
    return <CorrectDialog key={corrected.id} row={corrected} onClose={() => setCorrected(null)} />;
  }
  const shown = Math.min(Math.max(rows?.length ?? 1, 1), MOST_ROWS_IN_VIEW);
  return (
    <OpenDialog
      title={label}
      description="As the file has them. A correction is kept with its profile and used in every file."
      size="lg"
      onClose={onClose}
    >
      <div style={{ height: 36 + shown * (ROW_HEIGHT + 1) }} className="flex min-h-0 flex-col">
        {rows === undefined ? (
          <TableSkeleton label="Splitting names and addresses" rows={3} />
        ) : (
          <DataGrid
            label={label}
            rows={rows}
            rowId={idOf}
            rowName={nameOf}
            rowHeight={ROW_HEIGHT}
            columns={columns}
          />
        )}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </OpenDialog>
  );
}

/** A value above its source, in two lines. */
function TwoLines({ value, from }: { value: string; from: string }) {
  return (
    <span className="block min-w-0">
      <span className="block truncate">{value || 'None'}</span>
      <span className="block truncate text-2xs text-text-muted" title={from}>
        {from || 'None'}
      </span>
    </span>
  );
}

const splitColumns = (parts: SplitParts, onCorrect: (row: SplitRow) => void) =>
  gridColumns<SplitRow>({
    profile: {
      label: 'Profile',
      width: 'minmax(90px, 140px)',
      from: 620,
      title: nameOf,
      cell: nameOf,
    },
    name: {
      label: 'First name | Last name',
      width: 'minmax(120px, 1fr)',
      cell: ({ name, parts: { firstName, lastName } }) => (
        <TwoLines value={`${firstName} | ${lastName}`} from={name} />
      ),
    },
    ...(parts === 'names'
      ? {}
      : {
          address: {
            label: 'House number | Street | Address 2',
            width: 'minmax(160px, 1.4fr)',
            cell: ({ address, parts: { houseNumber, street, address2 } }: SplitRow) => (
              <TwoLines
                value={[houseNumber || 'None', street || 'None', address2]
                  .filter((part) => part !== '')
                  .join(' | ')}
                from={address}
              />
            ),
          },
        }),
    doubt: {
      label: 'Check',
      width: 'minmax(100px, 170px)',
      title: ({ doubt }) => doubt ?? undefined,
      cell: ({ doubt, isCorrected }) =>
        doubt === null ? (
          <span className="text-text-muted">{isCorrected ? 'Corrected' : 'Clear'}</span>
        ) : (
          <Badge tone="warning" className="max-w-full">
            <span className="truncate">{doubt}</span>
          </Badge>
        ),
    },
    actions: {
      width: '32px',
      buttons: (row) => (
        <IconButton
          size="xs"
          label={`Correct ${row.profile_name}`}
          icon={<PencilLine />}
          onClick={() => onCorrect(row)}
        />
      ),
    },
  });

const text = z.string().check(z.trim(), z.maxLength(300, 'At most 300 characters'));
const correction = z.object({
  firstName: text,
  lastName: text,
  houseNumber: text,
  street: text,
  address2: text,
});
type Correction = z.output<typeof correction>;

/** The fields of the form, with those of the call and their labels. */
const FIELDS = [
  ['firstName', 'first_name', 'First name'],
  ['lastName', 'last_name', 'Last name'],
  ['houseNumber', 'house_number', 'House number'],
  ['street', 'street', 'Street'],
  ['address2', 'address2', 'Address 2'],
] as const;

/** The corrected parts: a part that equals the automatic result is sent as null, which is no correction. */
function requestOf({ name, address }: SplitRow, parts: Correction): SplitRequest {
  const automatic = splitProfile({ name, address, split: null });
  return Object.fromEntries(
    FIELDS.map(([key, field]) => [field, parts[key] === automatic[key] ? null : parts[key]]),
  );
}

function CorrectDialog({ row, onClose }: { row: SplitRow; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm(correction, {
    initial: row.parts,
    submit: async (parts) => {
      const version = await saveSplit(row.id, requestOf(row, parts));
      client.setQueryData(stockQuery.queryKey, (stock) => stock && { ...stock, version });
    },
    done: `${row.profile_name} corrected`,
    onDone: onClose,
    failure: tryAgain('Failed to save the correction'),
  });
  return (
    <FormDialog
      form={form}
      title={`Correct ${row.profile_name}`}
      description={[row.name, row.address].filter(Boolean).join(', ')}
      onClose={onClose}
      submitLabel="Save correction"
      busyLabel="Saving..."
    >
      <div className="grid grid-cols-2 gap-3">
        {FIELDS.map(([key, , label]) => (
          <FormField key={key} form={form} name={key} label={label}>
            {(control) => <Input {...control} autoComplete="off" />}
          </FormField>
        ))}
      </div>
    </FormDialog>
  );
}
