import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/index.ts';
import { accountNames, openQueues, ownDomain } from './queues-world.ts';
import { readSettings } from './settings.ts';

let desk: Awaited<ReturnType<typeof openQueues>>;
beforeAll(async () => {
  desk = await openQueues();
});

const type = 'verified_fan';
const openDb = () => openDatabase(readSettings());

describe('categories', () => {
  test('are renamed, but not to the name of another category', async () => {
    const domain = ownDomain();
    await desk.add(`one ${domain}`, [`a@${domain}`]);
    await desk.add(`two ${domain}`, [`b@${domain}`]);
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
    expect(accountNames(await desk.membersOf(`three ${domain}`))).toEqual([`a@${domain}`]);
  });

  describe('renamed at the same time', () => {
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
      await Promise.all(['r1', 'r2'].map((name) => desk.add(`${name} ${domain}`, [`a@${domain}`])));
      const responses = await Promise.all([
        rename(`r1 ${domain}`, `t ${domain}`),
        rename(`r2 ${domain}`, `t ${domain}`),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    test.each(rounds)('from one name: one succeeds, the other finds nothing (%i)', async () => {
      const domain = ownDomain();
      await desk.add(`r1 ${domain}`, [`a@${domain}`]);
      const responses = await Promise.all([
        rename(`r1 ${domain}`, `a ${domain}`),
        rename(`r1 ${domain}`, `b ${domain}`),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(await namesOf(domain)).toHaveLength(1);
    });

    test.each(rounds)('and created under the new name: never a 500 (%i)', async () => {
      const domain = ownDomain();
      await desk.add(`r1 ${domain}`, [`a@${domain}`]);
      const [renamed] = await Promise.all([
        rename(`r1 ${domain}`, `t ${domain}`),
        desk.add(`t ${domain}`, [`b@${domain}`]),
      ]);
      expect([200, 409]).toContain(renamed.status);
      expect(await namesOf(domain)).toHaveLength(renamed.status === 200 ? 1 : 2);
    });

    test.each(rounds)('and deleted: each call that succeeded took effect (%i)', async () => {
      const domain = ownDomain();
      await desk.add(`r1 ${domain}`, [`a@${domain}`]);
      const [renamed, removed] = await Promise.all([
        rename(`r1 ${domain}`, `t ${domain}`),
        remove(`r1 ${domain}`),
      ]);
      expect([renamed.status, removed.status].sort()).toEqual([200, 404]);
      expect(await namesOf(domain)).toEqual(renamed.status === 200 ? [`t ${domain}`] : []);
    });
  });

  test('are deleted; accounts that a queue contains remain in the analysis', async () => {
    const domain = ownDomain();
    await desk.insert({ queue_id: domain, queue_total: 100, queue_date: '2026-11-20' }, [
      [`held@${domain}`, 1],
    ]);
    await desk.add(domain, [`held@${domain}`, `free@${domain}`]);
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
    await desk.add(`from ${domain}`, [a, b, c]);
    await desk.add(`to ${domain}`, [b]);
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
      `2 accounts moved to "to ${domain}" (1 already there).`,
    );
    expect(accountNames(await desk.membersOf(`from ${domain}`))).toEqual([a]);
    expect(accountNames(await desk.membersOf(`to ${domain}`))).toEqual([a, b, c]);
  });

  test('lose accounts that are removed; accounts that nothing else contains are deleted', async () => {
    const domain = ownDomain();
    const mail = (name: string) => `${name}@${domain}`;
    await desk.add(`one ${domain}`, ['alone', 'shared', 'tested', 'kept'].map(mail));
    await desk.add(`two ${domain}`, [mail('shared')]);
    await desk.insert({ queue_id: domain, queue_total: 9, queue_date: '2026-11-20' }, [
      [mail('tested'), 1],
    ]);
    const remove = (category_name: string) =>
      desk.post('/queues/category/remove', {
        type,
        category_name,
        accounts: ['ALONE', 'shared', 'tested', 'unknown'].map(mail),
      });
    const response = await remove(`ONE ${domain}`);
    expect(await response.json()).toEqual({
      success: true,
      message: `3 accounts removed from "ONE ${domain}".`,
    });
    expect(accountNames(await desk.membersOf(`one ${domain}`))).toEqual([mail('kept')]);
    expect(accountNames(await desk.membersOf(`two ${domain}`))).toEqual([mail('shared')]);
    expect((await desk.analysis({ search: domain })).total_accounts).toBe(1);
    const untested = await desk.analysis({ search: domain, untested: 'true', limit: '10' });
    expect(accountNames(untested.accounts)).toEqual([mail('kept'), mail('shared')]);
    expect((await remove(`no ${domain}`)).status).toBe(404);
    const rows = await openDb().select().from(audit);
    const own = rows.filter(({ subject }) => subject.includes(domain));
    expect(own.filter(({ action }) => action === 'queues.category.remove')).toHaveLength(1);
  });

  test('are listed for the accounts that they contain', async () => {
    const domain = ownDomain();
    const mail = (name: string) => `${name}@${domain}`;
    await desk.add(`Gold ${domain}`, [mail('a'), mail('b')]);
    await desk.add(`Silver ${domain}`, [mail('B')]);
    const response = await desk.post('/queues/accounts/holders', {
      type,
      accounts: [mail('A'), mail('b'), mail('nobody')],
    });
    expect(await response.json()).toEqual({
      success: true,
      data: {
        [mail('a')]: [`Gold ${domain}`],
        [mail('b')]: [`Gold ${domain}`, `Silver ${domain}`],
      },
    });
    const other = await desk.post('/queues/accounts/holders', {
      type: 'standard',
      accounts: [mail('a')],
    });
    expect(await other.json()).toEqual({ success: true, data: {} });
  });

  test('add lines to the audit trail that name no account', async () => {
    const domain = ownDomain();
    await desk.add(domain, [`secret@${domain}`]);
    await desk.insert({ queue_id: domain, queue_total: 9, queue_date: '2026-11-20' }, [
      [`secret@${domain}`, 1],
    ]);
    const rows = await openDb().select().from(audit);
    const entries = rows.filter(({ subject }) => subject.includes(domain));
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['queues.category.add', `queue_category:verified_fan:${domain}`],
      ['queues.upload', `queue:verified_fan:${domain}`],
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret@');
  });
});
