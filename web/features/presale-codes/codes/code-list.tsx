import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { DataGrid } from '../../../kit/data-grid/data-grid.tsx';
import type { GridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { formatNumber } from '../../../lib/format.ts';
import { codeColumns } from './code-columns.tsx';
import type { CodeColumn, CodeGroup, CodeView } from './code-view.ts';
import type { CopiedCode } from './use-copied-code.ts';

interface CodeListProps {
  likely: readonly CodeGroup[];
  /** Shown below the list, behind a head that unfolds them. */
  less: readonly CodeGroup[];
  isUnfolded: boolean;
  /** Codes that the search before did not find. */
  fresh: ReadonlySet<string>;
  /** Folds or unfolds the less likely codes. */
  onFold: () => void;
  view: CodeView;
  onSort: (sort: CodeView['sort']) => void;
  selection: GridSelection;
  copied: CopiedCode;
  /** Key of the group with open mails. */
  openKey: string | null;
  onOpen: (key: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Whether the pointer or the focus is inside: new codes then wait. */
  onHold: (isHeld: boolean) => void;
}

/** The found codes. */
export function CodeList(props: CodeListProps) {
  const { likely, less, fresh, view, selection, copied, openKey, onOpen, onHold } = props;
  const { copiedKey, copy } = copied;
  const { columns, fold } = useMemo(
    () => codeColumns({ copiedKey, fresh, openKey, onCopy: copy, onOpen }),
    [copiedKey, fresh, openKey, copy, onOpen],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus of a list that goes is lost without an event.
  useEffect(() => () => onHold(false), []);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col max-[900px]:h-[74dvh] max-[900px]:flex-none">
      <DataGrid
        label="Codes"
        rows={likely}
        groups={
          less.length === 0
            ? NO_GROUPS
            : [
                {
                  key: 'less-likely',
                  label: `${formatNumber(less.length)} less likely`,
                  note: 'Under 50%. In Download CSV only while this group is open.',
                  rows: less,
                  isOpen: props.isUnfolded,
                  onToggle: props.onFold,
                },
              ]
        }
        rowId={keyOf}
        rowName={codeOf}
        columns={columns}
        fold={fold}
        rowHeight={52}
        selection={selection}
        selectAllLabel="Select all codes"
        sort={view.sort}
        onSort={({ column, order }) => {
          const known = SORTED_BY.find((one) => one === column);
          if (known) props.onSort({ column: known, order });
        }}
        rowClass={(group) => (group.key === openKey ? 'bg-surface-hover' : undefined)}
        listKey={JSON.stringify(view)}
        onKeyDown={props.onKeyDown}
      />
    </div>
  );
}

const NO_GROUPS: readonly never[] = [];
const SORTED_BY: readonly CodeColumn[] = ['code', 'account', 'date', 'confidence'];
export const keyOf = ({ key }: CodeGroup): string => key;
const codeOf = ({ best }: CodeGroup): string => best.code;
