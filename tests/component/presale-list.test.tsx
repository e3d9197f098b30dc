import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeCode } from '../factories/presale.ts';
import type { Call } from './calls.ts';
import { PresaleWorld, searchFor } from './presale-world.ts';
import { expectAccessible } from './product.tsx';

let world: PresaleWorld;
beforeEach(async () => {
  world = new PresaleWorld(12);
  await world.open();
  await searchFor('herons');
});

test('renders only the rows in view of twenty thousand codes, and keeps the list in order', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) =>
    makeCode({
      code: `CODE${i}`,
      email_date: new Date(Date.UTC(2026, 10, 20) - i * 6_000).toISOString(),
      confidence: ((i * 37) % 100) / 100,
    }),
  );
  await world.send(...many.map((code) => ['code', code] as const));
  await expect.element(page.getByText('10,000 code(s) found')).toBeVisible();
  await expect.element(page.getByText(', 10,000 less likely', { exact: false })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Codes' });
  // The head, the rows, and the head of the folded codes.
  await expect.element(grid).toHaveAttribute('aria-rowcount', '10002');
  expect(grid.getByRole('row').elements().length).toBeLessThan(60);
  const first = () => grid.getByRole('row').nth(1).query()?.textContent;
  await expect.poll(first).toContain('99%');
  await page.getByRole('radio', { name: 'Low 10,000' }).click();
  await expect.poll(first).toContain('49%');
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{End}');
  await expect.element(grid.getByText('Code 10,000', { exact: true })).toBeVisible();
});

test('shows any kind of mail content as text: mark-up, right-to-left text, emoji, endless lines', async () => {
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

test('the mails of a code lie over the form, exactly as wide, and the list keeps its rows and columns', async () => {
  const found = { ONE: 0.9, TWO: 0.8, THREE: 0.7 };
  const codes = Object.entries(found).map(([code, confidence]) => makeCode({ code, confidence }));
  await world.send(...codes.map((code) => ['code', code] as const));
  const grid = page.getByRole('grid', { name: 'Codes' });
  const form = page.getByRole('form', { name: 'Search mailboxes' });
  const boxOf = (element: Element) => {
    const { left, right, top, width } = element.getBoundingClientRect();
    return [left, right, top, width].map(Math.round);
  };
  const cells = () =>
    [...grid.element().querySelectorAll('[role=columnheader], [role=gridcell]')].map(boxOf);
  for (const width of [1440, 1024, 900]) {
    await page.viewport(width, 844);
    await expect.element(grid.getByText('THREE').first()).toBeVisible();
    // The grid fits its columns one frame after its width changes.
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
    const [before, place] = [cells(), boxOf(form.element())];
    await page.getByRole('button', { name: 'Mail with code TWO' }).click();
    const panel = page.getByRole('complementary', { name: 'Mail' });
    await expect.element(panel).toBeVisible();
    expect(cells()).toEqual(before);
    expect(boxOf(panel.element())).toEqual(place);
    await expect.element(panel).toMatchTextContent('2 of 3');
    await panel.getByRole('button', { name: 'Next code' }).click();
    await expect.element(panel).toMatchTextContent('THREE');
    // A covered part cannot have the focus.
    expect(
      document.querySelector('form[aria-label="Search mailboxes"]')?.closest('[inert]'),
    ).not.toBe(null);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(form).toBeVisible();
  }
});

test('a narrow list has rows of two lines, also beside an open mail', async () => {
  await world.send(...['ONE', 'TWO', 'THREE'].map((code) => ['code', makeCode({ code })] as const));
  const grid = page.getByRole('grid', { name: 'Codes' });
  await expect.element(grid.getByText('THREE').first()).toBeVisible();
  for (const width of [1440, 1024, 390]) {
    await page.viewport(width, 844);
    if (width === 1440) await page.getByRole('button', { name: 'Mail with code TWO' }).click();
    await expect
      .poll(() => grid.getByRole('row').nth(2).element().getBoundingClientRect().height)
      .toBeLessThan(70);
    const root = document.documentElement;
    expect(root.scrollWidth - root.clientWidth).toBe(0);
  }
});

test('Download CSV writes every code, including folded and filtered ones; the menu writes only the visible ones', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return '#';
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await world.send(
    ['code', makeCode({ code: 'LIKELY' })],
    ['code', makeCode({ code: 'MEDIUM', confidence: 0.6 })],
    ['code', makeCode({ code: 'UNLIKELY', confidence: 0.1 })],
    ['code', makeCode({ code: 'UNLIKELY', confidence: 0.2, account: 'b@staged.example' })],
  );
  const codesOf = async (file: Blob) =>
    (await file.text()).match(/^"?(?:UN)?LIKELY|^"?MEDIUM/gm)?.map((code) => code.replace('"', ''));
  await page.getByRole('radio', { name: 'High 1' }).click();
  await expect.element(page.getByText('1 shown')).toBeVisible();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByRole('button', { name: 'Choose what to download' }).click();
  await page.getByRole('menuitem', { name: 'Shown only: 1 code' }).click();
  await expect
    .poll(() => Promise.all(files.map(codesOf)))
    .toEqual([['LIKELY', 'MEDIUM', 'UNLIKELY', 'UNLIKELY'], ['LIKELY']]);
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

const CODE_ID = ['a'.repeat(32), 'b'.repeat(16), 'AAAA', 'Q2x1Yg', 'c'.repeat(32)].join('.');

/** Answers about codes, stored as the server stores them. */
function keepAnswers() {
  const sent: unknown[] = [];
  let answers: { code: string; verdict: string }[] = [];
  Object.assign(world.answers, {
    'GET /code-memory': () => ({ success: true, data: { senders: [], answers } }),
    [`POST /found-codes/${CODE_ID}/verdict`]: ({ body }: Call) => {
      const { verdict } = body as { verdict: string | null };
      sent.push(verdict);
      const isKept = verdict === 'right' || verdict === 'wrong';
      answers = isKept ? [{ code: 'a'.repeat(32), verdict }] : [];
      return { success: true, message: 'Answer saved' };
    },
  });
  return sent;
}

test('Right and Wrong rate a code by button and key and show the stored answer, and a copy is recorded', async () => {
  const sent = keepAnswers();
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await world.send(['code', makeCode({ code: 'HARVEST', code_id: CODE_ID })]);
  const grid = page.getByRole('grid', { name: 'Codes' });
  const right = grid.getByRole('button', { name: 'HARVEST is right' });
  const wrong = grid.getByRole('button', { name: 'HARVEST is wrong' });
  await right.click();
  await expect.element(right).toHaveAttribute('aria-pressed', 'true');
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}w');
  await expect.element(wrong).toHaveAttribute('aria-pressed', 'true');
  await expect.element(right).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible();
  await userEvent.keyboard('w');
  await expect.element(wrong).toHaveAttribute('aria-pressed', 'false');
  await grid.getByRole('button', { name: 'Copy HARVEST' }).click();
  await expect.poll(() => sent).toEqual(['right', 'wrong', null, 'copied']);
});

test('ratings that exceed the limit are sent later in their order, and stay on the screen', async () => {
  const sent = keepAnswers();
  const accept = world.answers[`POST /found-codes/${CODE_ID}/verdict`] as (call: Call) => unknown;
  let refusals = 2;
  world.answers[`POST /found-codes/${CODE_ID}/verdict`] = (call: Call) => {
    if (refusals-- <= 0) return accept(call);
    const message = 'At most 120 of these calls are accepted per minute.';
    const headers = { 'Retry-After': '1' };
    return Response.json({ success: false, message }, { status: 429, headers });
  };
  await world.send(['code', makeCode({ code: 'HARVEST', code_id: CODE_ID })]);
  const right = page.getByRole('button', { name: 'HARVEST is right' });
  const wrong = page.getByRole('button', { name: 'HARVEST is wrong' });
  await right.click();
  await wrong.click();
  await expect.element(wrong).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sent, { timeout: 60_000 }).toEqual(['right', 'wrong']);
  await expect.element(wrong).toHaveAttribute('aria-pressed', 'true');
  await expect.element(right).toHaveAttribute('aria-pressed', 'false');
  expect(page.getByText('Failed to save the answer').elements()).toEqual([]);
});

test('a rating that fails is reverted with a message', async () => {
  keepAnswers();
  world.answers[`POST /found-codes/${CODE_ID}/verdict`] = () =>
    Response.json({ success: false, message: 'The database is busy.' }, { status: 503 });
  await world.send(['code', makeCode({ code: 'HARVEST', code_id: CODE_ID })]);
  const right = page.getByRole('button', { name: 'HARVEST is right' });
  await right.click();
  await expect.element(page.getByText('Failed to save the answer').first()).toBeVisible();
  await expect.element(right).toHaveAttribute('aria-pressed', 'false');
});
