import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ImapAccount } from '../../shared/mailboxes/schema.ts';
import { SignInDialog } from '../../web/features/mailboxes/sign-in/sign-in-dialog.tsx';
import { MailboxPicker } from '../../web/features/presale-codes/form/mailbox-picker.tsx';
import { makeHealth, makeMailbox } from '../factories/mailboxes.ts';
import type { Call } from './calls.ts';
import { type Answer, failed, renderAt, stubApi } from './desk.tsx';
import { expectAccessible, openProduct } from './product.tsx';

const FLOW = '11111111-1111-4111-8111-111111111111';
const START = 'POST /imap-accounts/sign-in';
const STATE = `GET /imap-accounts/sign-in/${FLOW}`;
const OLA = 'ola.berg@outlook.com';

const makeSignedIn = (part: Partial<ImapAccount> = {}): ImapAccount =>
  makeMailbox({ id: 7, user: OLA, host: 'outlook.office365.com', auth: 'microsoft', ...part });

/** A sign-in at Microsoft whose state the test changes. */
function makeFlow(minutes = 15) {
  const end: { answer: object } = { answer: { state: 'pending', reason: null } };
  let started = 0;
  const answers: Record<string, Answer> = {
    [START]: () => {
      started += 1;
      return {
        success: true,
        flow: FLOW,
        mode: 'device',
        user_code: `B7KQ4XD${started}`,
        verification_uri: 'https://microsoft.com/devicelogin',
        expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      };
    },
    [STATE]: () => ({ success: true, ...end.answer }),
  };
  return { end, answers };
}

const listOf = (accounts: ImapAccount[], signIn = { microsoft: true, google: true }) => ({
  'GET /imap-accounts': () => ({ success: true, accounts, sign_in: signIn, message: '' }),
});

const form = page.getByRole('dialog', { name: 'Add New IMAP Account' });
const dialog = page.getByRole('dialog', { name: 'Sign in with Microsoft' });
const connected = page.getByRole('dialog', { name: 'Mailbox connected' });
const signInButton = form.getByRole('button', { name: 'Sign in with Microsoft' });

async function openForm(address: string, answers: Record<string, Answer>) {
  const product = await openProduct('/imap-accounts', answers);
  await page.getByRole('button', { name: 'Add New Account' }).click();
  await form.getByLabelText('Email Address *').fill(address);
  return product;
}

describe('a mailbox at Microsoft', () => {
  test.each(['a@outlook.com', 'a@hotmail.fr', 'a@live.co.uk', 'a@msn.com', 'a@x.onmicrosoft.com'])(
    'has no password field: %s',
    async (address) => {
      await openForm('a@gmail.com', listOf([]));
      const password = form.getByLabelText('App Password *');
      await expect.element(password).toBeVisible();
      await form.getByLabelText('Email Address *').fill(address);
      await expect.element(form.getByText('Microsoft accepts no passwords.')).toBeVisible();
      await expect.element(password).not.toBeInTheDocument();
      await expect.element(signInButton).toBeVisible();
    },
  );

  test('with a custom domain is chosen as Microsoft 365', async () => {
    await openForm('box@club.example', listOf([]));
    await expect.element(form.getByLabelText('App Password *')).toBeVisible();
    await form.getByRole('radio', { name: 'Microsoft 365' }).click();
    await expect.element(signInButton).toBeVisible();
    await form.getByRole('radio', { name: 'Other' }).click();
    await expect.element(form.getByLabelText('App Password *')).toBeVisible();
  });

  test('is connected in three clicks, and the window continues by itself', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { end, answers } = makeFlow();
    const accounts: ImapAccount[] = [];
    const { calls } = await openForm(OLA, { ...listOf(accounts), ...answers });
    await form.getByLabelText(/^Tags/).fill('Lanterns, Oslo');
    await signInButton.click();
    const { body } = await calls.made(START);
    expect(body).toEqual({ provider: 'microsoft', tags: ['Lanterns', 'Oslo'] });
    await expect
      .element(dialog.getByText('Code B 7 K Q, 4 X D 1', { exact: true }))
      .toBeInTheDocument();
    await expect.element(dialog.getByText(OLA)).toBeVisible();
    const time = () => dialog.getByRole('timer').element().textContent;
    await expect.poll(time).toMatch(/^1[45]:\d\d left$/);
    const link = dialog.getByRole('link', { name: 'Open microsoft.com/devicelogin' });
    await expect.element(link).toHaveAttribute('href', 'https://microsoft.com/devicelogin');
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveFocus();
    await dialog.getByRole('button', { name: 'Copy code' }).click();
    expect(copied).toHaveBeenLastCalledWith('B7KQ4XD1');
    await expectAccessible();

    accounts.push(makeSignedIn({ tags: ['Lanterns', 'Oslo'] }));
    end.answer = { state: 'done', reason: null, account: accounts[0] };
    await expect.element(connected).toBeVisible();
    await expect.element(connected.getByText(`${OLA} is connected.`)).toBeInTheDocument();
    await expect
      .element(connected.getByText(/^Signed in at Microsoft\. It is being checked\.$/))
      .toBeVisible();
    await expectAccessible();
    await connected.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByRole('article').getByText('Microsoft')).toBeVisible();
  });

  test.each([
    ['denied', 'The sign-in was declined at Microsoft.'],
    ['expired', 'The code was not entered in time.'],
    ['failed', 'The organisation of this mailbox has to approve the app first.'],
  ])(
    'whose sign-in was %s shows the reason, tries again, and keeps the typed values',
    async (state, reason) => {
      const { end, answers } = makeFlow();
      const { calls } = await openForm(OLA, { ...listOf([]), ...answers });
      await form.getByLabelText(/^Tags/).fill('Oslo');
      end.answer = { state, reason };
      await signInButton.click();
      await expect.element(dialog.getByRole('alert').getByText(reason)).toBeVisible();
      const again = dialog.getByRole('button', { name: 'Try again' });
      await expect.element(again).toHaveFocus();
      end.answer = { state: 'pending', reason: null };
      await again.click();
      await expect
        .element(dialog.getByText('Code B 7 K Q, 4 X D 2', { exact: true }))
        .toBeInTheDocument();
      expect(calls.to(START).map(({ body }) => body)).toEqual([
        { provider: 'microsoft', tags: ['Oslo'] },
        { provider: 'microsoft', tags: ['Oslo'] },
      ]);
      await dialog.getByRole('button', { name: 'Back' }).click();
      await expect.element(form.getByLabelText(/^Tags/)).toHaveValue('Oslo');
      await expect.element(form.getByLabelText('Email Address *')).toHaveValue(OLA);
    },
  );

  test('whose sign-in cannot start shows why', async () => {
    const answers = { ...listOf([]), [START]: () => failed(502, 'Microsoft does not answer.') };
    await openForm(OLA, answers);
    await signInButton.click();
    const alert = dialog.getByRole('alert');
    await expect.element(alert.getByText(/Microsoft does not answer\.$/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('at a desk without an app explains in two sentences how to get one', async () => {
    const { calls } = await openForm(OLA, listOf([], { microsoft: false, google: false }));
    const note = form.getByText('This desk has no app at Microsoft yet.');
    await expect.element(note).toBeVisible();
    await expect.element(form.getByText(/in ten steps and sets MICROSOFT_CLIENT_ID/)).toBeVisible();
    await expect
      .element(form.getByRole('link', { name: 'How to register the app' }))
      .toHaveAttribute('href', '/mail-sign-in.txt');
    await signInButton.click();
    expect(calls.to(START)).toEqual([]);
    await expect.element(signInButton).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible();
  });

  test('warns when little time is left, and waits for the server when it is over', async () => {
    const { answers } = makeFlow(0.02);
    await openForm(OLA, { ...listOf([]), ...answers });
    await signInButton.click();
    await expect
      .element(dialog.getByText('Less than two minutes are left for the code.'))
      .toBeInTheDocument();
    await expect.element(dialog.getByRole('timer')).toHaveTextContent('0:00 left');
    await expect.element(dialog.getByText('Waiting for Microsoft')).toBeVisible();
  });

  test('is signed in with the keyboard alone, on a telephone', async () => {
    const { end, answers } = makeFlow();
    const { page: product } = await openForm(OLA, { ...listOf([]), ...answers });
    expect(product).toBeDefined();
    await page.viewport(390, 844);
    await userEvent.keyboard('{Enter}');
    const link = dialog.getByRole('link', { name: 'Open microsoft.com/devicelogin' });
    await expect.element(link).toHaveFocus();
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await expectAccessible();
    end.answer = { state: 'done', reason: null, account: makeSignedIn() };
    const done = connected.getByRole('button', { name: 'Done' });
    await expect.element(done).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(connected).not.toBeInTheDocument();
  });
});

describe('a mailbox at Google', () => {
  test('offers a sign-in beside the app password, or says that there is no app', async () => {
    await openForm('lea@gmail.com', listOf([]));
    await expect.element(form.getByLabelText('App Password *')).toBeVisible();
    await expect.element(form.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    await expectAccessible();
    await openForm('lea@gmail.com', listOf([], { microsoft: true, google: false }));
    await expect.element(form.getByText(/has no app there yet/)).toBeVisible();
  });

  test("leads to Google's page, and restores the typed values on return", async () => {
    const url = 'https://accounts.google.com/o/oauth2/v2/auth?state=x';
    const calls = stubApi({
      [START]: () => ({ success: true, flow: FLOW, mode: 'redirect', url }),
    });
    const leave = vi.fn();
    const target = { provider: 'google', tags: ['Oslo'], address: 'lea@gmail.com' } as const;
    await renderAt(() => (
      <SignInDialog
        target={{ ...target, tags: ['Oslo'] }}
        leave={leave}
        onClose={() => undefined}
      />
    ));
    await calls.made(START);
    await expect.poll(() => leave.mock.calls).toEqual([[url]]);

    const reason = 'The sign-in was declined at Google.';
    const product = await openProduct(
      `/imap-accounts?sign_in=${FLOW}`,
      {
        ...listOf([]),
        [STATE]: () => ({ success: true, state: 'denied', reason }),
        [START]: () => failed(502, 'Google does not answer.'),
      },
      { storage: 'kept' },
    );
    const ended = page.getByRole('dialog', { name: 'Sign in with Google' });
    await expect.element(ended.getByRole('alert').getByText(reason)).toBeVisible();
    await ended.getByRole('button', { name: 'Try again' }).click();
    const { body } = await product.calls.made(START);
    expect(body).toEqual({ provider: 'google', tags: ['Oslo'] });
    await ended.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(product.href).toBe('/imap-accounts');
  });

  test('whose sign-in ended at a desk without an app names what to configure', async () => {
    const account = makeMailbox({
      id: 9,
      user: 'lea@gmail.com',
      auth: 'google',
      needs_sign_in: true,
    });
    await openProduct('/imap-accounts', listOf([account], { microsoft: true, google: false }));
    await page.getByRole('button', { name: 'Edit lea@gmail.com' }).click();
    await expect
      .element(page.getByText(/sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET\./))
      .toBeVisible();
  });

  test('that is inactive is not described as checked', async () => {
    const account = makeMailbox({
      id: 9,
      user: 'lea@gmail.com',
      auth: 'google',
      is_active: false,
    });
    await openProduct(`/imap-accounts?sign_in=${FLOW}`, {
      ...listOf([account]),
      [STATE]: () => ({ success: true, state: 'done', reason: null, account }),
    });
    await expect
      .element(
        connected.getByText('Signed in at Google. It is inactive, so searches do not read it.'),
      )
      .toBeVisible();
  });

  test('that has signed in is shown when the page leads back', async () => {
    const account = makeMailbox({ id: 9, user: 'lea@gmail.com', auth: 'google' });
    const { href } = await openProduct(`/imap-accounts?sign_in=${FLOW}`, {
      ...listOf([account]),
      [STATE]: () => ({ success: true, state: 'done', reason: null, account }),
    });
    await expect.element(connected.getByText('lea@gmail.com is connected.')).toBeInTheDocument();
    await connected.getByRole('button', { name: 'Done' }).click();
    await expect.poll(href).toBe('/imap-accounts');
  });

  test('with a sign-in that the desk does not have can start again', async () => {
    await openProduct('/imap-accounts?sign_in=unknown', {
      ...listOf([]),
      'GET /imap-accounts/sign-in/unknown': () => failed(400, 'There is no such sign-in.'),
    });
    await expect.element(page.getByText(/is not known here any more/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('"Sign in again"', () => {
  const ended = makeSignedIn({
    needs_sign_in: true,
    health: makeHealth({ failures: 1, failure: 'Sign in again: Microsoft has ended the access.' }),
  });
  const withPassword = makeMailbox({
    id: 8,
    user: 'old@hotmail.com',
    host: 'outlook.office365.com',
    health: makeHealth({ failures: 3, failure: 'Microsoft accepts no passwords.' }),
  });

  test('is on the card and in the form, and is bound to the account', async () => {
    const { answers, end } = makeFlow();
    const { calls } = await openProduct('/imap-accounts', { ...listOf([ended]), ...answers });
    const card = page.getByRole('article');
    await expect.element(card.getByText('Sign in again', { exact: true }).first()).toBeVisible();
    await expect.element(card.getByText('Sign-in ended')).toBeVisible();
    const again = card.getByRole('button', { name: `Sign in again ${OLA}` });
    const rightOf = (locator: typeof card) => locator.element().getBoundingClientRect().right;
    expect(rightOf(again)).toBeLessThan(rightOf(card));
    await again.click();
    expect((await calls.made(START)).body).toEqual({ provider: 'microsoft', id: 7 });
    end.answer = { state: 'failed', reason: 'You signed in as info@x.example.' };
    await expect.element(dialog.getByText(/info@x\.example/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: `Edit ${OLA}` }).click();
    const edit = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    await expect.element(edit.getByText('The sign-in has ended at Microsoft.')).toBeVisible();
    await expect.element(edit.getByLabelText('App Password *')).not.toBeInTheDocument();
    await expectAccessible();
    await edit.getByRole('button', { name: 'Sign in again' }).click();
    await expect.element(dialog).toBeVisible();
  });

  test('keeps the tags and the folders of the account when they are changed', async () => {
    const { calls } = await openProduct('/imap-accounts', {
      ...listOf([{ ...ended, needs_sign_in: false }]),
      'PUT /imap-accounts/7': () => ({ success: true, message: '' }),
    });
    await page.getByRole('button', { name: `Edit ${OLA}` }).click();
    const edit = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    await edit.getByLabelText(/^Tags/).fill('Oslo');
    await edit.getByRole('button', { name: 'Update Account' }).click();
    expect((await calls.made('PUT /imap-accounts/7')).body).toEqual({
      user: OLA,
      host: 'outlook.office365.com',
      port: 993,
      is_active: true,
      tags: ['Oslo'],
    });
  });

  test.each([
    ['the tags of one that has signed in', ended, { tags: ['Oslo'] }],
    ['the tags of one with a password', withPassword, { tags: ['Oslo'] }],
    ['whether one that has signed in is active', ended, { is_active: false }],
    ['whether one with a password is active', withPassword, { is_active: false }],
  ])('saves %s when it was changed in the form', async (_, account, changed) => {
    const { answers } = makeFlow();
    const path = `PUT /imap-accounts/${account.id}`;
    const { calls } = await openProduct('/imap-accounts', {
      ...listOf([account]),
      ...answers,
      [path]: () => ({ success: true, message: '' }),
    });
    await page.getByRole('button', { name: `Edit ${account.user}` }).click();
    const edit = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    if ('tags' in changed) await edit.getByLabelText(/^Tags/).fill('Oslo');
    else await edit.getByRole('checkbox', { name: 'Account is active' }).click();
    await edit.getByRole('button', { name: /^Sign in/ }).click();
    expect((await calls.made(path)).body).toMatchObject(changed);
    const { id } = account;
    expect((await calls.made(START)).body).toEqual({ provider: 'microsoft', id });
    await expect.element(dialog).toBeVisible();
  });

  test('does not start while a change cannot be saved, and the form keeps the change', async () => {
    const { answers } = makeFlow();
    const { calls } = await openProduct('/imap-accounts', {
      ...listOf([withPassword]),
      ...answers,
      'PUT /imap-accounts/8': () => failed(500, 'The database is away.'),
    });
    await page.getByRole('button', { name: 'Edit old@hotmail.com' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    await edit.getByLabelText(/^Tags/).fill('Oslo');
    await edit.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.element(page.getByText('Failed to save account').first()).toBeVisible();
    await expect.element(edit.getByLabelText(/^Tags/)).toHaveValue('Oslo');
    await edit.getByLabelText('Email Address *').fill('new@hotmail.com');
    await edit.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect
      .element(edit.getByText(/^Add this mailbox as a new account/).first())
      .toBeVisible();
    expect(calls.to(START)).toEqual([]);
  });

  test('replaces "Fix" in the presale form, also for a password that Microsoft refuses', async () => {
    const { answers } = makeFlow();
    const calls = stubApi(answers);
    await renderAt(() => (
      <MailboxPicker
        mailboxes={{ data: [ended, withPassword], isPending: false, isError: false } as never}
        selected={[]}
        onChange={() => undefined}
      />
    ));
    const name = `Sign in to ${withPassword.user} again: it cannot be read`;
    await expect
      .element(page.getByRole('button', { name: `Sign in to ${OLA} again: it cannot be read` }))
      .toBeVisible();
    await page.getByRole('button', { name }).click();
    expect((await calls.made(START)).body).toEqual({ provider: 'microsoft', id: 8 });
    await expect.element(dialog.getByRole('timer')).toBeVisible();
  });

  test('is beside the mailbox of a watch', async () => {
    const { answers } = makeFlow();
    const watch = {
      id: 3,
      name: 'herons',
      is_paused: false,
      state: 'failing',
      reason: null,
      search: {},
      mailboxes: [{ id: 7, mode: 'failing', is_read: false, reason: 'Ended.', seen_at: null }],
      codes: 0,
      last_code_at: null,
      created_at: '2026-11-20T10:00:00.000Z',
    };
    const { calls } = await openProduct('/presale-code-tool', {
      ...listOf([ended]),
      ...answers,
      'GET /presale-watches': () => ({ success: true, data: [watch] }),
      'GET /presale-watches/3/codes': () => ({ success: true, data: [], next_cursor: null }),
    });
    await page.getByRole('button', { name: /Watches/ }).click();
    await page.getByRole('button', { name: 'Show codes and mailboxes' }).click();
    await page.getByRole('button', { name: `Sign in again to ${OLA}` }).click();
    expect((await calls.made(START)).body).toEqual({ provider: 'microsoft', id: 7 });
  });
});

describe('pasted addresses at Microsoft', () => {
  const paste = async (text: string, signIn?: { microsoft: boolean; google: boolean }) => {
    const { answers, end } = makeFlow();
    const product = await openProduct('/imap-accounts', {
      ...listOf([], signIn),
      ...answers,
      'POST /imap-accounts/import': ({ body }: Call) => ({
        success: true,
        added: (body as { accounts: unknown[] }).accounts.length,
        known: [],
        message: '',
      }),
    });
    await page.getByRole('button', { name: 'Paste accounts' }).click();
    const box = page.getByRole('dialog', { name: 'Paste IMAP accounts' });
    await box.getByLabelText('Accounts').fill(text);
    return { ...product, box, end };
  };

  test('are marked, and sign in one after the other', async () => {
    const { box, calls, end } = await paste('a@gmail.com:secret\nb@outlook.com:pw\nc@hotmail.fr');
    await expect
      .element(box.getByRole('region', { name: 'Preview' }).getByRole('status'))
      .toHaveTextContent('1 valid, 2 sign in at Microsoft');
    await box.getByLabelText(/^Tags/).fill('Oslo');
    await box.getByRole('button', { name: 'Add 1 account, sign in to 2' }).click();
    expect((await calls.made('POST /imap-accounts/import')).body).toMatchObject({
      accounts: [{ user: 'a@gmail.com' }],
      tags: ['Oslo'],
    });
    expect((await calls.made(START)).body).toEqual({ provider: 'microsoft', tags: ['Oslo'] });
    await expect.element(dialog.getByText('b@outlook.com', { exact: true })).toBeVisible();
    const account = makeSignedIn({ user: 'b@outlook.com' });
    end.answer = { state: 'done', reason: null, account };
    const next = connected.getByRole('button', { name: 'Next: c@hotmail.fr' });
    await expect.element(next).toHaveFocus();
    end.answer = { state: 'pending', reason: null };
    await next.click();
    await expect.element(dialog.getByText('c@hotmail.fr', { exact: true })).toBeVisible();
    end.answer = { state: 'done', reason: null, account };
    // The operator signed in to another mailbox than the pasted one.
    await expect.element(connected.getByText('You signed in as b@outlook.com.')).toBeVisible();
    await connected.getByRole('button', { name: 'Done' }).click();
    await expect.element(connected).not.toBeInTheDocument();
  });

  test('that have not had their turn are still offered after a cancelled sign-in', async () => {
    const { box, calls } = await paste('b@outlook.com:pw\nc@hotmail.fr\nd@live.com');
    await box.getByRole('button', { name: 'Sign in to 3' }).click();
    await expect.element(dialog.getByText('b@outlook.com', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('listitem').getByText('c@hotmail.fr, d@live.com', { exact: true }))
      .toBeVisible();
    await page.getByRole('listitem').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.element(dialog.getByText('c@hotmail.fr', { exact: true })).toBeVisible();
    expect(calls.to(START)).toHaveLength(2);
  });

  test('are not added by a desk without an app, and their passwords are sent nowhere', async () => {
    const { box, calls } = await paste('a@gmail.com:secret\nb@outlook.com:hidden-word', {
      microsoft: false,
      google: false,
    });
    await expect.element(box.getByText('This desk has no app at Microsoft yet.')).toBeVisible();
    await box.getByRole('button', { name: 'Add 1 account' }).click();
    const { body } = await calls.made('POST /imap-accounts/import');
    expect(JSON.stringify(body)).not.toContain('hidden-word');
    await expect.element(box).not.toBeInTheDocument();
    expect(calls.to(START)).toEqual([]);
  });
});
