import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, sortRows } from '../../shared/columns.ts';
import {
  ariaSort,
  columnThresholds,
  gridColumns,
  nextSort,
} from '../../web/kit/data-grid/columns.ts';
import { countItems, itemAt, placeOf, type RowGroup } from '../../web/kit/data-grid/groups.ts';

interface Seat {
  id: string;
  row: number | null;
}

const columns: (Column<Seat> & { key: 'id' | 'row' })[] = [
  { key: 'id', header: 'Seat', value: ({ id }) => id, sort: 'asc' },
  { key: 'row', header: 'Row', value: ({ row }) => row, sort: 'desc' },
];
const idsOf = (rows: Seat[]) => rows.map(({ id }) => id).join(' ');
const seats = [
  { id: 'A10', row: 2 },
  { id: 'a2', row: null },
  { id: 'A1', row: 10 },
];

describe('sorting by a column', () => {
  it.each([
    ['id', 'asc', 'A1 a2 A10'],
    ['id', 'desc', 'A10 a2 A1'],
    ['row', 'asc', 'A10 A1 a2'],
    ['row', 'desc', 'A1 A10 a2'],
    ['gone', 'asc', 'A10 a2 A1'],
  ] as const)(
    '%s %s gives %s: numbers by value, missing values last',
    (column, order, expected) => {
      expect(idsOf(sortRows(seats, columns, { column, order }))).toBe(expected);
    },
  );

  it('keeps every row, and the order of equal rows', () => {
    const seat = fc.record({ id: fc.string(), row: fc.option(fc.integer({ min: 0, max: 3 })) });
    fc.assert(
      fc.property(fc.array(seat), (rows) => {
        const sorted = sortRows(rows, columns, { column: 'row', order: 'asc' });
        expect(sorted.length).toBe(rows.length);
        for (const value of [null, 0, 1, 2, 3])
          expect(sorted.filter(({ row }) => row === value)).toEqual(
            rows.filter(({ row }) => row === value),
          );
      }),
    );
  });
});

describe('the columns of a grid', () => {
  const shown = gridColumns(columns, {
    row: { width: '80px', align: 'right', from: 600 },
    id: { width: '1fr', isFixed: true },
    actions: { width: '60px', buttons: () => null },
  });

  it('appear in the order of their definition and take their heads from the shared list', () => {
    expect(shown.map(({ label, sorts }) => [label, sorts.length])).toEqual([
      ['Row', 1],
      ['Seat', 1],
      ['Actions', 0],
    ]);
  });

  it('are omitted if the grid is too narrow or the operator hid them, except fixed ones', () => {
    const none: ReadonlySet<string> = new Set();
    expect([...columnThresholds(shown, none)]).toEqual([
      ['id', 0],
      ['actions', 0],
      ['row', 600],
    ]);
    expect([...columnThresholds(shown, new Set(['row', 'id'])).keys()]).toEqual(['id', 'actions']);
  });

  it('are omitted as soon as they do not fit beside the fixed ones, the last first', () => {
    const cell = () => null;
    const wide = gridColumns({
      name: { label: 'Name', width: 'minmax(100px, 1fr)', isFixed: true, cell },
      city: { label: 'City', width: '200px', cell },
      note: { label: 'Note', width: '200px', cell },
      date: { label: 'Date', width: '200px', from: 300, cell },
      buttons: { label: 'Buttons', width: '60px', isFixed: true, cell },
    });
    const thresholds = columnThresholds(wide, new Set(), ['16px']);
    // The padding of 40, the tracks of 100, 60 and 16 with their two gaps, then each column with its gap.
    const fixed = 40 + 100 + 60 + 16 + 2 * 12;
    expect(Object.fromEntries(thresholds)).toEqual({
      name: 0,
      buttons: 0,
      city: fixed + 212,
      note: fixed + 2 * 212,
      date: fixed + 3 * 212,
    });
  });

  it('start in their own order, which the next click reverses', () => {
    const head = { column: 'row', first: 'desc' } as const;
    const first = nextSort({ column: 'id', order: 'asc' }, head);
    expect(first).toEqual({ column: 'row', order: 'desc' });
    expect(nextSort(first, head)).toEqual({ column: 'row', order: 'asc' });
    expect(ariaSort(first, [head])).toBe('descending');
    expect(ariaSort({ column: 'id', order: 'asc' }, [head])).toBe('none');
    expect(ariaSort(first, [])).toBeUndefined();
  });
});

describe('groups below the rows of a grid', () => {
  const group = (key: string, ids: string[], isOpen: boolean): RowGroup<string> => ({
    key,
    label: key,
    rows: ids,
    isOpen,
    onToggle: () => undefined,
  });
  const same = (id: string) => id;

  it('show their rows only when they are open', () => {
    expect(countItems(['a', 'b'], [group('g', ['c', 'd'], false)])).toBe(3);
    expect(countItems(['a', 'b'], [group('g', ['c', 'd'], true)])).toBe(5);
    expect(itemAt(['a'], [group('g', ['c'], true)], 2)).toMatchObject({ row: 'c', isMuted: true });
    expect(itemAt(['a'], [group('g', ['c'], true)], 3)).toBeUndefined();
  });

  it('give each shown row exactly one place', () => {
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.array(fc.record({ size: fc.nat(4), isOpen: fc.boolean() }), { maxLength: 4 }),
        (size, sizes) => {
          const list = Array.from({ length: size }, (_, at) => `r${at}`);
          const groups = sizes.map((one, at) =>
            group(
              `g${at}`,
              Array.from({ length: one.size }, (_, row) => `g${at}.${row}`),
              one.isOpen,
            ),
          );
          for (let place = 0; place < countItems(list, groups); place += 1) {
            const item = itemAt(list, groups, place);
            if (item?.kind === 'row') expect(placeOf(list, groups, same, item.row)).toBe(place);
            else expect(item?.kind).toBe('group');
          }
          expect(placeOf(list, groups, same, 'gone')).toBe(-1);
        },
      ),
    );
  });
});
