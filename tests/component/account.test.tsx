import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const away = () => Promise.reject(new TypeError('Failed to fetch'));
const shows = (text: string) =>
  expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();

async function choose(name: string) {
  const opened = await openProduct('/settings', { ...emptyDesk(), 'POST /auth/logout': away });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name }).click();
  return opened;
}

test('the operator stays signed in when the server cannot end all sessions', async () => {
  const { href } = await choose('Log out everywhere');
  await shows('Could not log out everywhere.');
  expect(href()).toBe('/settings');
});

test('Logout signs out here when the server cannot be reached, and shows a message', async () => {
  const { href } = await choose('Logout');
  await expect.poll(href).toBe('/login');
  await expect.element(page.getByText(/^You are signed out here\./)).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});

test('requires a new password after the command line has set the current one', async () => {
  let mustChange = true;
  const forbidden = () =>
    Response.json(
      { success: false, message: 'Choose your own password first.' },
      { status: 403, headers: { 'X-Requirement': 'own-password' } },
    );
  const desk = emptyDesk();
  const { href } = await openProduct('/settings', {
    ...desk,
    'GET /health': (call: Call) => (mustChange ? forbidden() : desk['GET /health']?.(call)),
    'GET /auth/me': () => ({
      success: true,
      id: 1,
      email: 'operator@localhost',
      ...(mustChange && { must_change_password: true }),
    }),
    'POST /auth/password': ({ body }: Call) => {
      mustChange = (body as { new_password: string }).new_password === 'password2026';
      if (!mustChange) return { success: true, message: 'Password changed' };
      const message = 'This password is one of the most common ones. Choose another.';
      const issues = [{ path: 'new_password', message }];
      return Response.json({ success: false, message, issues }, { status: 400 });
    },
  });
  await expect
    .element(page.getByRole('heading', { name: 'Choose your own password' }))
    .toBeVisible();
  // The rest of the desk is not rendered, because its calls would fail.
  await expect.element(page.getByRole('button', { name: /^Account menu/ })).not.toBeInTheDocument();
  await expectAccessible();
  const current = page.getByLabelText('Current password');
  await expect.element(current).toHaveFocus();
  await current.fill('the current one');
  await page.getByLabelText('New password').fill('password2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/one of the most common ones/)).toBeVisible();
  await page.getByLabelText('New password').fill('a chosen long phrase');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
  await shows('Password changed');
  expect(href()).toBe('/settings');
});

test('an operator who must choose a password can log out instead', async () => {
  const { href } = await openProduct('/settings', {
    ...emptyDesk(),
    'GET /auth/me': () => ({
      success: true,
      id: 1,
      email: 'operator@localhost',
      must_change_password: true,
    }),
    'POST /auth/logout': () => ({ success: true }),
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(href).toBe('/login');
});

describe('the dialogs of passkeys', () => {
  const PASSKEY = {
    id: 'a',
    name: 'Chrome on Linux',
    created_at: '2026-11-01T00:00:00.000Z',
    last_used_at: null,
  };
  async function openPasskeys(passkeys: object[], answers: Parameters<typeof openProduct>[1] = {}) {
    const opened = await openProduct('/settings', {
      ...emptyDesk(),
      'GET /auth/passkeys': () => ({ success: true, passkeys, recovery_codes_left: 10 }),
      'POST /auth/passkeys/options': () => ({
        success: true,
        ticket: 'ticket',
        options: '{}',
      }),
      'POST /auth/passkeys/remove': away,
      ...answers,
    });
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Passkeys' }).click();
    return opened;
  }

  /** Waits until the dialog has finished what it does a moment after it closes. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 100));

  test('keep the focus in the field of each step, and return it to the menu at the end', async () => {
    await openPasskeys([]);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await expect.element(dialog.getByLabelText('Current password')).toHaveFocus();
    await settle();
    await userEvent.keyboard('kelp orbit 29{Enter}');
    await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
    await settle();
    await userEvent.keyboard('!');
    await expect
      .element(dialog.getByLabelText('Name'))
      .toHaveValue(expect.stringMatching(/!/) as unknown as string);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Passkeys' })).toBeVisible();
    await settle();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: /^Account menu/ })).toHaveFocus();
  });

  test('ask for the password before a passkey is removed, and keep it for another try', async () => {
    await openPasskeys([PASSKEY]);
    await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the passkey "Chrome on Linux"?' });
    const password = dialog.getByLabelText('Current password');
    await expect.element(password).toHaveFocus();
    await settle();
    await userEvent.keyboard('kelp orbit 29');
    await dialog.getByRole('button', { name: 'Remove passkey' }).click();
    await expect.element(dialog.getByText(/^Failed to remove passkey/)).toBeVisible();
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveValue('kelp orbit 29');
  });

  test.each([
    {
      name: 'removal',
      path: 'POST /auth/passkeys/remove',
      opener: 'Remove Chrome on Linux',
      submit: 'Remove passkey',
      answer: { success: true, message: 'Passkey removed' },
    },
    {
      name: 'addition',
      path: 'POST /auth/passkeys/options',
      opener: 'Add a passkey',
      submit: 'Continue',
      answer: { success: true, ticket: 'ticket', options: '{}' },
    },
  ])('ask for a passkey in another dialog before the $name', async (step) => {
    let isConfirmed = false;
    const required = () =>
      Response.json(
        { success: false, message: 'Confirm with your passkey first.' },
        { status: 403, headers: { 'X-Requirement': 'passkey' } },
      );
    const { calls } = await openPasskeys([PASSKEY], {
      [step.path]: () => (isConfirmed ? step.answer : required()),
      'POST /auth/confirm/options': () => ({ success: true, ticket: 'one', options: '{}' }),
      'POST /auth/confirm': () => {
        isConfirmed = true;
        return { success: true };
      },
    });
    await page.getByRole('button', { name: step.opener }).click();
    await page.getByLabelText('Current password').fill('kelp orbit 29');
    await page.getByRole('button', { name: step.submit }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm with your passkey' });
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog.getByLabelText('Recovery code').fill('7Q2M-KX4D-9RTA-2HWB');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => calls.to(step.path)).toHaveLength(2);
    await expect.element(page.getByRole('button', { name: step.submit })).not.toBeInTheDocument();
  });
});
