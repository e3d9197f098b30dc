import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { apiFetch } from '../../web/lib/api.ts';
import { type Answer, failed } from './desk.tsx';
import { openProduct } from './product.tsx';

const LOGIN = 'POST /auth/login';
const ME = 'GET /auth/me';
const signedIn = () => ({ success: true, token: `.${btoa('{"sub":"1"}')}.` });
const DASHBOARD = { 'GET /dashboard': () => new Promise(() => undefined) };

const email = page.getByRole('textbox', { name: 'Email or username' });
const password = page.getByLabelText('Password', { exact: true });
const signIn = page.getByRole('button', { name: 'Sign in' });
const alert = page.getByRole('alert');

const openLogin = (answer: Answer, search = '') =>
  openProduct(`/login${search}`, { ...DASHBOARD, [LOGIN]: answer }, { isSignedIn: false });

async function fillIn(): Promise<void> {
  await email.fill('operator@localhost');
  await password.fill('a phrase for this test');
  await signIn.click();
}

describe('signing in', () => {
  test('requires both fields and sends nothing if one is empty', async () => {
    const { calls } = await openLogin(signedIn);
    await signIn.click();
    await expect.element(page.getByText('Enter your email or username.')).toBeVisible();
    await expect.element(page.getByText('Enter your password.')).toBeVisible();
    await expect.element(email).toHaveFocus();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    expect(calls.to(LOGIN)).toEqual([]);
  });

  test('reports an answer without a token', async () => {
    await openLogin(() => ({ success: true }));
    await fillIn();
    await expect.element(alert).toHaveTextContent('Unexpected server response.');
  });

  test('shows how long to wait after too many tries', async () => {
    const body = { success: false, message: 'Too many attempts.' };
    await openLogin(() => Response.json(body, { status: 429, headers: { 'Retry-After': '120' } }));
    await fillIn();
    await expect.element(alert).toHaveTextContent('Too many attempts. Try again in 2 minutes.');
    await expect.element(password).toHaveFocus();
  });

  test('shows a spinner while it waits', async () => {
    const answer = Promise.withResolvers<void>();
    const { href } = await openLogin(async () => {
      await answer.promise;
      return signedIn();
    });
    await fillIn();
    await expect.element(signIn).toHaveAttribute('aria-busy', 'true');
    answer.resolve();
    await expect.poll(href).toBe('/');
  });

  test('shows and hides the password', async () => {
    await openLogin(signedIn);
    await password.fill('secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect.element(password).toHaveAttribute('type', 'password');
  });

  test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (target) => {
      const { href } = await openLogin(signedIn, `?redirect=${encodeURIComponent(target)}`);
      await fillIn();
      await expect.poll(href).toBe('/');
    },
  );

  test.each([
    '/',
    '/queues-tool',
    '/profiles',
    '/ticketmaster?byId=K8v',
    '/events',
    '/encore-tool',
  ])('makes no call of %s until the operator has chosen a password', async (target) => {
    const { calls, answers } = await openLogin(signedIn, `?redirect=${encodeURIComponent(target)}`);
    answers[ME] = () => ({
      success: true,
      id: 1,
      email: 'operator@localhost',
      must_change_password: true,
    });
    await fillIn();
    await expect
      .element(page.getByRole('heading', { name: 'Choose your own password' }))
      .toBeVisible();
    expect(calls.to(/./).map(({ method, path }) => `${method} ${path}`)).toEqual([LOGIN, ME]);
  });

  test('is not offered while a token is stored: Login leads to the dashboard', async () => {
    const { href } = await openProduct('/login', DASHBOARD);
    await expect.poll(href).toBe('/');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard');
  });
});

test("a session ends with the message 'Invalid token', whatever its status", async () => {
  const { href } = await openProduct('/settings', {
    [ME]: () => ({ success: false, message: 'Invalid token' }),
  });
  await expect.poll(href).toBe('/login?redirect=%2Fsettings');
});

test('a call that is refused while the operator signs out is not reported as an expired session', async () => {
  const ended = Promise.withResolvers<void>();
  const { page: product, href } = await openProduct('/settings', {
    'GET /auth/sessions': () => failed(401, 'Invalid token'),
    'POST /auth/logout': () => ended.promise.then(() => ({ success: true })),
  });
  await product.getByRole('button', { name: /^Account menu, / }).click();
  await product.getByRole('menuitem', { name: 'Logout', exact: true }).click();
  await expect(apiFetch('/api/auth/sessions')).rejects.toThrow('Invalid token');
  expect(href()).toBe('/settings');
  ended.resolve();
  await expect.poll(href).toBe('/login');
});

describe('a failed current-user call', () => {
  test.each([
    {
      status: 502,
      title: 'Serveur indisponible',
      description: 'Le serveur est en maintenance. Réessayez plus tard.',
      button: 'Réessayer',
      leadsTo: '/settings',
    },
    {
      status: 500,
      title: 'Erreur serveur',
      description: "Une erreur interne du serveur s'est produite.",
      button: 'Réessayer',
      leadsTo: '/settings',
    },
    {
      status: 403,
      title: 'Accès interdit',
      description: "Vous n'avez pas la permission d'accéder à cette ressource.",
      button: 'Retour',
      leadsTo: '/',
    },
  ])('with $status shows its page, and its button leads to $leadsTo', async (failure) => {
    const { href, answers } = await openProduct('/settings', {
      ...DASHBOARD,
      [ME]: () => failed(failure.status, 'no'),
    });
    await expect.poll(href).toBe('/error');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(failure.title);
    await expect.element(page.getByText(failure.description)).toBeVisible();
    answers[ME] = () => ({ success: true, id: 1, email: 'operator@localhost' });
    await page.getByRole('button', { name: failure.button }).click();
    await expect.poll(href).toBe(failure.leadsTo);
    await expect.element(page.getByRole('button', { name: /^Account menu, / })).toBeVisible();
  });
});

test('every answer is logged to the console, by path and status', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  await openProduct('/settings');
  await expect
    .poll(() => logged.mock.calls)
    .toContainEqual([
      expect.stringContaining('GET /api/auth/me'),
      expect.objectContaining({ status: 200 }),
    ]);
  logged.mockRestore();
});
