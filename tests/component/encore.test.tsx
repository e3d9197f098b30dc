import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { QueueType } from '../../shared/queues/schema.ts';
import { failed } from './desk.tsx';
import { category, ELITE, EncoreWorld, summary } from './encore-world.ts';
import { expectAccessible } from './product.tsx';
import { accountsOf } from './queues-desk.tsx';

let world: EncoreWorld;
beforeEach(() => {
  world = new EncoreWorld();
});
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const text = (shown: string) => page.getByText(shown, { exact: false });
const box = (name: string) => page.getByLabelText(name, { exact: false });
const visible = (locator: ReturnType<typeof text>) => expect.element(locator).toBeVisible();
const BEST = 'POST /queues/best-accounts';
const ONE = '/encore-tool?events=E1';
const GENERATE = 'Generate CSV Bot Configuration';

test('the parts of the screen carry the names of the specification', async () => {
  await world.open();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Encore Tool');
  for (const name of [
    'Selected Events (2)',
    'General Bot Configuration',
    'Global Webhooks',
    'Fields Management',
    'Export Summary',
  ])
    await visible(heading(name));
  for (const name of [
    'Add Events Manually',
    'Select All',
    'Apply to All',
    'Apply to All Events',
    'Clear Cache',
    GENERATE,
  ])
    await visible(button(name));
  await visible(text('Manual accounts list'));
  expect(button('Event-specific Settings').elements()).toHaveLength(2);
  for (const label of ['Total rows', 'Total accounts', 'Available accounts'])
    expect(summary(label)).toBe('0');
  expect(page.getByRole('button', { name: /^Reset/ }).elements()).toEqual([]);
});

test('both bounds of the ratio are sent, the smaller one first', async () => {
  await world.open(ONE);
  await category(ELITE).click();
  await visible(text('12 accounts available'));
  await box('Min ratio').fill('0.1');
  await visible(text('3 accounts available'));
  await box('Max ratio').fill('50');
  const range = { min_ratio: 0.001, max_ratio: 0.5 };
  const sent = { type: 'standard', categories: [ELITE], limit: 50_000, ...range };
  await expect.poll(() => world.sentTo(BEST).at(-1)).toEqual(sent);
  await box('Min ratio').fill('60');
  await visible(page.getByText('Must not be below the minimum.', { exact: true }));
  for (const wrong of ['100.1', '-1', '0.05', 'x']) {
    await box('Min ratio').fill(wrong);
    await visible(page.getByText('Enter 0 to 100, in steps of 0.1.', { exact: true }));
  }
});

test('the list of an event is compared with categories of the queue type on the screen', async () => {
  world.accounts.standard = {};
  world.accounts.verified_fan = { Fans: accountsOf('fans', 1) };
  const data = { 'fans0@x.test': ['Fans'] };
  world.answers['POST /queues/accounts/holders'] = () => ({ success: true, data });
  await world.open(ONE);
  await page.getByRole('button', { name: /^Import for event/ }).click();
  await page.getByRole('dialog').getByLabelText('Accounts').fill('fans0@x.test');
  await visible(text('Already in Fans').or(text('In Fans')));
  expect(world.sentTo('POST /queues/accounts/holders').at(-1)).toMatchObject({
    type: 'verified_fan',
  });
});

test('an account file of any encoding becomes the list of an event, and its omitted rows are named', async () => {
  await world.open(ONE);
  await page.getByRole('button', { name: /^Import for event/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Import for event' });
  const accounts = dialog.getByLabelText('Accounts');
  const content = 'Name;Mail\r\n"Zoë; first";zoe@x.com\r\nnobody;none\r\nBob;bob@x.com\r\n';
  const choose = (name: string, bytes: BlobPart) =>
    userEvent.upload(
      dialog.getByLabelText('Choose a file').last(),
      new File([bytes], name, { type: 'text/csv' }),
    );
  for (const [name, bytes] of [
    ['utf8.csv', content],
    ['utf16le.csv', Uint16Array.from(content, (letter) => letter.charCodeAt(0))],
    ['latin1.csv', Uint8Array.from(content, (letter) => letter.charCodeAt(0))],
  ] as const) {
    await choose(name, bytes);
    await expect.element(accounts).toHaveValue('zoe@x.com\nbob@x.com');
    await visible(dialog.getByText(/Line 3 of the file has no e-mail address and is left out\.$/));
    await accounts.fill('');
  }
  await choose('again.csv', content);
  await expect.element(accounts).toHaveValue('zoe@x.com\nbob@x.com');
  await dialog.getByRole('button', { name: 'Import accounts' }).click();
  await visible(text('Own list of 2 accounts'));
});

test('an account file is read again in another encoding, with another delimiter or column', async () => {
  await world.open(ONE);
  await page.getByRole('button', { name: /^Import for event/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Import for event' });
  const accounts = dialog.getByLabelText('Accounts');
  const text = 'Login|Contact\nzo\u00eb@x.com|ann@y.com\nsecret|bob@y.com\n';
  const choose = (name: string) =>
    userEvent.upload(
      dialog.getByLabelText('Choose a file').last(),
      new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name),
    );
  await choose('odd.csv');
  await dialog.getByText('How it is read').click();
  await dialog.getByLabelText('Delimiter').selectOptions('Bar');
  await expect.element(accounts).toHaveValue('zoë@x.com\nbob@y.com');
  await dialog.getByLabelText('Encoding').selectOptions('Mac Roman');
  await expect.element(accounts).toHaveValue('zoÎ@x.com\nbob@y.com');
  await dialog.getByLabelText('Encoding').selectOptions('Windows-1252');
  await dialog.getByLabelText('Meaning of column 2').selectOptions('Account');
  await expect.element(accounts).toHaveValue('ann@y.com\nbob@y.com');
  const head = dialog.getByRole('table', { name: 'First rows of odd.csv' });
  // Columns beside the accounts may contain passwords.
  await expect.element(head).toMatchTextContent('ann@y.com');
  await expect.element(head).not.toMatchTextContent('secret');
  // The earlier content of the list is not imported while the file is read again.
  const encoding = dialog.getByLabelText('Encoding').element() as HTMLSelectElement;
  const submit = dialog.getByRole('button', { name: 'Import accounts' });
  await expect.element(submit).toBeEnabled();
  encoding.value = 'utf-8';
  encoding.dispatchEvent(new Event('change', { bubbles: true }));
  await Promise.resolve();
  expect((submit.element() as HTMLButtonElement).disabled).toBe(true);
  await expect.element(submit).toBeEnabled();
  await choose('next.csv');
  await expect.element(dialog.getByRole('region', { name: 'Reading of next.csv' })).toBeVisible();
  await dialog.getByLabelText('Delimiter').selectOptions('Bar');
  await expect.element(dialog.getByLabelText('Meaning of column 2')).toHaveValue('account');
  await dialog.getByLabelText('Meaning of column 1').selectOptions('Account');
  await expect.element(dialog.getByText('1 row refused, line 3: No e-mail address')).toBeVisible();
  // The file does not replace typed text.
  await accounts.fill('own@x.com');
  await expect.element(head).not.toBeInTheDocument();
});

test('the queue type is chosen by a switch, remembered, and sent with the request', async () => {
  world.accounts.verified_fan = { 'Encore Fans': accountsOf('fans', 4) };
  await world.open(ONE);
  await expect.element(page.getByRole('radio', { name: /^Standard \(\d+\)/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Verified Fan \(\d+\)/ }).click();
  await expect.element(category(ELITE)).not.toBeInTheDocument();
  await category('Encore Fans').click();
  await visible(text('4 accounts available'));
  expect(world.sentTo(BEST)).toEqual([expect.objectContaining({ type: 'verified_fan' })]);
  await world.open('/encore-tool?events=E2', 'kept');
  await expect.element(page.getByRole('radio', { name: /^Verified Fan/ })).toBeChecked();
});

describe('the first queue type is the one that has categories', () => {
  const gold = { Gold: accountsOf('gold', 116, 4) };
  test.each<[string, Record<QueueType, typeof gold | object>, RegExp]>([
    ['verified fan alone', { verified_fan: gold, standard: {} }, /^Verified/],
    ['standard alone', { verified_fan: {}, standard: gold }, /^Standard/],
    ['both', { verified_fan: gold, standard: gold }, /^Standard/],
  ])('%s', async (_, accounts, chosen) => {
    Object.assign(world.accounts, accounts);
    await world.open(ONE);
    await expect.element(page.getByRole('radio', { name: chosen })).toBeChecked();
    await visible(text('116 of 120'));
  });
});

test('nothing is generated while the accounts of a new choice are being counted', async () => {
  const { answers } = await world.open(ONE);
  await category(ELITE).click();
  await expect.element(button(GENERATE)).not.toHaveAttribute('aria-disabled', 'true');
  const held = Promise.withResolvers<void>();
  const answer = answers[BEST];
  answers[BEST] = async (call) => {
    await held.promise;
    return answer?.(call);
  };
  await box('Max ratio').fill('0.1');
  await expect.element(button(GENERATE)).toHaveAttribute('aria-disabled', 'true');
  await visible(text('Counting accounts.'));
  held.resolve();
  await visible(text('10 accounts available'));
  await expect.element(button(GENERATE)).not.toHaveAttribute('aria-disabled', 'true');
});

test('before the first count, the numbers of rows and accounts are unknown and not 0', async () => {
  const held = Promise.withResolvers<void>();
  const { answers } = await world.open(ONE);
  const answer = answers[BEST];
  answers[BEST] = async (call) => {
    await held.promise;
    return answer?.(call);
  };
  await category(ELITE).click();
  const whole = (shown: string) => page.getByText(shown, { exact: true });
  await visible(whole('Counting rows'));
  await visible(text('Counting rows, ').first());
  await visible(whole('of …').first());
  await expect.element(whole('0 rows')).not.toBeInTheDocument();
  held.resolve();
  await visible(whole('12 rows'));
});

test('a list of accounts that is cut at its limit says so and names the limit', async () => {
  const accounts = Array.from({ length: 50_000 }, (_, at) => ({ account: `many${at}@x.test` }));
  world.answers[BEST] = () => ({ success: true, data: { accounts } });
  await world.open(ONE);
  await category(ELITE).click();
  await visible(text('50,000 accounts available. Only the best 50,000 are used.'));
});

test('a cancelled event is marked and excluded until it is included or removed', async () => {
  Object.assign(world.events[0] ?? {}, { sale_note: 'cancelled', status: 'offsale' });
  await world.open();
  await visible(text('1 cancelled event is left out.'));
  const card = page.getByRole('article').first();
  await visible(card.getByText('Left out', { exact: true }));
  await button('Include').click();
  await expect.element(card).toMatchTextContent(/cancel.*0 rows/i);
  await button('Remove').click();
  await visible(heading('Selected Events (1)'));
});

test('rows that are counted after a change was saved are saved as well', async () => {
  const gate = Promise.withResolvers<void>();
  const answer = world.answers[BEST];
  world.answers[BEST] = async (call) => {
    await gate.promise;
    return answer?.(call);
  };
  await world.open();
  const saved = () => world.calls.to(/recent-work/).flatMap(({ body }) => Object(body).rows ?? []);
  await category(ELITE).click();
  await visible(page.getByText('Saved', { exact: true }));
  expect(saved().at(-1)).toBe(0);
  gate.resolve();
  await expect.poll(() => saved().at(-1)).toBe(24);
});

test('a postponed event is marked and included in the file', async () => {
  Object.assign(world.events[0] ?? {}, { sale_note: 'Postponed from 2027-01-05' });
  await world.open();
  await category(ELITE).click();
  const card = page.getByRole('article').first();
  await visible(card.getByText('Postponed from 05/01/2027'));
  await visible(card.getByText('12 rows'));
  await expect.element(card.getByText('Left out')).not.toBeInTheDocument();
});

test('a Max Price below the lowest price of an event causes a warning at the event and in the summary', async () => {
  const [first] = world.events;
  Object.assign(first ?? {}, { price_range: { min: 180, max: 240, currency: 'EUR' } });
  await world.open();
  await category(ELITE).click();
  const cards = page.getByRole('article');
  const region = page.getByRole('region', { name: 'Export Summary' });
  const warning = region.getByText(/^1 event: Max Price is below its lowest ticket \(€180\)\./);
  await visible(warning);
  await visible(
    cards
      .first()
      .getByText(/€180 to €240$/)
      .first(),
  );
  await visible(cards.first().getByText('Tickets start at €180.'));
  const badge = cards.first().getByText(/no ticket at this price$/);
  await visible(badge);
  expect(badge.element().closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning');
  await region.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => cards.elements().length).toBe(1);
  await button('Show all').click();
  await expect.poll(() => cards.elements().length).toBe(2);
  await cards.first().getByRole('textbox', { name: 'Max Price' }).fill('180');
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(badge).not.toBeInTheDocument();
});

test('Max Price follows the lowest price of an event, or of all events, until it is undone', async () => {
  const [first, second] = world.events;
  Object.assign(first ?? {}, { price_range: { min: 48.5, max: 240, currency: 'EUR' } });
  Object.assign(second ?? {}, { price_range: null });
  await world.open();
  const cards = page.getByRole('article');
  const maxPrice = (at: number) => cards.nth(at).getByRole('textbox', { name: 'Max Price' });
  await cards.first().getByRole('button', { name: 'Max = lowest + 20 %' }).click();
  await expect.element(maxPrice(0)).toHaveValue('58.2');
  await expect
    .element(cards.getByRole('button', { name: 'Max = lowest + 20 %' }))
    .not.toBeInTheDocument();
  await maxPrice(0).fill('90');
  await maxPrice(1).fill('70');
  await button('Max = lowest + 20 %').first().click();
  await expect.element(maxPrice(0)).toHaveValue('58.2');
  await expect.element(maxPrice(1)).toHaveValue('70');
  await visible(page.getByText('1 event has no price.'));
  await maxPrice(1).fill('75');
  await button('Undo').click();
  await expect.element(maxPrice(0)).toHaveValue('90');
  await expect.element(maxPrice(1)).toHaveValue('75');
});

test.each([
  ['the card', () => page.getByRole('article').first().getByRole('textbox', { name: 'Amount' })],
  [
    'the general configuration',
    () =>
      page
        .getByRole('complementary', { name: 'Configuration' })
        .getByRole('textbox', { name: 'Amount' }),
  ],
])('an Amount in %s that is not a list of numbers blocks the file', async (_, field) => {
  await world.open();
  await category(ELITE).click();
  const generate = button('Generate CSV Bot Configuration');
  await expect.element(generate).not.toHaveAttribute('aria-disabled');
  await field().fill('lots of garbage');
  await expect.element(generate).toHaveAttribute('aria-disabled', 'true');
  await visible(page.getByText(/Amount must be numbers of tickets/).first());
  await field().fill('4,3');
  await expect.element(generate).not.toHaveAttribute('aria-disabled');
});

test('the badge of an event names its fault, and "Show" shows only the events with a fault', async () => {
  await world.open();
  await category(ELITE).click();
  const cards = page.getByRole('article');
  const count = cards.elements().length;
  expect(count).toBeGreaterThan(1);
  const faulty = cards.nth(1);
  await faulty.getByRole('textbox', { name: 'Amount' }).fill('lots of garbage');
  await expect
    .element(faulty.getByTitle(/^Amount must be numbers of tickets/))
    .toMatchTextContent('Amount must be numbers of tickets');
  await button('Show').click();
  await expect.poll(() => cards.elements().length).toBe(1);
  await visible(page.getByText('Only events with a problem or a price warning are shown.'));
  await button('Show all').click();
  await expect.poll(() => cards.elements().length).toBe(count);
});

test('a value equal to the general one is no override', async () => {
  await world.open();
  const card = page.getByRole('article').first();
  await card.getByRole('textbox', { name: 'Max Price' }).fill('90');
  await visible(card.getByText('1 override'));
  await card.getByRole('textbox', { name: 'Max Price' }).fill('150');
  await expect.element(card.getByText(/override/)).not.toBeInTheDocument();
  await button('Apply to All Events').click();
  await expect.element(card.getByText(/override/)).not.toBeInTheDocument();
});

test('a press on a section adds it to the Section field, and takes it away again', async () => {
  await world.open();
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: 'Event-specific Settings' }).click();
  const field = card.getByRole('textbox', { name: 'Section', exact: true });
  const section = (name: string) => card.getByRole('button', { name, exact: true });
  await section('Floor').click();
  await section('Balcony').click();
  await expect.element(field).toHaveValue('Floor,Balcony');
  await section('Floor').click();
  await expect.element(field).toHaveValue('Balcony');
  await expect.element(section('Floor')).toHaveAttribute('aria-pressed', 'false');
});

test('a failing server is reported with Retry, and ids without an event are named', async () => {
  const found = world.answers['GET /events/by-ids'] ?? (() => null);
  world.answers['GET /events/by-ids'] = () => failed(502, 'Ticketmaster is away.');
  const { answers } = await world.open('/encore-tool?events=E1,unknown-1');
  await visible(text('Ticketmaster is away.'));
  answers['GET /events/by-ids'] = found;
  await button('Retry').click();
  await visible(heading('Selected Events (1)'));
  await visible(text('No event with the id "unknown-1".'));
  await button('Remove').click();
  await expect.element(text('No event with the id "unknown-1".')).not.toBeInTheDocument();
  expect(world.href()).toBe(ONE);
});

test('while events and accounts load, the screen shows that; without categories it leads to the queues', async () => {
  const held = Promise.withResolvers<void>();
  world.answers['GET /queues/accounts'] = async () => {
    await held.promise;
    return { success: true, data: {}, stats: { categories_list: [] } };
  };
  await world.open(ONE);
  await visible(text('Loading events and accounts...'));
  held.resolve();
  await expect
    .element(page.getByRole('link', { name: 'View queue statistics' }))
    .toHaveAttribute('href', '/queues-tool');
});

test('the filled screen has no accessibility violations', async () => {
  await world.open();
  await category(ELITE).click();
  await expect.poll(() => summary('Total rows')).toBe('24');
  await button('Event-specific Settings').first().click();
  await visible(text('Available sections'));
  await expectAccessible();
});

test('at 1024 px Generate is always in view, and accounts are one click away', async () => {
  const [first] = world.events;
  if (first) for (const id of ['E3', 'E4', 'E5', 'E6']) world.events.push({ ...first, id });
  await world.open();
  await page.viewport(1024, 768);
  await expect.element(button(GENERATE)).toBeInViewport({ ratio: 1 });
  const fields = page.getByRole('article').first().getByRole('textbox');
  const tops = () => fields.elements().map((field) => field.getBoundingClientRect().top);
  await expect.poll(() => new Set(tops()).size).toBe(1);
  await page.getByRole('radio', { name: 'Configuration' }).click();
  await expect.element(category(ELITE)).toBeInViewport();
  await expect.element(button(GENERATE)).toBeInViewport({ ratio: 1 });
});

test('a phone shows everything without scrolling sideways', async () => {
  await world.open();
  await page.viewport(390, 844);
  await button('Event-specific Settings').first().click();
  await visible(text('Available sections'));
  button(GENERATE).element().scrollIntoView();
  await expect.element(button(GENERATE)).toBeInViewport();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
});
