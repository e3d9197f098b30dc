import { describe, expect, test } from 'vitest';
import { insertRows, isOneOf } from '../../worker/db/bulk.ts';
import { change } from '../../worker/db/change.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { notificationStatements } from '../../worker/features/notifications/index.ts';
import { makeCtx } from '../factories/worker/context.ts';

const HALF = '\ud83c';
const row = (title: string) => ({
  kind: 'system' as const,
  title,
  topic: '',
  body: 'Half a character',
  createdAt: Date.now(),
  dedupeKey: crypto.randomUUID(),
});
const titlesOf = async (keys: string[]) => {
  const rows = await makeCtx()
    .db.select({ title: notifications.title })
    .from(notifications)
    .where(isOneOf(notifications.dedupeKey, keys));
  return rows.map(({ title }) => title);
};

describe('a text with half a character', () => {
  test.each([
    [
      'as a value',
      (own: ReturnType<typeof row>) => [makeCtx().db.insert(notifications).values(own)],
    ],
    [
      'in rows that travel as JSON',
      (own: ReturnType<typeof row>) => insertRows(notifications, [own]),
    ],
    ['as a notification', (own: ReturnType<typeof row>) => notificationStatements([own])],
  ])('is stored with U+FFFD in place of the half: %s', async (_, write) => {
    const stored = row(`Chicago ${HALF} Hall`);
    const [first, ...rest] = write(stored);
    await change(makeCtx(), {
      statements: { first: first as never, rest: rest as never },
      audit: null,
    });
    expect(await titlesOf([stored.dedupeKey])).toEqual(['Chicago \ufffd Hall']);
  });
});
