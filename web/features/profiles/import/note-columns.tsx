import { clsx } from 'clsx';
import { Check, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { isSecret, NOTE_COLUMNS, type RowNote } from '../../../../shared/profiles/check-file.ts';
import { gridColumns } from '../../../kit/data-grid/columns.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Missing } from '../../../ui/table.tsx';

export const ROW_HEIGHT = 44;

/** Corrects the single wrong cell of a row, or opens the steps that give a row the right number of cells. */
interface Mend {
  cell: (row: number, value: string) => void;
  columns: (row: number) => void;
}

export const noteColumns = (onMend: Mend) =>
  gridColumns(NOTE_COLUMNS, {
    row: { width: '52px', align: 'right', cell: ({ row }) => formatNumber(row), isFixed: true },
    profile: {
      width: 'minmax(84px, 1fr)',
      title: ({ profile }) => profile || undefined,
      cell: ({ profile, field }) => (
        <span className="block leading-4">
          <span className="block truncate">{profile || <Missing>No name</Missing>}</span>
          <span className="block truncate text-xs text-text-muted">{field}</span>
        </span>
      ),
    },
    reason: {
      width: 'minmax(150px, 3fr)',
      title: ({ reason }) => reason,
      cell: (note) => <Reason note={note} />,
      isFixed: true,
    },
    found: {
      label: 'Value',
      width: 'minmax(112px, 1.1fr)',
      isFixed: true,
      cell: (note) => <Value note={note} onMend={onMend} />,
    },
  });
/** A corrected row may also have a warning. */
export const noteId = ({ kind, row }: RowNote): string => `${kind} ${row}`;
export const rowOf = ({ row }: RowNote): string => formatNumber(row);

function Reason({ note: { kind, reason, key, value, content } }: { note: RowNote }) {
  // The field of a cell that must be typed again does not show the refused text.
  const hasFoundText =
    kind === 'refused' && key !== null && value === '' && content.endsWith('digits');
  return (
    <span
      className={clsx(
        'block leading-4.5 whitespace-normal',
        kind === 'mended' && 'text-text-muted',
      )}
    >
      {kind === 'warning' ? (
        <Badge tone="warning" className="mr-1.5">
          Warning
        </Badge>
      ) : null}
      {kind === 'mended' ? (
        <span className="mr-1 inline-flex items-center gap-1 text-success-text">
          <Check className="size-3" strokeWidth={2} />
          Mended{' '}
        </span>
      ) : null}
      {reason}
      {hasFoundText ? `, ${content} found` : null}
    </span>
  );
}

/** The wrong cell, which can be corrected in place; the found text if nothing can be corrected. */
function Value({ note, onMend }: { note: RowNote; onMend: Mend }) {
  const { kind, key, content } = note;
  // When this cell is right, another cell of the row may still be wrong.
  if (kind === 'refused' && key !== null)
    return <MendField key={key} note={note} onMend={onMend} />;
  if (kind === 'refused') {
    const row = formatNumber(note.row);
    return (
      <Button
        size="xs"
        title={content}
        aria-label={`Correct the columns of row ${row}`}
        onClick={() => onMend.columns(note.row)}
      >
        Correct columns
      </Button>
    );
  }
  return (
    <span
      className={clsx('block truncate', kind === 'mended' && 'text-text-muted')}
      title={content}
    >
      {content}
    </span>
  );
}

/**
 * Enter continues with the next field. A secret is typed again, because its content is never shown.
 */
function MendField({ note, onMend }: { note: RowNote; onMend: Mend }) {
  const { row, field, key, value } = note;
  const [typed, setTyped] = useState(value);
  const [isTried, setIsTried] = useState(false);
  const hidden = key !== null && isSecret(key);
  const mend = () => {
    if (typed === value) return;
    setIsTried(true);
    onMend.cell(row, typed);
  };
  return (
    <Input
      size="sm"
      type={hidden ? 'password' : 'text'}
      {...(hidden && { prefix: <LockKeyhole /> })}
      aria-label={`${field} of row ${formatNumber(row)}`}
      aria-invalid={isTried || undefined}
      placeholder={hidden ? 'Type it again' : field}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        setIsTried(false);
      }}
      onBlur={mend}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        const grid = event.currentTarget.closest<HTMLElement>('[role=grid]');
        const fields = [...(grid?.querySelectorAll('input') ?? [])];
        // The field is checked when it loses the focus.
        (fields[fields.indexOf(event.currentTarget) + 1] ?? grid)?.focus();
      }}
    />
  );
}
