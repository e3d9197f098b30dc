import { afterEach, describe, expect, test, vi } from 'vitest';
import { passkeys } from '../../worker/db/schema/passkeys.ts';
import { disableOperator, setPassword } from '../../worker/features/account/operators.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { confirmSessions, makeOperator, type TestOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';
import { readSettings } from './settings.ts';

afterEach(() => void vi.restoreAllMocks());

const NEW_PASSWORD = 'chosen by the operator';

const logIn = ({ email, password }: { email: string; password: string }) =>
  callApi('/api/auth/login', { json: { email, password } });
const statusOf = async (token: string, path = '/api/auth/me') =>
  (await callApi(path, { token })).status;

/** Adds a passkey that no device of this test has, as another session of the operator could. */
const addPasskey = ({ id }: Pick<TestOperator, 'id'>) =>
  makeCtx().db.insert(passkeys).values({
    id: crypto.randomUUID(),
    operatorId: id,
    name: 'Key',
    publicKey: 'AAAA',
    counter: 0,
    transports: [],
    createdAt: Date.now(),
  });

/**
 * Does something just before the database receives the batch that contains the text, when
 * everything has been read.
 */
function interrupt(text: string, work: () => Promise<unknown>): void {
  const { LIBSQL_URL } = readSettings();
  const send = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch');
  spy.mockImplementation(async (input, init) => {
    const isQuery = input instanceof Request && input.url.startsWith(LIBSQL_URL);
    if (isQuery && (await input.clone().text()).includes(text)) {
      spy.mockImplementation(send);
      await work();
    }
    return send(input, init);
  });
}

const OWN_CHANGE = ({ token, password }: TestOperator) =>
  callApi('/api/auth/password', {
    token,
    json: { current_password: password, new_password: NEW_PASSWORD },
  });
const COMMAND = ({ email }: TestOperator) =>
  setPassword(makeCtx(), { email, password: NEW_PASSWORD });
const EVERYWHERE = ({ token }: TestOperator) =>
  callApi('/api/auth/logout', { token, json: { everywhere: true } });

describe('a sign-in that was checked earlier', () => {
  test.each([
    ['the operator changes the password', OWN_CHANGE],
    ['a command sets another password', COMMAND],
    ['the operator signs out everywhere', EVERYWHERE],
    ['a command disables the operator', (one: TestOperator) => disableOperator(makeCtx(), one)],
    ['the first passkey is added', addPasskey],
  ])('opens no session after %s', async (_, work) => {
    const operator = await makeOperator();
    interrupt('insert into \\"sessions\\"', () => work(operator));
    const answer = await logIn(operator);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { success: false, message: 'Invalid email or password.' },
    ]);
  });

  test.each([
    ['the operator changes the password', OWN_CHANGE],
    ['a command sets another password', COMMAND],
    ['the operator signs out everywhere', EVERYWHERE],
  ])('gets no ticket for the second factor after %s', async (_, work) => {
    const operator = await makeOperator();
    await addPasskey(operator);
    interrupt('insert into \\"passkey_challenges\\"', () => work(operator));
    expect((await logIn(operator)).status).toBe(401);
  });
});

describe('the ticket of a second factor', () => {
  test.each([
    ['the operator changes the password', OWN_CHANGE],
    ['a command sets another password', COMMAND],
    ['the operator signs out everywhere', EVERYWHERE],
  ])('ends when %s', async (_, work) => {
    const operator = await makeOperator();
    await addPasskey(operator);
    const { second_factor } = await (await logIn(operator)).json<{
      second_factor: { ticket: string };
    }>();
    await work(operator);
    const json = { ticket: second_factor.ticket, recovery_code: 'AAAA-AAAA-AAAA-AAAA' };
    const answer = await callApi('/api/auth/login/second-factor', { json });
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { success: false, message: 'This sign-in has ended. Enter your password again.' },
    ]);
  });
});

test('removing a passkey ends the other sessions', async () => {
  const operator = await makeOperator();
  const { token: other } = await (await logIn(operator)).json<{ token: string }>();
  await addPasskey(operator);
  const { token, password } = operator;
  const list = await (await callApi('/api/auth/passkeys', { token })).json<{
    passkeys: { id: string }[];
  }>();
  expect(await statusOf(other)).toBe(200);
  const json = { id: list.passkeys[0]?.id, password };
  await confirmSessions(operator.id);
  expect((await callApi('/api/auth/passkeys/remove', { token, json })).status).toBe(200);
  expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401]);
});

describe('the calendar address of an operator', () => {
  test.each([
    ['ends with a password of the command line', COMMAND, 401],
    ['ends when the operator signs out everywhere', EVERYWHERE, 401],
    ['stays when the operator changes the password', OWN_CHANGE, 200],
  ])('%s', async (_, work, status) => {
    const operator = await makeOperator();
    const { token } = operator;
    const made = await callApi('/api/calendar/subscription', { method: 'POST', token });
    const { path } = await made.json<{ path: string }>();
    expect((await callApi(path)).status).toBe(200);
    await work(operator);
    expect((await callApi(path)).status).toBe(status);
  });
});
