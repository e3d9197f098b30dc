import type { FoundCode, MailboxReport, PresaleAnswer } from '../../shared/presale-codes/events.ts';
import { expectAccessible } from './accessible.ts';
import { test as base, expect } from './fixtures.ts';
import {
  StagedSearch,
  searchFor,
  stagedCode,
  stagedMailboxes,
  stagedReport,
  stageMailboxes,
} from './staged-search.ts';

const test = base.extend<{ staged: StagedSearch }>({
  staged: async ({ page }, use) => {
    const staged = new StagedSearch(page);
    await staged.stage();
    await stageMailboxes(page, stagedMailboxes(12));
    await use(staged);
  },
});

const answerOf = (codes: FoundCode[], mailboxes: MailboxReport[]): PresaleAnswer => ({
  success: true,
  codes,
  message: `${codes.length} code(s) found`,
  mailboxes,
});

test.describe('a search that streams', () => {
  test('shows each mailbox and each code as it is found, and the whole at its end', async ({
    page,
    staged,
  }) => {
    await page.goto('/presale-code-tool');
    await expect(
      page.getByText('0 account(s) selected. Only active accounts can be selected.'),
    ).toBeVisible();
    await searchFor(page, 'herons');
    await expect(page.getByRole('button', { name: 'Searching...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await staged.tell(['progress', stagedReport({ status: 'running', scanned: 4, matched: 1 })]);
    await expect(page.getByText('0 of 11 mailboxes, 4 mails read, 10 waiting')).toBeVisible();
    await expect(page.getByText('reading, 4 read, 1 match')).toBeVisible();
    await staged.tell(['code', stagedCode()]);
    await expect(page.getByRole('heading', { name: 'Found Presale Codes' })).toBeVisible();
    await expect(page.getByText('1 code(s) found', { exact: true })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'HARVEST' });
    for (const text of ['Code 1', 'box001@staged.example', 'Your presale code', 'Velvet Herons'])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    await expect(row.getByText('97%')).toBeVisible();
    await expect(row.getByText('High', { exact: true })).toBeVisible();
    await expect(row.getByText('Nov 20, 2026, 01:32 PM')).toBeVisible();

    const bare = stagedCode({
      code: 'WOLF',
      email_subject: '',
      email_from: '',
      email_date: '',
      confidence: 0.5,
      evidence: '',
    });
    await staged.tell(['code', bare], ['code', stagedCode({ code: 'MAYBE', confidence: 0.494 })]);
    const wolf = page.getByRole('row').filter({ hasText: 'WOLF' });
    await expect(wolf.getByText('Email', { exact: true })).toBeVisible();
    await expect(wolf.getByText('N/A', { exact: true })).toBeVisible();
    await expect(wolf.getByText('Medium', { exact: true })).toBeVisible();
    await expect(page.getByText('MAYBE')).toHaveCount(0);
    await page.getByRole('button', { name: '1 less likely' }).click();
    await expect(
      page.getByRole('row').filter({ hasText: 'MAYBE' }).getByText('Low', { exact: true }),
    ).toBeVisible();
    await staged.tell([
      'done',
      answerOf(
        [stagedCode(), bare, stagedCode({ code: 'MAYBE', confidence: 0.494 })],
        [
          stagedReport(),
          stagedReport({ id: 2, user: 'box002@staged.example', status: 'failed', message: 'No.' }),
        ],
      ),
    ]);
    await expect(
      page.getByText(/^2 code\(s\) found, 1 less likely, 2 mailboxes, 24 mails read in/),
    ).toBeVisible();
    await expect(page.getByText('box002@staged.example: No.')).toBeVisible();
    await wolf.getByRole('button', { name: 'Mail with code WOLF' }).click();
    const panel = page.getByRole('complementary', { name: 'Mail' });
    await expect(panel.getByText('N/A')).toHaveCount(2);
    await expectAccessible(page);
  });

  test('is kept while the operator looks at another screen', async ({ page, staged }) => {
    await page.goto('/presale-code-tool');
    await searchFor(page, 'herons');
    await staged.tell(['code', stagedCode()]);
    await expect(page.getByText('1 code(s) found', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'IMAP Accounts', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'IMAP Accounts Management' })).toBeVisible();
    await staged.tell(['code', stagedCode({ code: 'SECOND' })]);
    await page.getByRole('link', { name: 'Presale Code Tool' }).click();
    await expect(page.getByText('2 code(s) found', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible();
    expect(new Set(await staged.askedIds()).size).toBe(1);
  });

  test('is joined again by its id when the network is lost, and says so', async ({
    page,
    staged,
    problems,
  }) => {
    problems.expect(/presale-codes\/search failed/);
    await page.goto('/presale-code-tool');
    await searchFor(page, 'herons');
    await staged.tell(['code', stagedCode()]);
    await expect(page.getByText('1 code(s) found', { exact: true })).toBeVisible();
    await staged.answer(0);
    await staged.lose();
    await expect(page.getByText(/^Connection lost, joining the search again/)).toBeVisible();
    await expect(page.getByText('HARVEST').first()).toBeVisible();
    await staged.answer(503);
    await expect(page.getByText(/\(try [3-9]\)/)).toBeVisible();
    await staged.answer(200);
    await expect(page.getByText(/^Connection lost, joining/)).toBeHidden();
    await staged.tell(['code', stagedCode()], ['code', stagedCode({ code: 'SECOND' })]);
    await expect(page.getByText('2 code(s) found', { exact: true })).toBeVisible();
    const gone = { success: false, message: 'The search was interrupted.', status: 503 };
    const asked = (await staged.askedIds()).length;
    await staged.tell(['error', gone]);
    await expect.poll(async () => (await staged.askedIds()).length).toBe(asked + 1);
    await staged.tell(['code', stagedCode({ code: 'THIRD' })]);
    await expect(page.getByText('3 code(s) found', { exact: true })).toBeVisible();
    expect(new Set(await staged.askedIds()).size).toBe(1);
  });

  test('is found again after a reload, and after signing in again when the session ended', async ({
    page,
    staged,
    problems,
  }) => {
    problems.expect(/401|Invalid token|search failed/);
    await page.goto('/presale-code-tool');
    await searchFor(page, 'herons');
    await staged.tell(['code', stagedCode()]);
    const [id] = await staged.askedIds();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Keyword 1' })).toHaveValue('herons');
    expect(await staged.askedIds()).toEqual([id]);
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await staged.answer(401);
    await staged.lose();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await page.evaluate((kept) => localStorage.setItem('token', kept ?? ''), token);
    await page.goto('/presale-code-tool');
    const message = '12 of 13 mails read. 1 mail could not be read.';
    await staged.tell(['done', answerOf([stagedCode()], [stagedReport({ message })])]);
    await expect(page.getByText(/^1 code\(s\) found, 1 mailbox, 12 mails read in/)).toBeVisible();
    await expect(page.getByText('1 mailbox was not read completely.')).toBeVisible();
    await expect(page.getByText(`box001@staged.example: ${message}`)).toBeVisible();
    expect(await staged.askedIds()).toEqual([id]);
  });

  test('is ended by Cancel, which keeps what was found', async ({ page, staged }) => {
    await page.goto('/presale-code-tool');
    await searchFor(page, 'herons');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Search cancelled' })).toBeVisible();
    await page.getByRole('button', { name: 'Search Presale Codes' }).click();
    await staged.tell(['code', stagedCode()], ['progress', stagedReport({ status: 'running' })]);
    await expect(page.getByText('1 code(s) found', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/^1 code\(s\) found, .*, search cancelled$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Search Presale Codes' })).toBeEnabled();
  });

  test('of which no mailbox answered is told as unread, not as without codes, and searched again', async ({
    page,
    staged,
  }) => {
    await page.goto('/presale-code-tool');
    await searchFor(page, 'herons');
    const message = 'The server did not answer.';
    const report = stagedReport({ status: 'failed', scanned: 0, matched: 0, message });
    await staged.tell(['progress', report], ['done', answerOf([], [report])]);
    await expect(page.getByRole('heading', { name: 'No mailbox could be read' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No Codes Found' })).toBeHidden();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible();
  });

  test.describe('tells a failure in a box titled Error', () => {
    test.beforeEach(({ problems }) => problems.expect(/search failed|500/));
    const NOTHING = 'No codes found matching your criteria';
    const FAILED = 'Failed to search presale codes. Please try again.';

    test('with the server’s message, and searches again on Retry', async ({ page, staged }) => {
      await page.goto('/presale-code-tool');
      await searchFor(page, 'herons');
      await staged.tell(['error', { success: false, message: 'No scanner is connected.' }]);
      const box = page.getByRole('alert').filter({ hasText: 'Error' });
      await expect(box).toContainText('Error No scanner is connected.');
      await box.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible();
      await expect(box).toBeHidden();
    });

    test('with the text of the specification when the server gives none', async ({
      page,
      staged,
    }) => {
      await page.goto('/presale-code-tool');
      await staged.answer(500);
      await searchFor(page, 'herons');
      await expect(page.getByRole('alert').getByText(NOTHING)).toBeVisible();
    });

    test('with the other text when the server cannot be reached', async ({ page, staged }) => {
      await page.goto('/presale-code-tool');
      await staged.answer(0);
      await searchFor(page, 'herons');
      await expect(page.getByRole('alert').getByText(FAILED)).toBeVisible();
    });
  });

  test('tells within seconds that the last scanner went away', async ({ page, staged }) => {
    await page.clock.install();
    await page.goto('/presale-code-tool');
    await searchFor(page, 'herons');
    await staged.tell(['progress', stagedReport({ status: 'running' })]);
    await expect(page.getByText('reading, 12 read, 3 match')).toBeVisible();
    await page.route('**/api/health', (route) =>
      route.fulfill({ json: { status: 'ok', database: 'ok', scanner: 'disconnected' } }),
    );
    await page.clock.fastForward(5_000);
    await expect(page.getByText('No scanner is connected.')).toBeVisible();
  });
});
