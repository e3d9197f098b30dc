import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/index.ts';
import { countQueues, listPooledAccounts } from '../../worker/features/queues/index.ts';
import { accountNames, openQueues, ownDomain } from './queues-world.ts';
import { readSettings } from './settings.ts';

let desk: Awaited<ReturnType<typeof openQueues>>;
beforeAll(async () => {
  desk = await openQueues();
});

const type = 'verified_fan';
const openDb = () => openDatabase(readSettings());
const add = (category_name: string, accounts: string[]) =>
  desk.postOk('/queues/accounts', { type, category_name, accounts });
const membersOf = async (category: string, query: Record<string, string> = {}) =>
  Object.values((await desk.categories({ category, ...query })).data)[0] ?? [];

describe('POST /queues/accounts', () => {
  test('makes a category, merges into it without doubles, and says how many were new', async () => {
    const domain = ownDomain();
    const mails = [`a@${domain}`, `b@${domain}`, ` A@${domain}`];
    expect(await add(` VIP ${domain}`, mails)).toBe(`Category "VIP ${domain}": 2 accounts new.`);
    expect(await add(`vip ${domain}`, [`B@${domain}`, `c@${domain}`, 'no address'])).toBe(
      `Category "VIP ${domain}": 1 account new, 1 already there, 1 without @ left out.`,
    );
    expect(accountNames(await membersOf(`VIP ${domain}`))).toEqual(
      ['a', 'b', 'c'].map((name) => `${name}@${domain}`),
    );
  });

  test.each([[{ category_name: '  ' }], [{ accounts: [] }], [{ accounts: ['nobody'] }]])(
    'refuses %j',
    async (wrong) => {
      const whole = { type, category_name: 'x', accounts: ['a@x'], ...wrong };
      expect((await desk.post('/queues/accounts', whole)).status).toBe(400);
    },
  );
});

describe('GET /queues/accounts', () => {
  test('answers the lowest average first, untested accounts last with no ratios, and the numbers', async () => {
    const domain = ownDomain();
    await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
      [`slow@${domain}`, 90],
      [`fast@${domain}`, 1],
    ]);
    await add(
      domain,
      ['new', 'slow', 'fast', 'also'].map((name) => `${name}@${domain}`),
    );
    const { data, stats } = await desk.categories();
    expect(accountNames(data[domain] ?? [])).toEqual(
      ['fast', 'slow', 'also', 'new'].map((name) => `${name}@${domain}`),
    );
    expect(data[domain]?.[3]).toEqual({
      account: `new@${domain}`,
      total_queues: 0,
      avg_ratio: null,
      best_ratio: null,
      worst_ratio: null,
    });
    expect(stats.categories_list).toContainEqual({
      name: domain,
      total_accounts: 4,
      tested_accounts: 2,
    });
  });

  test('pages through one category and searches it', async () => {
    const domain = ownDomain();
    const mails = Array.from({ length: 25 }, (_, n) => `${String(n).padStart(2, '0')}@${domain}`);
    await add(domain, mails);
    const first = await desk.categories({ category: domain, limit: '20' });
    const cursor = first.page?.next_cursor ?? '';
    const second = await desk.categories({ category: domain, limit: '20', cursor });
    expect(first.page?.total_accounts).toBe(25);
    expect(second.page?.next_cursor).toBeNull();
    const both = [...(first.data[domain] ?? []), ...(second.data[domain] ?? [])];
    expect(accountNames(both)).toEqual(mails);
    expect(both[24]?.rank).toBe(25);
    expect(accountNames(await membersOf(domain, { search: '1@', limit: '10' }))).toEqual([
      `01@${domain}`,
      `11@${domain}`,
      `21@${domain}`,
    ]);
  });
});

describe('categories', () => {
  test('are renamed, but not to a name that another one has', async () => {
    const domain = ownDomain();
    await add(`one ${domain}`, [`a@${domain}`]);
    await add(`two ${domain}`, [`b@${domain}`]);
    const rename = (from: string, to: string) =>
      desk.post('/queues/category/rename', {
        type,
        old_category_name: from,
        new_category_name: to,
      });
    expect((await rename(`one ${domain}`, `TWO ${domain}`)).status).toBe(409);
    expect((await rename(`one ${domain}`, `One ${domain}`)).status).toBe(200);
    expect((await rename(`one ${domain}`, `three ${domain}`)).status).toBe(200);
    expect((await rename(`one ${domain}`, 'x')).status).toBe(404);
    expect(accountNames(await membersOf(`three ${domain}`))).toEqual([`a@${domain}`]);
  });

  describe('renamed at once', () => {
    const rename = (from: string, to: string) =>
      desk.post('/queues/category/rename', {
        type,
        old_category_name: from,
        new_category_name: to,
      });
    const remove = (name: string) =>
      desk.post('/queues/category/delete', { type, category_name: name });
    const namesOf = async (domain: string) =>
      (await desk.categories({ limit: '0' })).stats.categories_list
        .map(({ name }) => name)
        .filter((name) => name.endsWith(domain));
    const rounds = Array.from({ length: 8 }, (_, round) => round);

    test.each(rounds)('to one name: one gets it, the other is a conflict (%i)', async () => {
      const domain = ownDomain();
      await Promise.all(['r1', 'r2'].map((name) => add(`${name} ${domain}`, [`a@${domain}`])));
      const responses = await Promise.all([
        rename(`r1 ${domain}`, `t ${domain}`),
        rename(`r2 ${domain}`, `t ${domain}`),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    test.each(rounds)('from one name: one succeeds, the other finds nothing (%i)', async () => {
      const domain = ownDomain();
      await add(`r1 ${domain}`, [`a@${domain}`]);
      const responses = await Promise.all([
        rename(`r1 ${domain}`, `a ${domain}`),
        rename(`r1 ${domain}`, `b ${domain}`),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(await namesOf(domain)).toHaveLength(1);
    });

    test.each(rounds)('and created under the new name: never a 500 (%i)', async () => {
      const domain = ownDomain();
      await add(`r1 ${domain}`, [`a@${domain}`]);
      const [renamed] = await Promise.all([
        rename(`r1 ${domain}`, `t ${domain}`),
        add(`t ${domain}`, [`b@${domain}`]),
      ]);
      expect([200, 409]).toContain(renamed.status);
      expect(await namesOf(domain)).toHaveLength(renamed.status === 200 ? 1 : 2);
    });

    test.each(rounds)('and deleted: what succeeded has happened (%i)', async () => {
      const domain = ownDomain();
      await add(`r1 ${domain}`, [`a@${domain}`]);
      const [renamed, removed] = await Promise.all([
        rename(`r1 ${domain}`, `t ${domain}`),
        remove(`r1 ${domain}`),
      ]);
      expect([renamed.status, removed.status].sort()).toEqual([200, 404]);
      expect(await namesOf(domain)).toEqual(renamed.status === 200 ? [`t ${domain}`] : []);
    });
  });

  test('are deleted; accounts that a queue holds stay in the analysis', async () => {
    const domain = ownDomain();
    await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
      [`held@${domain}`, 1],
    ]);
    await add(domain, [`held@${domain}`, `free@${domain}`]);
    const body = { type, category_name: domain };
    expect(await desk.postOk('/queues/category/delete', body)).toBe(
      `Category "${domain}" deleted.`,
    );
    expect((await desk.post('/queues/category/delete', body)).status).toBe(404);
    expect((await desk.analysis({ search: domain })).total_accounts).toBe(1);
  });

  test('exchange accounts by moving and copying', async () => {
    const domain = ownDomain();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}@${domain}`) as [
      string,
      string,
      string,
    ];
    await add(`from ${domain}`, [a, b, c]);
    await add(`to ${domain}`, [b]);
    const transfer = (mode: string, accounts: string[]) =>
      desk.postOk('/queues/category/transfer', {
        type,
        mode,
        from_category: `from ${domain}`,
        to_category: `to ${domain}`,
        accounts,
      });
    expect(await transfer('copy', [a])).toBe(`1 account copied to "to ${domain}".`);
    expect(await transfer('move', [b, c.toUpperCase()])).toBe(
      `2 accounts moved to "to ${domain}" (1 were already there).`,
    );
    expect(accountNames(await membersOf(`from ${domain}`))).toEqual([a]);
    expect(accountNames(await membersOf(`to ${domain}`))).toEqual([a, b, c]);
  });

  test('leave lines in the audit trail that name no account', async () => {
    const domain = ownDomain();
    await add(domain, [`secret@${domain}`]);
    await desk.insert({ queue_id: domain, queue_total: 9, queue_date: '2026-11-20' }, [
      [`secret@${domain}`, 1],
    ]);
    const rows = await openDb().select().from(audit);
    const own = rows.filter(({ subject }) => subject.includes(domain));
    expect(own.map(({ action, subject }) => [action, subject])).toEqual([
      ['queues.category.add', `queue_category:verified_fan:${domain}`],
      ['queues.upload', `queue:verified_fan:${domain}`],
    ]);
    expect(JSON.stringify(own)).not.toContain('secret@');
  });
});

describe('POST /queues/best-accounts', () => {
  test('answers distinct tested accounts within the bounds, lowest average first', async () => {
    const domain = ownDomain();
    const mail = (name: string) => `${name}@${domain}`;
    await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
      [mail('d'), 40],
      [mail('c'), 3],
      [mail('b'), 3],
      [mail('a'), 1],
    ]);
    await add(`1 ${domain}`, [mail('a'), mail('b'), mail('untested')]);
    await add(`2 ${domain}`, [mail('b'), mail('c'), mail('d')]);
    const best = async (more: object) => {
      const categories = [`1 ${domain}`, `2 ${domain}`];
      const response = await desk.post('/queues/best-accounts', { categories, limit: 10, ...more });
      const { data }: { data: { accounts: { account: string }[] } } = await response.json();
      return accountNames(data.accounts);
    };
    await desk.insert({ queue_id: `2 ${domain}`, queue_total: 300, queue_date: '2026-11-21' }, [
      [mail('a'), 1],
    ]);
    const whole = await desk.post('/queues/best-accounts', {
      categories: [`1 ${domain}`],
      limit: 1,
    });
    expect(await whole.json()).toEqual({
      success: true,
      data: {
        accounts: [
          {
            account: mail('a'),
            total_queues: 2,
            avg_ratio: expect.closeTo((1 / 100 + 1 / 300) / 2, 14),
            best_ratio: 1 / 300,
            worst_ratio: 1 / 100,
          },
        ],
      },
    });
    expect(await best({})).toEqual(['a', 'b', 'c', 'd'].map(mail));
    expect(await best({ limit: 2 })).toEqual(['a', 'b'].map(mail));
    expect(await best({ min_ratio: 0.02, max_ratio: 0.3 })).toEqual(['b', 'c'].map(mail));
    expect(await best({ categories: [`2 ${domain}`.toUpperCase()] })).toEqual(
      ['b', 'c', 'd'].map(mail),
    );
    expect(await best({ type: 'standard' })).toEqual([]);
    const pooled = await listPooledAccounts(
      { db: openDb() },
      { type, categories: [`1 ${domain}`] },
    );
    expect(pooled).toContainEqual({
      email: mail('untested'),
      avgRatio: null,
      categories: [`1 ${domain}`],
    });
    expect(pooled).toHaveLength(3);
  });
});

test('the dashboard is told files, records and their mean position', async () => {
  const before = await countQueues({ db: openDb() });
  const domain = ownDomain();
  await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
    [`a@${domain}`, 10],
    [`b@${domain}`, 20],
  ]);
  const after = await countQueues({ db: openDb() });
  expect(after.files_processed).toBeGreaterThan(before.files_processed);
  expect(after.total_records).toBeGreaterThanOrEqual(before.total_records + 2);
  expect(after.active_queues).toBe(after.files_processed);
});
