import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ReadPage,
  readSlices,
  type Slice,
} from '../../worker/providers/ticketmaster/slices.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 20);
const PAGE_SIZE = 4;
const DEPTH = 20;
const options = { pageSize: PAGE_SIZE, depth: DEPTH, cuts: [NOW, NOW + 90 * 86_400_000] };

interface Show {
  id: number;
  startsAt: number;
}

/** A provider that returns at most 20 events of a slice, and fails beyond. */
function providerOf(shows: readonly Show[]) {
  const requested: { slice: Slice; page: number }[] = [];
  const readPage: ReadPage<number> = async (slice, page) => {
    if (page * PAGE_SIZE >= DEPTH) throw new Error('requested beyond the paging depth');
    requested.push({ slice, page });
    const held = shows.filter(
      ({ startsAt }) => startsAt >= (slice.from ?? startsAt) && startsAt <= (slice.to ?? startsAt),
    );
    const items = held.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map(({ id }) => id);
    return { items, total: held.length };
  };
  return { readPage, requested };
}

const showsAt = (times: number[]): Show[] => times.map((startsAt, id) => ({ id, startsAt }));
const ids = (shows: Show[]) => shows.map(({ id }) => id);
const sorted = (numbers: number[]) => [...numbers].sort((a, b) => a - b);

/** Any whole second between 1995 and 2110. */
const anyTime = fc
  .integer({ min: Date.UTC(1995, 0, 1) / 1000, max: Date.UTC(2110, 0, 1) / 1000 })
  .map((seconds) => seconds * 1000);
const nearTime = fc
  .integer({ min: 0, max: 600 * 24 * 60 })
  .map((minutes) => NOW + minutes * MINUTE);

test('all slices together contain every show exactly once, however the shows are distributed', async () => {
  const times = fc.uniqueArray(fc.oneof(nearTime, anyTime), {
    maxLength: 120,
    selector: (time) => Math.floor(time / (2 * MINUTE)),
  });
  await fc.assert(
    fc.asyncProperty(times, async (starts) => {
      const shows = showsAt(starts);
      const { items, missing } = await readSlices(providerOf(shows).readPage, options);
      expect(sorted(items)).toEqual(sorted(ids(shows)));
      expect(missing).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('shows within one minute beyond the limit are counted as missing, and never dropped silently', async () => {
  const crowd = fc.record({
    together: fc.integer({ min: 0, max: 60 }),
    apart: fc.uniqueArray(nearTime, {
      maxLength: 40,
      selector: (time) => Math.floor(time / (2 * MINUTE)),
    }),
    at: nearTime,
  });
  await fc.assert(
    fc.asyncProperty(crowd, async ({ together, apart, at }) => {
      const shows = showsAt([...Array.from({ length: together }, () => at), ...apart]);
      const { items, missing } = await readSlices(providerOf(shows).readPage, options);
      expect(new Set(items).size).toBe(items.length);
      expect(items.length + missing).toBe(shows.length);
    }),
    { numRuns: 60 },
  );
});

test('a short list costs no more calls than it has pages', async () => {
  const provider = providerOf(
    showsAt(Array.from({ length: 18 }, (_, index) => NOW + index * MINUTE)),
  );
  await readSlices(provider.readPage, options);
  expect(provider.requested).toHaveLength(5);
});

test('shows that no date finds are counted as missing', async () => {
  const dated = providerOf(
    showsAt(Array.from({ length: 30 }, (_, index) => NOW + index * 5 * MINUTE)),
  );
  const readPage: ReadPage<number> = async (slice, page) => {
    const answer = await dated.readPage(slice, page);
    const isWhole = slice.from === null && slice.to === null;
    return isWhole ? { ...answer, total: answer.total + 3 } : answer;
  };
  const { items, missing } = await readSlices(readPage, options);
  expect(items).toHaveLength(30);
  expect(missing).toBe(3);
});
