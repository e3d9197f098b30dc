import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueueAccount } from '../../shared/queues/accounts/columns.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { listPooledAccounts } from '../../worker/features/queues/index.ts';
import { accountNames, countUploads, openQueues, ownDomain } from './queues-world.ts';
import { readSettings } from './settings.ts';

let desk: Awaited<ReturnType<typeof openQueues>>;
beforeAll(async () => {
  desk = await openQueues();
});

/** The other tests read whole lists of verified fans, which this many accounts would slow down. */
const type = 'standard' as const;

const drop = async (domain: string) => {
  await desk.post('/queues/delete', { type, queue_id: domain });
  await desk.post('/queues/category/delete', { type, category_name: domain });
};

/** Names of the maximum length: 320 characters of three bytes each. */
const longNames = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => {
    const end = `${index}@${domain}`;
    return `${'票'.repeat(320 - end.length)}${end}`;
  });

const shortNames = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => `an.account.of.${index}@${domain}`);

const wideNames = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => `${index}@${domain}`.padStart(120, 'a'));

describe('the maximum number of accounts', () => {
  test.each([
    ['40,000 names of 120 characters', wideNames, 40_000],
    ['19,000 of the longest names', longNames, 19_000],
  ])('can be uploaded in one call: %s', async (_, namesOf, count) => {
    const domain = ownDomain();
    const rows = namesOf(count, domain).map((name, n): [string, number] => [name, n + 1]);
    const queue = { queue_id: domain, queue_total: count, queue_date: '2026-11-20' };
    expect(await desk.insert({ type, ...queue }, rows)).toBe(
      `Queue "${domain}" uploaded with ${count.toLocaleString('en')} accounts.`,
    );
    await drop(domain);
  });

  test('can be uploaded in parts with the longest names', async () => {
    const domain = ownDomain();
    const rows = longNames(12_000, domain).map((name, n): [string, number] => [name, n + 1]);
    const queue = { queue_id: domain, queue_total: 12_000, queue_date: '2026-11-20' };
    const id = crypto.randomUUID();
    await desk.insert({ type, ...queue, upload: { id, part: 1, parts: 2 } }, rows.slice(0, 11_000));
    const last = { ...queue, type, upload: { id, part: 2, parts: 2 } };
    expect(await desk.insert(last, rows.slice(11_000))).toBe(
      `Queue "${domain}" uploaded with 12,000 accounts.`,
    );
    await drop(domain);
  });

  test('can be in a category, and can be moved to another one', async () => {
    const domain = ownDomain();
    const accounts = shortNames(100_000, domain);
    const added = await desk.postOk('/queues/accounts', { type, category_name: domain, accounts });
    expect(added).toBe(`100,000 new accounts in "${domain}".`);
    const moved = await desk.postOk('/queues/category/transfer', {
      type,
      mode: 'move',
      from_category: domain,
      to_category: `to ${domain}`,
      accounts,
    });
    expect(moved).toBe(`100,000 accounts moved to "to ${domain}".`);
    await drop(domain);
    await drop(`to ${domain}`);
  });
});

describe('lists of the longest names arrive completely', () => {
  const COUNT = 12_000;
  let domain: string;
  let names: string[];

  beforeAll(async () => {
    domain = ownDomain();
    names = longNames(COUNT, domain);
    const rows = names.map((name, n): [string, number] => [name, n + 1]);
    const queue = { queue_id: domain, queue_total: COUNT, queue_date: '2026-11-20' };
    await desk.insert({ type, ...queue }, rows);
    await desk.postOk('/queues/accounts', { type, category_name: domain, accounts: names });
    await countUploads();
  });

  afterAll(() => drop(domain));

  test('as best accounts', async () => {
    const body = { type, categories: [domain], limit: 50_000 };
    const response = await desk.post('/queues/best-accounts', body);
    const { data }: { data: { accounts: QueueAccount[] } } = await response.json();
    expect(accountNames(data.accounts)).toEqual(names);
  });

  test('as the largest page of a category', async () => {
    const { data } = await desk.categories({ type, category: domain, limit: '1000' });
    expect(accountNames(data[domain] ?? [])).toEqual(names.slice(0, 1_000));
  });

  test('as all categories', async () => {
    const { data } = await desk.categories({ type });
    expect(accountNames(data[domain] ?? [])).toEqual(names);
  });

  test('as accounts for a dispatch', async () => {
    const ctx = { db: openDatabase(readSettings()) };
    const pooled = await listPooledAccounts(ctx, { type, categories: [domain] });
    expect(new Set([...pooled].map(({ email }) => email)).size).toBe(COUNT);
  });

  test('as a CSV', async () => {
    const query = new URLSearchParams({ type, category: domain, below_avg_ratio: '0.9' });
    const response = await desk.call(`/queues/export?${query}`);
    expect(response.headers.get('X-Total-Count')).toBe(String(COUNT * 0.9 - 1));
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(COUNT * 0.9);
    expect(lines[1]).toBe(`1,${names[0]},${(100 / COUNT).toFixed(2)}%`);
  });
});

describe('GET /queues/export', () => {
  test('writes the accounts at or below a threshold, those of a category below it, and the untested ones', async () => {
    const domain = ownDomain();
    const queue = { queue_id: domain, queue_total: 1_000_000, queue_date: '2026-11-20' };
    await desk.insert({ type, ...queue }, [
      [`a@${domain}`, 1],
      [`+b@${domain}`, 2],
      [`c@${domain}`, 3],
    ]);
    const accounts = ['a', '+b', 'c', 'untested'].map((name) => `${name}@${domain}`);
    await desk.postOk('/queues/accounts', { type, category_name: domain, accounts });
    await countUploads();
    const read = async (query: Record<string, string>) => {
      const response = await desk.call(`/queues/export?${new URLSearchParams({ type, ...query })}`);
      expect(response.headers.get('Content-Type')).toMatch(/^text\/csv/);
      return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(
        await response.arrayBuffer(),
      );
    };
    const category = domain;
    expect(await read({ max_avg_ratio: '0.000002' })).toContain(`@${domain},0.00%\r\n`);
    expect(await read({ category, below_avg_ratio: '0.000003' })).toBe(
      `\uFEFFRank,Email,AVG_Ratio\r\n1,a@${domain},0.00%\r\n2,'+b@${domain},0.00%\r\n`,
    );
    expect(await read({ category, untested: 'true' })).toBe(
      `\uFEFFEmail\r\nuntested@${domain}\r\n`,
    );
  });

  test.each([
    ['max_avg_ratio=5', 400],
    ['category=there+is+none', 404],
  ])('refuses %s', async (query, status) => {
    expect((await desk.call(`/queues/export?type=${type}&${query}`)).status).toBe(status);
  });
});
