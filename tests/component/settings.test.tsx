import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiToken } from '../../shared/api-tokens/schema.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const DAY_MS = 24 * 60 * 60_000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const token = (id: number, part: Partial<ApiToken>): ApiToken => ({
  id,
  name: `Token ${id}`,
  scopes: ['read'],
  created_at: at(-30),
  last_used_at: null,
  expires_at: null,
  ...part,
});

const TOKENS = [
  token(3, {
    name: 'Night export',
    scopes: ['read', 'write'],
    last_used_at: at(-1),
    expires_at: at(60),
  }),
  token(2, { name: 'Old spreadsheet', scopes: ['read', 'secrets'], expires_at: at(-2) }),
];
const SECRET = `bod_4_${'a'.repeat(43)}`;

/** Settings with a list of tokens that its calls change. */
async function open(listed: ApiToken[] = TOKENS, address = '/settings') {
  let tokens = listed;
  const sent: unknown[] = [];
  const opened = await openProduct(address, {
    ...emptyDesk(),
    'GET /api-tokens': () => ({ success: true, data: tokens }),
    'POST /api-tokens': ({ body }: Call) => {
      sent.push(body);
      const data = token(4, body as Partial<ApiToken>);
      tokens = [data, ...tokens];
      return Response.json({ success: true, data, token: SECRET }, { status: 201 });
    },
    'DELETE /api-tokens/3': () => {
      tokens = tokens.filter(({ id }) => id !== 3);
      return { success: true, message: 'Token revoked' };
    },
  });
  return { ...opened, sent };
}

const shown = (name: string | RegExp) => expect.element(page.getByText(name).first()).toBeVisible();

test('shows tokens with scopes, last use and expiry, in both themes and on a phone', async () => {
  await open();
  const table = page.getByRole('table', { name: 'API tokens' });
  await expect.element(table.getByText('Night export')).toBeVisible();
  const [night, old] = table.getByRole('row').elements().slice(1);
  expect(night?.textContent).toContain('Write');
  expect(night?.textContent).toContain('bod_3_');
  expect(old?.textContent).toContain('Secrets');
  expect(old?.textContent).toContain('Expired');
  expect(old?.textContent).toContain('Not used yet');
  await expectAccessible();
  await page.viewport(1024, 768);
  const revoke = page.getByRole('button', { name: 'Revoke Night export' });
  await expect.poll(() => revoke.element().getBoundingClientRect().right).toBeLessThan(1024);
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  await expect.element(page.getByRole('button', { name: 'Revoke Night export' })).toBeVisible();
  await expectAccessible();
});

test('a token is created with its scopes and expiry, and is shown once', async () => {
  const { sent } = await open([]);
  await shown('No API tokens');
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Read/ }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect.element(dialog.getByText('Choose at least one scope.').first()).toBeVisible();
  await dialog.getByLabelText('Name').fill('Warehouse sync');
  await dialog.getByRole('checkbox', { name: /^Secrets/ }).click();
  await expect
    .element(dialog.getByText('Secrets needs Read or Write as well.').first())
    .toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Write/ }).click();
  await dialog.getByRole('radio', { name: '30 days' }).click();
  await dialog.getByLabelText('Current password').fill('kelp orbit 29');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect.element(page.getByText(SECRET)).toBeVisible();
  await expectAccessible();
  expect(sent).toEqual([
    {
      name: 'Warehouse sync',
      scopes: ['write', 'secrets'],
      password: 'kelp orbit 29',
      expires_at: expect.any(String),
    },
  ]);
  const { expires_at } = sent[0] as { expires_at: string };
  expect(Math.round((Date.parse(expires_at) - Date.now()) / DAY_MS)).toBe(30);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
  await expect.element(page.getByRole('table').getByText('Warehouse sync')).toBeVisible();
});

/** Fills in the form for a token that may read, and sends it. */
async function make(scope: 'Read' | 'Write' = 'Read') {
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Name').fill('Warehouse sync');
  if (scope === 'Write') {
    await dialog.getByRole('checkbox', { name: /^Read/ }).click();
    await dialog.getByRole('checkbox', { name: /^Write/ }).click();
  }
  await dialog.getByLabelText('Current password').fill('kelp orbit 29');
  await dialog.getByRole('button', { name: 'Create token' }).click();
}

test('the new token stays until Done, and does not wait for the list', async () => {
  const { answers } = await open();
  await shown('Night export');
  answers['GET /api-tokens'] = () => new Promise<never>(() => {});
  await make();
  await expect.element(page.getByText(SECRET)).toBeVisible();
  await expect.element(page.getByText(/"http.*\/api\/sales\?limit=5"/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await shown('Copy the token, then choose Done.');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText(SECRET)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
});

test('a token without Read shows no example call', async () => {
  await open([]);
  await make('Write');
  await expect.element(page.getByText(SECRET)).toBeVisible();
  expect(page.getByText('Try it').query()).toBeNull();
});

test('the list is reloaded after the creation of a token failed', async () => {
  const { answers } = await open([]);
  await shown('No API tokens');
  answers['GET /api-tokens'] = () => ({ success: true, data: TOKENS });
  answers['POST /api-tokens'] = () => Promise.reject(new TypeError('Failed to fetch'));
  await make();
  // The form covers the table.
  await expect.element(page.getByText('Night export').first()).toBeInTheDocument();
});

test('a token is revoked after a question', async () => {
  await open();
  await page.getByRole('button', { name: 'Revoke Night export' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('Revoke "Night export"?')).toBeVisible();
  await question.getByRole('button', { name: 'Revoke token' }).click();
  await expect.element(page.getByText('Night export')).not.toBeInTheDocument();
  await shown('Token revoked');
  await expect.element(page.getByRole('button', { name: 'Remove Old spreadsheet' })).toBeVisible();
});

test('a failed load offers Retry, and no more than 50 tokens can be created', async () => {
  const { answers } = await open(Array.from({ length: 50 }, (_, index) => token(index, {})));
  await shown('50 tokens are the most. Revoke one to create another.');
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  answers['GET /api-tokens'] = () => Promise.reject(new TypeError('Failed to fetch'));
  await openProduct('/settings', answers);
  await shown('Failed to load tokens');
});

test('each section has an address', async () => {
  const { href } = await open();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect.poll(href).toBe('/settings?section=account');
  await page.getByRole('button', { name: 'Open Sessions' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Sessions' })).toBeVisible();
  await openProduct('/settings?section=about', {
    ...emptyDesk(),
    'GET /health': () => ({
      success: true,
      status: 'ok',
      database: 'ok',
      scanner: 'not connected',
      providers: 'simulated',
      notes: ['PROVIDER_CONTACT is not set.'],
      version: '1.0.0',
      schema: '0000_first',
    }),
  });
  await shown('Not connected');
  await shown('1.0.0 (schema 0000_first)');
  await shown('PROVIDER_CONTACT is not set.');
  await expectAccessible();
});

test('the state of each part is shown while the database is unreachable and secrets do not open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const release = { version: '1.0.0', schema: '0000_first' };
  const state = { ...release, status: 'degraded', database: 'unreachable', scanner: 'unknown' };
  const { answers } = await openProduct('/settings?section=about', {
    ...emptyDesk(),
    'GET /health': () =>
      Response.json(
        { success: false, message: 'The database cannot be reached.', ...state, providers: 'live' },
        { status: 503 },
      ),
  });
  await shown('Unreachable');
  await shown('Unknown');
  await shown('Live');
  // The section refreshes the state by itself.
  answers['GET /health'] = () => ({
    success: true,
    ...state,
    database: 'ok',
    providers: 'live',
    secrets: 'sealed with another DATA_KEY',
  });
  vi.advanceTimersByTime(10_000);
  await shown('Stored passwords and cards cannot be opened.');
  await expectAccessible();
});

test('the checks of the installation are shown with what to do, and can be repeated', async () => {
  const ok = { check: 'database', state: 'ok', text: 'The database answers.', advice: null };
  const old = {
    check: 'backup',
    state: 'todo',
    text: 'No backup was made yet.',
    advice: 'Make one.',
  };
  const checked_at = '2026-11-27T12:00:00.000Z';
  const { answers } = await openProduct('/settings?section=doctor', {
    ...emptyDesk(),
    'GET /doctor': () => ({ success: true, data: [ok, old], checked_at }),
  });
  await shown('Make one.');
  await expect.element(page.getByRole('status').filter({ hasText: '1 of 2 checks' })).toBeVisible();
  await expectAccessible();
  answers['GET /doctor'] = () => ({ success: true, data: [ok], checked_at });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.element(page.getByText('No backup was made yet.')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Nothing is to be done' }))
    .toBeVisible();
});

test("the operator's own limit rule is saved as a number or as none", async () => {
  const saved: unknown[] = [];
  await openProduct('/settings?section=limits', {
    ...emptyDesk(),
    'PUT /limit-rules': ({ body }: Call) => {
      saved.push(body);
      return { success: true, ...body };
    },
  });
  const field = page.getByRole('textbox', { name: 'Most accounts for one event' });
  const save = page.getByRole('button', { name: 'Save rule' });
  await field.fill('0');
  await save.click();
  await shown('At least 1 account.');
  await field.fill('60');
  await save.click();
  await expect.poll(() => saved).toEqual([{ accounts_per_event: 60 }]);
  await field.fill('');
  await save.click();
  await expect.poll(() => saved.at(-1)).toEqual({ accounts_per_event: null });
  await expectAccessible();
});

test('Learned lists the senders that operators rated, and deletes one or all', async () => {
  const sender = (id: string, name: string) => ({
    id,
    name,
    right: 2,
    wrong: 1,
    copied: 0,
    answered_at: at(-1),
  });
  let senders = [
    sender('a'.repeat(16), 'Night Herons Club <club@herons.test>'),
    sender('b'.repeat(16), 'Lumen <news@lumen.test>'),
  ];
  await openProduct('/settings?section=learned', {
    ...emptyDesk(),
    'GET /code-memory': () => ({ success: true, data: { senders, answers: [] } }),
    [`DELETE /code-memory/${'b'.repeat(16)}`]: () => {
      senders = senders.filter(({ name }) => !name.startsWith('Lumen'));
      return { success: true, message: 'Sender deleted' };
    },
    'DELETE /code-memory': () => {
      senders = [];
      return { success: true, message: 'All answers deleted' };
    },
  });
  const table = page.getByRole('table', { name: 'Learned senders' });
  await expect.element(table.getByText('Night Herons Club <club@herons.test>')).toBeVisible();
  await expect.element(table.getByRole('cell', { name: '2 right, 1 wrong' }).first()).toBeVisible();
  for (const width of [390, 1440]) {
    await page.viewport(width, 844);
    const root = document.documentElement;
    await expect.poll(() => root.scrollWidth - root.clientWidth).toBe(0);
  }
  await expectAccessible();
  await table.getByRole('button', { name: 'Delete Lumen <news@lumen.test>' }).click();
  await page.getByRole('button', { name: 'Delete sender' }).click();
  await expect.element(table.getByText('Lumen <news@lumen.test>')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
  await expect.element(page.getByText('Nothing learned yet')).toBeVisible();
});
