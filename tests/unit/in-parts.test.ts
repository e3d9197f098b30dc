import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paletteQuery } from '../../shared/palette/schema.ts';
import { eventsQuery } from '../../shared/price-monitor/schema.ts';
import { profilesQuery } from '../../shared/profiles/schema.ts';
import { categoryAccountsQuery, queueAnalysisQuery } from '../../shared/queues/schema.ts';
import { workQuery } from '../../shared/recent-work/schema.ts';
import { inParts } from '../../web/lib/in-parts.ts';

test('a list of any length is sent in order, each part with its position', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), async (list, most) => {
      const parts = await inParts(list, most, async (part, at) => ({ part, at }));
      expect(parts.flatMap(({ part }) => part)).toEqual(list);
      for (const { part, at } of parts) {
        expect(part.length).toBeGreaterThan(0);
        expect(part.length).toBeLessThanOrEqual(most);
        expect(list.slice(at, at + part.length)).toEqual(part);
      }
    }),
  );
});

test('no call follows a failed one', async () => {
  const sent: number[] = [];
  const send = async (part: number[]) => {
    sent.push(...part);
    if (part.includes(3)) throw new Error('refused');
  };
  await expect(inParts([1, 2, 3, 4, 5], 2, send)).rejects.toThrow('refused');
  expect(sent).toEqual([1, 2, 3, 4]);
});

test('calls accept every search that its field accepts', () => {
  const longest = 'x'.repeat(200);
  const type = 'verified_fan';
  expect(profilesQuery.parse({ search: longest })).toMatchObject({ search: longest });
  expect(eventsQuery.parse({ search: longest })).toMatchObject({ search: longest });
  expect(workQuery.parse({ search: longest })).toMatchObject({ search: longest });
  expect(queueAnalysisQuery.parse({ type, search: longest })).toMatchObject({ search: longest });
  expect(categoryAccountsQuery.parse({ type, search: longest })).toMatchObject({ search: longest });
  expect(paletteQuery.parse({ q: 'x'.repeat(100) })).toMatchObject({ q: 'x'.repeat(100) });
});
