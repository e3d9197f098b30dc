import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openQueues, ownDomain } from './queues-world.ts';

let desk: Awaited<ReturnType<typeof openQueues>>;
beforeAll(async () => {
  desk = await openQueues();
});

/**
 * A change of one of a few queues: an upload (or its replacement) with positions of some accounts,
 * or its deletion.
 */
const step = fc.record({
  queue: fc.integer({ min: 0, max: 3 }),
  total: fc.integer({ min: 1, max: 1_000_000 }),
  /** Positions as fractions of the total; an empty list deletes the queue. */
  places: fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  /** A read counts the earlier uploads; without one, the step runs with uncounted queues. */
  isReadBefore: fc.boolean(),
});

interface Held {
  total: number;
  positions: Map<string, number>;
}

/** The statistics of one account, counted from all positions in the queues. */
function countFromScratch(queues: Map<number, Held>, account: string) {
  const ratios = [...queues.values()].flatMap(({ total, positions }) => {
    const position = positions.get(account);
    return position === undefined ? [] : [position / total];
  });
  return {
    total_queues: ratios.length,
    avg_ratio: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length,
    best_ratio: Math.min(...ratios),
    worst_ratio: Math.max(...ratios),
  };
}

test('incremental statistics equal a full count, after any uploads, replacements and deletions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const domain = ownDomain();
      const queues = new Map<number, Held>();
      for (const { queue, total, places, isReadBefore } of steps) {
        if (isReadBefore) await desk.analysis({ type: 'standard', limit: '1' });
        const queue_id = `${queue}-${domain}`;
        const positions = new Map(
          Object.entries(places).map(([name, place]) => [
            `${name}@${domain}`,
            Math.max(1, Math.ceil(place * total)),
          ]),
        );
        if (positions.size === 0) {
          const response = await desk.post('/queues/delete', { type: 'standard', queue_id });
          expect(response.status).toBe(queues.delete(queue) ? 200 : 404);
          continue;
        }
        await desk.insert(
          { type: 'standard', queue_id, queue_total: total, queue_date: '2026-11-20' },
          [...positions],
        );
        queues.set(queue, { total, positions });
      }
      const { accounts } = await desk.analysis({ type: 'standard', search: domain });
      const names = new Set([...queues.values()].flatMap(({ positions }) => [...positions.keys()]));
      expect(new Set(accounts.map(({ account }) => account))).toEqual(names);
      for (const { account, progress_history, ...kept } of accounts) {
        const counted = countFromScratch(queues, account);
        expect(kept).toEqual({ ...counted, avg_ratio: expect.closeTo(counted.avg_ratio, 12) });
        expect(progress_history).toHaveLength(counted.total_queues);
      }
      for (const [first, second] of accounts
        .slice(1)
        .map((next, index) => [accounts[index], next])) {
        expect(first?.avg_ratio).toBeLessThanOrEqual(second?.avg_ratio ?? 0);
      }
    }),
    { numRuns: 25, seed: 20261120 },
  );
});
