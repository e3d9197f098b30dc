import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { migrate } from '../../scripts/migrate.ts';
import { rotateKey } from '../../scripts/rotate-key.ts';
import type { DatabaseTarget } from '../../scripts/services/database-target.ts';
import { app } from '../../worker/app.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { MIGRATIONS } from '../../worker/db/release.ts';
import { describeApi, type RouteDescription } from '../../worker/http/api-description.ts';
import { SEALED_COLUMNS } from '../../worker/security/sealed-columns.ts';
import { FACTS, fileOf, loadRelease, RELEASE_KEYS, releases } from '../releases/data.ts';
import { type Product, startProduct } from './product.ts';

const price = new URLSearchParams({ url: FACTS.price });
const type = 'type=verified_fan';

/**
 * The values for the parameters of a call's address. The objects are the first ones of the data.
 */
const ADDRESSES: Readonly<Record<string, string>> = {
  '/api/history': '/api/history?kind=price_target&id=1',
  '/api/palette': '/api/palette?q=lanterns',
  '/api/events/feed/matches': '/api/events/feed/matches?search=a',
  '/api/presale-watches/:id/codes': '/api/presale-watches/1/codes',
  '/api/queues/get': `/api/queues/get?${type}`,
  '/api/queues/export': `/api/queues/export?${type}`,
  '/api/queues/list': `/api/queues/list?${type}`,
  '/api/queues/accounts': `/api/queues/accounts?${type}`,
  '/api/queues/pool': `/api/queues/pool?${type}`,
  '/api/events/price-target': `/api/events/price-target?${price}`,
  '/api/events/price-history': `/api/events/price-history?${price}`,
  '/api/events/price-alerts': `/api/events/price-alerts?${price}`,
  '/api/recent-work/:id': '/api/recent-work/1',
  '/api/recent-work/presets': '/api/recent-work/presets?key=encore',
};

/** Calls that read from a provider, or that need another token. */
const OTHERS: readonly string[] = ['/api/encore/webhook-presets', '/api/calendar.ics'];

/** Whether a call can be made without parameters and without a query. */
const isPlain = ({ path, request }: RouteDescription): boolean =>
  !path.includes(':') &&
  request.every(({ target, schema }) => target !== 'query' || z.safeParse(schema, {}).success);

const reading = describeApi(app).filter(
  (route) =>
    route.method === 'GET' &&
    route.answers?.status === 200 &&
    !OTHERS.includes(route.path) &&
    (route.path in ADDRESSES || isPlain(route)),
);

describe.each(releases())('the data of %s', (version) => {
  let product: Product;
  let database: DatabaseTarget;
  beforeAll(async () => {
    product = await startProduct(RELEASE_KEYS, {
      operator: FACTS.operator,
      async prepare(target) {
        database = target;
        await loadRelease(version, target);
        await migrate(target);
      },
    });
  });
  afterAll(async () => {
    await product?.stop();
  });

  const openReleased = () =>
    openDatabase({ LIBSQL_URL: database.url, LIBSQL_AUTH_TOKEN: database.authToken ?? '' });

  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${product.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  test('takes every later migration, and keeps a row in every table', async () => {
    const db = openReleased();
    const applied = await db.all<{ name: string }>('select name from applied_migrations');
    expect(applied.map(({ name }) => name).toSorted()).toEqual(MIGRATIONS.toSorted());
    const sql = readFileSync(fileOf(version), 'utf8');
    const tables = [...sql.matchAll(/^CREATE TABLE `?(\w+)/gm)].map(([, name]) => name);
    expect(tables.length).toBeGreaterThan(50);
    for (const table of tables) {
      expect(await db.all(`select 1 from ${table} limit 1`), table).toHaveLength(1);
    }
  });

  test.each(reading.map((route) => [route.path, route] as const))(
    'answers GET %s',
    async (path, { answers }) => {
      const { status, text } = await call(ADDRESSES[path] ?? path);
      expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
      if (answers?.success) {
        const { error } = z.safeParse(answers.success, JSON.parse(text));
        expect(error?.issues ?? []).toEqual([]);
      }
    },
  );

  test.each([
    [`/api/queues/get?${type}`, [...FACTS.accounts]],
    [`/api/queues/list?${type}`, [FACTS.queue]],
    [`/api/queues/accounts?${type}`, [FACTS.category]],
    ['/api/imap-accounts', [FACTS.mailbox, FACTS.signedIn]],
    ['/api/events/monitored-artists', [FACTS.artist]],
    ['/api/events/price-targets', [FACTS.price]],
    ['/api/watch-rules', [FACTS.rule]],
    ['/api/presale-watches', [FACTS.watch]],
    ['/api/recent-work', [FACTS.work.title]],
    ['/api/recent-work/1', [...FACTS.work.rows]],
    ['/api/notification-channels', [FACTS.channel]],
    ['/api/api-tokens', [FACTS.token]],
    ['/api/notifications?search=lantern', [FACTS.artist]],
    ['/api/profiles?search=akke', ['Tom Bakker']],
    ['/api/palette?q=lanterns', [FACTS.artist]],
  ])('has what was stored in %s', async (path, texts) => {
    const { text } = await call(path);
    for (const part of texts) expect(text).toContain(part);
  });

  test('opens with its key, value by value', async () => {
    const { text } = await call('/api/profiles/full', { ids: [1, 2] });
    expect(text).toContain(FACTS.card);
    expect(text).toContain(FACTS.cvv);
    const db = openReleased();
    const counts = SEALED_COLUMNS.map(async ({ column }) => {
      const [table = '', name = ''] = column.split('.');
      const [row] = await db.all<{ n: number }>(
        `select count(${name}) as n from ${table} where ${name} is not null`,
      );
      return row?.n ?? 0;
    });
    const sealed = (await Promise.all(counts)).reduce((sum, n) => sum + n, 0);
    expect(sealed).toBeGreaterThan(5);
    const other = `other:${Buffer.alloc(32, 2).toString('base64')}`;
    const keys = `${other},${RELEASE_KEYS.DATA_KEY}`;
    expect(await rotateKey(database, keys)).toEqual({ resealed: sealed, unreadable: 0 });
  });
});
