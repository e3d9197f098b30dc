import { describe, expect, test } from 'vitest';
import { newView, VIEW_LIMITS, type View } from '../../shared/views/schema.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { views } from '../../worker/db/schema/views.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import { readSettings } from './settings.ts';

const PRESALES = {
  screen: 'ticketmaster',
  name: 'Presales',
  address: '?status=presale&country=DE',
  columns: ['location', 'limit'],
  is_shared: false,
};

/** The calls of a new operator. */
async function openDesk() {
  const { token, id: operatorId } = await makeOperator();
  const call = (method: string, path: string, json?: unknown) =>
    callApi(`/api${path}`, { token, method, ...(json !== undefined && { json }) });
  return {
    call,
    operatorId,
    list: async (screen: string): Promise<View[]> =>
      ((await (await call('GET', `/views?screen=${screen}`)).json()) as { data: View[] }).data,
    add: async (part: object = {}): Promise<View> => {
      const answer = await call('POST', '/views', { ...PRESALES, ...part });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { data: View }).data;
    },
  };
}
type Desk = Awaited<ReturnType<typeof openDesk>>;

const idsOf = async (desk: Desk, screen = 'ticketmaster') =>
  (await desk.list(screen)).map(({ id }) => id);

describe('a view', () => {
  test('is saved, listed only on its screen, replaced and deleted', async () => {
    const desk = await openDesk();
    const view = await desk.add();
    expect(view).toMatchObject({ ...PRESALES, is_own: true, changed_at: null });
    expect(await desk.list('ticketmaster')).toContainEqual(view);
    expect(await idsOf(desk, 'agenda')).not.toContain(view.id);

    const changed = { ...PRESALES, name: 'All of France', address: '?country=FR', columns: null };
    expect((await desk.call('PUT', `/views/${view.id}`, changed)).status).toBe(200);
    const [stored] = (await desk.list('ticketmaster')).filter(({ id }) => id === view.id);
    expect(stored).toMatchObject({ ...changed, changed_at: expect.any(String) });

    expect((await desk.call('DELETE', `/views/${view.id}`)).status).toBe(200);
    expect(await idsOf(desk)).not.toContain(view.id);
  });

  test('is visible to others if it is shared, and changed and deleted only by its author', async () => {
    const [author, other] = [await openDesk(), await openDesk()];
    const own = await author.add({ name: 'Own' });
    const shared = await author.add({ name: 'Shared', is_shared: true });
    const seen = await idsOf(other);
    expect(seen).toContain(shared.id);
    expect(seen).not.toContain(own.id);
    const listed = (await other.list('ticketmaster')).find(({ id }) => id === shared.id);
    expect(listed).toEqual({ ...shared, is_own: false });

    for (const { id } of [own, shared]) {
      expect((await other.call('PUT', `/views/${id}`, PRESALES)).status).toBe(404);
      expect((await other.call('DELETE', `/views/${id}`)).status).toBe(404);
    }
    expect(await idsOf(author)).toEqual(expect.arrayContaining([own.id, shared.id]));

    await author.call('PUT', `/views/${shared.id}`, { ...PRESALES, name: 'Shared' });
    expect(await idsOf(other)).not.toContain(shared.id);
  });

  test('has a name that no other view of the operator on the screen has, in any letter case', async () => {
    const [desk, other] = [await openDesk(), await openDesk()];
    const { id } = await desk.add({ name: 'Été' });
    const second = await desk.add({ name: 'Hiver' });
    const taken = await desk.call('POST', '/views', { ...PRESALES, name: ' ETE ' });
    expect(taken.status).toBe(409);
    expect((await failureOf(taken)).message).toBe('You have a view named "ETE" on this screen.');
    const renamed = { ...PRESALES, name: 'été' };
    expect((await desk.call('PUT', `/views/${second.id}`, renamed)).status).toBe(409);
    expect((await desk.call('PUT', `/views/${id}`, renamed)).status).toBe(200);
    await desk.add({ name: 'Été', screen: 'agenda' });
    await other.add({ name: 'Été' });
  });
});

test('an operator has at most 100 views on all screens', async () => {
  const desk = await openDesk();
  const row = { operatorId: desk.operatorId, address: '', isShared: false, createdAt: 0 };
  const rows = Array.from({ length: VIEW_LIMITS.views - 1 }, (_, at) => ({
    ...row,
    screen: 'events' as const,
    name: `${at}`,
    nameKey: `${at}`,
  }));
  await openDatabase(readSettings()).insert(views).values(rows);
  await desk.add();
  const refused = await desk.call('POST', '/views', { ...PRESALES, name: 'One more' });
  expect(refused.status).toBe(409);
  expect((await failureOf(refused)).message).toBe('An operator has at most 100 views. Delete one.');
});

test.each([
  ['an unknown screen', { screen: 'dashboard' }],
  ['a name of blanks', { name: '  ' }],
  ['a name that is too long', { name: 'x'.repeat(61) }],
  ['a path', { address: '/events?sort=name' }],
  ['another host', { address: '//desk.test/?sort=name' }],
  ['a long address', { address: `?filter=${'x'.repeat(2_000)}` }],
  ['51 columns', { columns: Array.from({ length: 51 }, (_, at) => `c${at}`) }],
])('%s is refused', (_, part) => {
  expect(newView.safeParse(PRESALES).success).toBe(true);
  expect(newView.safeParse({ ...PRESALES, ...part }).success).toBe(false);
});
