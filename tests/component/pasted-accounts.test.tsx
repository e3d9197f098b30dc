import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { accountsOf, openQueues, openUploads } from './queues-desk.tsx';

test('the preview shows what was pasted, with a result for each line and one-click fixes', async () => {
  const { page } = await openQueues({
    categories: { Silver: accountsOf('silver', 1), Gold: accountsOf('gold', 1) },
    answers: {
      'POST /queues/accounts/holders': () => ({
        success: true,
        data: { 'gold0@x.test': ['Gold'], 'silver0@x.test': ['Silver'] },
      }),
    },
  });
  await openUploads(page);
  await page.getByLabelText('Category name').fill('gold');
  const field = page.getByLabelText('Accounts', { exact: true });
  await field.fill(
    'a@x.test, b@x.test; c@x.test\td@x.test\n@@@\nfoo@bar\nx@gmail\nA@X.test gold0@x.test silver0@x.test',
  );
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect
    .element(preview.getByRole('status'))
    .toHaveTextContent(
      '6 valid, 3 malformed, 1 duplicate, 1 already in gold, 1 in other categories',
    );
  const verdicts = () =>
    preview
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => [...row.querySelectorAll('[role=gridcell]')].map((c) => c.textContent));
  expect(verdicts().map((cells) => cells.slice(0, 3))).toEqual([
    ['2', '@@@', 'Malformed: more than one @'],
    ['3', 'foo@bar', 'Malformed: no dot after the @'],
    ['4', 'x@gmail', 'Malformed: no dot after the @'],
    ['5', 'A@X.test', 'Duplicate'],
    ['5', 'gold0@x.test', 'Already in Gold'],
    ['5', 'silver0@x.test', 'Already in Silver'],
    ['1', 'a@x.test', 'Valid'],
    ['1', 'b@x.test', 'Valid'],
    ['1', 'c@x.test', 'Valid'],
    ['1', 'd@x.test', 'Valid'],
  ]);
  await preview.getByRole('button', { name: 'Correct to x@gmail.com' }).click();
  await preview.getByRole('button', { name: 'Remove foo@bar' }).click();
  await preview.getByRole('button', { name: 'Remove 1 malformed' }).click();
  await preview.getByRole('button', { name: 'Remove 1 duplicate' }).click();
  await preview.getByRole('button', { name: 'Remove 2 in categories' }).click();
  await expect.element(field).toHaveValue('a@x.test\nb@x.test\nc@x.test\nd@x.test\nx@gmail.com');
});

test('a password beside an address is shown, stored and sent nowhere', async () => {
  const { page, calls } = await openQueues({
    answers: { 'POST /queues/accounts': () => ({ success: true, message: '3 new accounts.' }) },
  });
  await page.getByLabelText('Category name').fill('gold');
  const field = page.getByLabelText('Accounts', { exact: true });
  await field.fill(
    'ann@x.test:secret-1\nbob@x.test|secret-2\ncy@x.test----secret-3\ndee@x.test=secret-4\neve@x.test',
  );
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect.element(preview.getByRole('status')).toHaveTextContent('1 valid, 4 malformed');
  await preview.getByRole('button', { name: 'Correct to ann@x.test' }).click();
  await userEvent.click(field);
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}fay@x.test:secret-5');
  await expect
    .element(field)
    .toHaveValue(
      'ann@x.test\nbob@x.test|••••\ncy@x.test----••••\ndee@x.test=••••\neve@x.test\nfay@x.test:••••',
    );
  await preview.getByRole('button', { name: 'Correct 4' }).click();
  await page.getByRole('button', { name: 'Upload category' }).click();
  const { body } = await calls.made('POST /queues/accounts');
  expect(body).toMatchObject({
    accounts: ['ann', 'bob', 'cy', 'dee', 'eve', 'fay'].map((name) => `${name}@x.test`),
  });
  const everywhere = [document.body.innerHTML, { ...sessionStorage }, { ...localStorage }];
  expect(JSON.stringify([everywhere, calls.list()])).not.toContain('secret');
});

test.each([
  ['at the beginning', '{Control>}{Home}{/Control}', ''],
  ['behind the first line', '{Control>}{Home}{/Control}{End}{Enter}', 'ann@x.test\n'],
  ['on an empty line', '{Control>}{End}{/Control}{ArrowUp}', 'ann@x.test\nbob@x.test\n'],
])(
  'a password that is typed %s of the text is masked at its place',
  async (_where, keys, before) => {
    const { page } = await openQueues();
    const field = page.getByLabelText('Accounts', { exact: true });
    await field.fill('ann@x.test\nbob@x.test\n\ncy@x.test');
    const after = 'ann@x.test\nbob@x.test\n\ncy@x.test'.slice(before.length);
    await userEvent.click(field);
    await userEvent.keyboard(keys);
    if (before === '') await userEvent.keyboard('{Enter}{ArrowUp}');
    await userEvent.keyboard('fay@x.test:secret-5');
    await expect
      .element(field)
      .toHaveValue(`${before}fay@x.test:••••${after.startsWith('\n') ? '' : '\n'}${after}`);
  },
);

test('an address without a dot can be kept unchanged', async () => {
  const { page, calls } = await openQueues({
    answers: { 'POST /queues/accounts': () => ({ success: true, message: '2 new accounts.' }) },
  });
  await page.getByLabelText('Category name').fill('gold');
  const field = page.getByLabelText('Accounts', { exact: true });
  await field.fill('x@local\nann@x.test\nnobody');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Keep x@local as it is' }).click();
  await expect.element(preview.getByRole('status')).toHaveTextContent('2 valid, 1 malformed');
  await expect
    .element(preview.getByRole('button', { name: 'Keep nobody as it is' }))
    .not.toBeInTheDocument();
  await preview.getByRole('button', { name: 'Remove nobody' }).click();
  await expect.element(field).toHaveValue('x@local (keep)\nann@x.test');
  await page.getByRole('button', { name: 'Upload category' }).click();
  const { body } = await calls.made('POST /queues/accounts');
  expect(body).toMatchObject({ accounts: ['x@local', 'ann@x.test'] });
});

test('the preview names likely typos of well-known domains, and corrects them in one click', async () => {
  const { page } = await openQueues();
  const field = page.getByLabelText('Accounts', { exact: true });
  await field.fill('a@x.test\nb@gmial.com\nc@hotmail.con\nd@ymail.com');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect.element(preview.getByRole('status')).toHaveTextContent('4 valid, 2 likely typos');
  await expect.element(preview.getByText('Likely typo of gmail.com')).toBeVisible();
  // A few rows are shown in full, without scrolling.
  const { scrollHeight, clientHeight } = preview.getByRole('grid').element();
  expect(scrollHeight).toBe(clientHeight);
  await preview.getByRole('button', { name: 'Correct to b@gmail.com' }).click();
  await preview.getByRole('button', { name: 'Correct 1', exact: true }).click();
  await expect.element(field).toHaveValue('a@x.test\nb@gmail.com\nc@hotmail.com\nd@ymail.com');
  await expect.element(preview.getByRole('status')).not.toHaveTextContent('typo');
});
