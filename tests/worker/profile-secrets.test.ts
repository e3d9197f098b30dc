import { createHash } from 'node:crypto';
import { desc, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { passkeys, recoveryCodes } from '../../worker/db/schema/passkeys.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { confirmSessions, makeOperator, type TestOperator } from '../factories/worker/operators.ts';
import { makeProfile, unique } from '../factories/worker/profile.ts';
import { callApi, failureOf } from './api.ts';

afterEach(() => void vi.restoreAllMocks());

/** 30 profiles of one city. */
const city = `Reading ${unique()}`;
let ids: number[];
beforeAll(async () => {
  const { token } = await makeOperator();
  const profiles = Array.from({ length: 30 }, () => makeProfile({ city }));
  await callApi('/api/profiles', { token, json: { profiles } });
  const list = await callApi(`/api/profiles?limit=100&search=${encodeURIComponent(city)}`, {
    token,
  });
  ids = (await list.json<{ data: { id: number }[] }>()).data.map(({ id }) => id);
});

type Caller = Pick<TestOperator, 'token'>;
const openFull = ({ token }: Caller, json: object = { ids: ids.slice(0, 1) }) =>
  callApi('/api/profiles/full', { token, json });
/** Reads the answer to its end, because until then it takes the operator's only slot. */
async function readFull(caller: Caller, json?: object) {
  const response = await openFull(caller, json);
  return new Response(await response.arrayBuffer(), response);
}
const reveal = ({ token }: TestOperator, id = ids[0]) =>
  callApi(`/api/profiles/${id}/reveal`, { method: 'POST', token });

describe('limits', () => {
  test('full profiles can be read six times a minute, and one profile can be shown 30 times', async () => {
    const [operator, other] = [await makeOperator(), await makeOperator()];
    // The clock is stopped, because otherwise the bucket would fill evenly.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    for (let call = 0; call < 6; call += 1) {
      expect((await readFull(operator)).status).toBe(200);
    }
    expect((await readFull(operator)).status).toBe(429);
    for (let call = 0; call < 30; call += 1) expect((await reveal(operator)).status).toBe(200);
    const refused = await reveal(operator);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '2']);
    expect((await readFull(other)).status).toBe(200);
  });

  test('one answer of full profiles is sent to an operator at a time', async () => {
    const operator = await makeOperator();
    // It does not read all profiles: those of other tests may have secrets that cannot be opened.
    const open = await openFull(operator, { search: city });
    expect(open.status).toBe(200);
    const second = openFull(operator);
    const { now } = Date;
    let ahead = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      ahead += 2_000;
      return now() + ahead;
    });
    expect((await second).status).toBe(429);
    vi.restoreAllMocks();
    await open.body?.cancel();
    expect((await readFull(operator)).status).toBe(200);
  });
});

describe('a notice for the team', () => {
  const noticesOf = async ({ email }: TestOperator) => {
    const rows = await makeCtx()
      .db.select()
      .from(notifications)
      .where(sql`${notifications.body} like ${`${email} %`}`)
      .orderBy(desc(notifications.id));
    return rows.map(({ kind, title, topic, body, href }) => ({ kind, title, topic, body, href }));
  };
  const noticeOf = ({ email }: TestOperator, profiles: number, end = '.') => ({
    kind: 'system',
    title: `${profiles} profiles read`,
    topic: 'Card data read',
    body: `${email} read the full card numbers, CVVs and passwords of ${profiles} profiles${end}`,
    href: '/profiles',
  });

  test.each([
    ['by id', () => ({ ids: ids.slice(0, 21) }), 21],
    ['by a search', () => ({ search: city }), 30],
    ['up to a limit', () => ({ search: city, limit: 25 }), 25],
  ])('is sent for each reading of more than 20 profiles, %s', async (_, filter, profiles) => {
    const operator = await makeOperator();
    for (let call = 0; call < 2; call += 1) {
      await readFull(operator, filter());
    }
    const notice = noticeOf(operator, profiles);
    expect(await noticesOf(operator)).toEqual([notice, notice]);
  });

  test.each([
    ['20 profiles', () => ({ ids: ids.slice(0, 20) })],
    ['the first of many', () => ({ search: city, limit: 5 })],
    ['none', () => ({ search: unique() })],
  ])('is not sent for a reading of %s', async (_, filter) => {
    const operator = await makeOperator();
    await readFull(operator, filter());
    expect(await noticesOf(operator)).toEqual([]);
  });

  test('is sent once when many small readings of an hour exceed 20 profiles', async () => {
    const operator = await makeOperator();
    for (const id of ids.slice(0, 15)) await reveal(operator, id);
    await readFull(operator, { ids: ids.slice(15, 20) });
    expect(await noticesOf(operator)).toEqual([]);
    await reveal(operator, ids[20]);
    await reveal(operator, ids[21]);
    expect(await noticesOf(operator)).toEqual([noticeOf(operator, 21, ' within an hour.')]);
  });

  test('names the token that read them', async () => {
    const operator = await makeOperator();
    const scopes = ['read', 'secrets'];
    const { password } = operator;
    const json = { name: 'Card export', scopes, expires_at: null, password };
    const made = await callApi('/api/api-tokens', { token: operator.token, json });
    const { token } = await made.json<{ token: string }>();
    await readFull({ token }, { ids: ids.slice(0, 21) });
    const [notice] = await noticesOf(operator);
    expect(notice?.body).toBe(
      `${operator.email} through token "Card export" read the full card numbers, CVVs and passwords of 21 profiles.`,
    );
  });

  test("is sent again with each doubling of an hour's profiles", async () => {
    const operator = await makeOperator();
    const within = (profiles: number) => noticeOf(operator, profiles, ' within an hour.');
    // 20, 39, 40, 41, 60, 80 and 98 profiles.
    for (const count of [20, 19, 1, 1, 19, 20, 18]) {
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
      await readFull(operator, { ids: ids.slice(0, count) });
    }
    expect(await noticesOf(operator)).toEqual([98, 41, 39].map(within));
  });
});

describe('an operator with a passkey', () => {
  const CODES = ['7Q2M-KX4D-9RTA-2HWB', '2222-3333-4444-5555', '6666-7777-8888-9999'];

  /** Signs in with the first recovery code; the others remain. */
  async function makeGuarded() {
    const operator = await makeOperator();
    const { db } = makeCtx();
    await db.insert(passkeys).values({
      id: crypto.randomUUID(),
      operatorId: operator.id,
      name: 'Key',
      publicKey: 'AAAA',
      counter: 0,
      transports: [],
      createdAt: Date.now(),
    });
    const hashes = CODES.map((code) => {
      const text = `${operator.id} ${code.replaceAll('-', '')}`;
      return createHash('sha256').update(text).digest('base64url');
    });
    await db
      .insert(recoveryCodes)
      .values(hashes.map((hash) => ({ operatorId: operator.id, hash })));
    return operator;
  }

  async function logIn({ email, password }: TestOperator): Promise<string> {
    const first = await callApi('/api/auth/login', { json: { email, password } });
    const { second_factor } = await first.json<{ second_factor: { ticket: string } }>();
    const json = { ticket: second_factor.ticket, recovery_code: CODES[0] };
    const second = await callApi('/api/auth/login/second-factor', { json });
    return (await second.json<{ token: string }>()).token;
  }

  const start = async (token: string) => {
    const response = await callApi('/api/auth/confirm/options', { method: 'POST', token });
    expect(response.status).toBe(200);
    return response.json<{ ticket: string; options: string }>();
  };
  const confirm = (token: string, json: object) => callApi('/api/auth/confirm', { token, json });
  const minutesAgo = (operatorId: number, minutes: number) =>
    confirmSessions(operatorId, Date.now() - minutes * 60_000);

  test('may read full profiles for 15 minutes after a second factor', async () => {
    const operator = await makeGuarded();
    const token = await logIn(operator);
    expect((await readFull({ token })).status).toBe(200);
    await minutesAgo(operator.id, 14.9);
    expect((await readFull({ token })).status).toBe(200);
    await minutesAgo(operator.id, 15);
    const refused = await readFull({ token });
    expect([refused.status, refused.headers.get('X-Requirement')]).toEqual([403, 'passkey']);
    expect(await failureOf(refused)).toEqual({
      success: false,
      message: 'Confirm with your passkey first.',
    });
    // Lists and a single profile need no second factor.
    expect((await callApi('/api/profiles?limit=1', { token })).status).toBe(200);
    expect((await reveal({ ...operator, token })).status).toBe(200);
  });

  test('may read 20 single profiles in an hour without a recent second factor', async () => {
    const operator = await makeGuarded();
    for (const id of ids.slice(0, 20)) expect((await reveal(operator, id)).status).toBe(200);
    const refused = await reveal(operator, ids[20]);
    expect([refused.status, refused.headers.get('X-Requirement')]).toEqual([403, 'passkey']);
    await minutesAgo(operator.id, 1);
    expect((await reveal(operator, ids[20])).status).toBe(200);
  });

  test('confirms a session that was opened before the passkey was added', async () => {
    const operator = await makeGuarded();
    const { token } = operator;
    expect((await readFull({ token })).status).toBe(403);
    const { ticket, options } = await start(token);
    expect(JSON.parse(options)).toMatchObject({ rpId: 'desk.test', allowCredentials: [{}] });
    expect((await confirm(token, { ticket, recovery_code: 'WRONG' })).status).toBe(400);
    expect((await readFull({ token })).status).toBe(403);
    expect((await confirm(token, { ticket, recovery_code: CODES[1] })).status).toBe(200);
    expect((await readFull({ token })).status).toBe(200);
    // The ticket and the code are used up.
    for (const recovery_code of [CODES[1], CODES[2]]) {
      expect((await confirm(token, { ticket, recovery_code })).status).toBe(400);
    }
  });

  test('confirms only this session, with a ticket for this purpose', async () => {
    const [operator, other] = [await makeGuarded(), await makeGuarded()];
    const { token, email, password } = operator;
    const foreign = await start(other.token);
    const first = await callApi('/api/auth/login', { json: { email, password } });
    const { second_factor } = await first.json<{ second_factor: { ticket: string } }>();
    for (const { ticket } of [foreign, second_factor]) {
      const refused = await confirm(token, { ticket, recovery_code: CODES[1] });
      expect(refused.status).toBe(400);
    }
    const { ticket } = await start(token);
    const json = { ticket, recovery_code: CODES[1] };
    expect((await callApi('/api/auth/login/second-factor', { json })).status).toBe(401);
    const elsewhere = await logIn(operator);
    expect((await readFull({ token: elsewhere })).status).toBe(200);
    expect((await readFull({ token })).status).toBe(403);
  });

  test('is refused a confirmation without a passkey', async () => {
    const { token } = await makeOperator();
    const response = await callApi('/api/auth/confirm/options', { method: 'POST', token });
    expect(response.status).toBe(400);
    expect((await failureOf(response)).message).toBe('You have no passkey.');
  });
});
