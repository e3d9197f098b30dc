import type { AccountTable } from '../../queues/accounts/account-table.ts';

/** The number of rows that are sorted at once, which takes a few milliseconds. */
const RUN = 4_096;
/** The number of rows that are merged between two pauses. */
const MERGED_AT_ONCE = 16_384;

/** The rows of the table, best first. Yields every few milliseconds: one sort of 200,000 accounts takes 0.3 s. */
export function* rankRows(accounts: AccountTable): Generator<void, Int32Array> {
  const { size, compareRows } = accounts;
  let rows = new Int32Array(size);
  for (let row = 0; row < size; row++) rows[row] = row;
  for (let from = 0; from < size; from += RUN) {
    rows.subarray(from, from + RUN).sort(compareRows);
    yield;
  }
  let merged = new Int32Array(size);
  for (let width = RUN; width < size; width *= 2) {
    for (let from = 0; from < size; from += 2 * width) {
      const middle = Math.min(size, from + width);
      const end = Math.min(size, from + 2 * width);
      let [left, right] = [from, middle];
      for (let place = from; place < end; place++) {
        const isLeft =
          right === end || (left < middle && compareRows(rows[left] ?? 0, rows[right] ?? 0) <= 0);
        merged[place] = (isLeft ? rows[left++] : rows[right++]) ?? 0;
        if (place % MERGED_AT_ONCE === 0) yield;
      }
    }
    [rows, merged] = [merged, rows];
  }
  return rows;
}
