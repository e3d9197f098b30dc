import { beforeAll, describe, expect, test } from 'vitest';
import { applyBegunUploads } from '../../worker/features/queues/uploads/service.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { accountNames, openQueues, ownDomain, queueHead } from './queues-world.ts';

let desk: Awaited<ReturnType<typeof openQueues>>;
beforeAll(async () => {
  desk = await openQueues();
});

type Other = Record<string, unknown> & { upload?: { parts: number } };

describe('an upload in parts', () => {
  const part = (domain: string, id: string, number: number, accounts: [string, number][]) =>
    desk.insert({ ...queueHead(domain), upload: { id, part: number, parts: 3 } }, accounts);

  test('is applied as one when the last part arrives, in any order', async () => {
    const domain = ownDomain();
    const id = crypto.randomUUID();
    expect(await part(domain, id, 2, [[`B@${domain}`, 20]])).toBe(
      'Part 2 of 3 received. 2 parts are missing.',
    );
    expect(await part(domain, id, 3, [[`c@${domain}`, 30]])).toBe(
      'Part 3 of 3 received. 1 part is missing.',
    );
    expect((await desk.analysis({ search: domain })).accounts).toEqual([]);
    const message = await part(domain, id, 1, [
      [`a@${domain}`, 10],
      [`b@${domain}`, 5],
    ]);
    expect(message).toBe(`Queue "${domain}" uploaded with 3 accounts.`);
    const { accounts } = await desk.analysis({ search: domain });
    expect(accounts.map(({ account, best_ratio }) => [account, best_ratio])).toEqual([
      // The spelling of part 1, regardless of the part that arrived first.
      [`b@${domain}`, 0.005],
      [`a@${domain}`, 0.01],
      [`c@${domain}`, 0.03],
    ]);
  });

  describe('with more sheets than a call writes', () => {
    const sendParts = async (domain: string, id: string, numbers: number[]) => {
      const answers: { message: string; missing_parts: number; rows_left?: number }[] = [];
      for (const number of numbers) {
        const response = await desk.post('/queues/insert', {
          type: 'verified_fan',
          ...queueHead(domain),
          upload: { id, part: number, parts: 12 },
          accounts: [{ account_name: `${number}@${domain}`, position: number }],
        });
        answers.push(await response.json());
      }
      return answers;
    };
    const all = Array.from({ length: 12 }, (_, at) => at + 1);

    test('answers before everything is written, and is listed once a repeated part has written the rest', async () => {
      const domain = ownDomain();
      const id = crypto.randomUUID();
      const [last] = (await sendParts(domain, id, all)).slice(-1);
      expect(last).toMatchObject({ missing_parts: 0, rows_left: 20_000 });
      expect(last?.message).toContain('was received');
      expect((await desk.analysis({ search: domain })).accounts).toEqual([]);
      const [again] = await sendParts(domain, id, [12]);
      expect(again).toMatchObject({ message: `Queue "${domain}" uploaded with 12 accounts.` });
      expect(again?.rows_left).toBeUndefined();
      expect((await desk.analysis({ search: domain })).total_accounts).toBe(12);
    });

    test('is left to its caller by the job while parts are repeated', async () => {
      const domain = ownDomain();
      const id = crypto.randomUUID();
      await sendParts(domain, id, all);
      await applyBegunUploads(makeCtx({ clock: () => Date.now() + 40_000 }));
      const [again] = await sendParts(domain, id, [12]);
      expect(again).toMatchObject({ message: `Queue "${domain}" uploaded with 12 accounts.` });
    });

    test('is written by the job if no part is repeated', async () => {
      const domain = ownDomain();
      await sendParts(domain, crypto.randomUUID(), all);
      await applyBegunUploads(makeCtx({ clock: () => Date.now() + 61_000 }));
      expect((await desk.analysis({ search: domain })).total_accounts).toBe(12);
    });
  });

  test('may repeat a part, also after the upload was applied', async () => {
    const domain = ownDomain();
    const id = crypto.randomUUID();
    await part(domain, id, 1, [[`a@${domain}`, 10]]);
    await part(domain, id, 1, [[`a@${domain}`, 11]]);
    await part(domain, id, 2, [[`b@${domain}`, 20]]);
    await part(domain, id, 3, [[`c@${domain}`, 30]]);
    expect(await part(domain, id, 3, [[`c@${domain}`, 30]])).toBe(
      `Queue "${domain}" was uploaded already.`,
    );
    const { accounts } = await desk.analysis({ search: domain });
    expect(accounts.map(({ best_ratio }) => best_ratio)).toEqual([0.011, 0.02, 0.03]);
  });

  test('of one part is applied once, also when it is sent again after a lost answer', async () => {
    const domain = ownDomain();
    const upload = { id: crypto.randomUUID(), part: 1, parts: 1 };
    const send = () =>
      desk.insert({ ...queueHead(domain), upload }, [
        [`a@${domain}`, 10],
        [`A@${domain}`, 12],
      ]);
    const whole = `Queue "${domain}" uploaded with 1 account.`;
    expect(await send()).toContain(whole);
    expect(await send()).toBe(`Queue "${domain}" was uploaded already.`);
    const other = crypto.randomUUID();
    const twice = () =>
      desk.insert({ ...queueHead(domain), upload: { ...upload, id: other } }, [[`b@${domain}`, 1]]);
    const messages = await Promise.all([twice(), twice(), twice()]);
    expect(messages.filter((message) => message.includes('replaced: 1 account'))).toHaveLength(1);
    expect(accountNames((await desk.analysis({ search: domain })).accounts)).toEqual([
      `b@${domain}`,
    ]);
  });

  test.each([1, 2, 3, 4, 5])(
    'keeps every position when the last part arrives twice at once (%i)',
    async () => {
      const domain = ownDomain();
      const id = crypto.randomUUID();
      const rows = Array.from({ length: 200 }, (_, n): [string, number] => [
        `${n}@${domain}`,
        n + 1,
      ]);
      await part(domain, id, 1, rows);
      await part(domain, id, 2, [[`b@${domain}`, 20]]);
      const last = () => part(domain, id, 3, [[`c@${domain}`, 30]]);
      const messages = await Promise.all([last(), last(), last()]);
      const whole = `Queue "${domain}" uploaded with 202 accounts.`;
      expect(messages.filter((message) => message === whole)).toHaveLength(1);
      for (const message of messages) {
        expect([whole, `Queue "${domain}" was uploaded already.`]).toContain(message);
      }
      expect((await desk.analysis({ search: domain })).total_accounts).toBe(202);
    },
  );

  test('recognizes a repeated part after another upload has replaced the queue', async () => {
    const domain = ownDomain();
    const id = crypto.randomUUID();
    for (const number of [1, 2, 3]) await part(domain, id, number, [[`${number}@${domain}`, 1]]);
    await desk.insert(queueHead(domain), [[`new@${domain}`, 1]]);
    expect(await part(domain, id, 3, [[`3@${domain}`, 1]])).toBe(
      `Queue "${domain}" was uploaded already.`,
    );
    expect(accountNames((await desk.analysis({ search: domain })).accounts)).toEqual([
      `new@${domain}`,
    ]);
  });

  test.each([
    ['queue_total', { queue_total: 100_000 }],
    ['queue_id', { queue_id: 'another queue' }],
    ['type', { type: 'standard' as const }],
    ['queue_date', { queue_date: '2026-11-21' }],
    ['number of parts', { upload: { parts: 4 } }],
  ])(
    'refuses a part with another %s than the first one',
    async (_, { upload, ...other }: Other) => {
      const domain = ownDomain();
      const id = crypto.randomUUID();
      await part(domain, id, 1, [[`a@${domain}`, 10]]);
      const response = await desk.post('/queues/insert', {
        type: 'verified_fan',
        ...queueHead(domain),
        ...other,
        upload: { id, part: 2, parts: 3, ...upload },
        accounts: [{ account_name: `b@${domain}`, position: 20 }],
      });
      expect(response.status).toBe(400);
      await part(domain, id, 2, [[`b@${domain}`, 20]]);
      expect(await part(domain, id, 3, [[`c@${domain}`, 30]])).toBe(
        `Queue "${domain}" uploaded with 3 accounts.`,
      );
    },
  );

  test('refuses a part that another operator sends', async () => {
    const domain = ownDomain();
    const id = crypto.randomUUID();
    await part(domain, id, 1, [[`a@${domain}`, 10]]);
    const other = await openQueues();
    const response = await other.post('/queues/insert', {
      type: 'verified_fan',
      ...queueHead(domain),
      upload: { id, part: 2, parts: 3 },
      accounts: [{ account_name: `b@${domain}`, position: 20 }],
    });
    expect(response.status).toBe(400);
  });
});
