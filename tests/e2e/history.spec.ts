import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test('the history of a mailbox opens by keyboard, and Escape returns to the mailbox', async ({
  page,
  origin,
  operator,
  look,
}) => {
  const headers = { authorization: `Bearer ${operator.token}` };
  const user = `history-${crypto.randomUUID()}@desk.test`;
  const data = { user, host: 'imap.desk.test', port: 993, is_active: true, password: 'kelp-orbit' };
  await page.request.post(`${origin}/api/imap-accounts`, { headers, data });
  await page.goto(`/imap-accounts?filter=${user}`);
  const button = page.getByRole('button', { name: `History of ${user}` });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'History' });
  const entry = dialog.getByRole('listitem');
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('Account added');
  await expect(entry).toContainText(
    `${operator.email}: user ${user}, host imap.desk.test, port 993, active yes`,
  );
  await expect(dialog).not.toContainText('kelp-orbit');
  await expectAccessible(page);
  await look('history');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});
