import { beforeAll, describe, expect, test } from 'vitest';
import type { AccountPoolAnswer } from '../../shared/queues/schema.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { countQueues, listPooledAccounts } from '../../worker/features/queues/index.ts';
import { accountNames, countUploads, openQueues, ownDomain } from './queues-world.ts';
import { readSettings } from './settings.ts';

let desk: Awaited<ReturnType<typeof openQueues>>;
beforeAll(async () => {
  desk = await openQueues();
});

const type = 'verified_fan';
const openDb = () => openDatabase(readSettings());

describe('POST /queues/accounts', () => {
  test('creates a category, merges into it without duplicates, and names the number of new accounts', async () => {
    const domain = ownDomain();
    const mails = [`a@${domain}`, `b@${domain}`, ` A@${domain}`];
    expect(await desk.add(` VIP ${domain}`, mails)).toBe(`2 new accounts in "VIP ${domain}".`);
    expect(await desk.add(`vip ${domain}`, [`B@${domain}`, `c@${domain}`, 'no address'])).toBe(
      `1 new account in "VIP ${domain}", 1 already there, 1 without @ ignored.`,
    );
    expect(accountNames(await desk.membersOf(`VIP ${domain}`))).toEqual(
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

describe('an account with additional text beside its address', () => {
  const mixed = [
    'ann@x.test:secret-1',
    'bob@x.test----secret-1',
    'secret-1|cy@x.test',
    'dee@x.test=secret-1',
  ];
  const calls = [
    ['/queues/accounts', (accounts: string[]) => ({ type, category_name: 'x', accounts })],
    [
      '/queues/category/transfer',
      (accounts: string[]) => ({
        type,
        mode: 'copy',
        from_category: 'x',
        to_category: 'y',
        accounts,
      }),
    ],
    ['/queues/category/remove', (accounts: string[]) => ({ type, category_name: 'x', accounts })],
    ['/queues/accounts/holders', (accounts: string[]) => ({ type, accounts })],
    [
      '/queues/insert',
      (accounts: string[]) => ({
        type,
        queue_id: 'q',
        queue_total: 9,
        queue_date: '2026-11-20',
        accounts: accounts.map((account_name) => ({ account_name, position: 1 })),
      }),
    ],
  ] as const;

  test.each(calls)(
    'is refused by %s, which repeats nothing of the additional text',
    async (path, bodyOf) => {
      for (const account of mixed) {
        const response = await desk.post(path, bodyOf(['ok@x.test', account]));
        expect(response.status).toBe(400);
        const answer = await response.text();
        expect(answer).not.toContain('secret');
        const address = account.match(/[a-z]+@x\.test/)?.[0];
        expect(JSON.parse(answer)).toMatchObject({
          success: false,
          code: 'invalid_account',
          message: expect.stringMatching(new RegExp(`^accounts\\.1[.\\w]*: .*${address}`)),
        });
      }
    },
  );

  test('is distinguished from invisible characters, which are removed', async () => {
    const domain = ownDomain();
    await desk.add(domain, [
      `ann@${domain}\u200b`,
      `\u202aANN@${domain}\u202c`,
      `ann\u00ad@${domain}`,
    ]);
    expect(accountNames(await desk.membersOf(domain))).toEqual([`ann@${domain}`]);
  });
});

describe('GET /queues/accounts', () => {
  test('returns the lowest average first, untested accounts last without ratios, and the counts', async () => {
    const domain = ownDomain();
    await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
      [`slow@${domain}`, 90],
      [`fast@${domain}`, 1],
    ]);
    await desk.add(
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
    await desk.add(domain, mails);
    const first = await desk.categories({ category: domain, limit: '20' });
    const cursor = first.page?.next_cursor ?? '';
    const second = await desk.categories({ category: domain, limit: '20', cursor });
    expect(first.page?.total_accounts).toBe(25);
    expect(second.page?.next_cursor).toBeNull();
    const both = [...(first.data[domain] ?? []), ...(second.data[domain] ?? [])];
    expect(accountNames(both)).toEqual(mails);
    expect(both[24]?.rank).toBe(25);
    expect(accountNames(await desk.membersOf(domain, { search: '1@', limit: '10' }))).toEqual([
      `01@${domain}`,
      `11@${domain}`,
      `21@${domain}`,
    ]);
  });
});

describe('a page of a category', () => {
  const untilRanked = async () => {
    const domain = ownDomain();
    const names = ['c', 'a', 'b', 'untested-z', 'untested-y'].map((name) => `${name}@${domain}`);
    await desk.add(domain, names);
    await desk.insert({ queue_id: `1 ${domain}`, queue_total: 100, queue_date: '2026-11-20' }, [
      [`a@${domain}`, 10],
      [`b@${domain}`, 20],
      [`c@${domain}`, 30],
    ]);
    await desk.insert({ queue_id: `2 ${domain}`, queue_total: 100, queue_date: '2026-11-19' }, [
      [`c@${domain}`, 5],
    ]);
    return domain;
  };

  test('shows histories, by the queues’ dates', async () => {
    const domain = await untilRanked();
    const accounts = await desk.membersOf(domain, { limit: '10' });
    const histories = new Map(
      accounts.map(({ account, progress_history = [] }) => [
        account,
        progress_history.map(({ queue_id, position }) => [queue_id, position]),
      ]),
    );
    expect(histories.get(`c@${domain}`)).toEqual([
      [`2 ${domain}`, 5],
      [`1 ${domain}`, 30],
    ]);
    expect(histories.get(`untested-y@${domain}`)).toEqual([]);
  });

  test('keeps the rank within the category for any search and order', async () => {
    const domain = await untilRanked();
    const rankOf = async (query: Record<string, string>) =>
      (await desk.membersOf(domain, { limit: '10', ...query })).map(({ account, rank }) => [
        account.split('@')[0],
        rank,
      ]);
    expect(await rankOf({})).toEqual([
      ['a', 1],
      ['c', 2],
      ['b', 3],
      ['untested-y', 4],
      ['untested-z', 5],
    ]);
    expect(await rankOf({ search: 'b@' })).toEqual([['b', 3]]);
    expect(await rankOf({ sort: '-account', search: 'u' })).toEqual([
      ['untested-z', 5],
      ['untested-y', 4],
    ]);
  });

  test.each([
    ['avg_ratio', ['a', 'c', 'b', 'untested-y', 'untested-z']],
    ['-avg_ratio', ['b', 'c', 'a', 'untested-z', 'untested-y']],
    ['worst_ratio', ['a', 'b', 'c', 'untested-y', 'untested-z']],
    ['-total_queues', ['c', 'b', 'a', 'untested-z', 'untested-y']],
    ['account', ['a', 'b', 'c', 'untested-y', 'untested-z']],
  ])('is sorted by %s, untested accounts last, each account once', async (sort, expected) => {
    const domain = await untilRanked();
    const names: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { category: domain, sort, limit: '2', ...(cursor ? { cursor } : {}) };
      const { data, page } = await desk.categories(query);
      names.push(...accountNames(data[domain] ?? []));
      cursor = page?.next_cursor;
    } while (cursor);
    expect(names).toEqual(expected.map((name) => `${name}@${domain}`));
  });
});

describe('POST /queues/best-accounts', () => {
  test('names the categories that do not exist', async () => {
    const domain = ownDomain();
    await desk.add(domain, [`a@${domain}`]);
    const categories = [domain, `no ${domain}`, `nor ${domain}`];
    const response = await desk.post('/queues/best-accounts', { categories, limit: 1 });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      success: false,
      message: `These categories do not exist: "no ${domain}", "nor ${domain}".`,
      issues: [
        { path: 'categories.1', message: `There is no category "no ${domain}".` },
        { path: 'categories.2', message: `There is no category "nor ${domain}".` },
      ],
    });
  });

  test('returns distinct tested accounts within the limits, lowest average first', async () => {
    const domain = ownDomain();
    const mail = (name: string) => `${name}@${domain}`;
    await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
      [mail('d'), 40],
      [mail('c'), 3],
      [mail('b'), 3],
      [mail('a'), 1],
    ]);
    await desk.add(`1 ${domain}`, [mail('a'), mail('b'), mail('untested')]);
    await desk.add(`2 ${domain}`, [mail('b'), mail('c'), mail('d')]);
    const best = async (more: object) => {
      const categories = [`1 ${domain}`, `2 ${domain}`];
      const response = await desk.post('/queues/best-accounts', { categories, limit: 10, ...more });
      const { data }: { data: { accounts: { account: string }[] } } = await response.json();
      return accountNames(data.accounts);
    };
    await desk.insert({ queue_id: `2 ${domain}`, queue_total: 300, queue_date: '2026-11-21' }, [
      [mail('a'), 1],
    ]);
    await countUploads();
    const whole = await desk.post('/queues/best-accounts', {
      categories: [`1 ${domain}`],
      limit: 1,
    });
    expect(await whole.json()).toEqual({
      success: true,
      data: {
        counting: null,
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
    expect(await best({ categories: [], min_ratio: 0.999, max_ratio: 0.9991 })).toEqual([]);
    const pooled = await listPooledAccounts(
      { db: openDb() },
      { type, categories: [`1 ${domain}`] },
    );
    expect([...pooled]).toContainEqual({
      email: mail('untested'),
      avgRatio: null,
      categories: [`1 ${domain}`],
    });
    expect(pooled.size).toBe(3);
  });
});

test('the dashboard gets files, records and their mean position', async () => {
  const before = await countQueues({ db: openDb() });
  const domain = ownDomain();
  await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
    [`a@${domain}`, 10],
    [`b@${domain}`, 20],
  ]);
  const after = await countQueues({ db: openDb() });
  expect(after.files_processed).toBe(before.files_processed + 1);
  expect(after.total_records).toBeGreaterThanOrEqual(before.total_records + 2);
  // A queue of another test may no longer contain positions.
  expect(after.active_queues).toBe(before.active_queues + 1);
});

test('GET /queues/pool lists every account of the categories once, by e-mail, with its average', async () => {
  const domain = ownDomain();
  const mail = (name: string) => `${name}@${domain}`;
  await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
    [mail('b'), 3],
    [mail('loose'), 1],
  ]);
  await desk.add(`1 ${domain}`, [mail('b'), mail('a')]);
  await desk.add(`2 ${domain}`, [mail('b')]);
  await desk.add(`dropped ${domain}`, [mail('b')]);
  await desk.postOk('/queues/category/delete', {
    type: 'verified_fan',
    category_name: `dropped ${domain}`,
  });
  await countUploads();
  const response = await desk.call('/queues/pool?type=verified_fan');
  const pool: AccountPoolAnswer = await response.json();
  const ids = (name: string) => pool.categories.find((one) => one[1] === `${name} ${domain}`)?.[0];
  const [first, second, dropped] = ['1', '2', 'dropped'].map(ids);
  expect(dropped).toBeUndefined();
  const own = pool.accounts.filter(([, ...of]) => of.some((id) => id === first || id === second));
  expect(own.map(([ratio, ...of]) => [ratio, of.toSorted()])).toEqual([
    [null, [first]],
    [0.03, [first, second]],
  ]);
});
