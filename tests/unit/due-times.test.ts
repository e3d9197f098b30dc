import { getTableColumns, getTableName, isTable } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DUE_TIMES } from '../../worker/db/due-times.ts';
import * as schema from '../../worker/db/schema/index.ts';

/**
 * The times of a sale and of its reminders are facts of the event, which stay correct if a clock is
 * set back.
 */
const FACTS = ['monitored_artists.next_sale_at', 'sale_reminders.due_at'];

test('every stored due time moves with a clock that was set back', () => {
  const named = Object.values(schema)
    .filter((table) => isTable(table))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map(({ name }) => `${getTableName(table)}.${name}`),
    )
    .filter((column) => /[._](?:next|due)_(?:\w+_)?at$/.test(column) || /_next_at$/.test(column));
  const moved = DUE_TIMES.map(({ table, time }) => `${getTableName(table)}.${time.name}`);
  expect(named.filter((column) => !FACTS.includes(column)).toSorted()).toEqual(moved.toSorted());
});
