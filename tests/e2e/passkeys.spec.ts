import type { Page, Response } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { TestOperator } from './operator.ts';

// The virtual authenticator belongs to a separate page.
test.use({ isSignedIn: false, keepsContext: false });

/** A device with a fingerprint reader that always accepts. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}

async function enterPassword(page: Page, { email, password }: TestOperator): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/**
 * @param counted the bell's call, which is late: answered after the session has ended, it would
 * fail.
 */
const leave = async (page: Page, counted: Promise<Response>) => {
  await counted;
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
};

test('a passkey is added, required after the password, replaced by a recovery code once, and removed', async ({
  page,
  operator,
  problems,
  look,
}) => {
  test.slow();
  problems.expect(/second-factor/);
  const removeAuthenticator = await addAuthenticator(page);
  const countedFirst = page.waitForResponse('**/api/notifications**');
  await enterPassword(page, operator);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Passkeys' }).click();
  await expect(page.getByText('Signing in takes the password only.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Current password').fill('wrong');
  await page.keyboard.press('Enter');
  problems.expect(/passkeys\/options/);
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(operator.password);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Name').fill('Work laptop');
  await look('passkey-create');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await look('passkey-codes');
  await expectAccessible(page);
  const [code = ''] = await codes.allTextContents();
  expect(code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Tick the box once the codes are stored.')).toBeVisible();
  await dialog.getByLabel('I have stored the codes in a safe place').check();
  await dialog.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await look('passkeys');
  await page.keyboard.press('Escape');
  await leave(page, countedFirst);

  const countedAgain = page.waitForResponse('**/api/notifications**');
  await enterPassword(page, operator);
  await expect(page.getByText('Confirm with your passkey.')).toBeVisible();
  await look('second-factor');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use passkey' }).press('Enter');
  await expect(page).toHaveURL('/');
  await leave(page, countedAgain);

  await removeAuthenticator();
  await enterPassword(page, operator);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('WRONG-CODE');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The passkey or recovery code was not accepted.')).toBeVisible();
  await page.getByLabel('Recovery code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');

  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Passkeys' }).click();
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByLabel('Current password').fill(operator.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Signing in takes the password only.')).toBeVisible();
});
