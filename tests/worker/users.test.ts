import { desc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { readSettings } from './settings.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

const generate = async (body: object) => {
  const response = await call('/users/get_random', {
    method: 'POST',
    json: body,
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

test('an answer has exactly the specified fields', async () => {
  const { status, body } = await generate({ amount: 3, nationality: 'DE' });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['success', 'users']);
  expect(body.users).toHaveLength(3);
  const fields = ['name', 'address', 'city', 'state', 'postal', 'phoneNumber', 'country'];
  for (const user of body.users) expect(Object.keys(user)).toEqual(fields);
});

test('5,000 users are returned in one call, with their parts on request', async () => {
  const { body } = await generate({ amount: 5_000, nationality: 'JP', seed: '4711', parts: true });
  expect(body.users).toHaveLength(5_000);
  const [user] = body.users;
  expect(user.latin.city).toMatch(/^[\w, -]+$/);
  expect(user.first_name).toMatch(/^\w+$/);
  const again = await generate({ amount: 1, nationality: 'JP', seed: '4711', parts: true });
  expect(again.body.users).toEqual([user]);
});

test('without a seed each call returns other users', async () => {
  const one = await generate({ amount: 20, nationality: 'FR' });
  expect((await generate({ amount: 20, nationality: 'FR' })).body).not.toEqual(one.body);
});

test.each([
  [{ amount: 5_001, nationality: 'US' }, 'amount'],
  [{ amount: 10, nationality: 'XX' }, 'nationality'],
  [{ amount: 10 }, 'nationality'],
])('%j is refused', async (body, path) => {
  const answer = await generate(body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, issues: [{ path }] });
});

test('the count is recorded, but nothing of the users', async () => {
  // Other files count users at the same time, so the sum is at least this test's number.
  const generated = async (): Promise<number> =>
    JSON.parse(await (await call('/dashboard')).text()).generators.user_generator.total_generated;
  const before = await generated();
  const { body } = await generate({ amount: 37, nationality: 'SE' });
  const db = openDatabase(readSettings());
  const entries = await db
    .select()
    .from(audit)
    .where(eq(audit.action, 'users.generate'))
    .orderBy(desc(audit.id))
    .limit(1);
  expect(JSON.parse(entries[0]?.detail ?? '')).toEqual({ amount: 37, nationality: 'SE' });
  expect(JSON.stringify(entries)).not.toContain(body.users[0].name);
  expect(await generated()).toBeGreaterThanOrEqual(before + 37);
});
