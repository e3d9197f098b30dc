import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeCode, makeReport } from '../factories/presale.ts';
import { PresaleWorld, searchFor } from './presale-world.ts';

const CODES = [
  makeCode({ code: 'FIRST', confidence: 0.99 }),
  makeCode({ code: 'SECOND', confidence: 0.9 }),
  makeCode({ code: 'THIRD', confidence: 0.6, account: 'box002@staged.example' }),
  makeCode({ code: 'THIRD', confidence: 0.55 }),
];

let world: PresaleWorld;
beforeEach(async () => {
  world = new PresaleWorld(30);
  await world.open();
});

const button = (name: string) => page.getByRole('button', { name });
const box = (name: string) => page.getByRole('textbox', { name });
const shown = (text: string | RegExp) =>
  expect.element(page.getByText(text, { exact: false })).toBeVisible();
const sendCodes = () =>
  world.send(...CODES.map((code) => ['code', code] as const), [
    'done',
    { success: true, codes: CODES, message: '4 code(s) found', mailboxes: [makeReport()] },
  ]);

async function chooseInPalette(words: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await userEvent.keyboard(`${words}{Enter}`);
}

describe('the Presale Code Tool without a mouse', () => {
  test('searches, walks through the codes, reads their mails and copies them', async () => {
    const clipboard = () => navigator.clipboard.readText();
    await shown('0 account(s) selected.');
    await userEvent.keyboard('/herons');
    await expect.element(box('Keyword 1')).toHaveValue('herons');
    await expect.element(box('Keyword 1')).toHaveFocus();
    await chooseInPalette('all active mail');
    await shown('27 account(s) selected.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await sendCodes();
    await shown(/^3 code\(s\) found, 4 sightings, /);
    (box('Keyword 1').element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}j');
    const grid = page.getByRole('grid', { name: 'Codes' });
    await expect.element(grid).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}c');
    await expect.element(button('Copied! SECOND')).toBeVisible();
    await expect.poll(clipboard).toBe('SECOND');

    await userEvent.keyboard('{Enter}');
    const mail = page.getByRole('complementary', { name: 'Mail', exact: true });
    await expect.poll(() => mail.query()?.textContent).toContain('SECOND');
    await userEvent.keyboard('{ArrowDown}');
    const mails = page.getByRole('complementary', { name: '2 mails' });
    await expect.poll(() => mails.query()?.textContent).toContain('THIRD');
    await expect.element(mails.getByText('box002@staged.example')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(mails).not.toBeInTheDocument();
    await expect.element(grid).toHaveFocus();

    await userEvent.keyboard('{Control>}a{/Control}');
    const selected = page.getByText('3 selected', { exact: true });
    await expect.element(selected).toBeVisible();
    await chooseInPalette('selected codes');
    await expect.element(page.getByText('3 codes copied').first()).toBeVisible();
    await expect.poll(clipboard).toBe('FIRST\nSECOND\nTHIRD');
    await userEvent.keyboard('{Escape}');
    await expect.element(selected).not.toBeInTheDocument();
  });

  test('filters the codes, and Escape shows them all again', async () => {
    await searchFor('herons');
    await sendCodes();
    await shown(/^3 code\(s\) found, /);
    await userEvent.keyboard('{Escape}fseco');
    await shown('1 shown');
    await expect.poll(world.href).toMatch(/filter=seco/);
    await userEvent.keyboard('{Escape}');
    await shown('3 shown');
  });

  test('ticks mailboxes with the arrow keys, one press of Tab away from the next field', async () => {
    const mailbox = (n: number) =>
      page.getByRole('checkbox', { name: `box${String(n).padStart(3, '0')}@`, exact: false });
    await expect.element(mailbox(1)).toBeVisible();
    const filter = page.getByRole('searchbox', { name: 'Filter mailboxes' });
    (filter.element() as HTMLElement).focus();
    await userEvent.keyboard('{Tab}{ArrowDown}');
    const grid = page.getByRole('grid', { name: 'Mailboxes' });
    await expect.element(grid).toHaveFocus();
    const cursor = () =>
      document.getElementById(grid.element().getAttribute('aria-activedescendant') ?? '');
    await expect.poll(cursor).toContainElement(mailbox(1).element());
    await userEvent.keyboard('{ArrowDown}'.repeat(9));
    // The tenth mailbox is inactive and is skipped.
    await expect.element(mailbox(11)).toBeVisible();
    await expect.poll(cursor).toContainElement(mailbox(11).element());
    await userEvent.keyboard(' ');
    await expect.element(mailbox(11)).toBeChecked();
    await shown('1 account(s) selected.');
    await userEvent.keyboard('{Tab}');
    await expect.element(box('Code length min')).toHaveFocus();
  });

  test('chooses ranges of a thousand mailboxes, of which only those in view are rendered; Escape keeps them and Enter searches', async () => {
    world = new PresaleWorld(1000);
    await world.open();
    const grid = page.getByRole('grid', { name: 'Mailboxes' });
    await expect.element(grid).toHaveAttribute('aria-rowcount', '1000');
    expect(grid.getByRole('row').elements().length).toBeLessThan(20);
    await box('Keyword 1').fill('herons');
    await page.getByRole('checkbox', { name: 'box001@', exact: false }).click();
    await userEvent.keyboard(`{Shift>}${'{ArrowDown}'.repeat(10)}{/Shift}`);
    await shown('11 account(s) selected.');
    await userEvent.keyboard('{Escape}');
    await shown('11 account(s) selected.');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Searching...')).toBeVisible();
    await userEvent.keyboard('{Control>}a{/Control}');
    await shown('900 account(s) selected.');
  });

  test('shows the codes of a first search as they are found, also under the pointer', async () => {
    await searchFor('herons');
    await world.send(['code', makeCode({ code: 'KNOWN', confidence: 0.5 })]);
    await page.getByText('KNOWN').first().hover();
    const first = page.getByRole('grid', { name: 'Codes' }).getByRole('row').nth(1);
    for (const [at, code] of ['ABOVE', 'HIGHER', 'TOP'].entries()) {
      await world.send(['code', makeCode({ code, confidence: 0.9 + at / 100 })]);
      await expect.poll(() => first.query()?.textContent).toContain(code);
      await expect.poll(() => first.query()?.textContent).toContain('Code 1');
    }
    await shown('4 shown');
  });
});

describe('the search form', () => {
  test('and the codes are cleared by Reset, and Undo brings both back', async () => {
    await searchFor('herons');
    await sendCodes();
    await expect.element(page.getByTitle('THIRD')).toBeVisible();
    await button('Reset').click();
    await expect.element(page.getByRole('heading', { name: 'No search yet' })).toBeVisible();
    await expect.element(box('Keyword 1')).toHaveValue('');
    await button('Undo').click();
    await expect.element(page.getByTitle('THIRD')).toBeVisible();
    await expect.element(box('Keyword 1')).toHaveValue('herons');
  });

  test('has the fields of the specification with their defaults, and separators between them', async () => {
    await shown('Search and extract presale codes from recent emails');
    for (const name of [
      'Search Configuration',
      'Search Keywords',
      'IMAP Accounts Selection',
      'Code Pattern Requirements',
      'Additional Filters',
    ])
      await expect.element(page.getByRole('heading', { name })).toBeVisible();
    await expect.element(page.getByLabelText('Search period in hours')).toHaveValue('24');
    await page.getByRole('radio', { name: 'Days' }).click();
    await expect.element(page.getByLabelText('Search period in days')).toHaveValue('2');
    const choice = (group: string, name: string) =>
      page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
    const special = 'Includes special characters';
    for (const group of ['Includes numbers', 'Includes capitals', special]) {
      await expect.element(choice(group, 'May')).toBeChecked();
      for (const other of ['Obligatory', 'No'])
        await expect.element(choice(group, other)).not.toBeChecked();
    }
    const allowed = page.getByLabelText('Allowed special characters');
    await expect.element(allowed).toBeEnabled();
    await choice(special, 'No').click();
    await expect.element(allowed).toBeDisabled();
    for (const name of ['Exclude Words', 'Must Include Words'])
      await expect.element(page.getByLabelText(name)).toBeVisible();
    const isCaseSensitive = page.getByRole('checkbox', { name: 'Case Sensitive Search' });
    await expect.element(isCaseSensitive).not.toBeChecked();
  });

  test('adds and removes keywords, ticks active mailboxes only, and is reset', async () => {
    await expect.element(button('Remove keyword 1')).toBeDisabled();
    await button('Add Keyword').click();
    await expect.element(box('Keyword 2')).toHaveFocus();
    await userEvent.keyboard('second');
    await button('Remove keyword 1').click();
    await expect.element(box('Keyword 1')).toHaveValue('second');
    await expect.element(box('Keyword 2')).not.toBeInTheDocument();

    const filter = page.getByRole('searchbox', { name: 'Filter mailboxes' });
    await filter.fill('box010');
    const inactive = page.getByRole('checkbox', { name: 'box010@', exact: false });
    await expect.element(inactive).toBeDisabled();
    await filter.fill('');
    await button('Select All').click();
    await expect.element(button('Deselect All')).toBeVisible();
    await page.getByRole('radio', { name: 'Days' }).click();
    await button('Reset').click();
    await expect.element(page.getByLabelText('Search period in hours')).toHaveValue('24');
    await shown('0 account(s) selected.');
  });

  test('belongs to a tab, and a new tab begins with the last one', async () => {
    await box('Keyword 1').fill('of the first tab');
    await expect.poll(() => Object.values({ ...sessionStorage }).join()).toContain('first tab');
    const firstTab = { ...sessionStorage };
    await world.open('new tab');
    await expect.element(box('Keyword 1')).toHaveValue('of the first tab');
    await box('Keyword 1').fill('of the second tab');
    await expect.poll(() => Object.values({ ...sessionStorage }).join()).toContain('second tab');
    for (const [name, value] of Object.entries(firstTab)) sessionStorage.setItem(name, value);
    await world.open('kept');
    await expect.element(box('Keyword 1')).toHaveValue('of the first tab');
  });

  test('shows that mailboxes are loading, that they could not be loaded, and that there are none', async () => {
    world.answers['GET /imap-accounts'] = () => new Promise(() => undefined);
    await world.open();
    await shown('Loading accounts...');
    world.answers['GET /imap-accounts'] = () => new Response('', { status: 500 });
    const { href } = await world.open();
    await shown('Failed to load IMAP accounts. Please try again.');
    world.answers['GET /imap-accounts'] = () =>
      Response.json({ success: false, message: 'The list is locked.' }, { status: 409 });
    await button('Retry').click();
    await shown('The list is locked.');
    world.answers['GET /imap-accounts'] = () => ({ success: true, accounts: [], message: '' });
    await button('Retry').click();
    await expect.element(page.getByText('No IMAP accounts found', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Add IMAP Accounts' }).click();
    await expect.poll(href).toBe('/imap-accounts');
  });

  test('explains what to do while no scanner is connected', async () => {
    world.loseScanner();
    await world.open();
    await shown('No scanner is connected.');
    await shown(/Searches cannot run\. Start the scanner/);
  });
});
