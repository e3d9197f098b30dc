import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { makeCode, makeReport } from '../factories/presale.ts';
import { makeAnswer, PresaleWorld, searchFor } from './presale-world.ts';
import { expectAccessible } from './product.tsx';

let world: PresaleWorld;
beforeEach(() => {
  world = new PresaleWorld(12);
});
const button = (name: string | RegExp) => page.getByRole('button', { name });
const text = (shown: string | RegExp) => page.getByText(shown);
const rowWith = (code: string) => page.getByRole('row').filter({ hasText: code });

describe('a search that streams', () => {
  test('shows each mailbox and each code as it is found, and the whole result at its end', async () => {
    await world.open();
    await expect
      .element(text('0 account(s) selected. Only active accounts can be selected.'))
      .toBeVisible();
    await searchFor('herons');
    await expect.element(button('Searching...')).toHaveAttribute('aria-disabled', 'true');
    await world.send(['progress', makeReport({ status: 'running', scanned: 4, matched: 1 })]);
    await expect.element(text('0 of 11 mailboxes, 4 mails read, 10 waiting')).toBeVisible();
    await expect.element(text('reading, 4 read, 1 match')).toBeVisible();
    await world.send(['progress', makeReport({ id: 2, status: 'incomplete', scanned: 3 })]);
    await expect.element(text(/^incomplete, 3 read/)).toBeVisible();
    await world.send(['code', makeCode()]);
    await expect.element(page.getByRole('heading', { name: 'Found Presale Codes' })).toBeVisible();
    await expect.element(text('1 code(s) found')).toBeVisible();
    const row = rowWith('HARVEST');
    for (const shown of [
      'Code 1',
      'box001@staged.example',
      'Your presale code',
      'Velvet Herons',
      '97%',
      'High',
      'Nov 20, 2026, 01:32 PM',
    ])
      await expect.element(row.getByText(shown, { exact: true })).toBeVisible();

    const bare = makeCode({
      code: 'WOLF',
      email_subject: '',
      email_from: '',
      email_date: '',
      confidence: 0.5,
      evidence: '',
    });
    const maybe = makeCode({ code: 'MAYBE', confidence: 0.494 });
    await world.send(['code', bare], ['code', maybe]);
    const wolf = rowWith('WOLF');
    for (const shown of ['Email', 'N/A', 'Medium'])
      await expect.element(wolf.getByText(shown, { exact: true })).toBeVisible();
    await expect.element(text('MAYBE')).not.toBeInTheDocument();
    await button('1 less likely').click();
    await expect.element(rowWith('MAYBE').getByText('Low', { exact: true })).toBeVisible();
    const failure = { id: 2, user: 'box002@staged.example', status: 'failed', message: 'No.' };
    await world.send([
      'done',
      makeAnswer(
        [makeCode(), bare, maybe],
        [makeReport(), makeReport({ ...failure, status: 'failed' })],
      ),
    ]);
    await expect
      .element(text(/^2 code\(s\) found, 1 less likely, 2 mailboxes, 24 mails read in/))
      .toBeVisible();
    await expect.element(text('box002@staged.example: No.')).toBeVisible();
    await wolf.getByRole('button', { name: 'Mail with code WOLF' }).click();
    const panel = page.getByRole('complementary', { name: 'Mail' });
    await expect.poll(() => panel.getByText('N/A').elements().length).toBe(2);
    await expectAccessible();
  });

  test('continues while the operator looks at another screen', async () => {
    await world.open();
    await searchFor('herons');
    await world.send(['code', makeCode()]);
    await expect.element(text('1 code(s) found')).toBeVisible();
    await page.getByRole('link', { name: 'IMAP Accounts', exact: true }).click();
    await expect
      .element(page.getByRole('heading', { name: 'IMAP Accounts Management' }))
      .toBeVisible();
    await world.send(['code', makeCode({ code: 'SECOND' })]);
    await page.getByRole('link', { name: 'Presale Code Tool' }).click();
    await expect.element(text('2 code(s) found')).toBeVisible();
    await expect.element(button('Searching...')).toBeVisible();
    expect(new Set(world.searchIds).size).toBe(1);
  });

  test('is rejoined by its id after a lost connection, and shows that', async () => {
    await world.open();
    await searchFor('herons');
    await world.send(['code', makeCode()]);
    await expect.element(text('1 code(s) found')).toBeVisible();
    world.status = 0;
    await world.lose();
    const lost = text(/^Connection lost, joining the search again/);
    await expect.element(lost).toBeVisible();
    await expect.element(text('HARVEST').first()).toBeVisible();
    world.status = 503;
    await expect.element(text(/\(try [3-9]\)/)).toBeVisible();
    world.status = 200;
    await expect.element(lost).not.toBeInTheDocument();
    await world.send(['code', makeCode()], ['code', makeCode({ code: 'SECOND' })]);
    await expect.element(text('2 code(s) found')).toBeVisible();
    const sent = world.searchIds.length;
    const message = 'The search was interrupted.';
    await world.send(['error', { success: false, message, status: 503 }]);
    await expect.poll(() => world.searchIds.length).toBe(sent + 1);
    await world.send(['code', makeCode({ code: 'THIRD' })]);
    await expect.element(text('3 code(s) found')).toBeVisible();
    expect(new Set(world.searchIds).size).toBe(1);
  });

  test('is restored after a reload, and after a new sign-in when the session ended', async () => {
    await world.open();
    await searchFor('herons');
    await world.send(['code', makeCode()]);
    await expect.element(text('1 code(s) found')).toBeVisible();
    const [id] = world.searchIds;
    await world.open('kept');
    await expect.element(button('Searching...')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Keyword 1' })).toHaveValue('herons');
    await expect.poll(() => world.searchIds).toEqual([id, id]);
    world.status = 401;
    await world.lose();
    await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    world.status = 200;
    await world.open('kept');
    await expect.poll(() => world.searchIds.length).toBe(4);
    const message = '12 of 13 mails read. 1 mail could not be read.';
    await world.send([
      'done',
      makeAnswer([makeCode()], [makeReport({ status: 'incomplete', message })]),
    ]);
    await expect.element(text(/^1 code\(s\) found, 1 mailbox, 12 mails read in/)).toBeVisible();
    await expect.element(text('1 mailbox was not read completely.')).toBeVisible();
    await expect.element(text(`box001@staged.example: ${message}`)).toBeVisible();
    expect(new Set(world.searchIds)).toEqual(new Set([id]));
  });

  test('is ended by Cancel, which keeps the results', async () => {
    await world.open();
    await searchFor('herons');
    await button('Cancel').click();
    await expect.element(page.getByRole('heading', { name: 'Search cancelled' })).toBeVisible();
    await button('Search Presale Codes').click();
    await expect.poll(() => world.searchIds.length).toBe(2);
    await world.send(['code', makeCode()], ['progress', makeReport({ status: 'running' })]);
    await expect.element(text('1 code(s) found')).toBeVisible();
    await button('Cancel').click();
    await expect.element(text(/^1 code\(s\) found, .*, search cancelled$/)).toBeVisible();
    await expect.element(button('Search Presale Codes')).toBeEnabled();
  });

  test('without a code shows that, with the number of mails that were read', async () => {
    await world.open();
    await searchFor('herons');
    const report = makeReport({ scanned: 12, matched: 0 });
    const message = 'No codes found matching your criteria';
    const answer = { ...makeAnswer([], [report]), message };
    await world.send(['progress', report], ['done', answer]);
    const heading = page.getByRole('heading', { name: 'No Codes Found' });
    await expect.element(heading).toBeVisible();
    // The text must be visible too, beside the line for screen readers.
    expect(heading.element().parentElement?.textContent).toContain(message);
    await expect.element(text(/^1 mailbox, 12 mails read in/).first()).toBeVisible();
  });

  test('counts the other mailboxes if one could not be read', async () => {
    await world.open();
    await searchFor('herons');
    const read = makeReport({ scanned: 12, matched: 0 });
    const lost = makeReport({ id: 2, status: 'failed', scanned: 0, matched: 0, message: 'No.' });
    await world.send(['progress', read], ['done', makeAnswer([], [read, lost])]);
    await expect.element(text(/^1 of 2 mailboxes, 12 mails read in/).first()).toBeVisible();
  });

  test('names the mails that could not be read, separately from those with pictures', async () => {
    await world.open();
    await searchFor('herons');
    const mail = { from: 'Club <club@herons.example>', date: '2026-11-20T12:32:00.000Z' };
    const report = makeReport({
      status: 'incomplete',
      message: '11 of 12 mails read. 1 mail could not be read.',
      needs_look: [
        { ...mail, subject: 'Broken mail', reason: 'unreadable' },
        { ...mail, subject: 'Poster' },
      ],
    });
    await world.send(['done', makeAnswer([], [report])]);
    await expect
      .element(text('1 mail was not read, or not whole: open it in the mailbox.'))
      .toBeVisible();
    await expect.element(text(/^Broken mail, Club/)).toBeVisible();
    await expect.element(text('1 mail needs a look: the code may be in a picture.')).toBeVisible();
    await expect.element(text(/^Poster, Club/)).toBeVisible();
  });

  test('names mails outside its criteria and codes that are sent in another way, and widens with one click', async () => {
    await world.open();
    await searchFor('herons');
    const evidence = 'Your code will be sent by text message.';
    await world.send([
      'done',
      {
        ...makeAnswer([], [makeReport()]),
        left_out_codes: [
          { length: 2, codes: 1 },
          { length: 6, codes: 1 },
          { length: 31, codes: 1 },
        ],
        notes: [
          { mail_id: '1', kind: 'code_by_text_message', evidence },
          { mail_id: '2', kind: 'code_by_text_message', evidence },
        ],
      },
    ]);
    await expect.element(text('3 likely codes do not match your criteria.')).toBeVisible();
    await expect
      .element(text('1 likely code of 2 characters, outside the length 4 to 24'))
      .toBeVisible();
    await expect
      .element(text('1 likely code of 6 characters, with other characters than the search allows'))
      .toBeVisible();
    await expect.element(text('The code of 1 mail comes by text message.')).toBeVisible();
    await expect.element(text(evidence)).toBeVisible();
    await button('Widen and search again').click();
    await expect.poll(() => world.searchIds.length).toBe(2);
    await expect.element(page.getByRole('textbox', { name: 'Code length min' })).toHaveValue('2');
    await expect.element(page.getByRole('textbox', { name: 'Code length max' })).toHaveValue('31');
  });

  test('without an answer from any mailbox is shown as unread, not as without codes, and can be repeated', async () => {
    await world.open();
    await searchFor('herons');
    const message = 'The server did not answer.';
    const report = makeReport({ status: 'failed', scanned: 0, matched: 0, message });
    await world.send(['progress', report], ['done', makeAnswer([], [report])]);
    const heading = (name: string) => page.getByRole('heading', { name });
    await expect.element(heading('No mailbox could be read')).toBeVisible();
    await expect.element(heading('No Codes Found')).not.toBeInTheDocument();
    await button('Retry').click();
    await expect.element(button('Searching...')).toBeVisible();
  });
});

describe('a failed search shows a box titled Error', () => {
  test('with the message of the server, and searches again on Retry', async () => {
    await world.open();
    await searchFor('herons');
    await world.send(['error', { success: false, message: 'No scanner is connected.' }]);
    const box = page.getByRole('alert').filter({ hasText: 'Error' });
    await expect
      .poll(() => box.query()?.textContent)
      .toMatch(
        /^Error ?Failed to search presale codes\. Please try again\. No scanner is connected\./,
      );
    await box.getByRole('button', { name: 'Retry' }).click();
    await expect.element(button('Searching...')).toBeVisible();
    await expect.element(box).not.toBeInTheDocument();
  });

  test.each([
    ['the server gives no message', 500, 'No codes found matching your criteria'],
    ['the server cannot be reached', 0, 'Failed to search presale codes. Please try again.'],
    ['a proxy answers', 502, 'Failed to search presale codes. Please try again.'],
  ])('with the text of the specification if %s', async (_, status, message) => {
    await world.open();
    world.status = status;
    await searchFor('herons');
    const box = page.getByRole('alert').getByText(message);
    await expect.element(box).toBeVisible();
  });
});

describe('with a stopped clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('shows the loss of the last scanner within five seconds', async () => {
    await world.open();
    await searchFor('herons');
    await world.send(['progress', makeReport({ status: 'running' })]);
    await expect.element(text('reading, 12 read, 3 match')).toBeVisible();
    world.loseScanner();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(text('No scanner is connected.')).toBeVisible();
  });
});
