import { expect, test } from 'vitest';
import { ADONIS_SITES } from '../../shared/profile-sites/adonis/sites.ts';
import type { SiteTool } from '../../web/features/profile-sites/plan.ts';
import type { SiteSearch } from '../../web/features/profile-sites/search-state.ts';
import { SiteScreen } from '../../web/features/profile-sites/site-screen.tsx';
import { savedSelection } from '../../web/features/ticketing/selection/selection.ts';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import type { Call } from './calls.ts';
import { renderAt, stubApi } from './desk.tsx';
import { press, shows, typeInto } from './queues-desk.tsx';

const TOTAL = 2_500;
const TOOL: SiteTool = {
  name: 'adonis',
  title: 'Adonis Tool',
  context: 'Multi-site CSV',
  sites: ADONIS_SITES,
  failureText: 'An error occurred while generating the CSV file',
};
const profileOf = (id: number) => ({
  id,
  profile_name: `Atlas ${id}`,
  name: 'Théo Marchand',
  split: null,
  email: null,
  city: id % 2 ? 'Lyon' : 'Köln',
  country: id % 2 ? 'FR' : 'DE',
  address: '12 rue de la Paix',
  card_number: '•••• 1111',
});

/** A page of GET /profiles. */
function listProfiles({ query }: Call) {
  const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
  const to = Math.min(from + limit, TOTAL);
  return {
    success: true,
    data: Array.from({ length: to - from }, (_, at) => profileOf(TOTAL - from - at)),
    total: TOTAL,
    next_cursor: to < TOTAL ? String(to) : null,
  };
}

/** The Adonis tool at AXS with 2,500 profiles and no earlier work. */
async function openTool(
  list: (call: Call) => unknown = listProfiles,
  address = '/screen?site=AXS',
  answers: Parameters<typeof stubApi>[0] = {},
  beforeLoad?: () => Promise<void>,
) {
  let version = 1;
  const calls = stubApi({
    'GET /profiles': list,
    'GET /events/by-ids': () => ({ success: true, data: [], missing: [] }),
    'GET /limit-rules': () => ({ success: true, accounts_per_event: null }),
    'GET /recent-work': () => ({ success: true, data: [], total: 0, next_cursor: null }),
    'GET /recent-work/presets': () => ({ success: true, data: [] }),
    'POST /recent-work/find': () => ({ success: true, data: null }),
    'POST /recent-work': () => ({ success: true, id: 1 }),
    'PUT /recent-work/1': () => ({ success: true, version: ++version }),
    ...answers,
  });
  const { page } = await renderAt<SiteSearch>(
    (props) => <SiteScreen tool={TOOL} {...props} />,
    address,
    beforeLoad,
  );
  return { page, calls };
}

test('profiles load with progress; a cancelled load can be started again', async () => {
  let isAnswering = false;
  const { page, calls } = await openTool((call) => {
    if (isAnswering || !call.query.has('cursor')) return listProfiles(call);
    return new Promise((_, reject) => {
      call.signal?.addEventListener('abort', () => reject(call.signal?.reason));
    });
  });
  await expect.element(page.getByText('1,000 of 2,500 profiles loaded')).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Profiles loaded' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '1000');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('The profiles were not loaded')).toBeVisible();
  const [, cancelled] = calls.to('GET /profiles');
  expect(cancelled?.signal?.aborted).toBe(true);
  isAnswering = true;
  await page.getByRole('button', { name: 'Load profiles' }).click();
  await expect.element(page.getByText('2,500 of 2,500 chosen')).toBeVisible();
});

test('profiles are chosen by search and country, and shuffled by a seed', async () => {
  const { page } = await openTool();
  await expect.element(page.getByText('2,500 of 2,500 chosen')).toBeVisible();
  await page.getByRole('combobox', { name: 'Country' }).selectOptions('DE');
  await expect.element(page.getByText('1,250 of 2,500 chosen')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('atlas 250');
  await expect.element(page.getByText('2 of 2,500 chosen')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('');
  await page.getByPlaceholder('Paste event URLs, one per line').fill('https://tickets.example/1');
  await page.getByRole('button', { name: 'Add Events' }).click();
  const preview = page.getByRole('region', { name: 'CSV preview' });
  await expect.element(preview).toMatchTextContent('•••• 1111');
  await page.getByRole('combobox', { name: 'Order' }).selectOptions('shuffled');
  await page.getByRole('textbox', { name: 'Seed' }).fill('4711');
  await expect.element(page.getByText('1,250 of 2,500 chosen')).toBeVisible();
});

test('the field for events is disabled while a large list of events is added', async () => {
  const { page } = await openTool();
  const field = page.getByPlaceholder('Paste event URLs, one per line');
  await expect.element(field).toBeEnabled();
  typeInto(field, Array.from({ length: 600 }, (_, at) => `https://t.example/${at}`).join('\n'));
  const element = field.element() as HTMLTextAreaElement;
  const button = page.getByRole('button', { name: 'Add Events' });
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  const disabled = new Promise<string>((resolve) => {
    new MutationObserver(() => {
      if (element.disabled) resolve(document.body.textContent ?? '');
    }).observe(element, { attributes: true });
  });
  press(button);
  expect(await disabled).toMatch(/Adding.* of 600 lines/);
  await shows('Events (600)');
  await expect.element(field).toBeEnabled();
  await expect.element(field).toHaveValue('');
});

test('without a site, the selected events wait for one, and missing profiles are named', async () => {
  const none = () => ({ success: true, data: [], total: 0, next_cursor: null });
  const { page } = await openTool(none, '/screen');
  await expect.element(page.getByText('No profiles yet')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Add profiles' }))
    .toHaveAttribute('href', '/profiles');
  await expect.element(page.getByText(/^Choose a site\. /)).toBeVisible();
  savedSelection.write(['E1', 'E2'].map((id) => ({ ...ticketingEvent({ id }), artistId: 'A1' })));
  await page.getByRole('button', { name: 'Use 2 selected events' }).click();
  await expect.element(page.getByText('Choose a site for 2 events.')).toBeVisible();
});

test('the chosen site keeps the focus, and so does the button that added events', async () => {
  const { page } = await openTool(listProfiles, '/screen');
  const site = page.getByRole('radio').first();
  await site.click();
  const field = page.getByPlaceholder('Paste event URLs, one per line');
  await expect.element(field).toBeVisible();
  await expect.element(site).toBeChecked();
  await expect.element(site).toHaveFocus();
  await field.fill('https://tickets.example/1');
  const button = page.getByRole('button', { name: 'Add Events' });
  await expect.element(button).toHaveAccessibleDescription('');
  await button.click();
  await expect.element(field).toHaveValue('');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription('Paste an event URL.');
  await expect.element(button).toHaveFocus();
});

test('the accounts of three events are one number until one event has its own number', async () => {
  const { page } = await openTool();
  const addresses = [1, 2, 3].map((event) => `https://tickets.example/${event}`);
  const forAll = page.getByRole('textbox', { name: /^Accounts for all/ });
  const forEvent = page.getByRole('textbox', { name: /^Accounts of/ });
  await page.getByPlaceholder('Paste event URLs, one per line').fill(addresses.join('\n'));
  await expect.element(forAll).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Add Events' }).click();
  await forAll.fill('20');
  await expect.element(forEvent.nth(2)).toHaveValue('20');
  await expect.element(page.getByText('60 accounts')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Generate CSV' })).toBeEnabled();
  await forEvent.nth(1).fill('5');
  await expect.element(forAll).toHaveValue('');
  await expect.element(forAll).toHaveAttribute('placeholder', 'Mixed');
  await expect.element(page.getByText('45 accounts')).toBeVisible();
});

test('lines that are not an address of a page are refused and stay in the field', async () => {
  const { page } = await openTool(listProfiles, '/screen?site=ADONIS');
  const field = page.getByPlaceholder('Paste event URLs, one per line');
  const refused = [
    'not a url',
    'www.tickets.example/4',
    'ftp://tickets.example/5',
    'https://localhost',
  ];
  const good = [1, 2, 3].map((n) => `https://tickets.example/${n}`);
  await field.fill([good[0], ...refused, good[1], good[2], good[0]].join('\n'));
  await page.getByRole('button', { name: 'Add Events' }).click();
  await expect.element(page.getByText('3 added, 5 refused')).toBeVisible();
  await expect.element(field).toHaveValue([...refused, good[0]].join('\n'));
  await expect
    .element(
      page.getByText('not a url: This is not the address of a page, such as https://... 4 more.'),
    )
    .toBeVisible();
  await field.fill('not a url');
  await page.getByRole('button', { name: 'Add Events' }).click();
  await expect.element(page.getByText('0 added, 1 refused')).toBeVisible();
  // A bot that takes events by id gets no URL column.
  await page.getByRole('radio', { name: /^SEATGEEK / }).click();
  await field.fill('571188');
  await page.getByRole('button', { name: 'Add Events' }).click();
  await expect.element(page.getByText('0 added, 1 refused')).toBeVisible();
});

test('of several changes of the site, the last one can be undone', async () => {
  const { page } = await openTool();
  const open = async (name: string) => {
    await page.getByPlaceholder('Paste event URLs, one per line').fill('https://x.test/1');
    await page.getByRole('button', { name: 'Add Events' }).click();
    await expect.element(page.getByRole('heading', { name: 'Events (1)' })).toBeVisible();
    await page.getByRole('radio', { name: new RegExp(`^${name} `) }).click();
    await expect.element(page.getByText(`${name} starts with a new configuration`)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Events (0)' })).toBeVisible();
  };
  await open('EVENTIM');
  await open('SEATGEEK');
  await open('ADONIS');
  await expect
    .element(page.getByText('SEATGEEK starts with a new configuration'))
    .not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('radio', { name: /^SEATGEEK / })).toBeChecked();
});

test('Undo of a change of the site holds while the new site is saved, and brings the events back', async () => {
  const { promise: isSaved, resolve: save } = Promise.withResolvers<void>();
  const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>();
  let isSlow = false;
  const works: Record<string, object> = {};
  const { page, calls } = await openTool(
    listProfiles,
    '/screen?site=AXS&work=new',
    {
      'POST /recent-work': async ({ body }) => {
        const id = body.key === 'AXS' ? 1 : 2;
        works[body.key] = { ...body, id, version: 1, updated_at: new Date().toISOString() };
        if (id === 2) await isSaved;
        return { success: true, id };
      },
      'POST /recent-work/find': ({ body }) => ({ success: true, data: works[body.key] ?? null }),
    },
    async () => (isSlow ? isLoaded : undefined),
  );
  await page.getByPlaceholder('Paste event URLs, one per line').fill('https://x.test/1');
  await page.getByRole('button', { name: 'Add Events' }).click();
  await expect.element(page.getByRole('heading', { name: 'Events (1)' })).toBeVisible();
  press(page.getByRole('radio', { name: /^ADONIS / }));
  await page.getByRole('textbox', { name: 'Site Name' }).fill('LATE');
  await expect.poll(() => calls.to('POST /recent-work').length).toBe(2);
  isSlow = true;
  press(page.getByRole('button', { name: 'Undo' }));
  save();
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  load();
  await expect.element(page.getByRole('radio', { name: /^AXS / })).toBeChecked();
  await expect.element(page.getByRole('heading', { name: 'Events (1)' })).toBeVisible();
});

test('a change of site from an empty list, or one followed by new events, leaves no message', async () => {
  const { page } = await openTool();
  const message = page.getByText(/starts with a new configuration/);
  const add = async () => {
    await page.getByPlaceholder('Paste event URLs, one per line').fill('https://x.test/1');
    await page.getByRole('button', { name: 'Add Events' }).click();
    await expect.element(page.getByRole('heading', { name: 'Events (1)' })).toBeVisible();
  };
  await page.getByRole('radio', { name: /^EVENTIM / }).click();
  await expect.element(page.getByRole('radio', { name: /^EVENTIM / })).toBeChecked();
  await add();
  expect(message.query()).toBeNull();
  await page.getByRole('radio', { name: /^SEATGEEK / }).click();
  await expect.element(message).toBeVisible();
  await add();
  await expect.element(message).not.toBeInTheDocument();
});

test('settings of the whole file take the values that are applied to events', async () => {
  const { page } = await openTool(listProfiles, '/screen?site=ADONIS');
  const siteName = page.getByLabelText('Site Name');
  await expect.element(siteName).toHaveAccessibleDescription('Written to the SITE column.');
  await expect
    .element(page.getByLabelText('Mail Password'))
    .toHaveAccessibleDescription('Written to the file, never stored.');
  const apply = page.getByRole('button', { name: 'Apply to All Events' });
  const order = apply.element().compareDocumentPosition(siteName.element());
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('names and addresses whose split may be wrong are counted, listed first and corrected', async () => {
  const stored = { street: 'Broadway', house_number: '1' };
  const answer = (call: Call) => {
    const page = listProfiles(call);
    const data = page.data.map((one) => (one.id === 7 ? { ...one, address: 'Broadway' } : one));
    return { ...page, data };
  };
  const { page, calls } = await openTool(answer, '/screen?site=AXS', {
    'PUT /profiles/7/split': () => ({ success: true, data: stored }),
  });
  const section = page.getByRole('region', { name: 'Names and addresses' });
  await expect.element(section).toMatchTextContent('1 address to check');
  await section.getByRole('button', { name: 'Show the parts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Names and addresses' });
  const rows = dialog.getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent('It has no house number.');
  await expect.element(rows.nth(2)).toMatchTextContent('12 | rue de la Paix');
  await dialog.getByRole('button', { name: 'Correct Atlas 7', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Correct Atlas 7' });
  await expect.element(form).toMatchTextContent('Théo Marchand, Broadway');
  await expect.element(form.getByLabelText('Street')).toHaveValue('Broadway');
  await form.getByLabelText('House number').fill('1');
  await form.getByRole('button', { name: 'Save correction' }).click();
  const call = await calls.made('PUT /profiles/7/split');
  expect(call.body).toEqual({
    first_name: null,
    last_name: null,
    street: null,
    address2: null,
    house_number: '1',
  });
  await expect.element(dialog).toMatchTextContent('12 | rue de la Paix');
  // An open dialog hides the page.
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(section).toMatchTextContent('None to check');
});
