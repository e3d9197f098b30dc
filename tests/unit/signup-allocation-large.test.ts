import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import loadHighs from 'highs';
import { describe, expect, test } from 'vitest';
import { allocate } from '../factories/allocation.ts';
import { outcomeOf, randomTasks, solveWithHighs } from '../factories/optimum.ts';

test('on 1,800 more random tasks as many slots are filled, at the same cost, as HiGHS finds', async () => {
  const highs = await loadHighs();
  for (const [seed, input] of randomTasks(200, 2_000))
    expect(outcomeOf(input, allocate(input)), `task ${seed}`).toEqual(solveWithHighs(highs, input));
});

describe('a dispatch of 200,000 accounts to 500 events', () => {
  const program = fileURLToPath(new URL('../factories/large-allocation.ts', import.meta.url));
  /**
   * This limits the heap. Together with the typed arrays of the assignment, which are outside the
   * heap, it is less than 60 MB.
   */
  const heap = ['--max-old-space-size=40', '--max-semi-space-size=2'];

  test.each([
    { when: 'nearly every account is used', slots: 2_200 },
    { when: 'no event can be filled', slots: 2_600 },
  ])('uses less than 60 MB and no task of 50 ms, if $when', async ({ slots }) => {
    const values = [200_000, 500, slots, 3].map(String);
    const { stdout } = await promisify(execFile)(process.execPath, [...heap, program, ...values]);
    const { assigned, longestMs, arrayBytes } = JSON.parse(stdout);
    expect(assigned).toBeGreaterThan(500_000);
    expect(longestMs).toBeLessThan(50);
    expect(arrayBytes).toBeLessThan(12e6);
  });
});
