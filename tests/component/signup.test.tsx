import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SignupInfos } from '../../shared/signup/schema.ts';
import type { Call } from './calls.ts';
import { type Answer, failed } from './desk.tsx';
import { keepWorks } from './kept-work.ts';
import { openProduct } from './product.tsx';
import { accountsOf } from './queues-desk.tsx';

const CATEGORY = 'SignUp Screen';
const URL_OF_PAGE = 'https://signup.ticketmaster.com/one-night-only';
const SCREEN = `/signup?url=${encodeURIComponent(URL_OF_PAGE)}`;
const INFOS = 'POST /events/signup-infos';
const DISPATCH = 'POST /events/dispatch-csv';
const PRESETS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `https://webhooks.example/cart-${number}`);
const ZIP_HEADERS = {
  'Content-Type': 'application/zip',
  'Content-Disposition': 'attachment; filename="One Night Only_2_accounts_1.zip"',
};

const infosOf = (infos: Partial<SignupInfos> = {}) => ({
  success: true,
  title: 'One Night Only VF Signup',
  url: URL_OF_PAGE,
  events: [
    { value: 'E1', date: 'Mar 14, 2027', venue: 'Arena', city: 'Madrid', presale: 'VF Presale' },
  ],
  ...infos,
});

/** A category of 10 tested and 2 untested accounts. */
function listAccounts({ query }: Call) {
  const members = accountsOf('screen', 10, 2);
  const summary = { name: CATEGORY, total_accounts: 12, tested_accounts: 10 };
  const data = query.get('limit') === '0' ? {} : { [CATEGORY]: members };
  return { success: true, data, stats: { categories_list: [summary] } };
}

/** The answer with the accounts of CATEGORY that the forecast reads. */
const listPool = () => ({
  success: true,
  categories: [[7, CATEGORY]],
  accounts: accountsOf('screen', 10, 2).map(({ avg_ratio }) => [avg_ratio, 7]),
});

let saves: ReturnType<typeof keepWorks>['bodies'];
let answers: Record<string, Answer>;
beforeEach(() => {
  const works = keepWorks();
  saves = works.bodies;
  answers = {
    [INFOS]: () => infosOf(),
    'GET /queues/accounts': listAccounts,
    'GET /queues/pool': listPool,
    'GET /limit-rules': () => ({ success: true, accounts_per_event: null }),
    'GET /encore/webhook-presets': () => ({ success: true, presets: PRESETS }),
    ...works.answers,
  };
});

async function open(address = SCREEN, storage: 'empty' | 'kept' = 'empty') {
  const opened = await openProduct(address, answers, { storage });
  answers = opened.answers;
  return opened;
}

const button = (name: string) => page.getByRole('button', { name });
const text = (shown: string | RegExp) => page.getByText(shown, { exact: true });
const box = (name: string | RegExp) => page.getByLabelText(name, { exact: false });
const preset = (number: number) =>
  page.getByRole('checkbox', { name: new RegExp(`^Preset ${number} `) });
const accounts = box(/^Accounts for/);
const firstRow = page.getByRole('row').nth(1);
const visible = (locator: typeof firstRow) => expect.element(locator).toBeVisible();

test('all settings are saved and shown again', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('[VF] SignUp');
  await expect.element(box('Events per account')).toHaveValue('3');
  await box('Events per account').fill('4');
  await accounts.fill('9');
  await firstRow.getByRole('button', { name: 'All categories' }).click();
  await page.getByRole('option', { name: new RegExp(CATEGORY) }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByText('Use Encore parameters', { exact: false }).click();
  await page.getByRole('textbox', { name: 'Max Price' }).fill('77');
  await preset(3).click();
  const { success: _, ...infos } = infosOf();
  await expect
    .poll(() => saves.at(-1))
    .toEqual({
      infos,
      eventsByAccount: 4,
      accounts: { E1: 9 },
      categories: { E1: [CATEGORY] },
      useEncore: true,
      isPasted: false,
      webhooks: PRESETS.filter((url) => !url.endsWith('3')),
      globalConfig: { MaxPrice: 77 },
      customFields: [],
    });
  await visible(text('Saved'));
  await open(SCREEN, 'kept');
  await expect.element(box('Events per account')).toHaveValue('4');
  await expect.element(accounts).toHaveValue('9');
  await visible(firstRow.getByText(CATEGORY));
  await expect.element(page.getByRole('textbox', { name: 'Max Price' })).toHaveValue('77');
  await expect.element(preset(3)).not.toBeChecked();
  await expect.element(preset(4)).toBeChecked();
});

test.each([
  ['Accounts for', /^Accounts for/, ['0', '50'], ['-1', '1.5', 'x', '', '51'], 'Enter 0 to 50.'],
  [
    'Events per account',
    'Events per account',
    ['1', '10'],
    ['0', '2.5', '', '11'],
    'Enter 1 to 10.',
  ],
] as const)('%s keeps its bounds', async (_, label, good, bad, problem) => {
  await open();
  for (const value of good) {
    await box(label).fill(value);
    await expect.element(box(label)).not.toHaveAttribute('aria-invalid', 'true');
  }
  for (const value of bad) {
    await box(label).fill(value);
    await expect.element(box(label)).toHaveAttribute('aria-invalid', 'true');
  }
  // The text stays as typed, and nothing is dispatched with the earlier number.
  await userEvent.tab();
  await expect.element(box(label)).toHaveValue(bad.at(-1) ?? '');
  await visible(text(problem));
  await expect.element(button('Dispatch accounts')).toHaveAttribute('aria-disabled', 'true');
  await visible(page.getByText(new RegExp(`: ${problem}$`)));
  await box(label).fill(good[1]);
  await expect.element(text(problem)).not.toBeInTheDocument();
});

test('"Accounts for all" replaces entries that cannot be used', async () => {
  await open();
  await accounts.fill('51');
  await box('Accounts per event').fill('99');
  await expect.element(button('Set accounts for all')).toBeDisabled();
  await box('Accounts per event').fill('0');
  await button('Set accounts for all').click();
  await expect.element(accounts).toHaveValue('0');
  await expect.element(accounts).not.toHaveAttribute('aria-invalid');
});

test('events are filtered, sorted and selected, and the settings apply to the selected ones', async () => {
  const event = (value: string, venue: string, date: string, city: string) => ({
    value,
    venue,
    date,
    city,
    presale: '',
  });
  answers[INFOS] = () =>
    infosOf({
      events: [
        event('E1', 'Arena', '2027-03-14', 'Madrid'),
        event('E2', 'Hall', '2027-02-01', 'Lyon'),
        event('E3', 'Dome', '2027-04-20', 'Lyon'),
        event('E4', 'Club', '2027-01-05', 'Paris'),
      ],
    });
  await open();
  const order = () =>
    page
      .getByLabelText(/^Select .+, /)
      .elements()
      .map((box) => box.getAttribute('aria-label')?.split(',')[0]?.replace('Select ', ''));
  const boxOf = (venue: string) => page.getByRole('checkbox', { name: new RegExp(venue) });
  const accountsOf = (venue: string) => box(new RegExp(`^Accounts for ${venue}`));
  await expect.poll(order).toEqual(['Arena', 'Hall', 'Dome', 'Club']);
  await button('Date').click();
  await expect.poll(order).toEqual(['Club', 'Hall', 'Arena', 'Dome']);
  // A range follows the order on the screen.
  await boxOf('Club').click();
  await boxOf('Arena').click({ modifiers: ['Shift'] });
  await visible(text('3 selected'));
  await box('Accounts per event').fill('7');
  await button('Set accounts for 3 selected').click();
  await expect.element(accountsOf('Hall')).toHaveValue('7');
  await expect.element(accountsOf('Dome')).toHaveValue('0');
  await accountsOf('Arena').fill('51');
  // A hidden event keeps its settings, including text that cannot be used.
  await page.getByRole('searchbox', { name: 'Filter events' }).fill('lyon 2027');
  await expect
    .poll(() => accounts.elements().filter((one) => one.checkVisibility()).length)
    .toBe(2);
  await visible(text('3 selected, 2 out of view'));
  await expect.element(button('Dispatch accounts')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: 'Select all events' }).click();
  await visible(text('4 selected, 2 out of view'));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await visible(button('Set accounts for all'));
  await expect.poll(() => saves.at(-1)).toMatchObject({ accounts: { E1: 7, E2: 7, E4: 7 } });
});

test('the events CSV counts distinct accounts, as the ZIP does', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const event = (value: string) => ({ value, date: '', venue: value, city: '', presale: '' });
  answers[INFOS] = () => infosOf({ events: [event('E1'), event('E2')] });
  await open();
  await box('Accounts per event').fill('4');
  await button('Set accounts for all').click();
  await visible(text('8 of 8 slots can be filled with 4 accounts'));
  await button('Export events CSV').click();
  await expect.poll(() => names[0]).toMatch(/^One Night Only_4_accounts_/);
  await visible(text('CSV downloaded'));
});

test('the events that are omitted from a long page are counted', async () => {
  answers[INFOS] = () => infosOf({ events_found: 812 });
  await open();
  await visible(text('1 event, the first of 812 on the page'));
});

test('events that the page no longer offers are marked, and entries without a readable date are named', async () => {
  const event = { value: 'E1', date: '2027-03-14', venue: 'Arena', city: 'Madrid', presale: '' };
  answers[INFOS] = () =>
    infosOf({
      events: [
        { ...event, closed: 'sold_out' },
        { ...event, value: 'E2', venue: 'Hall', closed: 'disabled' },
      ],
      undated: { entries: 3, texts: ['Next spring - Hall', 'To be announced'] },
    });
  await open();
  await visible(page.getByRole('row').filter({ hasText: 'Arena' }).getByText('Sold out'));
  await visible(page.getByRole('row').filter({ hasText: 'Hall' }).getByText('Not selectable'));
  await visible(text('3 entries had no readable date'));
  await visible(text('"Next spring - Hall", "To be announced" and 1 more'));
});

test('a running extraction is not started again', async () => {
  const gate = Promise.withResolvers<void>();
  answers[INFOS] = async () => {
    await gate.promise;
    return infosOf();
  };
  const { calls } = await open('/signup');
  await box('Signup URL').fill(URL_OF_PAGE);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status', { name: 'Extracting events' })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Extracting events')).toHaveAttribute('aria-busy', 'true');
  gate.resolve();
  await visible(text('1 event'));
  expect(calls.to(INFOS)).toHaveLength(1);
});

test('a page that was read after the operator had left does not change the address', async () => {
  const gate = Promise.withResolvers<void>();
  answers[INFOS] = async () => {
    await gate.promise;
    return infosOf({ url: 'https://signup.ticketmaster.com/redirected' });
  };
  const { router, href, calls } = await open();
  await expect.element(page.getByRole('status', { name: 'Extracting events' })).toBeInTheDocument();
  await router.navigate({ to: '/docs' });
  gate.resolve();
  await expect.poll(() => calls.to(INFOS)[0]?.answer).toBe('200');
  await new Promise(requestAnimationFrame);
  expect(href()).toBe('/docs');
});

test('when the page cannot be extracted again, the settings stay and Retry calls once more', async () => {
  await open();
  await accounts.fill('9');
  answers[INFOS] = () => failed(502, 'The page is away.');
  await button('Extract Events').click();
  const failure = page.getByRole('alert').filter({
    hasText: 'Failed to get signup information. Please check the URL and try again.',
  });
  await expect.element(failure).toMatchTextContent('The page is away.');
  await expect.element(accounts).toHaveValue('9');
  answers[INFOS] = () => infosOf();
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect.element(failure).not.toBeInTheDocument();
  await expect.element(accounts).toHaveValue('9');
});

test('a dispatch shows its progress, sends the token and names the file', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const gate = Promise.withResolvers<void>();
  const sent: (string | null)[] = [];
  answers[DISPATCH] = async ({ headers }) => {
    sent.push(headers.get('authorization'));
    await gate.promise;
    return new Response('PK', { headers: ZIP_HEADERS });
  };
  await open();
  await accounts.fill('2');
  await expect.element(button('Dispatch accounts')).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(button('Processing')).toHaveAttribute('aria-busy', 'true');
  gate.resolve();
  await visible(text(/^One Night Only_2_accounts_.*, 2 slots$/));
  vi.restoreAllMocks();
  expect(sent).toEqual([`Bearer ${localStorage.getItem('token')}`]);
});

describe('files beyond limits', () => {
  const exceeded = [
    { event_id: 'E1', event: 'Arena, Mar 14, 2027', kind: 'accounts', limit: 2, asked: 4 },
  ];
  interface Sent {
    confirmed_limits?: unknown;
    unread_limits?: unknown;
    events: { accounts_amount: number }[];
  }
  let sent: Sent[];
  const openDialog = async () => {
    sent = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    answers['GET /limit-rules'] = () => ({ success: true, accounts_per_event: 2 });
    answers[DISPATCH] = ({ body }) => {
      sent.push(body);
      const [first] = (body as Sent).events;
      if ((body as Sent).confirmed_limits !== undefined || first?.accounts_amount === 2)
        return new Response('PK', { headers: ZIP_HEADERS });
      const refusal = {
        message: 'The files go beyond a limit.',
        code: 'limit_exceeded',
        exceeded,
        unread_limits: ['E1'],
      };
      return Response.json({ success: false, ...refusal }, { status: 409 });
    };
    await open();
    await accounts.fill('4');
    await visible(firstRow.getByText('Your rule: 2', { exact: true }));
    await button('Dispatch accounts').click();
    await expect.element(button('Cut to the limits')).toHaveFocus();
    return page.getByRole('dialog');
  };

  test('are created after a confirmation', async () => {
    const dialog = await openDialog();
    await visible(dialog.getByRole('row', { name: /4 accounts\s*2, your rule\s*\+2/ }));
    expect(page.getByRole('alert').elements()).toEqual([]);
    await dialog.getByRole('checkbox').click();
    await button('Dispatch anyway').click();
    await visible(text(/^One Night Only_2_accounts_.*, 4 slots$/));
    expect(sent.map((request) => request.confirmed_limits)).toEqual([undefined, exceeded]);
    await expect.element(accounts).toHaveValue('4');
  });

  test('keep the confirmation for a retry, and events without a known limit are named', async () => {
    const dialog = await openDialog();
    const answer = answers[DISPATCH];
    answers[DISPATCH] = ({ body }) => {
      sent.push(body as Sent);
      return failed(503, 'The ticket limits cannot be read any more.');
    };
    await dialog.getByRole('checkbox').click();
    await button('Dispatch anyway').click();
    await visible(page.getByText('The ticket limits cannot be read any more.', { exact: true }));
    answers[DISPATCH] = async (call) => {
      const made = (await answer?.(call)) as Response;
      made.headers.set('X-Unread-Limits', '0');
      return made;
    };
    // The retry sends the current form. The server repeats the question if the form no longer
    // matches the confirmation.
    await accounts.fill('3');
    await button('Retry with the confirmed limits').click();
    await visible(text(/could not be read. Check the amounts of Arena, Mar 14, 2027.$/));
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(sent.slice(1).map((request) => request.confirmed_limits)).toEqual([exceeded, exceeded]);
    expect(sent.slice(1).map((request) => request.unread_limits)).toEqual([['E1'], ['E1']]);
    expect(sent.map(({ events }) => events[0]?.accounts_amount)).toEqual([4, 4, 3]);
  });

  test('are created within the limits after a cut', async () => {
    await openDialog();
    await userEvent.keyboard('{Enter}');
    await visible(text(/^One Night Only_2_accounts_.*, 2 slots$/));
    expect(sent.map(({ events }) => events[0]?.accounts_amount)).toEqual([4, 2]);
    await expect.element(accounts).toHaveValue('2');
  });
});

describe('when the server does not answer with a ZIP', () => {
  const html = { 'Content-Type': 'text/html' };
  test.each<[string, () => unknown, string]>([
    [
      'an error is shown with its status and body',
      () => failed(500, 'An internal server error occurred.'),
      'Server error: 500 - {"success":false,"message":"An internal server error occurred."}',
    ],
    [
      'the body of a proxy is shown as it is',
      () => new Response('<h1>Bad\nGateway</h1>', { status: 502, headers: html }),
      'Server error: 502 - <h1>Bad Gateway</h1>',
    ],
    [
      'another kind of answer is named',
      () => new Response('<h1>Proxy</h1>', { headers: html }),
      'Expected ZIP but received: text/html <h1>Proxy</h1>',
    ],
    [
      'a lost connection is shown with the advice to try again',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to dispatch accounts and generate ZIP. Please try again.',
    ],
  ])('%s', async (_, answer, shown) => {
    answers[DISPATCH] = answer;
    await open();
    await accounts.fill('1');
    await button('Dispatch accounts').click();
    await visible(page.getByText(shown));
  });
});

test('Reset keeps the events of a pasted page, also after a reload', async () => {
  const url = 'https://signup.ticketmaster.com/blocked';
  const requested: boolean[] = [];
  answers[INFOS] = ({ body }) => {
    const isPasted = 'page_source' in (body as object);
    requested.push(isPasted);
    return isPasted ? infosOf({ url }) : failed(502, 'The page refuses.');
  };
  const { href } = await open('/signup');
  await box('Signup URL').fill(url);
  await button('Paste the page source').click();
  await box('Page source').fill('<title>Pasted VF Signup</title>');
  await button('Extract Events').click();
  for (const isReloaded of [false, true]) {
    await visible(page.getByRole('cell', { name: /^Arena/ }));
    await accounts.fill('9');
    await visible(text('Saved'));
    if (isReloaded) await open(href(), 'kept');
    await expect.element(accounts).toHaveValue('9');
    await button('Reset').click();
    await expect.element(accounts).toHaveValue('0');
  }
  // The site refuses programs: its page is not read.
  expect(requested).not.toContain(false);
});

test('an address that cannot be extracted shows the reason at the address field, also after Enter', async () => {
  await open('/signup');
  const extract = button('Extract Events');
  await expect.element(extract).toHaveAccessibleDescription('Enter a signup URL.');
  const field = box('Signup URL');
  await field.fill('https://example.com/x');
  await expect.element(extract).toHaveAccessibleDescription('Enter a ticketmaster address.');
  await field.fill('https://ticketmaster .com/x');
  await expect.element(extract).toHaveAccessibleDescription('Enter the address of a page.');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});

test('the calls of the forecast go through the shared client: a lost session ends it', async () => {
  answers['GET /queues/pool'] = () => failed(401, 'Invalid token');
  const { href } = await open();
  await expect.poll(href).toMatch(/^\/login/);
});

test('at 1024 px the categories of an event are in view', async () => {
  await open();
  await page.viewport(1024, 768);
  const categories = firstRow.getByRole('button', { name: 'All categories' });
  await expect.element(categories).toBeInViewport({ ratio: 1 });
});

test('without categories the list falls back to a Default Category', async () => {
  answers['GET /queues/accounts'] = () => failed(503, 'The database is not available.');
  await open();
  await visible(text('Failed to load categories data'));
  await visible(page.getByText(/^Error loading categories data. Please try again./));
  await firstRow.getByRole('button', { name: 'All categories' }).click();
  await visible(page.getByRole('option', { name: 'Default Category 0' }));
});
