import type { FoundCode } from '../../shared/presale-codes/events.ts';
import { expectAccessible } from './accessible.ts';
import { test as base, expect } from './fixtures.ts';
import {
  StagedSearch,
  searchFor,
  stagedCode,
  stagedMailboxes,
  stageMailboxes,
} from './staged-search.ts';

const test = base.extend<{ staged: StagedSearch }>({
  staged: async ({ page }, use) => {
    const staged = new StagedSearch(page);
    await staged.stage();
    await stageMailboxes(page, stagedMailboxes(12));
    await page.goto('/presale-code-tool');
    await searchFor(page, 'herons');
    await use(staged);
  },
});

test('draws only the rows in view of five thousand codes, and keeps the list in order', async ({
  page,
  staged,
}) => {
  const many = Array.from({ length: 5000 }, (_, i) =>
    stagedCode({
      code: `CODE${i}`,
      email_date: new Date(Date.UTC(2026, 10, 20) - i * 60_000).toISOString(),
      confidence: ((i * 37) % 100) / 100,
    }),
  );
  for (let from = 0; from < many.length; from += 500)
    await staged.tell(
      ...many.slice(from, from + 500).map((code): [string, FoundCode] => ['code', code]),
    );
  await expect(page.getByText('2,500 code(s) found', { exact: true })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Codes' });
  await expect(page.getByText(', 2,500 less likely')).toBeVisible();
  // The head, the rows, and the head of the folded codes.
  await expect(grid).toHaveAttribute('aria-rowcount', '2502');
  expect(await grid.getByRole('row').count()).toBeLessThan(60);
  await expect(grid.getByRole('row').nth(1)).toContainText('99%');
  await page.getByRole('radio', { name: 'Low 2,500' }).check();
  await expect(grid.getByRole('row').nth(1)).toContainText('49%');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(grid.getByText('Code 901', { exact: true })).toBeVisible();
});

test('shows mail of any kind as text: mark-up, other directions, emoji, endless lines', async ({
  page,
  staged,
}) => {
  const hostile = [
    '<script>document.title = "taken"</script><img src=x onerror="alert(1)">',
    'رمز البيع المسبق الخاص بك هو',
    '🎟️🎟️🎟️ Presale 👩‍👩‍👧‍👦',
    'endless'.repeat(300),
  ];
  await staged.tell(
    ...hostile.map((text, i): [string, FoundCode] => [
      'code',
      stagedCode({
        code: i === 3 ? 'X'.repeat(64) : `SAFE${i}`,
        email_subject: text,
        email_from: text,
        evidence: `${text} SAFE${i} ${text}`,
        account: i === 3 ? `${'a'.repeat(60)}@${'b'.repeat(60)}.example` : 'a@b.example',
      }),
    ]),
  );
  for (const text of hostile) await expect(page.getByText(text).first()).toBeAttached();
  await expect(page).toHaveTitle('Dashboard - Presale Code Tool');
  for (const width of [1440, 1000, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
  await expectAccessible(page);
});
