import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Sort } from '../../../shared/columns.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ariaSort, type GridColumn, type HeadSort, nextSort } from './columns.ts';
import type { GridSelection } from './use-grid-selection.ts';

export const HEAD_HEIGHT = 33;

export interface GridHeadProps<Row> {
  columns: readonly GridColumn<Row>[];
  tracks: string;
  selection: GridSelection;
  selectAllLabel: string;
  /** Whether every row that can be selected is selected. */
  isAllSelected: boolean;
  hasExpansion: boolean;
  isFolded: boolean;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** The sticky head: the box that selects all rows, and the sort buttons. A folded grid keeps both in one line. */
export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { columns, tracks, selection, isFolded, hasExpansion } = props;
  const hasSelect = selection.mode === 'many';
  const offset = Number(hasSelect) + Number(hasExpansion);
  const sortable = columns.filter(({ sorts }) => sorts.length > 0);
  // Without a cell the row would be empty, which screen readers report as a fault.
  const folded =
    hasSelect || sortable.length > 0 ? sortable : columns.filter((column) => !column.isHeadHidden);
  const heads = isFolded ? folded : columns;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the head of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      role="row"
      aria-rowindex={1}
      style={{ height: HEAD_HEIGHT }}
      className="sticky top-0 z-(--z-sticky) border-b border-border-strong bg-surface text-2xs font-medium text-text-muted"
    >
      <div
        role="presentation"
        style={isFolded ? undefined : { gridTemplateColumns: tracks }}
        className={clsx(
          'h-full items-center gap-x-3 px-5 max-md:px-3.5',
          isFolded ? 'flex overflow-x-auto [scrollbar-width:none]' : 'grid',
        )}
      >
        {hasSelect ? (
          <HeadCell index={1}>
            <SelectAll {...props} />
          </HeadCell>
        ) : null}
        {hasExpansion && !isFolded ? (
          <HeadCell index={offset}>
            <span className="sr-only">Details</span>
          </HeadCell>
        ) : null}
        {heads.map((column, index) => (
          <HeadCell
            key={column.key}
            index={index + offset + 1}
            sort={ariaSort(props.sort, props.onSort ? column.sorts : [])}
            align={isFolded ? undefined : column.align}
          >
            <HeadContent column={column} sort={props.sort} onSort={props.onSort} />
          </HeadCell>
        ))}
      </div>
    </div>
  );
}

interface HeadCellProps {
  index: number;
  sort?: ReturnType<typeof ariaSort>;
  align?: 'right' | undefined;
  children: React.ReactNode;
}

function HeadCell({ index, sort, align, children }: HeadCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a head cell of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      role="columnheader"
      aria-colindex={index}
      aria-sort={sort}
      className={clsx('min-w-0 flex-none whitespace-nowrap', align === 'right' && 'text-right')}
    >
      {children}
    </div>
  );
}

function SelectAll<Row>({ selection, selectAllLabel, isAllSelected }: GridHeadProps<Row>) {
  const some = selection.selected.size > selection.outOfView;
  return (
    <Checkbox
      aria-label={selectAllLabel}
      checked={isAllSelected ? true : some && 'indeterminate'}
      onChange={isAllSelected ? selection.clear : selection.selectAll}
    />
  );
}

interface HeadContentProps<Row> extends Pick<GridHeadProps<Row>, 'sort' | 'onSort'> {
  column: GridColumn<Row>;
}

function HeadContent<Row>({ column, sort, onSort }: HeadContentProps<Row>) {
  if (column.isHeadHidden) return <span className="sr-only">{column.label}</span>;
  if (onSort === undefined || column.sorts.length === 0) return column.label;
  return (
    <span className={clsx('flex gap-3', column.align === 'right' && 'justify-end')}>
      {column.sorts.map((head) => (
        <SortButton
          key={head.column}
          head={head}
          label={head.label ?? column.label}
          sort={sort}
          onSort={onSort}
        />
      ))}
    </span>
  );
}

interface SortButtonProps {
  head: HeadSort;
  label: string;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function SortButton({ head, label, sort, onSort }: SortButtonProps) {
  const isActive = sort?.column === head.column;
  const Arrow = sort?.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={clsx('sort-button', isActive && 'font-semibold! text-text!')}
      onClick={() => onSort(nextSort(sort, head))}
    >
      {label}
      {isActive ? <Arrow className="size-3" strokeWidth={2} /> : null}
    </button>
  );
}
