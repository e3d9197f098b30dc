import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';

import type { SortField, SortOrder } from '../../../../shared/ticketing/view.ts';
import { VirtualRows } from '../../../kit/data-grid/virtual-rows.tsx';
import { Checkbox, type Checked } from '../../../ui/checkbox.tsx';
import type { EventsViewProps } from './event-grid.tsx';
import { LIST_CELL, LIST_COLUMNS, LIST_GRID } from './event-list-columns.ts';
import { EventRow } from './event-row.tsx';

const HEAD_HEIGHT = 33;
const ROW_HEIGHT = 37;

interface EventListProps extends Pick<EventsViewProps, 'events' | 'selection'> {
  sort: { field: SortField; order: SortOrder };
  onSort: (field: SortField, order: SortOrder) => void;
}

/** Events as a table of one line each; only the rows in view exist. Below 768 px a row folds into two lines. */
export function EventList({ events, selection, sort, onSort }: EventListProps) {
  const { cursor, selected, touch } = selection;
  const cursorIndex = cursor === null ? -1 : events.findIndex(({ id }) => id === cursor);
  const allSelected = events.every(({ id }) => selected.has(id));

  return (
    <VirtualRows
      scrollRef={selection.gridRef}
      label="Events"
      rowCount={events.length}
      columnCount={LIST_COLUMNS.length}
      estimatedHeight={ROW_HEIGHT}
      gap={0}
      overscan={8}
      startPadding={0}
      endPadding={84}
      cursorRow={cursorIndex < 0 ? null : cursorIndex}
      activeId={cursorIndex < 0 || cursor === null ? undefined : rowId(cursor)}
      layoutKey={events[0]?.id}
      head={{
        height: HEAD_HEIGHT,
        row: (
          <ListHead
            sort={sort}
            onSort={onSort}
            checked={allSelected ? true : selected.size > 0 && 'indeterminate'}
            onToggleAll={allSelected ? selection.clear : selection.selectAll}
          />
        ),
      }}
      rowProps={(index) => {
        const id = events[index]?.id ?? '';
        return { ...selection.rowHandlers(id), ...rowLooks(id, selected, cursor) };
      }}
      renderRow={(index) => {
        const event = events[index];
        if (event === undefined) return null;
        return <EventRow event={event} isSelected={selected.has(event.id)} onTouch={touch} />;
      }}
      onKeyDown={(event) => selection.onKeyDown(event, 1)}
      className="bg-surface"
    />
  );
}

function rowLooks(id: string, selected: ReadonlySet<string>, cursor: string | null) {
  return {
    id: rowId(id),
    'aria-selected': selected.has(id),
    className: clsx(
      'border-b border-border',
      selected.has(id)
        ? 'bg-surface-selected shadow-[inset_3px_0_0_var(--color-accent)]'
        : 'hover:bg-surface-hover',
      cursor === id && 'outline-2 -outline-offset-2 outline-focus',
    ),
  };
}

function rowId(id: string): string {
  return `event-${id}`;
}

interface ListHeadProps extends Pick<EventListProps, 'sort' | 'onSort'> {
  checked: Checked;
  onToggleAll: () => void;
}

function ListHead({ sort, onSort, checked, onToggleAll }: ListHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the head of the virtual grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-(--z-sticky) h-[33px] border-b border-border-strong bg-surface text-2xs font-[560] text-text-muted"
    >
      <div role="presentation" className={clsx(LIST_GRID, 'h-full')}>
        {LIST_COLUMNS.map(({ key, label, className, sortField }) => (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={key}
            role="columnheader"
            aria-sort={sortField === undefined ? undefined : ariaSort(sort, sortField)}
            className={clsx(LIST_CELL, className, key !== 'select' && 'max-md:hidden')}
          >
            {key === 'select' ? (
              <Checkbox checked={checked} aria-label={label} onClick={onToggleAll} />
            ) : sortField === undefined ? (
              label
            ) : (
              <SortButton label={label} field={sortField} sort={sort} onSort={onSort} />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

interface SortButtonProps extends Pick<EventListProps, 'sort' | 'onSort'> {
  label: string;
  field: SortField;
}

function SortButton({ label, field, sort, onSort }: SortButtonProps) {
  const isActive = sort.field === field;
  const turned = isActive && sort.order === 'asc' ? 'desc' : 'asc';
  const Arrow = sort.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={clsx('sort-button', isActive && 'font-[640]! text-text!')}
      onClick={() => onSort(field, turned)}
    >
      {label}
      {isActive ? <Arrow aria-hidden="true" className="size-3" strokeWidth={2} /> : null}
    </button>
  );
}

function ariaSort(sort: EventListProps['sort'], field: SortField) {
  if (sort.field !== field) return 'none';
  return sort.order === 'asc' ? 'ascending' : 'descending';
}
