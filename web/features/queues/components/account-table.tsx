import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import type { GridSelection } from '../../../kit/data-grid/use-grid-selection.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Cell, HeadCell } from '../../../ui/table.tsx';
import type { AccountRow } from '../queries.ts';
import { HistoryLine, PerformanceBadge, Rank, Ratio } from './ratio-cells.tsx';

interface AccountTableProps {
  label: string;
  rows: readonly AccountRow[];
  /** All rows, also those that are not loaded yet. */
  total: number;
  /** Heads of the five figure columns, when they sort; plain heads otherwise. */
  heads?: ReactNode;
  hasHistory: boolean;
  selection: GridSelection;
  onOpen: (account: string) => void;
  /** Changes with the search and the order: another list begins at its beginning. */
  listKey: string;
  /** Called when the end comes into view. */
  onEnd?: (() => void) | undefined;
  className?: string | undefined;
}

const ROW_PX = 36;

/** Accounts as a table of which only the rows in view exist, so that a hundred thousand scroll. */
export function AccountTable(props: AccountTableProps) {
  const { rows, selection, onEnd, hasHistory } = props;
  const scroll = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollPaddingStart: 34,
  });
  const shown = virtualizer.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 20) onEnd?.();
  }, [lastShown, rows.length, onEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key alone says that another list is shown.
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [props.listKey]);
  const cursorRow =
    selection.cursor === null ? -1 : rows.findIndex(({ account }) => account === selection.cursor);
  useEffect(() => {
    if (cursorRow >= 0) virtualizer.scrollToIndex(cursorRow, { align: 'auto' });
  }, [cursorRow, virtualizer]);
  const columns = hasHistory ? 8 : 7;
  const inView = selection.selected.size - selection.outOfView;
  const isAll = rows.length > 0 && inView === rows.length;

  return (
    <section
      ref={scroll}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={(event) => selection.onKeyDown(event, 1)}
      className={clsx('table-scroll -outline-offset-2', props.className)}
    >
      <table className="data-table" aria-label={props.label} aria-rowcount={props.total + 1}>
        <thead>
          <tr>
            <th scope="col" className="w-10">
              <Checkbox
                aria-label="Select all loaded rows"
                checked={isAll || (inView > 0 && 'indeterminate')}
                onChange={(isOn) => (isOn ? selection.selectAll() : selection.clear())}
              />
            </th>
            <HeadCell className="w-16 max-md:w-10">Rank</HeadCell>
            {props.heads ?? <PlainHeads />}
            {hasHistory ? (
              <HeadCell className="max-[1099px]:hidden">Progress history</HeadCell>
            ) : null}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} columns={columns} />
          {shown.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Row
                key={row.account}
                {...props}
                row={row}
                index={index}
                measure={virtualizer.measureElement}
              />
            );
          })}
          <Spacer height={below} columns={columns} />
        </tbody>
      </table>
    </section>
  );
}

function PlainHeads() {
  return (
    <>
      <HeadCell>Account</HeadCell>
      <HeadCell align="right" className="max-md:hidden">
        Total queues
      </HeadCell>
      <HeadCell align="right">Average ratio</HeadCell>
      <HeadCell align="right" className="max-[899px]:hidden">
        Best ratio
      </HeadCell>
      <HeadCell align="right" className="max-[899px]:hidden">
        Worst ratio
      </HeadCell>
    </>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row that holds the place of rows out of view takes no focus.
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

interface RowProps extends AccountTableProps {
  row: AccountRow;
  index: number;
  /** Rows are higher on small screens. */
  measure: (element: Element | null) => void;
}

function Row({ row, index, selection, hasHistory, onOpen, measure }: RowProps) {
  const { account, avg_ratio } = row;
  const isSelected = selection.selected.has(account);
  const isAtCursor = selection.cursor === account;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className="max-md:h-12"
      {...(isAtCursor ? { 'data-cursor': '' } : {})}
      {...selection.rowHandlers(account)}
    >
      <Cell>
        <Checkbox
          aria-label={`Select ${account}`}
          checked={isSelected}
          onClick={(event) => selection.touch(account, event.shiftKey)}
        />
      </Cell>
      <Cell>
        <Rank rank={row.rank ?? index + 1} />
      </Cell>
      <Cell className="w-full max-w-0 min-w-[150px] truncate font-medium" title={account}>
        <button
          type="button"
          className="block max-w-full truncate text-left hover:underline"
          onClick={() => onOpen(account)}
        >
          {account}
        </button>
        <span className="hidden text-xs font-normal text-text-muted max-md:block">
          {row.total_queues === 1 ? '1 queue' : `${formatNumber(row.total_queues)} queues`}
        </span>
      </Cell>
      <Cell align="right" className="text-text-muted max-md:hidden">
        {formatNumber(row.total_queues)}
      </Cell>
      <Cell align="right">
        <span className="inline-flex items-center gap-2">
          {avg_ratio === null ? null : <PerformanceBadge ratio={avg_ratio} />}
          <span className="min-w-14 font-semibold">
            <Ratio ratio={avg_ratio} />
          </span>
        </span>
      </Cell>
      <Cell align="right" className="max-[899px]:hidden">
        <Ratio ratio={row.best_ratio} />
      </Cell>
      <Cell align="right" className="max-[899px]:hidden">
        <Ratio ratio={row.worst_ratio} />
      </Cell>
      {hasHistory ? (
        <Cell className="max-[1099px]:hidden">
          <HistoryLine
            account={account}
            history={row.progress_history ?? []}
            onOpen={() => onOpen(account)}
          />
        </Cell>
      ) : null}
    </tr>
  );
}
