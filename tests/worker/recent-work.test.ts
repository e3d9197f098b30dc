import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES, type Work, type WorkPage } from '../../shared/recent-work/schema.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { recentWork } from '../../worker/db/schema/recent-work.ts';
import { eraseDeletedWork } from '../../worker/features/recent-work/index.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import { readSettings } from './settings.ts';

const openDb = () => openDatabase(readSettings());
const work = (part: object = {}) => ({
  token: crypto.randomUUID(),
  kind: 'encore',
  key: 'a1,b2',
  title: 'Northern Lanterns',
  events: 2,
  rows: 40,
  body: { webhooks: ['https://hooks.test/secret-hook'], isManual: true },
  ...part,
});

/** The calls of a new operator. */
async function openDesk() {
  const { token } = await makeOperator();
  const call = (path: string, json?: unknown, method = json === undefined ? 'GET' : 'POST') =>
    callApi(`/api/recent-work${path}`, { token, method, ...(json !== undefined && { json }) });
  const list = async (query = ''): Promise<WorkPage> => (await call(query)).json();
  const open = async (id: number): Promise<Work> =>
    ((await (await call(`/${id}`)).json()) as { data: Work }).data;
  const add = async (part?: object): Promise<number> => {
    const answer = await call('', work(part));
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: number }).id;
  };
  const save = (id: number, version: number, part: object = {}) => {
    const { token: _, kind: __, ...content } = { ...work(), ...part };
    return call(`/${id}`, { ...content, version }, 'PUT');
  };
  return { call, list, open, add, save };
}

const trail = async (id: number) =>
  openDb()
    .select()
    .from(audit)
    .where(eq(audit.subject, `recent_work:${id}`))
    .orderBy(audit.id);

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
});

describe('a work', () => {
  test('is stored sealed, listed without its content, and opened with it', async () => {
    const id = await desk.add();
    const [row] = await openDb().select().from(recentWork).where(eq(recentWork.id, id));
    expect(row?.body).toMatch(/^v2\./);
    const item = (await desk.list()).data.find((one) => one.id === id);
    expect(item).toEqual({
      id,
      kind: 'encore',
      name: null,
      title: 'Northern Lanterns',
      events: 2,
      rows: 40,
      version: 1,
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await desk.open(id)).toEqual({ ...item, key: 'a1,b2', body: work().body });
  });

  test('is stored once when the call is repeated, with the content of the last call', async () => {
    const token = crypto.randomUUID();
    const first = await desk.add({ token });
    const again = await desk.add({ token, title: 'Later', body: { later: true } });
    expect(again).toBe(first);
    expect(await desk.open(first)).toMatchObject({
      version: 1,
      title: 'Later',
      body: { later: true },
    });
    await desk.save(first, 1);
    expect((await desk.call('', work({ token }))).status).toBe(409);
  });

  test("is saved only over the caller's version", async () => {
    const id = await desk.add();
    expect((await desk.save(id, 1, { body: { from: 'first' } })).status).toBe(200);
    const late = await desk.save(id, 1, { body: { from: 'second' } });
    expect(late.status).toBe(409);
    expect((await failureOf(late)).message).toBe(
      'This work was saved in another tab or on another machine.',
    );
    expect(await desk.open(id)).toMatchObject({ version: 2, body: { from: 'first' } });
  });

  test('a repeated save, also with an older description, changes nothing and is not a conflict', async () => {
    const id = await desk.add();
    const answers = await Promise.all([1, 2].map(() => desk.save(id, 1, { body: { n: 1 } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await desk.save(id, 1, { body: { n: 1 }, rows: 99 })).status).toBe(200);
    expect(await desk.open(id)).toMatchObject({ version: 2, body: { n: 1 } });
    expect((await desk.save(id, 1, { body: { n: 1 }, key: 'c3' })).status).toBe(409);
  });

  test('of two saves of the same version at once, one is stored and one is refused', async () => {
    const id = await desk.add();
    const answers = await Promise.all([1, 2].map((n) => desk.save(id, 1, { body: { n } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is found by its tool and key, the newest first', async () => {
    const key = crypto.randomUUID();
    await desk.add({ key });
    const id = await desk.add({ key });
    const find = async (lookup: object) =>
      ((await (await desk.call('/find', lookup)).json()) as { data: Work | null }).data?.id;
    expect(await find({ kind: 'encore', key })).toBe(id);
    expect(await find({ kind: 'signup', key })).toBeUndefined();
  });

  test('is renamed without a new version, duplicated, deleted and restored', async () => {
    const id = await desk.add();
    await desk.call(`/${id}`, { name: ' Paris  ' }, 'PATCH');
    expect(await desk.open(id)).toMatchObject({ name: 'Paris', version: 1 });
    const copy = (await (await desk.call(`/${id}/duplicate`, {})).json()) as { id: number };
    expect(await desk.open(copy.id)).toMatchObject({
      name: 'Copy of Paris',
      key: 'a1,b2',
      body: work().body,
    });
    expect((await desk.call(`/${id}`, undefined, 'DELETE')).status).toBe(200);
    expect((await desk.call(`/${id}`)).status).toBe(404);
    expect((await desk.save(id, 1)).status).toBe(404);
    expect((await desk.call(`/${id}/restore`, {})).status).toBe(200);
    expect(await desk.open(id)).toMatchObject({ name: 'Paris', version: 1 });
  });

  test('belongs to its operator alone', async () => {
    const id = await desk.add();
    const other = await openDesk();
    const answers = [
      other.call(`/${id}`),
      other.save(id, 1),
      other.call(`/${id}`, { name: 'Mine' }, 'PATCH'),
      other.call(`/${id}/duplicate`, {}),
      other.call(`/${id}`, undefined, 'DELETE'),
      other.call(`/${id}/restore`, {}),
    ];
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(404);
    expect((await other.list()).data).toEqual([]);
  });

  test('adds entries to the audit trail that contain nothing of its content', async () => {
    const id = await desk.add();
    await desk.save(id, 1);
    await desk.call(`/${id}`, { name: 'Paris' }, 'PATCH');
    await desk.call(`/${id}`, undefined, 'DELETE');
    await desk.call(`/${id}/restore`, {});
    const entries = await trail(id);
    expect(entries.map(({ action }) => action)).toEqual([
      'recent-work.add',
      'recent-work.save',
      'recent-work.rename',
      'recent-work.delete',
      'recent-work.restore',
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret-hook');
  });

  test('is erased ten minutes after it was deleted, not before', async () => {
    const id = await desk.add();
    await desk.call(`/${id}`, undefined, 'DELETE');
    const now = Date.now();
    const stored = () => openDb().select().from(recentWork).where(eq(recentWork.id, id));
    await eraseDeletedWork(makeCtx({ clock: () => now + 9 * 60_000 }));
    expect(await stored()).toHaveLength(1);
    await eraseDeletedWork(makeCtx({ clock: () => now + 11 * 60_000 }));
    expect(await stored()).toHaveLength(0);
  });
});

describe('the list', () => {
  test('pages through all works once, the one that was saved last first', async () => {
    const owner = await openDesk();
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await owner.add({ key: `k${n}` }));
    await owner.save(ids[1] ?? 0, 1);
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: WorkPage = await owner.list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.total).toBe(5);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([ids[1], ids[4], ids[3], ids[2], ids[0]]);
  });

  test('is searched by name and title, and filtered by tool; presets are listed on demand', async () => {
    const own = await openDesk();
    const titled = await own.add({ title: 'ÓLAFUR in Paris' });
    const named = await own.add({ kind: 'signup', name: 'Élite run' });
    const preset = await own.add({ kind: 'preset', key: 'encore', name: 'House' });
    const find = async (query: string) => (await own.list(query)).data.map(({ id }) => id);
    expect(await find('?search=%C3%B3lafur')).toEqual([titled]);
    expect(await find('?search=%C3%A9lite')).toEqual([named]);
    expect(await find('?kind=encore')).toEqual([titled]);
    expect(await find('')).toEqual([named, titled]);
    expect(await find('?kind=preset&key=encore')).toEqual([preset]);
    expect(await find('?kind=preset&key=adonis-AXS')).toEqual([]);
  });

  test('of presets contains their content, by name, for this generator and operator only', async () => {
    const owner = await openDesk();
    const presetsOf = async (key: string) => {
      const { data }: { data: Work[] } = await (await owner.call(`/presets?key=${key}`)).json();
      return data.map(({ id, name, body }) => ({ id, name, body }));
    };
    const add = async (name: string) => {
      const body = { note: name };
      return { id: await owner.add({ kind: 'preset', key: 'adonis-AXS', name, body }), name, body };
    };
    const [house, annex, gone] = [await add('House'), await add('annex'), await add('Gone')];
    await owner.add({ kind: 'adonis', key: 'adonis-AXS' });
    await owner.call(`/${gone.id}`, undefined, 'DELETE');
    await desk.add({ kind: 'preset', key: 'adonis-AXS', name: 'Of another operator' });
    expect(await presetsOf('adonis-AXS')).toEqual([annex, house]);
    expect(await presetsOf('encore')).toEqual([]);
  });

  test('contains at most 200: the oldest without a name is replaced, and named ones stay', async () => {
    const operator = await makeOperator();
    const { token } = operator;
    const rows = Array.from({ length: 200 }, (_, n) => ({
      operatorId: operator.id,
      kind: 'encore' as const,
      key: `k${n}`,
      name: n === 0 ? 'Kept' : null,
      title: '',
      searchText: '',
      body: 'v2.x.x.x',
      sealRow: crypto.randomUUID(),
      version: 1,
      updatedAt: n,
    }));
    await openDb().insert(recentWork).values(rows);
    const mine = eq(recentWork.operatorId, operator.id);
    const call = () => callApi('/api/recent-work', { token, json: work({ key: 'new' }) });
    expect((await call()).status).toBe(201);
    const kept = await openDb().select().from(recentWork).where(mine);
    expect(kept).toHaveLength(200);
    expect(kept.map(({ key }) => key)).toEqual(expect.arrayContaining(['k0', 'k2', 'new']));
    expect(kept.map(({ key }) => key)).not.toContain('k1');

    await openDb().update(recentWork).set({ name: 'Named' }).where(mine);
    const refused = await call();
    expect(refused.status).toBe(400);
    expect((await failureOf(refused)).message).toBe(
      'You have saved 200 works and presets, which is the limit. Delete one to save another.',
    );
    expect(await openDb().select().from(recentWork).where(mine)).toHaveLength(200);
  });
});

describe('invalid input', () => {
  test('a body above 3 MB is refused with its size', async () => {
    const body = { text: 'é'.repeat(MAX_BODY_BYTES / 2) };
    const refused = await desk.call('', work({ body }));
    expect(refused.status).toBe(400);
    expect((await failureOf(refused)).message).toBe(
      'body: This work takes 3.1 MB: at most 3.0 MB are kept. Shorten its lists.',
    );
    await desk.add({ body: { text: 'é'.repeat(MAX_BODY_BYTES / 2 - 100) } });
  });

  test('is refused field by field', async () => {
    const cases = [
      { token: 'x' },
      { kind: 'queue' },
      { name: ' ' },
      { name: 'n'.repeat(61) },
      { title: 't'.repeat(201) },
      { rows: -1 },
      { body: [] },
    ];
    for (const part of cases) {
      const refused = await desk.call('', work(part));
      expect(refused.status).toBe(400);
      expect((await failureOf(refused)).issues?.[0]?.path).toBe(Object.keys(part)[0]);
    }
    expect((await desk.call('/0')).status).toBe(400);
    expect((await desk.call('?limit=201')).status).toBe(400);
  });
});
