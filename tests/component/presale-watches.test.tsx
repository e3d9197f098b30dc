import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, toServerSentEvents } from '../../shared/presale-codes/events.ts';
import type { PresaleWatch, WatchedCode } from '../../shared/presale-watches/schema.ts';
import { makeCode } from '../factories/presale.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const ACCOUNT = {
  id: 1,
  user: 'a@desk.test',
  host: 'imap.desk.test',
  port: 993,
  is_active: true,
  created_at: '2026-11-20T10:00:00.000Z',
  tags: [],
  folders: null,
  health: {
    is_due: false,
    worked_at: null,
    checked_at: null,
    failing_since: null,
    failures: 0,
    failure: null,
  },
};
const SEARCH: PresaleWatch['search'] = {
  search_keywords: ['herons'],
  imap_account_ids: [1],
  code_length_min: 4,
  code_length_max: 24,
  includes_numbers: 'may',
  includes_caps: 'may',
  includes_special_chars: 'may',
  allowed_special_chars: '',
  exclude_words: [],
  must_include_words: [],
  case_sensitive: false,
};
const CODE: WatchedCode = {
  ...makeCode({ code: 'HERON4711', account: 'a@desk.test', confidence: 0.93 }),
  email_from: 'Club <club@herons.test>',
  evidence: 'The code is HERON4711.',
  code_id: ['a'.repeat(32), 'b'.repeat(16), 'AAAA', 'Q2x1Yg', 'c'.repeat(32)].join('.'),
  id: 5,
  found_at: '2026-11-27T03:00:00.000Z',
};

const SEEN_AT = '2026-11-27T03:00:00.000Z';

const watchOf = (part: Partial<PresaleWatch> = {}): PresaleWatch => ({
  id: 7,
  name: 'herons',
  is_paused: false,
  state: 'watching',
  reason: null,
  codes: 0,
  last_code_at: null,
  created_at: '2026-11-27T02:00:00.000Z',
  search: SEARCH,
  mailboxes: [{ id: 1, mode: 'idle', reason: null, is_read: true, seen_at: SEEN_AT }],
  ...part,
});

/** The screen with watches that its calls change. */
async function openScreen(
  watches: PresaleWatch[],
  path = '/presale-code-tool',
  handlers: Parameters<typeof openProduct>[1] = {},
) {
  let listed = watches;
  const change = (next: PresaleWatch[], answer: object) => {
    listed = next;
    return answer;
  };
  const done = toServerSentEvents({ type: 'done', answer: answerWith([], []) });
  const opened = await openProduct(path, {
    ...emptyDesk(),
    'GET /imap-accounts': () => ({ success: true, accounts: [ACCOUNT], message: '' }),
    'GET /code-memory': () => ({
      success: true,
      data: { senders: [], answers: [{ code: 'a'.repeat(32), verdict: 'wrong' }] },
    }),
    'GET /presale-watches': () => ({ success: true, data: listed }),
    'POST /presale-watches': ({ body }: Call) => {
      const { name } = body as { name: string };
      const data = watchOf({ name });
      return Response.json(change([data, ...listed], { success: true, data }), { status: 201 });
    },
    'PATCH /presale-watches/7': ({ body }: Call) => {
      const data = { ...watchOf(), ...(body as object) };
      return change([data], { success: true, data });
    },
    'DELETE /presale-watches/7': () => change([], { success: true, message: 'Watch deleted' }),
    'GET /presale-watches/7/codes': () => ({ success: true, data: [CODE], next_cursor: null }),
    'POST /presale-codes/search': () =>
      new Response(done, { headers: { 'Content-Type': 'text/event-stream' } }),
    ...handlers,
  });
  return opened;
}

const keepWatching = page.getByRole('switch', { name: /^Keep watching/ });

async function search() {
  await page.getByLabelText('Keyword 1').fill('herons');
  await page.getByRole('checkbox', { name: /a@desk\.test/ }).click();
  await page.getByRole('button', { name: 'Search Presale Codes' }).click();
}

const failed = () => Response.json({ success: false, message: 'No.' }, { status: 500 });

test('"Keep watching" cannot be switched until the watches have loaded', async () => {
  await openScreen([], undefined, { 'GET /presale-watches': failed });
  await search();
  await expect.element(page.getByText('The watches could not be loaded.')).toBeVisible();
  await expect.element(keepWatching).toBeDisabled();
});

test('a paused watch reads no mailbox, and codes that could not be loaded are not shown as an empty list', async () => {
  const mailboxes = [{ ...watchOf().mailboxes[0], is_read: false }] as PresaleWatch['mailboxes'];
  const paused = watchOf({ is_paused: true, state: 'waiting', reason: 'Paused.', mailboxes });
  await openScreen([paused], '/presale-code-tool?watches=open', {
    'GET /presale-watches/7/codes': failed,
  });
  const dialog = page.getByRole('dialog', { name: 'Watches' });
  await dialog.getByRole('button', { name: 'Show codes and mailboxes' }).click();
  await expect.element(dialog.getByText('Failed to load the codes')).toBeVisible();
  await expect.element(dialog.getByText('No code was found yet.')).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/^not read, last/)).toBeVisible();
  await expect.element(dialog.getByText(/as mails arrive/)).not.toBeInTheDocument();
});

test('"Keep watching" makes a watch of the last search on the server, pauses and resumes it', async () => {
  const { calls } = await openScreen([]);
  await expect.element(keepWatching).toBeDisabled();
  await search();
  await expect.element(keepWatching).toBeEnabled();
  await keepWatching.click();
  await expect.element(keepWatching).toBeChecked();
  const [added] = calls.to('POST /presale-watches');
  expect(added?.body).toMatchObject({
    name: 'herons',
    search: { search_keywords: ['herons'], imap_account_ids: [1], code_length_min: 4 },
  });
  expect(added?.body).not.toHaveProperty('search.search_hours');
  await keepWatching.click();
  await expect.element(keepWatching).not.toBeChecked();
  await keepWatching.click();
  await expect.element(keepWatching).toBeChecked();
  expect(calls.to('PATCH /presale-watches/7').map(({ body }) => body)).toEqual([
    { is_paused: true },
    { is_paused: false },
  ]);
});

test('the watches show how each mailbox is read and its codes, and are paused and deleted', async () => {
  const reason = 'imap.desk.test rejected this password.';
  const failing = watchOf({
    state: 'failing',
    reason: `a@desk.test: ${reason}`,
    codes: 1,
    mailboxes: [{ id: 1, mode: 'failing', reason, is_read: false, seen_at: null }],
  });
  const { calls } = await openScreen([failing], '/presale-code-tool?watches=open');
  const dialog = page.getByRole('dialog', { name: 'Watches' });
  await expect.element(dialog.getByText('Failing', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Show codes and mailboxes' }).click();
  await expect.element(dialog.getByText('HERON4711', { exact: true })).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'HERON4711 is wrong' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect.element(dialog.getByText(reason, { exact: true })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Pause herons' }).click();
  await expect.element(dialog.getByText('Paused', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete herons' }).click();
  await page.getByRole('button', { name: 'Delete watch' }).click();
  await expect.element(dialog.getByText('No watches')).toBeVisible();
  expect(calls.to('DELETE /presale-watches/7')).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
