import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiTokens } from '../../worker/db/schema/api-tokens.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { sessions } from '../../worker/db/schema/operators.ts';
import { passkeyChallenges, passkeys, recoveryCodes } from '../../worker/db/schema/passkeys.ts';
import { removeAllPasskeys } from '../../worker/features/account/operators.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { confirmSessions, makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

const CODE = '7Q2M-KX4D-9RTA-2HWB';

/** An operator with a passkey that no device of this test has, and one recovery code. */
async function makeGuarded() {
  const operator = await makeOperator();
  const { db } = makeCtx();
  const id = crypto.randomUUID();
  await db.insert(passkeys).values({
    id,
    operatorId: operator.id,
    name: 'Work laptop',
    publicKey: 'AAAA',
    counter: 0,
    transports: ['internal'],
    createdAt: Date.now(),
  });
  const text = `${operator.id} ${CODE.replaceAll('-', '')}`;
  const hash = createHash('sha256').update(text).digest('base64url');
  await db.insert(recoveryCodes).values({ operatorId: operator.id, hash });
  return { ...operator, passkeyId: id };
}

interface Challenge {
  success: boolean;
  token?: string;
  second_factor: { ticket: string; options: string };
}

async function enterPassword({ email, password }: { email: string; password: string }) {
  const response = await callApi('/api/auth/login', { json: { email, password } });
  expect(response.status).toBe(200);
  return response.json<Challenge>();
}

const answer = (json: object) => callApi('/api/auth/login/second-factor', { json });

const encode = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/**
 * The answer of a device that creates a passkey without attestation: CBOR and COSE, written without
 * a library.
 */
async function makeCredential(challenge: string) {
  const usage = { name: 'ECDSA', namedCurve: 'P-256' };
  const pair = (await crypto.subtle.generateKey(usage, true, ['sign', 'verify'])) as CryptoKeyPair;
  const { x, y } = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey;
  const id = crypto.getRandomValues(Buffer.alloc(16));
  const authData = Buffer.concat([
    createHash('sha256').update('desk.test').digest(),
    // The flags "user present" and "has a credential", the counter, the kind of device, the length of the id.
    Buffer.from(`41${'00'.repeat(4)}${'00'.repeat(16)}0010`, 'hex'),
    id,
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x ?? '', 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y ?? '', 'base64url'),
  ]);
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([authData.length]),
    authData,
  ]);
  const client = { type: 'webauthn.create', challenge, origin: 'https://desk.test' };
  return {
    id: encode(id),
    rawId: encode(id),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: encode(JSON.stringify(client)),
      attestationObject: encode(attestationObject),
    },
  };
}

const assertion = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
});

describe('a second factor', () => {
  test('is required before a token is issued, and only passkeys of this operator pass', async () => {
    const operator = await makeGuarded();
    const requested = await enterPassword(operator);
    expect(requested.token).toBeUndefined();
    const options = JSON.parse(requested.second_factor.options);
    expect(options.rpId).toBe('desk.test');
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([
      operator.passkeyId,
    ]);
  });

  test('is not required without a passkey', async () => {
    const answered = await enterPassword(await makeOperator());
    expect(Object.keys(answered)).toEqual(['success', 'token']);
  });

  test('may be a recovery code, in any spelling, once', async () => {
    const operator = await makeGuarded();
    const { second_factor } = await enterPassword(operator);
    const code = { ticket: second_factor.ticket, recovery_code: ' 7q2m kx4d9rta-2HWB ' };
    const response = await answer(code);
    expect(response.status).toBe(200);
    const { token } = await response.json<{ token: string }>();
    expect((await callApi('/api/auth/me', { token })).status).toBe(200);
    const subject = `operator:${operator.email}`;
    const [entry] = await makeCtx()
      .db.select({ detail: audit.detail })
      .from(audit)
      .where(and(eq(audit.subject, subject), eq(audit.action, 'auth.sign_in')));
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ second_factor: 'recovery code' });
    expect((await answer(code)).status).toBe(401);
    const again = await enterPassword(operator);
    const used = await answer({ ...code, ticket: again.second_factor.ticket });
    expect(used.status).toBe(401);
    expect((await failureOf(used)).message).toBe('The passkey or recovery code was not accepted.');
  });

  test('allows five attempts, and no answer after five minutes', async () => {
    const operator = await makeGuarded();
    const { second_factor } = await enterPassword(operator);
    const { ticket } = second_factor;
    for (let run = 0; run < 5; run += 1) {
      expect((await answer({ ticket, recovery_code: 'WRONG' })).status).toBe(401);
    }
    const late = await answer({ ticket, recovery_code: CODE });
    expect((await failureOf(late)).message).toBe(
      'This sign-in has ended. Enter your password again.',
    );
    const next = (await enterPassword(operator)).second_factor.ticket;
    const { db } = makeCtx();
    const [row] = await db.select().from(passkeyChallenges).where(eq(passkeyChallenges.id, next));
    const minutes = ((row?.expiresAt ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4.8);
    expect(minutes).toBeLessThanOrEqual(5);
    const expired = { expiresAt: Date.now() - 1 };
    await db.update(passkeyChallenges).set(expired).where(eq(passkeyChallenges.id, next));
    expect((await answer({ ticket: next, recovery_code: CODE })).status).toBe(401);
  });

  test('is not looked up after twenty unknown tickets from an address in a minute', async () => {
    const operator = await makeGuarded();
    const { ticket } = (await enterPassword(operator)).second_factor;
    const from = (address: string, json: object) =>
      callApi('/api/auth/login/second-factor', { json, headers: { 'CF-Connecting-IP': address } });
    const unknown = { ticket: crypto.randomUUID(), recovery_code: CODE };
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect((await from('198.51.100.70', unknown)).status).toBe(401);
    expect((await from('198.51.100.70', { ticket, recovery_code: CODE })).status).toBe(429);
    expect((await from('198.51.100.71', { ticket, recovery_code: CODE })).status).toBe(200);
  });

  test('refuses a forged assertion, one of another operator, and bad input', async () => {
    const operator = await makeGuarded();
    const other = await makeGuarded();
    const { ticket } = (await enterPassword(operator)).second_factor;
    for (const id of [operator.passkeyId, other.passkeyId, 'unknown']) {
      expect((await answer({ ticket, credential: assertion(id) })).status, id).toBe(401);
    }
    for (const json of [{ ticket }, { ticket, credential: { id: 7 } }, {}]) {
      expect((await answer(json)).status).toBe(400);
    }
  });

  test('is removed by a command of the owner', async () => {
    const operator = await makeGuarded();
    await removeAllPasskeys(makeCtx(), { email: operator.email });
    expect((await enterPassword(operator)).token).toBeDefined();
    const { db } = makeCtx();
    const left = await db
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.operatorId, operator.id));
    expect(left).toEqual([]);
  });
});

describe('the passkeys of an operator', () => {
  test('are listed without their keys, and removed with the password only', async () => {
    const { id: operatorId, token, password, passkeyId } = await makeGuarded();
    await confirmSessions(operatorId);
    const list = await (await callApi('/api/auth/passkeys', { token })).json<object>();
    expect(list).toMatchObject({
      passkeys: [{ id: passkeyId, name: 'Work laptop', last_used_at: null }],
      recovery_codes_left: 1,
    });
    expect(JSON.stringify(list)).not.toContain('AAAA');
    const remove = (json: object) => callApi('/api/auth/passkeys/remove', { token, json });
    const wrong = await remove({ id: passkeyId, password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect((await failureOf(wrong)).issues).toEqual([
      { path: 'password', message: 'This is not your current password.' },
    ]);
    expect((await remove({ id: 'unknown', password })).status).toBe(404);
    expect((await remove({ id: passkeyId, password })).status).toBe(200);
    expect(await (await callApi('/api/auth/passkeys', { token })).json()).toEqual({
      success: true,
      passkeys: [],
      recovery_codes_left: 0,
    });
  });

  test('are changed only after a recent use of one of them', async () => {
    const { id: operatorId, token, password, passkeyId } = await makeGuarded();
    const post = (path: string, json: object) =>
      callApi(`/api/auth/passkeys${path}`, { token, json });
    const unused = { ticket: crypto.randomUUID(), name: 'Laptop', credential: assertion('id') };
    const minutesAgo = (minutes: number) =>
      confirmSessions(operatorId, Date.now() - minutes * 60_000);
    for (const minutes of [null, 15]) {
      if (minutes !== null) await minutesAgo(minutes);
      for (const refused of [
        await post('/remove', { id: passkeyId, password }),
        await post('/options', { password }),
        await post('', unused),
      ]) {
        expect([refused.status, refused.headers.get('X-Requirement')]).toEqual([403, 'passkey']);
      }
    }
    await minutesAgo(14);
    expect((await post('/options', { password })).status).toBe(200);
    expect((await post('', unused)).status).toBe(400);
    expect((await post('/remove', { id: passkeyId, password })).status).toBe(200);
  });

  test('confirm the session when the first one is added, but not when a later one is', async () => {
    const { id: operatorId, token, password } = await makeOperator();
    const readConfirmedAt = async () => {
      const own = eq(sessions.operatorId, operatorId);
      const [row] = await makeCtx().db.select().from(sessions).where(own);
      return row?.confirmedAt ?? null;
    };
    const add = async (name: string) => {
      const options = await callApi('/api/auth/passkeys/options', { token, json: { password } });
      const { ticket, options: text } = await options.json<Challenge['second_factor']>();
      const credential = await makeCredential(JSON.parse(text).challenge);
      const json = { ticket, name, credential };
      expect((await callApi('/api/auth/passkeys', { token, json })).status).toBe(200);
    };
    await add('Laptop');
    expect(await readConfirmedAt()).toBeGreaterThan(Date.now() - 60_000);
    const before = Date.now() - 5 * 60_000;
    await confirmSessions(operatorId, before);
    await add('Telephone');
    expect(await readConfirmedAt()).toBe(before);
  });

  test('revoke tokens with secrets when the first one is added, and no others', async () => {
    const { id: operatorId, token, password } = await makeOperator();
    const insertTokens = () =>
      makeCtx()
        .db.insert(apiTokens)
        .values(
          ['read', 'read write', 'read secrets', 'write secrets'].map((scopes) => ({
            operatorId,
            name: 'a',
            scopes,
            createdAt: 0,
            secretHash: crypto.randomUUID(),
          })),
        );
    const listScopes = async () =>
      (await makeCtx().db.select().from(apiTokens).where(eq(apiTokens.operatorId, operatorId))).map(
        ({ scopes }) => scopes,
      );
    const add = async () => {
      const options = await callApi('/api/auth/passkeys/options', { token, json: { password } });
      const { ticket, options: text } = await options.json<Challenge['second_factor']>();
      const credential = await makeCredential(JSON.parse(text).challenge);
      const json = { ticket, name: 'Laptop', credential };
      expect((await callApi('/api/auth/passkeys', { token, json })).status).toBe(200);
    };
    await insertTokens();
    await add();
    expect(await listScopes()).toEqual(['read', 'read write']);
    await insertTokens();
    await add();
    expect(await listScopes()).toHaveLength(6);
  });

  test('require the password to begin, and the ticket of the same operator', async () => {
    const [one, two] = await Promise.all([makeOperator(), makeOperator()]);
    const start = (json: object) =>
      callApi('/api/auth/passkeys/options', { token: one.token, json });
    expect((await start({ password: 'wrong' })).status).toBe(400);
    const started = await (await start({ password: one.password })).json<
      Challenge['second_factor']
    >();
    expect(JSON.parse(started.options)).toMatchObject({
      rp: { id: 'desk.test', name: 'Boxoffice Desk' },
      user: { name: one.email },
    });
    const credential = { ...assertion('id'), response: { clientDataJSON: 'AAAA' } };
    const json = { ticket: started.ticket, name: 'Laptop', credential };
    for (const token of [two.token, one.token]) {
      const response = await callApi('/api/auth/passkeys', { token, json });
      expect(response.status).toBe(400);
      expect((await failureOf(response)).message).toBe(
        'The passkey was not accepted. Start again.',
      );
    }
  });

  test('create one set of recovery codes, also when the first two are added at once', async () => {
    const { token, password } = await makeOperator();
    const add = async (name: string) => {
      const options = await callApi('/api/auth/passkeys/options', { token, json: { password } });
      const started = await options.json<Challenge['second_factor']>();
      const credential = await makeCredential(JSON.parse(started.options).challenge);
      return { ticket: started.ticket, name, credential };
    };
    const made = [await add('Laptop'), await add('Telephone')];
    const added = await Promise.all(
      made.map((json) => callApi('/api/auth/passkeys', { token, json })),
    );
    const codes = await Promise.all(
      added
        .filter(({ status }) => status === 200)
        .map(
          async (response) => (await response.json<{ recovery_codes: string[] }>()).recovery_codes,
        ),
    );
    const list = await (await callApi('/api/auth/passkeys', { token })).json();
    expect(codes.flat()).toHaveLength(10);
    expect(list).toMatchObject({ recovery_codes_left: 10 });
    const again = await callApi('/api/auth/passkeys', { token, json: await add('Key') });
    expect(await again.json()).toMatchObject({ success: true, recovery_codes: [] });
  });
});
