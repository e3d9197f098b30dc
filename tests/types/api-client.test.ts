import { hc, type InferRequestType, type InferResponseType } from 'hono/client';
import { expect, expectTypeOf, test } from 'vitest';
import type { FailureBody } from '../../shared/errors.ts';
import type { AppType } from '../../worker/app.ts';

const { api } = hc<AppType>('http://desk.test');

test('a call takes exactly the body that its schema describes', () => {
  type Login = InferRequestType<typeof api.auth.login.$post>;
  expectTypeOf<Login['json']>().toEqualTypeOf<{ email: string; password: string }>();
  // @ts-expect-error a password is text
  const wrong: Login = { json: { email: 'a', password: 7 } };
  // @ts-expect-error a password is needed
  const missing: Login = { json: { email: 'a' } };
  expect([wrong, missing]).toHaveLength(2);
});

test('a successful answer has the fields of its schema', () => {
  type Token = Extract<InferResponseType<typeof api.auth.login.$post, 200>, { token: string }>;
  expectTypeOf<Token>().toEqualTypeOf<{ success: true; token: string }>();
  expectTypeOf<InferResponseType<typeof api.auth.me.$get, 200>>().toEqualTypeOf<{
    success: true;
    id: number;
    email: string;
    must_change_password?: true | undefined;
  }>();
});

test('a failure of any status has the envelope', () => {
  expectTypeOf<InferResponseType<typeof api.auth.me.$get, 401>>().toEqualTypeOf<FailureBody>();
  expectTypeOf<InferResponseType<typeof api.auth.login.$post, 429>>().toEqualTypeOf<FailureBody>();
  expectTypeOf<InferResponseType<typeof api.auth.me.$get, 503>>().toEqualTypeOf<FailureBody>();
});

test('`ok` separates success and failure', () => {
  async function read() {
    const response = await api.auth.me.$get();
    if (!response.ok) {
      expectTypeOf(await response.json()).toEqualTypeOf<FailureBody>();
      return;
    }
    const user = await response.json();
    expectTypeOf(user.email).toEqualTypeOf<string>();
    // @ts-expect-error an answer has no field that its schema does not have
    expectTypeOf(user.name).toBeString();
  }
  expect(read).toBeTypeOf('function');
});

test('there are no calls but those of the Worker', () => {
  // @ts-expect-error nobody registers
  expectTypeOf(api.auth.register).toBeFunction();
  // @ts-expect-error the current user is read, not written
  expectTypeOf(api.auth.me.$post).toBeFunction();
  expectTypeOf(api.health.$get).toBeFunction();
});

test('health contains the state of each part', () => {
  type Health = InferResponseType<typeof api.health.$get, 200>;
  expectTypeOf<Health['database']>().toEqualTypeOf<'ok' | 'unreachable'>();
  expectTypeOf<Health['scanner']>().toEqualTypeOf<'connected' | 'not connected' | 'unknown'>();
  expectTypeOf<Health['providers']>().toEqualTypeOf<'live' | 'simulated'>();
});
