import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Missing } from '../../ui/table.tsx';
import type { GridColumn } from './columns.ts';
import type { RowGroup } from './groups.ts';
import type { GridSelection } from './use-grid-selection.ts';

export interface GridRowProps<Row> {
  row: Row;
  id: string;
  index: number;
  /** The name of the row: "Select {name}". */
  name: string;
  columns: readonly GridColumn<Row>[];
  tracks: string;
  height: number;
  mode: GridSelection['mode'];
  isSelected: boolean;
  isSelectable: boolean;
  isMuted: boolean;
  onTouch: GridSelection['touch'];
  /** Replaces the cells if the grid is narrow. */
  renderFolded: ((row: Row, index: number) => ReactNode) | undefined;
  /** `none`: the grid has no rows that expand. */
  expansion: 'open' | 'closed' | 'none';
  onExpand: ((id: string) => void) | undefined;
}

function GridRowContent<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, renderFolded, mode, expansion } = props;
  const offset = Number(mode === 'many') + Number(expansion !== 'none');
  return (
    <div
      role="presentation"
      style={{
        gridTemplateColumns: renderFolded ? foldedTracks(offset) : props.tracks,
        minHeight: props.height,
      }}
      className={clsx(
        'grid items-center gap-x-3 px-5 max-md:px-3.5',
        props.isMuted && 'text-text-muted',
      )}
    >
      {mode === 'many'
        ? renderCell({
            index: 1,
            children: (
              <Checkbox
                checked={props.isSelected}
                disabled={!props.isSelectable}
                tabIndex={-1}
                aria-label={`Select ${props.name}`}
                onClick={(event) => props.onTouch(props.id, event.shiftKey)}
              />
            ),
          })
        : null}
      {expansion === 'none'
        ? null
        : renderCell({ index: offset, children: <ExpandButton {...props} /> })}
      {renderFolded
        ? renderCell({ index: offset + 1, children: renderFolded(row, index) })
        : columns.map((column, at) =>
            renderCell({
              key: column.key,
              index: at + offset + 1,
              align: column.align,
              title: column.title?.(row),
              children: column.cell ? column.cell(row, index) : plainContent(column, row),
            }),
          )}
    </div>
  );
}

/** The cells of one row. Memoised: scrolling renders only the rows that come into view. */
export const GridRow = memo(GridRowContent) as typeof GridRowContent;

const foldedTracks = (controls: number): string => `${'20px '.repeat(controls)}minmax(0, 1fr)`;

const OPEN_ICON = <ChevronDown className="size-4" />;
const CLOSED_ICON = <ChevronRight className="size-4" />;

function ExpandButton<Row>({ id, name, expansion, onExpand }: GridRowProps<Row>) {
  const isOpen = expansion === 'open';
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`Details of ${name}`}
      onClick={() => onExpand?.(id)}
      className="-m-1 grid size-6 place-items-center rounded-sm text-text-muted hover:bg-surface-active"
    >
      {isOpen ? OPEN_ICON : CLOSED_ICON}
    </button>
  );
}

function plainContent<Row>({ value }: GridColumn<Row>, row: Row): ReactNode {
  const content = value?.(row);
  return content === null || content === undefined || content === '' ? <Missing /> : content;
}

interface CellProps {
  key?: string;
  index: number;
  align?: 'right' | undefined;
  title?: string | undefined;
  children: ReactNode;
}

/**
 * A function instead of a component, because another sort renders hundreds of cells in one frame.
 */
function renderCell({ key, index, align, title, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
    <div
      key={key}
      role="gridcell"
      aria-colindex={index}
      title={title}
      className={clsx(
        'min-w-0 py-1',
        // Only plain text is cut: cutting would also hide the focus ring of a button.
        (typeof children === 'string' || typeof children === 'number') && 'truncate',
        align === 'right' && 'tn text-right',
      )}
    >
      {children}
    </div>
  );
}

/** The head of a group of rows: how many there are, and one sentence about them. */
export function GroupHead<Row>({ group }: { group: RowGroup<Row> }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      role="gridcell"
      className="flex min-h-9 items-center gap-2 bg-surface-sunken px-5 text-xs max-md:px-3.5"
    >
      <button
        type="button"
        aria-expanded={group.isOpen}
        onClick={group.onToggle}
        className="-ml-1 flex h-7 flex-none items-center gap-1.5 rounded-sm px-1 font-medium whitespace-nowrap hover:bg-surface-active"
      >
        {group.isOpen ? OPEN_ICON : CLOSED_ICON}
        {group.label}
      </button>
      <span className="min-w-0 truncate text-text-muted">{group.note}</span>
    </div>
  );
}
