import { eq, type SQL } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SampleDataAnswer } from '../../shared/sample-data/schema.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { sampleData } from '../../worker/db/schema/sample-data.ts';
import { MAILBOXES, PRICE_URLS } from '../../worker/features/sample-data/content.ts';
import { runSampleData } from '../../worker/features/sample-data/index.ts';
import { loadSampleData, removeSampleData } from '../../worker/features/sample-data/service.ts';
import { whenFree } from '../factories/worker/alone.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { countUploads } from './queues-world.ts';
import { readSettings } from './settings.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
let operator: { id: number; email: string };
beforeAll(async () => {
  call = await openCalls();
  const { id, email } = await makeOperator();
  operator = { id, email };
});

// biome-ignore lint/suspicious/noExplicitAny: each list is compared with its expected content.
const get = async (path: string): Promise<any> => (await call(path)).json();
const send = (method: string, path: string, body?: unknown) =>
  call(path, {
    method,
    json: body,
  });
const state = async (): Promise<SampleDataAnswer> => get('/sample-data');
const run = (ctx = makeCtx()) => whenFree(() => runSampleData(ctx));
const load = async () => {
  await loadSampleData(makeCtx({ operator }));
  await run();
};
const remove = async () => {
  if ((await state()).state !== 'none') await removeSampleData(makeCtx({ operator }));
  await run();
};

/** The sample data that are stored. */
async function survey() {
  await countUploads();
  const named = async (type: string) => {
    const { data } = await get(`/queues/list?type=${type}`);
    const { stats } = await get(`/queues/accounts?type=${type}&limit=0`);
    const queues = data.filter((queue: { queue_id: string }) => /^sample-/.test(queue.queue_id));
    return {
      queues: queues.map((queue: { accounts: number }) => queue.accounts),
      categories: stats.categories_list
        .filter(({ name }: { name: string }) => name.startsWith('Sample '))
        .map((one: { name: string; total_accounts: number; tested_accounts: number }) =>
          [one.name, one.total_accounts, one.tested_accounts].join(' '),
        ),
    };
  };
  const prices = await get('/events/price-targets?tag=sample');
  const artists = await get('/events/monitored-artists');
  const mailboxes = await get('/imap-accounts');
  return {
    mailboxes: mailboxes.accounts
      .filter(({ user }: { user: string }) => user.endsWith('@simulator.test'))
      .map((one: { user: string; host: string; port: number; tags: string[] }) =>
        [one.user, one.host, one.port, one.tags.join()].join(' '),
      ),
    verifiedFan: await named('verified_fan'),
    standard: await named('standard'),
    profiles: (await get('/profiles?limit=1&search=Sample')).total,
    prices: prices.total,
    artists: artists.data
      .map((artist: { artist_name: string }) => artist.artist_name)
      .filter((name: string) => /Lanterns|Marin|Albion|Tide/.test(name)),
  };
}

const EVERYTHING = {
  mailboxes: ['fanclub', 'newsletters', 'presales'].map(
    (name) => `${name}@simulator.test imap.simulator.test 143 sample`,
  ),
  verifiedFan: {
    queues: [3_000, 3_000, 3_000],
    categories: ['Sample Gold 300 300', 'Sample Silver 700 700', 'Sample Untested 40 0'],
  },
  standard: { queues: [3_000, 3_000], categories: ['Sample Gold 300 300'] },
  profiles: 48,
  prices: 24,
  artists: ['Albion Choir', 'Northern Lanterns', 'Rising Tide', 'Vela Marin'],
};
const NOTHING = {
  mailboxes: [],
  verifiedFan: { queues: [], categories: [] },
  standard: { queues: [], categories: [] },
  profiles: 0,
  prices: 0,
  artists: [],
};

describe('sample data', () => {
  beforeEach(remove);

  test('are loaded once and removed as a whole, on behalf of the operator', async () => {
    expect(await survey()).toEqual(NOTHING);
    await load();
    expect(await survey()).toEqual(EVERYTHING);
    expect(await state()).toMatchObject({ state: 'loaded', done: 13, steps: 13, failure: null });

    await load();
    expect(await survey()).toEqual(EVERYTHING);

    await remove();
    expect(await survey()).toEqual(NOTHING);
    expect(await state()).toMatchObject({ state: 'none', kept: [] });
    const trail = await makeCtx().db.select().from(audit).where(eq(audit.operatorId, operator.id));
    const actions = trail.map(({ action }) => action);
    expect(actions).toContain('sample-data.load');
    expect(actions).toContain('sample-data.remove');
    expect(actions.filter((action) => action === 'profiles.add')).toHaveLength(1);
    expect(actions.filter((action) => action === 'queues.upload')).toHaveLength(5);
  });

  // A queue, a category, the profiles, the mailboxes and the artists.
  test.each([0, 5, 9, 11, 12])(
    'leave nothing if they are removed while step %i begins',
    async (step) => {
      await loadSampleData(makeCtx({ operator }));
      const before = makeCtx().db;
      // The operator presses Remove after the job has read its row, just before the step.
      let reads = 0;
      const readRow = async (condition: SQL) => {
        const rows = await before.select().from(sampleData).where(condition);
        reads += 1;
        if (reads === step + 1) await removeSampleData(makeCtx({ operator }));
        return rows;
      };
      const select = () => ({
        from: (table: Parameters<ReturnType<typeof before.select>['from']>[0]) =>
          table === sampleData ? { where: readRow } : before.select().from(table),
      });
      const db = new Proxy(before, {
        get: (target, name, receiver) =>
          name === 'select'
            ? (...columns: object[]) =>
                columns.length === 0 ? select() : Reflect.apply(target.select, target, columns)
            : Reflect.get(target, name, receiver),
      });
      const ctx = Object.defineProperty(makeCtx(), 'db', { value: db });
      await run(ctx);
      expect(reads).toBeGreaterThan(step);
      expect(await state()).toMatchObject({ state: 'none' });
      expect(await survey()).toEqual(NOTHING);
    },
  );

  test('can be removed twice at once, and both calls succeed', async () => {
    await load();
    // The route is not called, because its jobs would continue with the load of the next test.
    const remove = () => removeSampleData(makeCtx({ operator }));
    const results = await Promise.allSettled([remove(), remove(), remove()]);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
    await run();
    expect(await state()).toMatchObject({ state: 'none' });
  });

  test('name the reason if a load fails half way, and the load continues where it stopped', async () => {
    await loadSampleData(makeCtx({ operator }));
    const broken = makeCtx({
      gateOf: () => {
        throw new Error('no gate');
      },
    });
    await expect(run(broken)).rejects.toThrow('no gate');
    expect(await state()).toMatchObject({
      state: 'loading',
      done: 12,
      failure: 'The server failed.',
    });
    expect((await survey()).artists).toEqual([]);

    await run();
    expect(await survey()).toEqual(EVERYTHING);
    expect(await state()).toMatchObject({ state: 'loaded', failure: null });
  });

  test('are also removed if a load is cancelled half way', async () => {
    await loadSampleData(makeCtx({ operator }));
    const broken = makeCtx({
      gateOf: () => {
        throw new Error('no gate');
      },
    });
    await expect(run(broken)).rejects.toThrow('no gate');
    await remove();
    expect(await survey()).toEqual(NOTHING);
  });

  test('keep earlier objects and those that operators changed, and name them', async () => {
    const queue = { type: 'standard', queue_id: 'sample-grand-tour', queue_date: '2026-01-02' };
    const artist = {
      ...queue,
      queue_total: 10,
      accounts: [{ account_name: 'me@d.test', position: 3 }],
    };
    await send('POST', '/queues/insert', artist);
    const ownEvent = { url: PRICE_URLS[0], tags: ['mine'] };
    await send('POST', '/events/price-targets', { targets: [ownEvent], tags: [] });
    const ownMailbox = { ...MAILBOXES[0], password: 'own password', is_active: false };
    await send('POST', '/imap-accounts', ownMailbox);
    await load();
    const added = ['mine@desk.test'];
    await send('POST', '/queues/accounts', {
      type: 'verified_fan',
      category_name: 'Sample Silver',
      accounts: added,
    });
    const { data } = await get('/events/price-targets?tag=sample&sort=added&limit=1');
    await send('POST', '/events/price-alerts', { url: data[0].url, kind: 'below', value: 5 });
    const { data: artists } = await get('/events/monitored-artists');
    const vela = artists.find((one: { artist_name: string }) => one.artist_name === 'Vela Marin');
    const changed = { ...vela, end_monitoring: '2099-01-01' };
    await send('PUT', `/events/monitored-artists/${vela.artist_id}`, changed);

    await remove();
    expect(await survey()).toEqual({
      ...NOTHING,
      mailboxes: ['fanclub@simulator.test imap.simulator.test 143 '],
      verifiedFan: { queues: [], categories: ['Sample Silver 1 0'] },
      standard: { queues: [1], categories: [] },
      prices: 1,
      artists: ['Vela Marin'],
    });
    const { kept } = await state();
    expect(kept).toEqual([
      'Queue "sample-grand-tour" is one of yours.',
      'Category "Sample Silver" has accounts of yours (1).',
      expect.stringMatching(/ does not have the tag "sample"\.$/),
      expect.stringMatching(/ has an alert, a tag or a pause of yours\.$/),
      'Vela Marin is monitored on dates of yours.',
    ]);
    await send('POST', '/queues/delete', { type: 'standard', queue_id: queue.queue_id });
    const category = { type: 'verified_fan', category_name: 'Sample Silver' };
    await send('POST', '/queues/category/delete', category);
    await send('POST', '/events/price-targets/remove', { ids: [data[0].id] });
    await send('DELETE', `/events/monitored-artists/${vela.artist_id}`);
    const { data: events } = await get('/events/price-targets?tag=mine');
    expect(events.map(({ url }: { url: string }) => url)).toEqual([ownEvent.url]);
    await send('POST', '/events/price-targets/remove', { ids: [events[0].id] });
    const { accounts } = await get('/imap-accounts');
    const mailbox = accounts.find(({ user }: { user: string }) => user === ownMailbox.user);
    await send('DELETE', `/imap-accounts/${mailbox.id}`);
  });

  test('exist only with simulated providers', async () => {
    const live = makeCtx({ operator, env: { ...readSettings(), PROVIDERS: 'live' } });
    const message = 'Sample data exist only with simulated providers.';
    await expect(loadSampleData(live)).rejects.toThrow(message);
    await expect(removeSampleData(live)).rejects.toThrow(message);
    expect((await send('DELETE', '/sample-data')).status).toBe(404);
  });
});
