import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Notification, notificationKind } from '../../shared/notifications/schema.ts';
import { describeEntry, toDays } from '../../web/features/notifications/entries.ts';

const NOW = new Date(2026, 10, 22, 15, 0).getTime();
const MINUTE = 60_000;

const notice = (
  id: number,
  minutesAgo: number,
  changes: Partial<Notification> = {},
): Notification => ({
  id,
  kind: 'price_alert',
  title: 'Northern Lanterns',
  topic: '',
  body: 'Below $60.00',
  href: null,
  created_at: new Date(NOW - minutesAgo * MINUTE).toISOString(),
  is_read: false,
  ...changes,
});
const sizesOf = (notifications: Notification[]) =>
  toDays(notifications, NOW).map(({ label, entries }) => [
    label,
    ...entries.map(({ items }) => items.length),
  ]);

describe('the days of the panel', () => {
  test('are today, yesterday and dates', () => {
    expect(sizesOf([notice(3, 1), notice(2, 16 * 60), notice(1, 72 * 60)])).toEqual([
      ['Today', 1],
      ['Yesterday', 1],
      ['19/11/2026', 1],
    ]);
  });

  test('fold four or more of a kind within a minute of each other', () => {
    const four = [9, 8, 7, 6].map((id) => notice(id, 1));
    expect(sizesOf([...four, notice(5, 30), notice(4, 40)])).toEqual([['Today', 4, 1, 1]]);
    expect(sizesOf(four.slice(1))).toEqual([['Today', 1, 1, 1]]);
    expect(
      sizesOf([...four.slice(0, 2), notice(5, 1, { kind: 'mailbox' }), ...four.slice(2)]),
    ).toEqual([['Today', 1, 1, 1, 1, 1]]);
  });

  test('contain every notification once, in order', () => {
    const anyNotices = fc
      .array(fc.tuple(fc.constantFrom(...notificationKind.options), fc.nat({ max: 90 })), {
        maxLength: 40,
      })
      .map((list) =>
        list.map(([kind, gap], index) => notice(list.length - index, (index * gap) / 30, { kind })),
      )
      .map((list) => list.sort((a, b) => b.created_at.localeCompare(a.created_at)));
    fc.assert(
      fc.property(anyNotices, (notices) => {
        const shown = toDays(notices, NOW).flatMap(({ entries }) =>
          entries.flatMap(({ items }) => items),
        );
        expect(shown).toEqual(notices);
        const sizes = toDays(notices, NOW).flatMap(({ entries }) =>
          entries.map(({ items }) => items.length),
        );
        for (const size of sizes) expect(size === 1 || size >= 4).toBe(true);
      }),
    );
  });
});

test('an entry names what happened; a burst is counted, and two of its items are named', () => {
  expect(describeEntry({ kind: 'price_alert', items: [notice(1, 0)] })).toEqual({
    title: 'Northern Lanterns',
    topic: 'Price alert',
    body: 'Below $60.00',
  });
  expect(
    describeEntry({ kind: 'price_alert', items: [notice(1, 0, { topic: 'Back in stock' })] }).topic,
  ).toBe('Back in stock');
  const titles = [
    'Northern Lanterns',
    'Juno Abara',
    'Juno Abara',
    'Lumen Ortiz',
    'Velvet Meridian',
  ];
  expect(
    describeEntry({
      kind: 'price_alert',
      items: titles.map((title, id) => notice(id, 0, { title })),
    }),
  ).toEqual({
    title: '5 price alerts',
    topic: 'within a minute',
    body: 'Northern Lanterns, Juno Abara and 2 more',
  });
});
