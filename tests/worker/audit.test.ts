import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HistoryAnswer } from '../../shared/audit/schema.ts';
import { auditRowsStatement, auditStatement } from '../../worker/db/audit.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { readAudit } from '../../worker/features/audit/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { openQueues, ownDomain } from './queues-world.ts';

let world: Awaited<ReturnType<typeof openQueues>>;
beforeAll(async () => {
  world = await openQueues();
});

async function history(kind: string, id: string, before?: number) {
  const query = new URLSearchParams({ kind, id, ...(before && { before: String(before) }) });
  const response = await world.call(`/history?${query}`);
  expect(response.status).toBe(200);
  const answer: HistoryAnswer = await response.json();
  return answer;
}

const actionsOf = ({ data }: HistoryAnswer) => data.map(({ action }) => action);

describe('the history of an object', () => {
  test('of a category follows it through its names, in any spelling', async () => {
    const type = 'verified_fan';
    const name = `Elite ${ownDomain()}`;
    const renamed = `Best ${ownDomain()}`;
    await world.postOk('/queues/accounts', { type, category_name: name, accounts: ['a@x.test'] });
    await world.postOk('/queues/category/rename', {
      type,
      old_category_name: name,
      new_category_name: renamed,
    });
    await world.postOk('/queues/accounts', {
      type,
      category_name: renamed.toUpperCase(),
      accounts: ['b@x.test'],
    });
    const entries = await history('queue_category', `${type}:${renamed.toUpperCase()}`);
    expect(actionsOf(entries)).toEqual([
      'queues.category.add',
      'queues.category.rename',
      'queues.category.add',
    ]);
    expect(entries.data[1]?.detail).toMatchObject({ name: renamed, was: { name } });
    expect(entries.data[0]?.actor).toMatch(/^operator-/);
    expect(actionsOf(await history('queue_category', `${type}:${name}`))).toEqual([
      'queues.category.add',
    ]);
  });

  /** Records a change of the name of `type:name`, as renaming a category does. */
  const rename = (type: string, from: string, to: string) =>
    auditStatement(makeCtx(), {
      action: 'queues.category.rename',
      subject: `queue_category:${type}:${to}`,
      detail: { name: to, from: `queue_category:${type}:${from}` },
    });

  test('of a category that returned to earlier names 60 times contains each change once', async () => {
    const [one, two] = [ownDomain(), ownDomain()];
    const type = 'standard';
    for (let turn = 0; turn < 30; turn += 1) {
      await rename(type, one, two);
      // A change of case gives the category the name that it has already.
      await rename(type, two, two);
      await rename(type, two, one);
    }
    const ids: number[] = [];
    const startedAt = Date.now();
    let before: number | undefined;
    do {
      const page = await history('queue_category', `${type}:${one}`, before);
      ids.push(...page.data.map(({ id }) => id));
      before = page.next_before ?? undefined;
    } while (before !== undefined);
    expect(ids).toHaveLength(90);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });

  test('of a category excludes another one that had its name earlier', async () => {
    const [name, former, other] = [ownDomain(), ownDomain(), ownDomain()];
    const type = 'standard';
    await rename(type, former, name);
    await rename(type, name, other);
    const taken = await rename(type, 'x', name).returning();
    const found = await history('queue_category', `${type}:${name}`);
    expect(found.data.map(({ id }) => id)).toEqual(taken.map(({ id }) => id));
  });

  test('of a queue holds its uploads and its deletion', async () => {
    const domain = ownDomain();
    const queue = { queue_id: domain, queue_total: 10, queue_date: '2026-11-20' };
    await world.insert(queue, [[`a@${domain}`, 1]]);
    await world.postOk('/queues/delete', { type: 'verified_fan', queue_id: domain });
    const found = await history('queue', `verified_fan:${domain}`);
    expect(actionsOf(found)).toEqual(['queues.delete', 'queues.upload']);
    expect(found.data[1]?.detail).toEqual({ queue_total: 10, queue_date: '2026-11-20' });
  });

  test('includes changes of many objects at once that name it', async () => {
    const id = Math.floor(Math.random() * 1e12);
    const ctx = makeCtx();
    const record = (subject: string, ids: number[]) =>
      auditStatement(ctx, { action: 'price-monitor.pause', subject, detail: { ids } });
    await record(`price_target:${id}`, [id]);
    await record('price_targets', [1, id]);
    await record('price_targets', [1, 2]);
    expect((await history('price_target', String(id))).data).toHaveLength(2);
  });

  test('contains the earlier tags of each event when several were changed', async () => {
    const send = (path: string, json: object) => world.postOk(`/events/price-targets${path}`, json);
    const host = ownDomain();
    const url = (name: string) => `https://${name}.${host}.axs.com/event/tagged`;
    const tags = [['paris'], ['floor', 'lyon']];
    const targets = tags.map((own, index) => ({ url: url(`e${index}`), tags: own }));
    await send('', { targets, tags: [] });
    const ids = await Promise.all(
      targets.map(async (target) => {
        const [row] = await makeCtx().db.all<{ id: number }>(
          sql`select id from price_targets where url = ${target.url}`,
        );
        return row?.id ?? 0;
      }),
    );
    await send('/tags', { ids, add: ['vip'], remove: ['floor'] });
    await send('/remove', { ids });
    for (const [index, id] of ids.entries()) {
      const { data } = await history('price_target', String(id));
      const [removed, tagged] = data;
      expect(removed).toMatchObject({
        action: 'price-monitor.remove',
        detail: { was: { url: targets[index]?.url } },
      });
      expect(tagged).toMatchObject({
        action: 'price-monitor.tag',
        detail: { add: ['vip'], remove: ['floor'], was: { tags: tags[index] } },
      });
    }
  });

  test('is read in pages of 30, newest first', async () => {
    const id = String(Math.floor(Math.random() * 1e12));
    const ctx = makeCtx();
    for (let index = 0; index < 31; index += 1) {
      const detail = { index };
      await auditStatement(ctx, { action: 'profiles.read', subject: `profile:${id}`, detail });
    }
    const first = await history('profile', id);
    expect(first.data.map(({ detail }) => detail.index)).toEqual(
      Array.from({ length: 30 }, (_, index) => 30 - index),
    );
    const second = await history('profile', id, first.next_before ?? 0);
    expect(second.data.map(({ detail }) => detail.index)).toEqual([0]);
    expect(second.next_before).toBeNull();
  });

  test('refuses a kind of object without a history', async () => {
    expect((await world.call('/history?kind=operator&id=1')).status).toBe(400);
  });
});

test('an entry about deleted rows names only their kind', async () => {
  const subject = `profiles-${ownDomain()}`;
  const was = sql`select null as id, json_object('profiles', 3) as was`;
  await auditRowsStatement(makeCtx(), { action: 'profiles.erase', subject }, was);
  const [entry] = await makeCtx().db.select().from(audit).where(eq(audit.subject, subject));
  expect(JSON.parse(entry?.detail ?? '')).toEqual({ was: { profiles: 3 } });
});

test('the whole trail is read by time, person and kind', async () => {
  const now = Date.now();
  const who = `mara-${ownDomain()}`;
  const at = (clock: number, actor: string, action: string) =>
    auditStatement(makeCtx({ clock: () => clock }), { action, subject: 'x:1' }, actor);
  await at(now - 2_000, who, 'profiles.add');
  await at(now, who, 'profiles.read');
  await at(now, who, 'queues.upload');
  await at(now, 'somebody else', 'profiles.read');
  const read = async (filter: { since: number; who: string; kind: string }) => {
    const actions: string[] = [];
    for await (const entry of readAudit(makeCtx(), filter)) actions.push(entry.action);
    return actions;
  };
  expect(await read({ since: 0, who: who.toUpperCase(), kind: '' })).toEqual([
    'profiles.add',
    'profiles.read',
    'queues.upload',
  ]);
  expect(await read({ since: now - 1_000, who, kind: 'profiles' })).toEqual(['profiles.read']);
});

test.each([
  ['Übung', 'übung'],
  ['RENÉ', 'rené'],
  ['GROẞ', 'groß'],
])('the trail finds the author %j as %j', async (name, who) => {
  const domain = ownDomain();
  const change = { action: 'profiles.add', subject: 'x:1' };
  await auditStatement(makeCtx(), change, `${name}@${domain}`);
  const filter = { since: 0, who: `${who}@${domain}`, kind: '' };
  const actors: string[] = [];
  for await (const entry of readAudit(makeCtx(), filter)) actors.push(entry.actor);
  expect(actors).toEqual([`${name}@${domain}`]);
});
