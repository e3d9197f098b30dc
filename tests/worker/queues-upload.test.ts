import { beforeAll, describe, expect, test } from 'vitest';
import { accountNames, openQueues, ownDomain, queueHead } from './queues-world.ts';

let desk: Awaited<ReturnType<typeof openQueues>>;
beforeAll(async () => {
  desk = await openQueues();
});

describe('POST /queues/insert', () => {
  test('stores positions and returns each account with its ratios and history', async () => {
    const domain = ownDomain();
    const message = await desk.insert(queueHead(`one-${domain}`), [
      [`a@${domain}`, 10],
      [`b@${domain}`, 500],
    ]);
    expect(message).toBe(`Queue "one-${domain}" uploaded with 2 accounts.`);
    await desk.insert(queueHead(`two-${domain}`, 400, '2026-11-18'), [[`a@${domain}`, 100]]);
    const { accounts, total_accounts } = await desk.analysis({ search: domain });
    expect(total_accounts).toBe(2);
    expect(accounts).toEqual([
      {
        account: `a@${domain}`,
        total_queues: 2,
        avg_ratio: expect.closeTo(0.13, 12),
        best_ratio: 0.01,
        worst_ratio: 0.25,
        progress_history: [
          {
            queue_id: `two-${domain}`,
            queue_date: '2026-11-18',
            position: 100,
            queue_total: 400,
            ratio: 0.25,
          },
          {
            queue_id: `one-${domain}`,
            queue_date: '2026-11-20',
            position: 10,
            queue_total: 1000,
            ratio: 0.01,
          },
        ],
      },
      {
        account: `b@${domain}`,
        total_queues: 1,
        avg_ratio: 0.5,
        best_ratio: 0.5,
        worst_ratio: 0.5,
        progress_history: [
          {
            queue_id: `one-${domain}`,
            queue_date: '2026-11-20',
            position: 500,
            queue_total: 1000,
            ratio: 0.5,
          },
        ],
      },
    ]);
  });

  test('replaces the positions of the same queue, and the message says so', async () => {
    const domain = ownDomain();
    await desk.insert(queueHead(domain), [
      [`a@${domain}`, 10],
      [`gone@${domain}`, 20],
    ]);
    const message = await desk.insert(queueHead(domain, 100), [[`a@${domain}`, 50]]);
    expect(message).toBe(`Queue "${domain}" replaced: 1 account instead of 2.`);
    const { accounts } = await desk.analysis({ search: domain });
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({ account: `a@${domain}`, avg_ratio: 0.5, total_queues: 1 });
  });

  test('identifies an account by its e-mail, trimmed and in any letter case, and shows the first spelling', async () => {
    const domain = ownDomain();
    await desk.insert(queueHead(`1-${domain}`), [[`  Ann@${domain} `, 10]]);
    const message = await desk.insert(queueHead(`2-${domain}`), [
      [`ANN@${domain}`, 30],
      [`ann@${domain}`, 20],
    ]);
    expect(message).toContain('1 repeated row was merged: the best position of an account counts.');
    const { accounts } = await desk.analysis({ search: domain });
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({ account: `Ann@${domain}`, total_queues: 2 });
    expect(accounts[0]?.progress_history?.map(({ position }) => position)).toEqual([10, 20]);
  });

  test('treats names with a meaning in objects and texts as ordinary accounts', async () => {
    const domain = ownDomain();
    const addresses = ['__proto__', 'é', '12', "o'neil"].map((name) => `${name}@${domain}`);
    // A text without @ is a name, with any characters.
    const names = [...addresses, `a"b\\c ${domain}`, `a:b|c ${domain}`];
    await desk.insert(queueHead(domain), [
      ...names.map((name, index): [string, number] => [name, index + 1]),
      [`__proto__`, 900],
    ]);
    const { accounts } = await desk.analysis({ search: domain });
    expect(accountNames(accounts)).toEqual(names);
  });

  test.each([
    [
      'a position above the total',
      { accounts: [{ account_name: 'a@x', position: 1001 }] },
      'accounts.0.position',
    ],
    [
      'a position of 0',
      { accounts: [{ account_name: 'a@x', position: 0 }] },
      'accounts.0.position',
    ],
    [
      'a broken position',
      { accounts: [{ account_name: 'a@x', position: 1.5 }] },
      'accounts.0.position',
    ],
    [
      'a blank account',
      { accounts: [{ account_name: ' ', position: 1 }] },
      'accounts.0.account_name',
    ],
    ['no accounts', { accounts: [] }, 'accounts'],
    ['a total of 0', { queue_total: 0 }, 'queue_total'],
    ['a day that does not exist', { queue_date: '2026-02-30' }, 'queue_date'],
    ['a blank queue id', { queue_id: '  ' }, 'queue_id'],
    ['an unknown type', { type: 'other' }, 'type'],
  ])('refuses %s', async (_, wrong, path) => {
    const response = await desk.post('/queues/insert', {
      type: 'verified_fan',
      ...queueHead(ownDomain()),
      accounts: [{ account_name: 'a@x', position: 1 }],
      ...wrong,
    });
    expect(response.status).toBe(400);
    const failure: { success: boolean; issues: { path: string }[] } = await response.json();
    expect(failure.success).toBe(false);
    expect(failure.issues.map((issue) => issue.path)).toContain(path);
  });

  test('never mixes the two types', async () => {
    const domain = ownDomain();
    await desk.insert(queueHead(domain), [[`a@${domain}`, 10]]);
    await desk.insert({ ...queueHead(domain), type: 'standard' }, [[`a@${domain}`, 900]]);
    const [fans, standard] = await Promise.all([
      desk.analysis({ search: domain }),
      desk.analysis({ search: domain, type: 'standard' }),
    ]);
    expect(fans.accounts[0]?.avg_ratio).toBe(0.01);
    expect(standard.accounts[0]?.avg_ratio).toBe(0.9);
  });

  test('lists the uploaded queues, newest first', async () => {
    const domain = ownDomain();
    await desk.insert(queueHead(`1-${domain}`), [[`a@${domain}`, 10]]);
    await desk.insert(queueHead(`2-${domain}`), [[`a@${domain}`, 10]]);
    const response = await desk.call('/queues/list?type=verified_fan');
    const { data }: { data: { queue_id: string; accounts: number }[] } = await response.json();
    const own = data.filter(({ queue_id }) => queue_id.endsWith(domain));
    expect(own.map(({ queue_id }) => queue_id)).toEqual([`2-${domain}`, `1-${domain}`]);
    expect(own[0]?.accounts).toBe(1);
  });
});

describe('POST /queues/delete', () => {
  test('removes a queue but not the other queues of its accounts', async () => {
    const domain = ownDomain();
    await desk.insert(queueHead(`1-${domain}`), [
      [`a@${domain}`, 10],
      [`b@${domain}`, 20],
    ]);
    await desk.insert(queueHead(`2-${domain}`), [[`a@${domain}`, 300]]);
    const message = await desk.postOk('/queues/delete', {
      type: 'verified_fan',
      queue_id: `1-${domain}`,
    });
    expect(message).toBe(`Queue "1-${domain}" deleted.`);
    const { accounts } = await desk.analysis({ search: domain });
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({
      account: `a@${domain}`,
      total_queues: 1,
      avg_ratio: 0.3,
      best_ratio: 0.3,
      worst_ratio: 0.3,
    });
  });

  test('deletes once if it runs twice at once', async () => {
    const domain = ownDomain();
    await desk.insert(queueHead(domain), [[`a@${domain}`, 10]]);
    const remove = () => desk.post('/queues/delete', { type: 'verified_fan', queue_id: domain });
    const responses = await Promise.all([remove(), remove(), remove()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('returns 404 for a queue that does not exist', async () => {
    const response = await desk.post('/queues/delete', { type: 'standard', queue_id: ownDomain() });
    expect(response.status).toBe(404);
  });
});
