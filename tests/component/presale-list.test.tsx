import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeCode } from '../factories/presale.ts';
import { PresaleWorld, searchFor } from './presale-world.ts';
import { expectAccessible } from './product.tsx';

let world: PresaleWorld;
beforeEach(async () => {
  world = new PresaleWorld(12);
  await world.open();
  await searchFor('herons');
});

test('renders only the rows in view of five thousand codes, and keeps the list in order', async () => {
  const many = Array.from({ length: 5000 }, (_, i) =>
    makeCode({
      code: `CODE${i}`,
      email_date: new Date(Date.UTC(2026, 10, 20) - i * 60_000).toISOString(),
      confidence: ((i * 37) % 100) / 100,
    }),
  );
  await world.send(...many.map((code) => ['code', code] as const));
  await expect.element(page.getByText('2,500 code(s) found')).toBeVisible();
  await expect.element(page.getByText(', 2,500 less likely', { exact: false })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Codes' });
  // The head, the rows, and the head of the folded codes.
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2502');
  expect(grid.getByRole('row').elements().length).toBeLessThan(60);
  const first = () => grid.getByRole('row').nth(1).query()?.textContent;
  await expect.poll(first).toContain('99%');
  await page.getByRole('radio', { name: 'Low 2,500' }).click();
  await expect.poll(first).toContain('49%');
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{End}');
  await expect.element(grid.getByText('Code 901', { exact: true })).toBeVisible();
});

test('shows mail of any kind as text: mark-up, other directions, emoji, endless lines', async () => {
  const hostile = [
    '<script>document.title = "taken"</script><img src=x onerror="alert(1)">',
    'رمز البيع المسبق الخاص بك هو',
    '🎟️🎟️🎟️ Presale 👩‍👩‍👧‍👦',
    'endless'.repeat(300),
  ];
  const codes = hostile.map((text, i) =>
    makeCode({
      code: i === 3 ? 'X'.repeat(64) : `SAFE${i}`,
      email_subject: text,
      email_from: text,
      evidence: `${text} SAFE${i} ${text}`,
      account: i === 3 ? `${'a'.repeat(60)}@${'b'.repeat(60)}.example` : 'a@b.example',
    }),
  );
  await world.send(...codes.map((code) => ['code', code] as const));
  for (const text of hostile)
    await expect.element(page.getByText(text, { exact: false }).first()).toBeInTheDocument();
  expect(document.title).toBe('Dashboard - Presale Code Tool');
  const root = document.documentElement;
  for (const width of [1440, 1000, 390]) {
    await page.viewport(width, 844);
    await expect.poll(() => root.scrollWidth - root.clientWidth).toBe(0);
  }
  await expectAccessible();
});

test('on a telephone, the mails of a code cover the screen, and Back returns to the list', async () => {
  await world.send(['code', makeCode({ code: 'HARVEST' })]);
  await expect.element(page.getByText('1 code(s) found')).toBeVisible();
  await page.viewport(390, 844);
  await page.getByRole('button', { name: 'Mail with code HARVEST' }).click();
  const panel = page.getByRole('complementary', { name: 'Mail' });
  await expect.element(panel).toHaveFocus();
  const { width, height } = panel.element().getBoundingClientRect();
  expect([width, height]).toEqual([390, 844]);
  await panel.getByRole('button', { name: 'Back' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(page.getByRole('grid', { name: 'Codes' })).toHaveFocus();
});

test('C copies all selected codes, one per line', async () => {
  const written: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (copied) => {
    written.push(copied);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await world.send(['code', makeCode({ code: 'FIRST' })], ['code', makeCode({ code: 'SECOND' })]);
  await expect.element(page.getByText('2 code(s) found')).toBeVisible();
  (page.getByRole('grid', { name: 'Codes' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByText('2 selected', { exact: true })).toBeVisible();
  await userEvent.keyboard('c');
  await expect.element(page.getByText('2 codes copied').first()).toBeVisible();
  expect(written[0]?.split('\n').toSorted()).toEqual(['FIRST', 'SECOND']);
});
