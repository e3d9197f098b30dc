import { Combine, Plus, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { type ColumnStep, takeStep } from '../../../../shared/profiles/row-columns.ts';
import { PROFILE_COLUMNS } from '../../../../shared/profiles/schema.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { OpenDialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Missing } from '../../../ui/table.tsx';

const EXPECTED = PROFILE_COLUMNS.length;

interface RowColumnsDialogProps {
  row: number;
  /** The cells of the row, as far as they may be shown. */
  cells: readonly string[];
  /** True while the file is uploaded and cannot be changed. */
  isBusy: boolean;
  onMend: (steps: readonly ColumnStep[]) => void;
  onClose: () => void;
}

interface RowCellProps {
  text: string;
  at: number;
  isLast: boolean;
  /** The number of missing cells; negative if there are too many. */
  missing: number;
  step: (kind: ColumnStep['kind'], at: number) => void;
}

/** A cell under the name of its column, with the steps that the row needs. */
function RowCell({ text, at, isLast, missing, step }: RowCellProps) {
  return (
    <li className="flex items-center gap-2 border-b border-border py-0.5">
      <span className="w-30 flex-none text-xs text-text-muted">
        {PROFILE_COLUMNS[at]?.label ?? 'Too many'}
      </span>
      <span className="min-w-0 flex-1 truncate" title={text}>
        {text === '' ? <Missing>Empty</Missing> : text}
      </span>
      {missing > 0 ? (
        <IconButton
          size="xs"
          label={`Insert an empty cell before cell ${at + 1}`}
          icon={<Plus />}
          onClick={() => step('insert', at)}
        />
      ) : null}
      {missing < 0 && !isLast ? (
        <IconButton
          size="xs"
          label={`Join cell ${at + 1} with the next one`}
          icon={<Combine />}
          onClick={() => step('join', at)}
        />
      ) : null}
      {missing < 0 ? (
        <IconButton
          size="xs"
          label={`Leave out cell ${at + 1}`}
          icon={<X />}
          onClick={() => step('remove', at)}
        />
      ) : null}
    </li>
  );
}

/** Corrects the number of cells of a refused row: each step shows the resulting row. */
export function RowColumnsDialog({ row, cells, isBusy, onMend, onClose }: RowColumnsDialogProps) {
  const [steps, setSteps] = useState<readonly ColumnStep[]>([]);
  const now = steps.reduce<readonly string[]>(takeStep, cells);
  const missing = EXPECTED - now.length;
  const step = (kind: ColumnStep['kind'], at: number) => setSteps([...steps, { kind, at }]);
  return (
    <OpenDialog
      title={`Columns of row ${formatNumber(row)}`}
      description={
        isBusy ? 'The file is being uploaded. Check the row after that.' : describeMissing(missing)
      }
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto"
            icon={<Undo2 />}
            disabled={steps.length === 0}
            onClick={() => setSteps(steps.slice(0, -1))}
          >
            Undo
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={missing !== 0 || isBusy}
            onClick={() => onMend(steps)}
          >
            Check row
          </Button>
        </>
      }
    >
      <ol aria-label={`Cells of row ${formatNumber(row)}`} className="m-0 list-none p-0">
        {now.map((text, at) => (
          <RowCell
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its index
            key={at}
            text={text}
            at={at}
            missing={missing}
            step={step}
            isLast={at + 1 === now.length}
          />
        ))}
      </ol>
      {missing > 0 ? (
        <Button
          size="sm"
          className="mt-2 self-start"
          icon={<Plus />}
          onClick={() => step('insert', now.length)}
        >
          Add an empty cell at the end
        </Button>
      ) : null}
    </OpenDialog>
  );
}

function describeMissing(missing: number): string {
  if (missing === 0) return 'Each cell has a column. Check the row if they are the right ones.';
  if (missing > 0)
    return `${countOf(missing, 'cell')} missing. Insert an empty cell where one is missing.`;
  return `${countOf(-missing, 'cell')} too many. Join cells that are one value, such as an address with a comma, or leave one out.`;
}
