import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { openProduct } from './product.tsx';

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
  const { href } = await choose('Sign out everywhere');
  await shows('Could not sign out everywhere.');
  expect(href()).toBe('/settings');
});

test('Logout signs out here when the server cannot be reached, and shows a message', async () => {
  const { href } = await choose('Logout');
  await expect.poll(href).toBe('/login');
  await expect.element(page.getByText(/^You are signed out here\./)).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});

test('requires an own password while the command line set the current one', async () => {
  let mustChange = true;
  await openProduct('/settings', {
    ...emptyDesk(),
    'GET /auth/me': () => ({
      ...{ success: true, id: 1, email: 'operator@localhost' },
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
  await shows('Choose your own password.');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const current = dialog.getByLabelText('Current password');
  await expect.element(current).toHaveFocus();
  await current.fill('the current one');
  await dialog.getByLabelText('New password').fill('password2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/one of the most common ones/)).toBeVisible();
  await dialog.getByLabelText('New password').fill('a chosen long phrase');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await shows('Password changed');
  await expect.element(page.getByText('Choose your own password.')).not.toBeInTheDocument();
});
