import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react';
import type { Sort } from '../../../shared/columns.ts';
import { columnThresholds, type GridColumn } from './columns.ts';
import { GridHead, HEAD_HEIGHT } from './grid-head.tsx';
import { GridRow, GroupHead } from './grid-row.tsx';
import type { GridSettings } from './grid-settings.tsx';
import { countItems, type GridItem, itemAt, placeOf, type RowGroup } from './groups.ts';
import { type CursorActions, type GridSelection, useCursorUnless } from './use-grid-selection.ts';
import { useInlineSize } from './use-inline-size.ts';
import { VirtualRows } from './virtual-rows.tsx';

export interface DataGridProps<Row> extends Omit<GridProps<Row>, 'selection'>, CursorActions<Row> {
  /** Without it the grid has a keyboard cursor and no checkboxes. Actions of the cursor work only without it. */
  selection?: GridSelection;
}

interface GridProps<Row> {
  /** Names the grid. */
  label: string;
  /** The displayed rows: filtered and sorted. */
  rows: readonly Row[];
  /** Stable between renders, like all functions here. */
  rowId: (row: Row) => string;
  /** The name of a row: "Select {name}". */
  rowName: (row: Row) => string;
  columns: readonly GridColumn<Row>[];
  selection: GridSelection;
  selectAllLabel?: string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** The total number of rows if some are not loaded yet. */
  total?: number;
  /** Called when the last loaded rows come into view. */
  onEnd?: (() => void) | undefined;
  /** Columns and row height that the operator chose. */
  settings?: GridSettings;
  /** Row height in px without settings; 36 by default. */
  rowHeight?: number;
  /**
   * Replaces the cells of a row if the grid is narrower than `below` px: identity and a second
   * line.
   */
  fold?: { below: number; height: number; render: (row: Row, index: number) => ReactNode };
  /** Rows that open in place. */
  expansion?: {
    open: ReadonlySet<string>;
    onToggle: (id: string) => void;
    render: (row: Row) => ReactNode;
  };
  /** Groups of rows below the list, each behind a head that opens it. */
  groups?: readonly RowGroup<Row>[];
  /** Additional classes of a row, such as for the row whose details are open. */
  rowClass?: (row: Row) => string | undefined;
  /** When it changes (another search, another order), the grid scrolls to its beginning. */
  listKey?: string;
  /** Space in px below the last row for a floating selection bar. */
  endPadding?: number;
  /** Handles keys before the grid; the grid's own handler by default. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  className?: string;
}

const NOTHING_HIDDEN: ReadonlySet<string> = new Set();
const NO_GROUPS: readonly never[] = [];

/**
 * A list of any length from one list of columns: head, sorting, selection, keyboard cursor, expanding rows. Only the
 * rows in view are rendered. Below `fold.below` px each row folds into a few lines.
 */
export function DataGrid<Row>(options: DataGridProps<Row>) {
  const selection = useCursorUnless(options.selection, options);
  const props: GridProps<Row> = { ...options, selection };
  const { rows, rowId, fold, expansion, groups = NO_GROUPS } = props;
  const { cursor, selected, gridRef, mode } = selection;
  const { columns, tracks, isFolded } = useFittingColumns(props);
  const height =
    isFolded && fold ? fold.height : (props.settings?.rowHeight ?? props.rowHeight ?? 36);

  const { cursorPlace, isAllSelected } = usePlaces(props);
  const rowProps = (place: number) => {
    const item = itemAt(rows, groups, place);
    return item?.kind === 'row' ? propsOfRow(props, item, cursor) : {};
  };
  const renderRow = (place: number) => {
    const item = itemAt(rows, groups, place);
    if (item === undefined) return null;
    if (item.kind === 'group') return <GroupHead group={item.group} />;
    const { row, index, isMuted } = item;
    const id = rowId(row);
    const isOpen = expansion?.open.has(id) === true;
    return (
      <>
        <GridRow
          row={row}
          id={id}
          index={index}
          name={props.rowName(row)}
          columns={columns}
          tracks={tracks}
          height={height}
          mode={mode}
          isSelected={selected.has(id)}
          isSelectable={selection.canSelect(id)}
          isMuted={isMuted}
          onTouch={selection.touch}
          renderFolded={isFolded ? fold?.render : undefined}
          expansion={expansion === undefined ? 'none' : isOpen ? 'open' : 'closed'}
          onExpand={expansion?.onToggle}
        />
        {isOpen ? <Expanded>{expansion?.render(row)}</Expanded> : null}
      </>
    );
  };
  const head = <Head {...{ props, columns, tracks, isFolded, isAllSelected }} />;
  const extraColumns = Number(mode === 'many') + Number(expansion !== undefined);
  return (
    <VirtualRows
      scrollRef={gridRef}
      takesFocus={selection.takesFocus}
      label={props.label}
      rowCount={countItems(rows, groups)}
      total={props.total}
      columnCount={columns.length + extraColumns}
      selectable={mode === 'many' ? 'multiple' : 'none'}
      estimatedHeight={height + 1}
      gap={0}
      overscan={4}
      startPadding={0}
      endPadding={props.endPadding ?? 0}
      cursorRow={cursorPlace < 0 ? null : cursorPlace}
      activeId={cursorPlace < 0 || cursor === null ? undefined : domId(cursor)}
      listKey={props.listKey}
      layoutKey={`${height} ${isFolded} ${rows[0] === undefined ? '' : rowId(rows[0])}`}
      onEnd={props.onEnd}
      head={{ height: HEAD_HEIGHT, row: head }}
      rowProps={rowProps}
      renderRow={renderRow}
      onKeyDown={props.onKeyDown ?? ((event) => selection.onKeyDown(event, 1))}
      className={clsx('bg-surface', props.className)}
    />
  );
}

interface HeadProps<Row> {
  props: GridProps<Row>;
  columns: readonly GridColumn<Row>[];
  tracks: string;
  isFolded: boolean;
  isAllSelected: boolean;
}

function Head<Row>({ props, columns, tracks, isFolded, isAllSelected }: HeadProps<Row>) {
  return (
    <GridHead
      columns={columns}
      tracks={tracks}
      selection={props.selection}
      selectAllLabel={props.selectAllLabel ?? 'Select all'}
      isAllSelected={isAllSelected}
      hasExpansion={props.expansion !== undefined}
      isFolded={isFolded}
      sort={props.sort}
      onSort={props.onSort}
    />
  );
}

/** The index of the keyboard cursor, -1 without one, and whether all rows are selected. */
function usePlaces<Row>({ rows, groups = NO_GROUPS, rowId, selection }: GridProps<Row>) {
  const { cursor, selected } = selection;
  const cursorPlace = useMemo(
    () => (cursor === null ? -1 : placeOf(rows, groups, rowId, cursor)),
    [rows, groups, rowId, cursor],
  );
  const isAllSelected = useMemo(
    () =>
      selected.size > 0 &&
      rows.every((row) => selected.has(rowId(row)) || !selection.canSelect(rowId(row))),
    [rows, rowId, selected, selection.canSelect],
  );
  return { cursorPlace, isAllSelected };
}

const domId = (id: string): string => `row-${id}`;

function propsOfRow<Row>(
  { rowId, rowClass, selection }: GridProps<Row>,
  { row }: GridItem<Row> & { kind: 'row' },
  cursor: string | null,
) {
  const id = rowId(row);
  const isSelected = selection.selected.has(id);
  return {
    ...selection.rowHandlers(id),
    id: domId(id),
    'aria-selected': selection.mode === 'many' ? isSelected : undefined,
    className: clsx(
      'border-b border-border',
      isSelected
        ? 'bg-surface-selected shadow-selected'
        : (rowClass?.(row) ?? 'hover:bg-surface-hover'),
      cursor === id && 'outline-2 -outline-offset-2 outline-focus',
    ),
  };
}

/**
 * The columns that fit, also as CSS tracks. The operator's choice and the width of the grid decide,
 * not the width of the window.
 */
function useFittingColumns<Row>({ columns, fold, settings, selection, expansion }: GridProps<Row>) {
  const below = fold?.below ?? 0;
  const hidden = settings?.hidden ?? NOTHING_HIDDEN;
  const hasSelect = selection.mode === 'many';
  const hasExpansion = expansion !== undefined;
  const controls = useMemo(
    () => [...(hasSelect ? ['16px'] : []), ...(hasExpansion ? ['20px'] : [])],
    [hasSelect, hasExpansion],
  );
  const thresholds = useMemo(
    () => columnThresholds(columns, hidden, controls),
    [columns, hidden, controls],
  );
  const steps = useMemo(
    () => [...new Set([0, below, ...thresholds.values()])].sort((a, b) => a - b),
    [thresholds, below],
  );
  const width = useInlineSize(
    selection.gridRef,
    useCallback((now) => steps.findLast((step) => step <= now) ?? 0, [steps]),
  );
  const isFolded = width < below;
  const visible = useMemo(() => {
    // A folded grid has no cells for columns, but keeps all of their sort buttons.
    const shownAt = isFolded ? Number.POSITIVE_INFINITY : width;
    return columns.filter(({ key }) => (thresholds.get(key) ?? Number.NaN) <= shownAt);
  }, [columns, thresholds, width, isFolded]);
  const tracks = [...controls, ...visible.map((column) => column.width)].join(' ');
  return { columns: visible, tracks, isFolded };
}

function Expanded({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div role="gridcell" className="border-t border-border bg-surface-sunken">
      {children}
    </div>
  );
}
