import { createClient } from '@libsql/client/web';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { NotificationPage } from '../../shared/notifications/schema.ts';
import { insertRows, isOneOf } from '../../worker/db/bulk.ts';
import { change } from '../../worker/db/change.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { notificationStatements } from '../../worker/features/notifications/index.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';
import { readSettings } from './settings.ts';

const HALF = '\ud83c';
const row = (title: string) => ({
  ...{ kind: 'system' as const, title, topic: '', body: 'Half a character', createdAt: Date.now() },
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
  ])('is stored with U+FFFD in its place: %s', async (_, write) => {
    const own = row(`Chicago ${HALF} Hall`);
    const [first, ...rest] = write(own);
    await change(makeCtx(), {
      statements: { first: first as never, rest: rest as never },
      audit: null,
    });
    expect(await titlesOf([own.dedupeKey])).toEqual(['Chicago \ufffd Hall']);
  });

  test('that an earlier release stored breaks no list, and is mended with the first read', async () => {
    const { LIBSQL_URL: url, LIBSQL_AUTH_TOKEN: authToken = '' } = readSettings();
    const broken = row(`Lanterns ${HALF}`);
    const whole = row('Lanterns 🎸');
    // As `insertRows` wrote it: SQLite takes the escape as a character of its own.
    await createClient({ url, authToken }).batch([
      {
        sql: `insert into notifications (kind, title, topic, body, dedupe_key, created_at)
          select 'system', json_extract(value, '$[0]'), '', 'b', json_extract(value, '$[1]'), ${Date.now()} from json_each(?)`,
        args: [JSON.stringify([broken, whole].map(({ title, dedupeKey }) => [title, dedupeKey]))],
      },
    ]);
    const { token } = await makeOperator();
    const answer = await callApi('/api/notifications?limit=200', { token });
    expect(answer.status).toBe(200);
    const { data } = await answer.json<NotificationPage>();
    const titles = data.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Lanterns \ufffd', 'Lanterns 🎸']));
    const [stored] = await makeCtx()
      .db.select({ bytes: sql<string>`hex(${notifications.title})` })
      .from(notifications)
      .where(eq(notifications.dedupeKey, broken.dedupeKey));
    expect(stored?.bytes).toMatch(/EFBFBD$/);
  });
});
