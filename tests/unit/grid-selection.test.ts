import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearRows,
  countOutOfView,
  EMPTY_SELECTION,
  extendCursor,
  extendTo,
  idsBetween,
  moveCursor,
  type SelectionState,
  selectNext,
  selectRows,
  toggleRow,
} from '../../web/kit/data-grid/selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const shown = (state: SelectionState) => [...state.selected].sort().join('');

describe('selecting a range', () => {
  it('takes everything from the last touched row to the clicked one, in either direction', () => {
    expect(shown(extendTo(toggleRow(EMPTY_SELECTION, 'b'), ids, 'e'))).toBe('bcde');
    expect(shown(extendTo(toggleRow(EMPTY_SELECTION, 'e'), ids, 'b'))).toBe('bcde');
  });

  it('shrinks again when the other end moves back, and keeps the earlier selection', () => {
    const far = extendTo(toggleRow(toggleRow(EMPTY_SELECTION, 'f'), 'b'), ids, 'd');
    expect(shown(far)).toBe('bcdf');
    expect(shown(extendTo(far, ids, 'c'))).toBe('bcf');
    expect(shown(extendTo(far, ids, 'a'))).toBe('abf');
  });

  it('follows the current order of the list', () => {
    const sorted = ['c', 'a', 'f', 'b', 'e', 'd'];
    expect(shown(extendTo(toggleRow(EMPTY_SELECTION, 'a'), sorted, 'b'))).toBe('abf');
  });

  it('starts at the clicked row when the last touched one is filtered out', () => {
    const state = extendTo(toggleRow(EMPTY_SELECTION, 'a'), ['c', 'd', 'e'], 'd');
    expect(shown(state)).toBe('ad');
    expect(shown(extendTo(state, ['c', 'd', 'e'], 'e'))).toBe('ade');
  });

  it('starts at the cursor or at the first row while nothing is selected', () => {
    expect(shown(extendTo(EMPTY_SELECTION, ids, 'd'))).toBe('abcd');
    const at = moveCursor(moveCursor(EMPTY_SELECTION, ids, 1), ids, 1);
    expect(shown(extendTo(at, ids, 'd'))).toBe('bcd');
    const elsewhere = { ...EMPTY_SELECTION, selected: new Set(['a']), base: new Set(['a']) };
    expect(shown(extendTo(elsewhere, ids, 'd'))).toBe('ad');
  });

  it('by a digit selects that number of rows from the cursor on, then the next ones', () => {
    const four = selectNext(EMPTY_SELECTION, ids, 4);
    expect([shown(four), four.cursor]).toEqual(['abcd', 'd']);
    expect(shown(selectNext(four, ids, 1))).toBe('abcde');
    expect(shown(selectNext(four, ids, 9))).toBe('abcdef');
    const third = { ...EMPTY_SELECTION, cursor: 'c' };
    expect(shown(selectNext(third, ids, 2))).toBe('cd');
    expect(selectNext(EMPTY_SELECTION, [], 2)).toBe(EMPTY_SELECTION);
    expect(shown(extendTo(four, ids, 'f'))).toBe('abcdef');
  });

  it('by Shift and arrows grows and shrinks from the row at the cursor', () => {
    const at = moveCursor(moveCursor(EMPTY_SELECTION, ids, 1), ids, 1);
    expect(at.cursor).toBe('b');
    const grown = extendCursor(extendCursor(at, ids, 1), ids, 1);
    expect(shown(grown)).toBe('bcd');
    expect(shown(extendCursor(grown, ids, -1))).toBe('bc');
  });
});

describe('other parts of a selection', () => {
  it('select all adds the rows in view to those already chosen, and clear drops both', () => {
    const all = selectRows(toggleRow(EMPTY_SELECTION, 'a'), ['c', 'd']);
    expect(shown(all)).toBe('acd');
    expect(countOutOfView(all.selected, ['c', 'd'])).toBe(1);
    expect(shown(clearRows(all))).toBe('');
  });

  it('a second touch deselects a row', () => {
    expect(shown(toggleRow(toggleRow(EMPTY_SELECTION, 'a'), 'a'))).toBe('');
  });

  it('the cursor stays inside the list', () => {
    expect(moveCursor(EMPTY_SELECTION, [], 1).cursor).toBeNull();
    expect(moveCursor(EMPTY_SELECTION, ids, -5).cursor).toBe('a');
    expect(moveCursor({ ...EMPTY_SELECTION, cursor: 'e' }, ids, 9).cursor).toBe('f');
    expect(moveCursor({ ...EMPTY_SELECTION, cursor: 'gone' }, ids, 1).cursor).toBe('a');
    expect(moveCursor(EMPTY_SELECTION, ids, Number.POSITIVE_INFINITY).cursor).toBe('f');
    expect(moveCursor(EMPTY_SELECTION, ids, Number.NEGATIVE_INFINITY).cursor).toBe('a');
  });

  it('a range is always contiguous, contains both ends, and loses nothing chosen before', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(19), { maxLength: 6 }),
        fc.nat(19),
        fc.nat(19),
        (rows, touches, from, to) => {
          const row = (index: number) => rows[index % rows.length] ?? '';
          const before = touches.reduce(
            (state, index) => toggleRow(state, row(index)),
            EMPTY_SELECTION,
          );
          const anchored = toggleRow(before, row(from));
          const after = extendTo(anchored, rows, row(to));
          const range = idsBetween(rows, row(from), row(to));
          expect(range).toContain(row(from));
          expect(range).toContain(row(to));
          expect(after.selected).toEqual(new Set([...anchored.selected, ...range]));
        },
      ),
    );
  });
});
