import { afterEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderHook } from 'vitest-browser-react';
import { useAllCommands } from '../../web/kit/keys/commands.ts';
import { failed } from './desk.tsx';
import { accountsOf, openQueues, press, shows, stopClock, typeInto } from './queues-desk.tsx';

afterEach(() => void vi.useRealTimers());

const addedText = 'Category "Gold" uploaded successfully with 2 accounts.';

describe('the category form', () => {
  test('requires a name and an address, and skips malformed lines', async () => {
    const { page, calls } = await openQueues({
      answers: {
        'POST /queues/accounts': () => ({ success: true, message: '2 new accounts in "Gold".' }),
      },
    });
    const submit = page.getByRole('button', { name: 'Upload category' });
    await page.getByLabelText('Category name').fill('Gold');
    const field = page.getByLabelText('Accounts', { exact: true });
    await field.fill('nobody\n');
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
    // A longer name gets a message and is not cut.
    const name = page.getByLabelText('Category name');
    await name.fill('x'.repeat(121));
    await userEvent.tab();
    await expect
      .element(name)
      .toHaveAccessibleDescription('A category name has at most 120 characters.');
    await name.fill('Gold');
    await field.fill('a@x.test; A@x.test\nnobody\nb@x.test');
    await expect.element(page.getByText('2 valid, 1 malformed, 1 duplicate')).toBeVisible();
    await submit.click();
    await expect.element(page.getByText(addedText, { exact: false }).first()).toBeVisible();
    await expect.element(page.getByText('2 new accounts in "Gold".')).toBeVisible();
    const sent = await calls.made('POST /queues/accounts');
    expect(sent.body).toEqual({
      type: 'verified_fan',
      category_name: 'Gold',
      accounts: ['a@x.test', 'b@x.test'],
    });
  });

  test('clears 3 seconds after a success, but keeps text that was typed since', async () => {
    const { page } = await openQueues({
      answers: { 'POST /queues/accounts': () => ({ success: true, message: 'Stored.' }) },
    });
    const name = page.getByLabelText('Category name');
    const field = page.getByLabelText('Accounts', { exact: true });
    await name.fill('Gold');
    await field.fill('a@x.test\nb@x.test');
    stopClock();
    press(page.getByRole('button', { name: 'Upload category' }));
    await shows(addedText);
    typeInto(field, 'a@x.test\nb@x.test\nc@x.test');
    await vi.advanceTimersByTimeAsync(2_999);
    await shows(addedText);
    expect(name.element()).toHaveValue('Gold');
    await vi.advanceTimersByTimeAsync(1);
    await shows(addedText, false);
    await expect.element(name).toHaveValue('');
    await expect.element(field).toHaveValue('a@x.test\nb@x.test\nc@x.test');
  });

  test('shows why an upload failed and keeps the typed text, also when the page is left', async () => {
    const answers = [failed(500, ''), failed(409, 'The list is locked.')];
    const { page, router } = await openQueues({
      answers: {
        'POST /queues/accounts': () => {
          const answer = answers.shift();
          if (answer === undefined) throw new TypeError('Failed to fetch');
          return answer;
        },
      },
    });
    await page.getByLabelText('Category name').fill('x');
    await page.getByLabelText('Accounts', { exact: true }).fill('a@x.test');
    for (const text of [
      'Failed to upload category',
      'Failed to upload category. The list is locked.',
      'Error uploading category. Please try again.',
    ]) {
      await page.getByRole('button', { name: 'Upload category' }).click();
      await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    }
    await router.navigate({ to: '/elsewhere' as never });
    await router.navigate({ to: '/screen' as never });
    await expect.element(page.getByLabelText('Category name')).toHaveValue('x');
    await expect.element(page.getByLabelText('Accounts', { exact: true })).toHaveValue('a@x.test');
  });
});

describe('a category', () => {
  const categories = { Gold: accountsOf('gold', 2), Silver: accountsOf('silver', 1) };

  test('is renamed in place: an empty or unchanged name changes nothing, and Escape cancels', async () => {
    const renamed: unknown[] = [];
    const { page, router } = await openQueues(
      {
        categories,
        answers: {
          'POST /queues/category/rename': ({ body }) => {
            renamed.push(body);
            return { success: true, message: 'Renamed.' };
          },
        },
      },
      '/screen?category=Gold',
    );
    const rename = page.getByRole('button', { name: 'Rename Gold' });
    const field = page.getByLabelText('New name of Gold');
    for (const unchanged of ['', '  ', 'Gold', ' Gold ']) {
      await rename.click();
      await expect.element(field).toHaveFocus();
      await field.fill(unchanged);
      await userEvent.keyboard('{Enter}');
      await expect.element(rename).toHaveFocus();
    }
    await rename.click();
    await field.fill('Given up');
    await userEvent.keyboard('{Escape}');
    await expect.element(rename).toHaveFocus();
    expect(renamed).toEqual([]);
    await rename.click();
    await field.fill('Platinum');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.search).toMatchObject({ category: 'Platinum' });
    expect(renamed).toEqual([
      { type: 'verified_fan', old_category_name: 'Gold', new_category_name: 'Platinum' },
    ]);
  });

  test('is not requested by its former name after a rename, even if the new list arrives late', async () => {
    const { page, calls } = await openQueues(
      {
        categories,
        answers: { 'POST /queues/category/rename': () => ({ success: true, message: 'Renamed.' }) },
      },
      '/screen?category=Gold',
    );
    await page.getByRole('button', { name: 'Rename Gold' }).click();
    await page.getByLabelText('New name of Gold').fill('Platinum');
    const lists = () => calls.to('GET /queues/accounts');
    const before = lists().length;
    await userEvent.keyboard('{Tab}');
    const after = () =>
      lists()
        .slice(before)
        .map(({ query }) => query.get('category'));
    await expect.poll(after).toContain('Platinum');
    // The list of categories has arrived, still with the former name.
    await expect.element(page.getByRole('tab', { name: 'Gold 2' })).toBeVisible();
    expect(after()).not.toContain('Gold');
  });

  test('that cannot be renamed or deleted shows a French message and keeps the typed text', async () => {
    let proxies = 1;
    const { page, calls: deletions } = await openQueues(
      {
        categories,
        answers: {
          'POST /queues/category/rename': () =>
            failed(409, 'A category named "SILVER" already exists.'),
          'POST /queues/category/delete': () => {
            if (proxies-- > 0) return new Response('<html>', { status: 502 });
            throw new TypeError('Failed to fetch');
          },
        },
      },
      '/screen?category=Gold',
    );
    await page.getByRole('button', { name: 'Rename Gold' }).click();
    const field = page.getByLabelText('New name of Gold');
    await field.fill('SILVER');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'Erreur lors du renommage de la catégorie: A category named "SILVER" already exists.',
      );
    await expect.element(field).toHaveValue('SILVER');
    await field.fill('x'.repeat(121));
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('A category name has at most 120 characters.');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Delete Gold' }).click();
    const dialog = page.getByRole('dialog');
    for (const calls of [1, 2]) {
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => deletions.to('POST /queues/category/delete')).toHaveLength(calls);
      await expect
        .element(dialog)
        .toMatchTextContent('Erreur lors de la suppression de la catégorie: Erreur inconnue');
    }
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('offers the actions on selected accounts in the command palette, because the rows have many tab stops', async () => {
    const categories = { Gold: accountsOf('gold', 2, 1) };
    const { page } = await openQueues({ categories }, '/screen?category=Gold');
    const { result } = await renderHook(useAllCommands);
    const row = page.getByRole('row', { name: /gold1@x.test/ });
    await row.getByRole('checkbox').click();
    const find = () => result.current.find(({ label }) => label === 'Move 1 account to a category');
    await expect.poll(find).toBeDefined();
    find()?.run();
    await expect.element(page.getByRole('button', { name: 'Move 1 account' })).toBeVisible();
  });

  test('offers for selected accounts: copy to, move to, remove with Undo, export, copy', async () => {
    const bodies: [string, unknown][] = [];
    const take = (message: string) => (call: { path: string; body: unknown }) => {
      bodies.push([call.path, call.body]);
      return { success: true, message };
    };
    const { page } = await openQueues(
      {
        categories: { Gold: accountsOf('gold', 2, 1), Silver: [] },
        answers: {
          'POST /queues/category/transfer': take('1 account moved to "Silver".'),
          'POST /queues/category/remove': take('1 account removed from "Gold".'),
          'POST /queues/accounts': take('1 new account in "Gold".'),
        },
      },
      '/screen?category=Gold',
    );
    const select = async () => {
      await page
        .getByRole('row', { name: /gold1@x.test/ })
        .getByRole('checkbox')
        .click();
      await expect.element(page.getByText('1 selected')).toBeInViewport({ ratio: 1 });
    };
    for (const [button, verb] of [
      ['Copy to category', 'Copy'],
      ['Move to category', 'Move'],
    ] as const) {
      await select();
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabelText('Category name').fill('Silver');
      await dialog.getByRole('button', { name: `${verb} 1 account` }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    }
    await select();
    await page.getByRole('button', { name: 'Remove from category' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('1 new account in "Gold".').first()).toBeVisible();
    const accounts = ['gold1@x.test'];
    const type = 'verified_fan';
    const between = { type, from_category: 'Gold', to_category: 'Silver', accounts };
    const request = { type, category_name: 'Gold', accounts };
    expect(bodies).toEqual([
      ['/queues/category/transfer', { ...between, mode: 'copy' }],
      ['/queues/category/transfer', { ...between, mode: 'move' }],
      ['/queues/category/remove', request],
      ['/queues/accounts', request],
    ]);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:x';
    });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    expect(copied).toHaveBeenCalledWith('gold0@x.test\ngold1@x.test\ngold2@x.test');
    await page.getByRole('button', { name: 'Export selected' }).click();
    await expect.poll(() => saved).toEqual(['Gold_selected_accounts.csv']);
    expect(await blobs[0]?.text()).toBe(
      'Rank,Email,AVG_Ratio\r\n1,gold0@x.test,0.01%\r\n2,gold1@x.test,0.02%\r\n3,gold2@x.test,\r\n',
    );
    vi.restoreAllMocks();
  });
});
