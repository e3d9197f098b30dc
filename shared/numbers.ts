let numbers: Intl.NumberFormat | undefined;

/** 12,345 */
export function formatNumber(value: number): string {
  // The first format of a page takes 20 ms: it is made when a number is written, not while the first code runs.
  numbers ??= new Intl.NumberFormat('en-US');
  return numbers.format(value);
}

/** `1 event`, `2 events`, `1,204 events`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
