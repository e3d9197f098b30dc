import { beforeAll, describe, expect, test } from 'vitest';
import type { QueueAccount } from '../../shared/queues/accounts/columns.ts';
import { accountNames, countUploads, openQueues, ownDomain } from './queues-world.ts';

let desk: Awaited<ReturnType<typeof openQueues>>;
let domain: string;

/** 30 accounts whose average ratios are 1 % to 30 %, in no order. */
beforeAll(async () => {
  desk = await openQueues();
  domain = ownDomain();
  const rows = Array.from({ length: 30 }, (_, index): [string, number] => {
    const place = ((index * 7) % 30) + 1;
    return [`${String(place).padStart(2, '0')}@${domain}`, place];
  });
  await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, rows);
});

async function readPages(query: Record<string, string>): Promise<QueueAccount[]> {
  const accounts: QueueAccount[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await desk.analysis({ ...query, ...(cursor ? { cursor } : {}) });
    accounts.push(...page.accounts);
    cursor = page.next_cursor;
  } while (cursor);
  return accounts;
}

describe('GET /queues/get', () => {
  test.each([
    'avg_ratio',
    '-avg_ratio',
    'account',
    '-account',
    '-best_ratio',
    'worst_ratio',
    'total_queues',
  ])('pages by %s contain the same as the whole answer, each account once', async (sort) => {
    const whole = await desk.analysis({ search: domain, sort });
    const paged = await readPages({ search: domain, sort, limit: '7' });
    expect(accountNames(paged)).toEqual(accountNames(whole.accounts));
    expect(new Set(accountNames(paged)).size).toBe(30);
    expect(whole.total_accounts).toBe(30);
  });

  test.each([
    ['best_ratio', 1],
    ['-worst_ratio', 1_000_000],
    ['-total_queues', 1_000_000],
  ])(
    'the first page by %s has an account that was uploaded after it was read',
    async (sort, position) => {
      const [most] = (await desk.analysis({ sort: '-total_queues', limit: '20' })).accounts;
      await desk.analysis({ sort, limit: '20' });
      const account = `first@${ownDomain()}`;
      // One more than the first account by this number has.
      const queues = sort === '-total_queues' ? 1 + (most?.total_queues ?? 0) : 1;
      for (let at = 0; at < queues; at += 1)
        await desk.insert(
          { queue_id: `${account} ${at}`, queue_total: 1_000_000, queue_date: '2026-11-20' },
          [[account, position]],
        );
      const [stored] = (await desk.analysis({ search: account, limit: '1' })).accounts;
      expect(stored?.total_queues).toBe(queues);
      // The second read uses the ids of the first one, and the third takes a part of them.
      for (const limit of ['20', '20', '19']) {
        const { accounts } = await desk.analysis({ sort, limit });
        const shown = accounts.find((row) => row.account === account);
        expect(shown).toEqual({ ...stored, rank: expect.any(Number) });
        expect(shown?.rank).toBeGreaterThan(0);
        const field = sort.replace('-', '') as 'best_ratio' | 'worst_ratio' | 'total_queues';
        const values = accounts.map((row) => row[field] ?? Number.NaN);
        expect(values).toEqual([...values].sort((a, b) => (sort.startsWith('-') ? b - a : a - b)));
      }
    },
  );

  test('a page shows the rank among all accounts for any search and order', async () => {
    const all = await readPages({ limit: '500' });
    const places = new Map(all.map(({ account, rank }) => [account, rank]));
    expect(all.map(({ rank }) => rank)).toEqual(all.map((_, index) => index + 1));
    const found = await readPages({ search: domain, sort: '-account', limit: '11' });
    for (const { account, rank } of found) expect(rank).toBe(places.get(account));
  });

  test('keeps accounts at or below a threshold', async () => {
    const { accounts, total_accounts } = await desk.analysis({
      search: domain,
      max_avg_ratio: '0.05',
      limit: '150',
    });
    expect(total_accounts).toBe(5);
    expect(accountNames(accounts).at(-1)).toBe(`05@${domain}`);
  });

  test('searches for part of an e-mail in any letter case', async () => {
    const { accounts } = await desk.analysis({
      search: ` 07@${domain.toUpperCase()} `,
      limit: '5',
    });
    expect(accountNames(accounts)).toEqual([`07@${domain}`]);
  });

  test.each([
    ['limit=0'],
    ['limit=abc'],
    ['sort=name'],
    ['max_avg_ratio=5'],
    ['limit=5&cursor=zzz'],
    ['type=x'],
  ])('refuses %s', async (query) => {
    const response = await desk.call(
      `/queues/get?type=verified_fan&${query}`.replace('type=verified_fan&type', 'type'),
    );
    expect(response.status).toBe(400);
  });

  test('a whole answer far beyond one database answer arrives complete', async () => {
    const mailDomain = ownDomain();
    const rows = Array.from({ length: 6_500 }, (_, index): [string, number] => [
      `account-with-a-long-name-${index}@${mailDomain}`,
      index + 1,
    ]);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const queue_id = `${number}-${mailDomain}-${'x'.repeat(150)}`;
      await desk.insert({ queue_id, queue_total: 6_500, queue_date: '2026-11-20' }, rows);
    }
    await countUploads();
    const response = await desk.call(`/queues/get?type=verified_fan&search=${mailDomain}`);
    const text = await response.text();
    expect(text.length).toBeGreaterThan(10_000_000);
    const { data }: { data: { accounts: QueueAccount[] } } = JSON.parse(text);
    expect(new Set(accountNames(data.accounts)).size).toBe(6_500);
    expect(data.accounts.every(({ progress_history }) => progress_history?.length === 6)).toBe(
      true,
    );
  });
});

describe('untested accounts', () => {
  test('are those of all categories, once each, by e-mail, page by page and as a file', async () => {
    const domain = ownDomain();
    const names = ['d', 'b', 'a', 'c', 'tested'].map((name) => `${name}@${domain}`);
    for (const category_name of [`1 ${domain}`, `2 ${domain}`]) {
      await desk.postOk('/queues/accounts', {
        type: 'verified_fan',
        category_name,
        accounts: names,
      });
    }
    await desk.insert({ queue_id: domain, queue_total: 9, queue_date: '2026-11-20' }, [
      [`tested@${domain}`, 1],
    ]);
    const query = { untested: 'true', search: domain, limit: '3' };
    const first = await desk.analysis(query);
    expect(first.total_accounts).toBe(4);
    const second = await desk.analysis({ ...query, cursor: first.next_cursor ?? '' });
    const listed = [...first.accounts, ...second.accounts];
    expect(accountNames(listed)).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@${domain}`));
    expect(listed[0]).toMatchObject({ total_queues: 0, avg_ratio: null, progress_history: [] });
    const descending = await desk.analysis({ ...query, sort: '-account' });
    expect(accountNames(descending.accounts)[0]).toBe(`d@${domain}`);
    const file = await desk.call('/queues/export?type=verified_fan&untested=true');
    const own = (await file.text()).split('\r\n').filter((line) => line.includes(domain));
    expect(own).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@${domain}`));
  });
});

test('the accounts of a category below a ratio are counted', async () => {
  const domain = ownDomain();
  const accounts = ['a', 'b', 'c'].map((name) => `${name}@${domain}`);
  await desk.postOk('/queues/accounts', { type: 'verified_fan', category_name: domain, accounts });
  await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
    [`a@${domain}`, 4],
    [`b@${domain}`, 5],
  ]);
  const { page } = await desk.categories({ category: domain, limit: '1', below_avg_ratio: '0.05' });
  expect(page?.total_accounts).toBe(1);
});
