import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { ListSelectionHandle } from '../../../ui/use-list-selection.ts';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import type { CodeColumn, CodeGroup, CodeView } from '../code-view.ts';
import type { CopiedCode } from '../use-copied-code.ts';
import { type ColumnKey, LIST_COLUMNS, LIST_FRAME, LIST_GRID } from './code-columns.ts';
import { CodeRow } from './code-row.tsx';

const HEAD_HEIGHT = 31;
const ROW_HEIGHT = 53;

interface CodeListProps {
  groups: readonly CodeGroup[];
  view: CodeView;
  onSort: (sort: CodeView['sort']) => void;
  selection: ListSelectionHandle;
  copied: CopiedCode;
  /** Key of the group whose mails are open. */
  openKey: string | null;
  onOpen: (key: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** The pointer or the focus is inside. */
  onHold: (isHeld: boolean) => void;
}

/** The found codes; only the rows in view exist. */
export function CodeList(props: CodeListProps) {
  const { groups, view, selection, copied, openKey, onHold } = props;
  const { cursor, selected, touch } = selection;
  const scrollRef = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another filter or order begins at its beginning.
  useEffect(() => {
    if (cursor === null) scrollRef.current?.scrollTo({ top: 0 });
  }, [view]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list goes: whoever was in it cannot leave it any more.
  useEffect(() => () => onHold(false), []);
  const cursorIndex = useMemo(
    () => (cursor === null ? -1 : groups.findIndex(({ key }) => key === cursor)),
    [groups, cursor],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: no action: it tells whether somebody is in the list.
    <div
      className={clsx(
        LIST_FRAME,
        'flex min-h-0 min-w-0 flex-1 flex-col max-[900px]:h-[74dvh] max-[900px]:flex-none',
      )}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHold(true)}
      onPointerLeave={(event) => {
        if (!event.currentTarget.contains(document.activeElement)) onHold(false);
      }}
      onFocus={() => onHold(true)}
      onBlur={(event) => {
        const { currentTarget, relatedTarget } = event;
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover'))
          onHold(false);
      }}
    >
      <VirtualRows
        scrollRef={scrollRef}
        label="Codes"
        rowCount={groups.length}
        columnCount={LIST_COLUMNS.length}
        estimatedHeight={ROW_HEIGHT}
        gap={0}
        overscan={8}
        startPadding={0}
        endPadding={0}
        cursorRow={cursorIndex < 0 ? null : cursorIndex}
        activeId={cursorIndex < 0 ? undefined : rowId(cursorIndex)}
        // Rows are of one height, which follows the width of the list and not what stands in it.
        layoutKey="codes"
        head={{
          height: HEAD_HEIGHT,
          row: (
            <ListHead
              groups={groups}
              sort={view.sort}
              onSort={props.onSort}
              selection={selection}
            />
          ),
        }}
        rowProps={(index) => {
          const key = groups[index]?.key ?? '';
          const isSelected = selected.has(key);
          return {
            ...selection.rowHandlers(key),
            id: rowId(index),
            'aria-selected': isSelected,
            className: clsx(
              'border-b border-border',
              isSelected
                ? 'bg-surface-selected shadow-[inset_3px_0_0_var(--color-accent)]'
                : openKey === key
                  ? 'bg-surface-hover'
                  : 'hover:bg-surface-hover',
              cursor === key && 'outline-2 -outline-offset-2 outline-focus',
            ),
          };
        }}
        renderRow={(index) => {
          const group = groups[index];
          if (group === undefined) return null;
          return (
            <CodeRow
              group={group}
              number={index + 1}
              isSelected={selected.has(group.key)}
              isCopied={copied.copiedKey === group.key}
              isOpen={openKey === group.key}
              onTouch={touch}
              onCopy={copied.copy}
              onOpen={props.onOpen}
            />
          );
        }}
        onKeyDown={props.onKeyDown}
        className="bg-surface"
      />
    </div>
  );
}

const rowId = (index: number): string => `presale-code-${index}`;

interface ListHeadProps extends Pick<CodeListProps, 'groups' | 'onSort' | 'selection'> {
  sort: CodeView['sort'];
}

function ListHead(props: ListHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the head of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-(--z-sticky) h-[31px] border-b border-border-strong bg-surface text-2xs font-[560] text-text-muted"
    >
      <div role="presentation" className={clsx(LIST_GRID, 'h-full')}>
        {LIST_COLUMNS.map(({ key, label, className, sort: column }) => (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={key}
            role="columnheader"
            aria-sort={column === undefined ? undefined : ariaSort(props.sort, column)}
            className={clsx('min-w-0', className)}
          >
            <HeadContent {...props} column={key} label={label} />
          </div>
        ))}
      </div>
    </div>
  );
}

function HeadContent({
  column,
  label,
  groups,
  sort,
  onSort,
  selection,
}: ListHeadProps & { column: ColumnKey; label: string }) {
  const isAll =
    selection.selected.size > 0 && groups.every(({ key }) => selection.selected.has(key));
  switch (column) {
    case 'select':
      return (
        <Checkbox
          aria-label={label}
          checked={isAll ? true : selection.selected.size > 0 && 'indeterminate'}
          onClick={isAll ? selection.clear : selection.selectAll}
        />
      );
    case 'account':
      return (
        <span className="flex gap-2.5">
          <SortButton column="account" label={label} sort={sort} onSort={onSort} />
          <SortButton column="date" label="Date" sort={sort} onSort={onSort} />
        </span>
      );
    case 'code':
    case 'confidence':
      return <SortButton column={column} label={label} sort={sort} onSort={onSort} />;
    case 'actions':
      return <span className="sr-only">{label}</span>;
    default:
      return label;
  }
}

interface SortButtonProps extends Pick<ListHeadProps, 'sort' | 'onSort'> {
  column: CodeColumn;
  label: string;
}

function SortButton({ column, label, sort, onSort }: SortButtonProps) {
  const isActive = sort.column === column;
  const turned = sort.order === 'asc' ? 'desc' : 'asc';
  // The newest and the surest first; names from A on.
  const first = column === 'date' || column === 'confidence' ? 'desc' : 'asc';
  const Arrow = sort.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={clsx('sort-button', isActive && 'font-[640]! text-text!')}
      onClick={() => onSort({ column, order: isActive ? turned : first })}
    >
      {label}
      {isActive ? <Arrow aria-hidden="true" className="size-3" strokeWidth={2} /> : null}
    </button>
  );
}

function ariaSort(sort: CodeView['sort'], column: CodeColumn) {
  if (sort.column !== column) return 'none';
  return sort.order === 'asc' ? 'ascending' : 'descending';
}
