import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Sale } from '../../shared/catalogues/schema.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const sale = (id: string, part: Partial<Sale> = {}): Sale => ({
  event_id: id,
  artist: `Artist ${id}`,
  name: '',
  venue: 'Elbhalle',
  city: 'Hamburg',
  country: 'DE',
  timezone: null,
  kind: 'general',
  presale_name: null,
  closes_at: null,
  url: '',
  opens_at: new Date(Date.now() + 86_400_000).toISOString(),
  ticket_limit: null,
  known_from: ['catalogue'],
  is_followed: false,
  ...part,
});

async function open() {
  let leads = [1_440, 60, 10];
  let sales = [
    sale('A', { is_followed: true, known_from: ['monitor'] }),
    sale('B', { kind: 'presale', presale_name: 'Fan Club' }),
  ];
  const follow = (isFollowed: boolean) => (call: Call) => {
    const { event_id: id } = call.body as Sale;
    sales = sales.map((one) => (one.event_id === id ? { ...one, is_followed: isFollowed } : one));
    return { success: true, message: '' };
  };
  const opened = await openProduct('/settings?section=reminders', {
    ...emptyDesk(),
    'GET /reminder-settings': () => ({ success: true, leads_minutes: leads }),
    'PUT /reminder-settings': ({ body }: Call) => {
      leads = (body as { leads_minutes: number[] }).leads_minutes;
      return { success: true, leads_minutes: leads };
    },
    'GET /sales': ({ query }: Call) => {
      const search = query.get('search') ?? '';
      const data = sales.filter(({ artist }) => artist.includes(search));
      return { success: true, data, next_cursor: null };
    },
    'POST /sales/follow': follow(true),
    'DELETE /sales/follow': follow(false),
  });
  const sent = () =>
    opened.calls.to(/^(POST|PUT|DELETE) \/(sales|reminder)/).map(({ path, body }) => [path, body]);
  return { ...opened, sent };
}

const lead = (name: string) => page.getByRole('checkbox', { name, exact: true });

test('shows the lead times and changes them, up to six', async () => {
  const { sent } = await open();
  await expect.element(lead('1 day')).toBeChecked();
  await lead('5 minutes').click();
  await expect
    .poll(() => sent().at(-1))
    .toEqual(['/reminder-settings', { leads_minutes: [1_440, 60, 10, 5] }]);
  await expect.element(lead('5 minutes')).toBeChecked();
  await lead('2 hours').click();
  await expect.element(lead('2 hours')).toBeChecked();
  await lead('7 days').click();
  await expect.element(page.getByText('6 times are the most.')).toBeVisible();
  await expect.element(lead('30 minutes')).toBeDisabled();
  await expectAccessible();
});

test('lists the next sales and follows them, also on a phone', async () => {
  const { sent } = await open();
  const followed = page.getByRole('button', { name: /Artist A, General sale$/ });
  const other = page.getByRole('button', { name: /Artist B, Fan Club$/ });
  await expect.poll(() => followed.element().textContent).toBe('Following');
  await expect.poll(() => other.element().textContent).toBe('Follow');
  await expect.element(followed).toHaveAttribute('aria-pressed', 'true');
  await other.click();
  await expect.element(other).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => other.element().textContent).toBe('Following');
  expect(sent().at(-1)).toEqual([
    '/sales/follow',
    { event_id: 'B', kind: 'presale', presale_name: 'Fan Club' },
  ]);
  await followed.click();
  await expect.element(followed).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => followed.element().textContent).toBe('Follow');
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  await expectAccessible();
  await page.getByRole('searchbox', { name: 'Search sales' }).fill('Artist B');
  await expect.element(followed).not.toBeInTheDocument();
});
