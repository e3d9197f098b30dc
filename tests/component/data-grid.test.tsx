import { useMemo, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type Column, type Sort, sortRows } from '../../shared/columns.ts';
import { CardGrid } from '../../web/kit/data-grid/card-grid.tsx';
import { gridColumns } from '../../web/kit/data-grid/columns.ts';
import { DataGrid } from '../../web/kit/data-grid/data-grid.tsx';
import { GridFooter } from '../../web/kit/data-grid/grid-footer.tsx';
import { GridSettingsMenu, useGridSettings } from '../../web/kit/data-grid/grid-settings.tsx';
import { useGridSelection } from '../../web/kit/data-grid/use-grid-selection.ts';

interface Seat {
  id: string;
  row: number | null;
}
const COLUMNS: readonly (Column<Seat> & { key: keyof Seat })[] = [
  { key: 'id', header: 'Seat', value: ({ id }) => id, sort: 'asc' },
  { key: 'row', header: 'Row', value: ({ row }) => row, sort: 'desc' },
];
const GRID_COLUMNS = gridColumns(COLUMNS, {
  id: { width: '1fr', isFixed: true },
  row: { width: '90px', align: 'right', from: 500 },
});
const makeSeats = (count: number): Seat[] =>
  Array.from({ length: count }, (_, at) => ({ id: `A${at + 1}`, row: at === 0 ? null : at }));
const seatId = ({ id }: Seat): string => id;
const FOLD = { below: 360, height: 44, render: ({ id }: Seat) => <p>Folded {id}</p> };

interface SeatsProps {
  seats: readonly Seat[];
  width?: number;
  onOpen?: (id: string) => void;
  onEnd?: () => void;
  canSelect?: (id: string) => boolean;
}

function Seats({ seats, width = 800, onOpen, onEnd, canSelect }: SeatsProps) {
  const [sort, setSort] = useState<Sort>({ column: 'id', order: 'asc' });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isGroupOpen, setIsGroupOpen] = useState(false);
  const rows = useMemo(() => sortRows(seats, COLUMNS, sort), [seats, sort]);
  const settings = useGridSettings('seats');
  const selection = useGridSelection({
    rows,
    rowId: seatId,
    ...(onOpen && { onOpen: ({ id }: Seat) => onOpen(id) }),
    ...(canSelect && { canSelect }),
  });
  return (
    <div style={{ width, height: 400 }} className="flex flex-col">
      <GridSettingsMenu columns={GRID_COLUMNS} settings={settings} />
      <DataGrid
        label="Seats"
        rows={rows}
        rowId={seatId}
        rowName={seatId}
        columns={GRID_COLUMNS}
        selection={selection}
        sort={sort}
        onSort={setSort}
        settings={settings}
        fold={FOLD}
        onEnd={onEnd}
        expansion={{
          open,
          onToggle: (id) => setOpen(new Set(open.has(id) ? [] : [id])),
          render: ({ id }) => <p>Details of seat {id}</p>,
        }}
        groups={[
          {
            key: 'sold',
            label: '1 sold',
            note: 'Not counted',
            rows: [{ id: 'Z1', row: 99 }],
            isOpen: isGroupOpen,
            onToggle: () => setIsGroupOpen(!isGroupOpen),
          },
        ]}
      />
      <GridFooter count={`${seats.length} seats`} selection={selection} />
    </div>
  );
}

beforeEach(() => localStorage.clear());
const focusGrid = () => document.querySelector<HTMLElement>('[role=grid]')?.focus();
const selected = () =>
  [...document.querySelectorAll('[role=row][aria-selected=true]')].map((row) => row.id.slice(4));
const cursor = () =>
  document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')?.slice(4);

describe('the rows of a grid', () => {
  test('are 100,000, of which only those in view are rendered and the last can be reached', async () => {
    const onEnd = vi.fn();
    const screen = await render(<Seats seats={makeSeats(100_000)} onEnd={onEnd} />);
    const grid = screen.getByRole('grid', { name: 'Seats' });
    await expect.element(grid).toHaveAttribute('aria-rowcount', '100002');
    expect(screen.getByRole('row').elements().length).toBeLessThan(40);
    expect(onEnd).not.toHaveBeenCalled();
    focusGrid();
    await userEvent.keyboard('{ArrowDown}{End}');
    await expect.element(screen.getByText('A100000')).toBeInTheDocument();
    await expect.poll(() => onEnd.mock.calls.length).toBeGreaterThan(0);
    await expect.poll(cursor).toBe('A100000');
  });

  test('are selected by keys, in ranges that shrink again, and cleared', async () => {
    await render(<Seats seats={makeSeats(30)} />);
    focusGrid();
    await userEvent.keyboard('{ArrowDown}j{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await expect.poll(selected).toEqual(['A2', 'A3', 'A4']);
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await expect.poll(selected).toEqual(['A2', 'A3']);
    await userEvent.keyboard('x{ArrowUp} ');
    await expect.poll(selected).toEqual([]);
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.poll(() => document.body.textContent).toContain('30 selected');
    await userEvent.keyboard('{Escape}');
    await expect.poll(selected).toEqual([]);
  });

  test('begin with the first row at Space, which selects it', async () => {
    await render(<Seats seats={makeSeats(5)} />);
    focusGrid();
    await userEvent.keyboard(' ');
    await expect.poll(cursor).toBe('A1');
    expect(selected()).toEqual([]);
    await userEvent.keyboard(' ');
    await expect.poll(selected).toEqual(['A1']);
  });

  test('are selected by click and by range, with the focus on the grid and one mark', async () => {
    const screen = await render(<Seats seats={makeSeats(10)} />);
    await screen.getByRole('checkbox', { name: 'Select A2' }).click();
    await screen.getByText('A4', { exact: true }).click({ modifiers: ['Shift'] });
    await expect.poll(selected).toEqual(['A2', 'A3', 'A4']);
    await expect.poll(cursor).toBe('A4');
    await expect.element(screen.getByRole('grid')).toHaveFocus();
  });

  test('that cannot be selected are excluded from ranges and from "all"', async () => {
    const screen = await render(<Seats seats={makeSeats(5)} canSelect={(id) => id !== 'A3'} />);
    await screen.getByRole('checkbox', { name: 'Select all' }).click();
    await expect.poll(selected).toEqual(['A1', 'A2', 'A4', 'A5']);
    await expect.element(screen.getByRole('checkbox', { name: 'Select A3' })).toBeDisabled();
    await expect.element(screen.getByRole('checkbox', { name: 'Select all' })).toBeChecked();
  });

  test('open by Enter and by their button', async () => {
    const onOpen = vi.fn();
    const screen = await render(<Seats seats={makeSeats(3)} onOpen={onOpen} />);
    focusGrid();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => onOpen.mock.calls).toEqual([['A1']]);
    await screen.getByRole('button', { name: 'Details of A2' }).click();
    await expect.element(screen.getByText('Details of seat A2')).toBeVisible();
  });

  test('have one focus mark: the row at the cursor, or else the ring of the grid', async () => {
    const { container } = await render(<Seats seats={makeSeats(3)} />);
    const ring = () => {
      const marks = [...container.querySelectorAll('[role=grid] ~ [aria-hidden]')];
      return marks.some((mark) => mark.checkVisibility());
    };
    expect(ring()).toBe(false);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    focusGrid();
    await expect.poll(ring).toBe(true);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(ring).toBe(false);
    expect(cursor()).toBe('A1');
  });

  test('of a group are shown when it is opened', async () => {
    const screen = await render(<Seats seats={makeSeats(2)} />);
    await expect.element(screen.getByText('Z1')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: '1 sold' }).click();
    await expect.element(screen.getByText('Z1')).toBeVisible();
  });
});

describe('the columns of a grid', () => {
  test('sort by their heads, missing values last, and name the order', async () => {
    const screen = await render(<Seats seats={makeSeats(3)} />);
    const head = screen.getByRole('columnheader', { name: 'Row' });
    await head.getByRole('button').click();
    await expect.element(head).toHaveAttribute('aria-sort', 'descending');
    const order = () =>
      screen
        .getByRole('row')
        .elements()
        .map((row) => row.id)
        .filter((id) => id !== '');
    await expect.poll(order).toEqual(['row-A3', 'row-A2', 'row-A1']);
    await head.getByRole('button').click();
    await expect.poll(order).toEqual(['row-A2', 'row-A3', 'row-A1']);
  });

  test('keep their names in a folded head that contains nothing else', async () => {
    const columns = gridColumns<Seat>({ id: { label: 'Seat', width: '1fr', cell: seatId } });
    const seats = makeSeats(2);
    const screen = await render(
      <div style={{ width: 300, height: 200 }}>
        <DataGrid
          {...{ label: 'Seats', rows: seats, rowId: seatId, rowName: seatId, columns, fold: FOLD }}
        />
      </div>,
    );
    await expect.element(screen.getByText('Folded A2')).toBeVisible();
    await expect.element(screen.getByRole('columnheader', { name: 'Seat' })).toBeVisible();
  });

  test('are omitted and folded according to the width of the grid', async () => {
    const screen = await render(<Seats seats={makeSeats(3)} width={440} />);
    await expect.element(screen.getByRole('columnheader', { name: 'Row' })).not.toBeInTheDocument();
    await screen.rerender(<Seats seats={makeSeats(3)} width={320} />);
    await expect.element(screen.getByText('Folded A2')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Row' })).toBeVisible();
  });

  test('are hidden by choice, and the choice is stored', async () => {
    const screen = await render(<Seats seats={makeSeats(3)} />);
    await screen.getByRole('button', { name: 'Columns and row height' }).click();
    await screen.getByRole('checkbox', { name: 'Row' }).click();
    await expect.element(screen.getByRole('columnheader', { name: 'Row' })).not.toBeInTheDocument();
    await screen.unmount();
    const again = await render(<Seats seats={makeSeats(3)} />);
    await expect.element(again.getByText('A2', { exact: true })).toBeVisible();
    await expect.element(again.getByRole('columnheader', { name: 'Row' })).not.toBeInTheDocument();
  });
});

function SeatCards({
  seats,
  onDelete,
}: {
  seats: readonly Seat[];
  onDelete: (id: string) => void;
}) {
  const remove = ({ id }: Seat) => onDelete(id);
  const selection = useGridSelection({
    rows: seats,
    rowId: seatId,
    mode: 'none',
    rowKeys: { Delete: remove },
  });
  return (
    <div style={{ width: 700, height: 400 }} className="flex flex-col">
      <CardGrid
        label="Seats"
        rows={seats}
        rowId={seatId}
        selection={selection}
        minWidth={200}
        height={80}
        renderCard={({ id }) => <article style={{ height: 80 }}>{id}</article>}
      />
    </div>
  );
}

describe('cards', () => {
  test('stand side by side, are navigated in two directions, and pass keys on', async () => {
    const onDelete = vi.fn();
    const screen = await render(<SeatCards seats={makeSeats(1_000)} onDelete={onDelete} />);
    const grid = screen.getByRole('grid');
    await expect.element(grid).toHaveAttribute('aria-colcount', '3');
    await expect.element(grid).toHaveAttribute('aria-rowcount', '334');
    focusGrid();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Delete}');
    await expect.poll(() => onDelete.mock.calls).toEqual([['A5']]);
    expect(grid.element().hasAttribute('aria-multiselectable')).toBe(false);
  });
});
