/** Rows below the list behind a head that opens and closes: "4 less likely". */
export interface RowGroup<Row> {
  key: string;
  /** Such as "4 less likely". */
  label: string;
  /** One sentence about the rows, such as whether copy and export include them. */
  note?: string;
  rows: readonly Row[];
  isOpen: boolean;
  onToggle: () => void;
}

/** The item at one index of a grid. Rows of a group are muted. */
export type GridItem<Row> =
  | { kind: 'row'; row: Row; index: number; isMuted: boolean }
  | { kind: 'group'; group: RowGroup<Row> };

const length = <Row>({ rows, isOpen }: RowGroup<Row>): number => 1 + (isOpen ? rows.length : 0);

/** The number of rows and group heads of a grid. */
export function countItems<Row>(rows: readonly Row[], groups: readonly RowGroup<Row>[]): number {
  return groups.reduce((sum, group) => sum + length(group), rows.length);
}

/**
 * The item at an index; undefined beyond the end. It is computed for each index, because a grid may
 * have 100,000 rows.
 */
export function itemAt<Row>(
  rows: readonly Row[],
  groups: readonly RowGroup<Row>[],
  place: number,
): GridItem<Row> | undefined {
  const row = rows[place];
  if (row !== undefined) return { kind: 'row', row, index: place, isMuted: false };
  let start = rows.length;
  let index = rows.length;
  for (const group of groups) {
    if (place === start) return { kind: 'group', group };
    const inGroup = group.isOpen ? group.rows[place - start - 1] : undefined;
    if (inGroup !== undefined)
      return { kind: 'row', row: inGroup, index: index + place - start - 1, isMuted: true };
    start += length(group);
    index += group.rows.length;
  }
  return undefined;
}

/** The index of the row with an id; -1 if it is not shown. */
export function placeOf<Row>(
  rows: readonly Row[],
  groups: readonly RowGroup<Row>[],
  rowId: (row: Row) => string,
  id: string,
): number {
  const place = rows.findIndex((row) => rowId(row) === id);
  if (place >= 0) return place;
  let start = rows.length;
  for (const group of groups) {
    const at = group.isOpen ? group.rows.findIndex((row) => rowId(row) === id) : -1;
    if (at >= 0) return start + 1 + at;
    start += length(group);
  }
  return -1;
}
