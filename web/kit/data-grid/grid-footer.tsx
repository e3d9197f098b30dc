import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { TableFooter } from '../../ui/table.tsx';
import type { GridSelection } from './use-grid-selection.ts';

interface GridFooterProps {
  /** How many rows are shown: "500 of 2,000 accounts shown". */
  count?: ReactNode;
  selection: GridSelection;
  /** The actions for the selected rows. */
  actions?: ReactNode;
  /** Shown while nothing is selected. */
  note?: ReactNode;
  /** After the count: Load More, or why loading more failed. */
  children?: ReactNode;
}

/** The line under a grid: counts, and the selection with its actions. */
export function GridFooter({ count, selection, actions, note, children }: GridFooterProps) {
  const hasSelection = selection.selected.size > 0;
  return (
    <TableFooter>
      {count === undefined ? null : (
        <span className={hasSelection ? 'tn max-md:hidden' : 'tn'}>{count}</span>
      )}
      {children}
      {hasSelection ? (
        <span className="flex min-w-0 flex-1 items-center gap-2 max-md:overflow-x-auto max-md:py-1 max-md:[scrollbar-width:none] md:flex-wrap md:justify-end">
          <span role="status" className="tn font-medium whitespace-nowrap text-text">
            {selectionText(selection)}
          </span>
          <Button size="xs" variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
          {actions}
        </span>
      ) : (
        <span className={count === undefined ? undefined : 'ml-auto max-md:hidden'}>{note}</span>
      )}
    </TableFooter>
  );
}

/** "3 selected, 1 out of view" */
function selectionText({ selected, outOfView }: GridSelection): string {
  const hidden = outOfView > 0 ? `, ${formatNumber(outOfView)} out of view` : '';
  return `${formatNumber(selected.size)} selected${hidden}`;
}
