/**
 * A range of instants in milliseconds, including both ends; null is open. Borders are whole
 * seconds.
 */
export interface Slice {
  from: number | null;
  to: number | null;
}

/** One page of a slice, and the slice's total. */
export interface SlicePage<T> {
  items: T[];
  total: number;
}

/** Reads one page of a slice. */
export type ReadPage<T> = (slice: Slice, page: number) => Promise<SlicePage<T>>;

export interface SliceOptions {
  pageSize: number;
  /**
   * The maximum number of items of a slice that can be read: the provider's limit for page x size.
   */
  depth: number;
  /** Instants of the first cuts, ascending: they split a tour into parts of similar size. */
  cuts: readonly number[];
}

/** The items, and the number of items that exist but could not be read. */
export interface SliceResult<T> {
  items: T[];
  missing: number;
}

const SECOND = 1000;
/** Shows begin at a full minute, so a slice of one minute is not cut further. */
const SMALLEST = 60 * SECOND;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * Reads a list that is longer than the provider's paging allows: a slice of more than `depth` items
 * is halved until each part can be read completely. `missing` counts the items that not even a
 * slice of one minute returns.
 */
export async function readSlices<T>(
  readPage: ReadPage<T>,
  options: SliceOptions,
): Promise<SliceResult<T>> {
  const whole = { from: null, to: null };
  const first = await readPage(whole, 0);
  if (first.total <= options.depth) return readRest(readPage, options, whole, first);
  const parts = await Promise.all(
    cutAt(options.cuts).map((slice) => readSlice(readPage, options, slice)),
  );
  const read = merge(parts);
  // Items that the whole list counts but no slice returns have no date.
  const beyond = first.total - read.items.length - read.missing;
  return { items: read.items, missing: read.missing + Math.max(0, beyond) };
}

async function readSlice<T>(
  readPage: ReadPage<T>,
  options: SliceOptions,
  slice: Slice,
): Promise<SliceResult<T>> {
  const first = await readPage(slice, 0);
  if (first.total <= options.depth) return readRest(readPage, options, slice, first);
  return readTooFull(readPage, options, slice, first.total);
}

/** Reads a slice that contains more than `depth` items. */
async function readTooFull<T>(
  readPage: ReadPage<T>,
  options: SliceOptions,
  slice: Slice,
  total: number,
): Promise<SliceResult<T>> {
  const halves = halve(slice);
  if (!halves) {
    const read = await readRest(readPage, options, slice, await readPage(slice, 0));
    return { items: read.items, missing: Math.max(0, total - read.items.length) };
  }
  const [early, late] = halves;
  const first = await readPage(early, 0);
  const left = total - first.total;
  if (first.total === 0) return readTooFull(readPage, options, late, left);
  const earlier =
    first.total <= options.depth
      ? readRest(readPage, options, early, first)
      : readTooFull(readPage, options, early, first.total);
  if (left <= 0) return earlier;
  return merge(await Promise.all([earlier, readSlice(readPage, options, late)]));
}

/** Reads the pages after the first one concurrently. */
export async function readRest<T>(
  readPage: ReadPage<T>,
  { pageSize, depth }: Omit<SliceOptions, 'cuts'>,
  slice: Slice,
  first: SlicePage<T>,
): Promise<SliceResult<T>> {
  const readable = Math.min(first.total, depth);
  const pages = Array.from({ length: Math.max(0, Math.ceil(readable / pageSize) - 1) });
  const rest = await Promise.all(pages.map((_, index) => readPage(slice, index + 1)));
  const items = [first, ...rest].flatMap((page) => page.items);
  return { items, missing: Math.max(0, first.total - readable) };
}

function merge<T>(parts: SliceResult<T>[]): SliceResult<T> {
  return {
    items: parts.flatMap((part) => part.items),
    missing: parts.reduce((sum, part) => sum + part.missing, 0),
  };
}

function cutAt(cuts: readonly number[]): Slice[] {
  const borders = cuts.map(toSecond);
  return [null, ...borders].map((from, index) => {
    const next = borders[index];
    return { from, to: next === undefined ? null : next - SECOND };
  });
}

/** The two halves of a slice; null when it is too small to be cut. */
function halve(slice: Slice): [Slice, Slice] | null {
  const from = slice.from ?? Math.min(EARLIEST, (slice.to ?? LATEST) - SMALLEST * 2);
  const to = slice.to ?? Math.max(LATEST, (slice.from ?? EARLIEST) + SMALLEST * 2);
  if (to - from < SMALLEST) return null;
  const middle = toSecond((from + to) / 2);
  return [
    { from: slice.from, to: middle },
    { from: middle + SECOND, to: slice.to },
  ];
}

function toSecond(instant: number): number {
  return Math.floor(instant / SECOND) * SECOND;
}
