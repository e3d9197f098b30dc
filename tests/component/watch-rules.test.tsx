import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WatchRule } from '../../shared/watch-rules/schema.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const rule = (id: number, part: Partial<WatchRule> = {}): WatchRule => ({
  id,
  name: `Rule ${id}`,
  artists: [],
  countries: [],
  cities: [],
  venues: [],
  segments: [],
  opens_within_hours: null,
  is_active: true,
  created_at: '2026-11-20T10:00:00.000Z',
  told_at: null,
  ...part,
});

const DRAKE = { name: 'Drake feat. Future', artist: 'Drake' };

/** Watch Rules with a list that its calls change. */
async function open(
  listed: WatchRule[],
  count: () => unknown = () => ({ success: true, events: 312 }),
) {
  let rules = listed;
  const sent: { names: string[][]; saved: Partial<WatchRule>[] } = { names: [], saved: [] };
  const save = (id: number) => (call: Call) => {
    const body = call.body as Partial<WatchRule>;
    sent.saved.push(body);
    const data = { ...rule(id), ...body };
    rules = [...rules.filter((one) => one.id !== id), data];
    return { success: true, data };
  };
  const opened = await openProduct('/watch-rules', {
    ...emptyDesk(),
    'GET /watch-rules': () => ({ success: true, data: rules }),
    'POST /watch-rules': (call: Call) => Response.json(save(9)(call), { status: 201 }),
    'PUT /watch-rules/1': save(1),
    'PATCH /watch-rules/1': ({ body }: Call) => {
      const part = body as Partial<WatchRule>;
      sent.saved.push(part);
      rules = rules.map((one) => (one.id === 1 ? { ...one, ...part } : one));
      return { success: true, data: rules.find((one) => one.id === 1) };
    },
    'DELETE /watch-rules/1': () => {
      rules = rules.filter(({ id }) => id !== 1);
      return { success: true, message: 'Watch rule deleted' };
    },
    'POST /watch-rules/count': count,
    'POST /watch-rules/match-artists': ({ body }: Call) => {
      const { names } = body as { names: string[] };
      sent.names.push(names);
      return {
        success: true,
        matched: names
          .filter((name) => ['Paper Harbour', 'Vela Marin', 'Ona Reyes'].includes(name))
          .map((name) => ({ name, artist: name }))
          .concat(names.includes('Drake feat. Future') ? [DRAKE] : []),
        doubtful: names
          .filter((name) => name.includes(' & '))
          .map((name) => ({ name, candidates: ['Vela Marin', 'Ona Reyes'] })),
        unknown: names.filter((name) => name === 'Pier 9'),
      };
    },
  });
  return { ...opened, sent };
}

const dialog = page.getByRole('dialog');

test('lists the rules with what they watch, and opens a form for the first one', async () => {
  await open([]);
  await expect.element(page.getByText('No watch rules')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'New rule' }).last().click();
  await expect.element(dialog.getByRole('heading', { name: 'New watch rule' })).toBeVisible();
});

test('shows artists, places and hours, in both themes and on a phone', async () => {
  await open([
    rule(1, {
      name: 'UK',
      artists: ['A', 'B'],
      countries: ['GB', 'IE'],
      opens_within_hours: 48,
      told_at: new Date(Date.now() - 20 * 60_000).toISOString(),
    }),
    rule(2, { name: 'Halls', venues: ['Elbhalle', 'Forum'], is_active: false }),
  ]);
  const table = page.getByRole('table', { name: 'Watch rules' });
  await expect.element(table.getByText('UK').first()).toBeVisible();
  const [first, second] = table.getByRole('row').elements().slice(1);
  expect(first?.textContent).toContain('2 artists');
  expect(first?.textContent).toContain('48 h');
  expect(first?.textContent).toContain('20 min ago');
  expect(second?.textContent).toContain('Never');
  await expect.element(table.getByText('312').first()).toBeVisible();
  expect(second?.textContent).toContain('Elbhalle and 1 more');
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  await expect.element(page.getByRole('button', { name: 'Edit UK' })).toBeVisible();
  await expectAccessible();
});

test('pasted artists are found, chosen or removed, and the events that match are counted before the rule is saved', async () => {
  const { sent } = await open([rule(1)]);
  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog.getByLabelText('Name *').fill('Tours');
  const artists = dialog.getByRole('textbox', { name: /^Artists/ });
  await artists.fill('Paper Harbour\nVela Marin & Ona Reyes\nPier 9\nPaper Harbour');
  await dialog.getByRole('button', { name: 'Find these artists' }).click();
  await expect.element(dialog.getByText(/1 found, 1 to choose, 1 unknown/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Both' }).click();
  await expect.element(dialog.getByText(/3 found, 0 to choose, 1 unknown/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove 1 unknown name' }).click();
  await expect.element(artists).toHaveValue('Paper Harbour\nVela Marin\nOna Reyes');
  await expect.element(dialog.getByText('312 events match today')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect.element(page.getByText('Watch rule added').first()).toBeVisible();
  expect(sent.saved).toEqual([
    expect.objectContaining({
      name: 'Tours',
      artists: ['Paper Harbour', 'Vela Marin', 'Ona Reyes'],
      opens_within_hours: null,
    }),
  ]);
});

test('a list of artists is uploaded', async () => {
  await open([rule(1)]);
  await page.getByRole('button', { name: 'New rule' }).click();
  const list = new File(['\ufeffPaper Harbour\r\n"Earth, Wind & Fire"\r\n\r\n'], 'artists.csv');
  await userEvent.upload(dialog.getByLabelText('List of artists'), list);
  await expect
    .element(dialog.getByRole('textbox', { name: /^Artists/ }))
    .toHaveValue('Paper Harbour\nEarth, Wind & Fire');
});

test('a rule without a condition is refused with the reason', async () => {
  const { sent } = await open([rule(1)]);
  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog.getByLabelText('Name *').fill('Everything');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect.element(dialog.getByText(/^Name at least one artist/).first()).toBeVisible();
  expect(sent.saved).toEqual([]);
});

test('a rule is paused, changed and deleted in the list', async () => {
  const { sent } = await open([rule(1, { name: 'UK', countries: ['GB'], cities: ['Leeds'] })]);
  await page.getByRole('switch', { name: 'UK' }).click();
  await expect.poll(() => sent.saved.at(-1)).toEqual({ is_active: false });
  await page.getByRole('button', { name: 'Edit UK' }).click();
  await dialog.getByLabelText(/^Cities/).fill('Leeds; York');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect.poll(() => sent.saved.at(-1)).toMatchObject({ cities: ['Leeds', 'York'] });
  await page.getByRole('button', { name: 'Delete UK' }).click();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await expect.element(page.getByText('No watch rules')).toBeVisible();
});

test('the events of a rule are counted when its row comes into view, and not again when the rule is paused', async () => {
  let counts = 0;
  const count = () => {
    counts += 1;
    return { success: true, events: 312 };
  };
  await page.viewport(1440, 900);
  const { sent } = await open(
    Array.from({ length: 80 }, (_, at) => rule(at + 1, { cities: [`City ${at}`] })),
    count,
  );
  const table = page.getByRole('table', { name: 'Watch rules' });
  await expect.element(table.getByText('312').first()).toBeVisible();
  await expect.element(table.getByText('Counting').first()).toBeInTheDocument();
  const seen = counts;
  expect(seen).toBeLessThan(60);
  await page.getByRole('switch', { name: 'Rule 1', exact: true }).click();
  await expect.poll(() => sent.saved.at(-1)).toEqual({ is_active: false });
  await expect.element(page.getByRole('switch', { name: 'Rule 1', exact: true })).not.toBeChecked();
  expect(counts).toBe(seen);
  page.getByRole('switch', { name: 'Rule 80', exact: true }).element().scrollIntoView();
  await expect.poll(() => counts).toBeGreaterThan(seen);
});

test('the form says that the events cannot be counted', async () => {
  await open([rule(1)], () => Response.json({ success: false, message: 'No.' }, { status: 500 }));
  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog.getByLabelText(/^Cities/).fill('Leeds');
  await expect.element(dialog.getByText('The matching events cannot be counted')).toBeVisible();
});

const newRule = () => page.getByRole('button', { name: 'New rule' }).first().click();
const artistsField = dialog.getByRole('textbox', { name: /^Artists/ });
const upload = (...[parts, name]: [BlobPart[], string]) =>
  userEvent.upload(dialog.getByLabelText('List of artists'), new File(parts, name));

test('a line that contains a feature is replaced by the artist that was found', async () => {
  await open([rule(1)]);
  await newRule();
  await artistsField.fill('Drake feat. Future\nPaper Harbour');
  await dialog.getByRole('button', { name: 'Find these artists' }).click();
  await expect.element(artistsField).toHaveValue('Drake\nPaper Harbour');
});

test('names to choose from are shown in parts, and a choice moves the focus to the next one', async () => {
  const { sent } = await open([rule(1)]);
  await newRule();
  await artistsField.fill(Array.from({ length: 45 }, (_, at) => `Act ${at} & Band`).join('\n'));
  await dialog.getByRole('button', { name: 'Find these artists' }).click();
  await expect.element(dialog.getByText('20 of 45 names to choose are shown.')).toBeVisible();
  expect(dialog.getByRole('group').elements()).toHaveLength(20);
  await dialog.getByRole('group').nth(0).getByRole('button', { name: 'None' }).click();
  await expect.element(dialog.getByText('20 of 44 names to choose are shown.')).toBeVisible();
  expect(document.activeElement?.closest('fieldset')?.textContent).toContain('Act 1 & Band');
  expect(sent.names).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Show 20 more' }).click();
  expect(dialog.getByRole('group').elements()).toHaveLength(40);
});

test('a form with changes closes on Escape only after a confirmation', async () => {
  await open([rule(1)]);
  await newRule();
  await dialog.getByLabelText('Name *').fill('Tours');
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(dialog.getByLabelText('Name *')).toHaveValue('Tours');
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a list is read in its encoding, a table by its first column, and a wrong file is refused with the reason', async () => {
  await open([rule(1)]);
  await newRule();
  await upload([new Uint8Array([0x42, 0x6a, 0xf6, 0x72, 0x6b, 0x0a])], 'artists.txt');
  await expect.element(artistsField).toHaveValue('Björk');
  await upload(['Paper Harbour;12\nVela Marin;3\n'], 'table.csv');
  await expect.element(artistsField).toHaveValue('Björk\nPaper Harbour\nVela Marin');
  await upload(['Tyler, the Singer\nOna Reyes\n'], 'list.csv');
  await expect
    .element(artistsField)
    .toHaveValue('Björk\nPaper Harbour\nVela Marin\nTyler, the Singer\nOna Reyes');
  await upload(['x'.repeat(1_000_001)], 'large.txt');
  await expect.element(page.getByText('The file is larger than 1 MB.').first()).toBeVisible();
});
