import { afterEach, describe, expect, test, vi } from 'vitest';
import { page as browserPage, userEvent } from 'vitest/browser';
import type { Profile } from '../../shared/profiles/schema.ts';
import { ProfilesScreen } from '../../web/features/profiles/profiles-screen.tsx';
import type { ProfilesSearch } from '../../web/features/profiles/search-state.ts';
import type { Call } from './calls.ts';
import { failed, renderAt, stubApi, untilText } from './desk.tsx';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';
import { shows } from './queues-desk.tsx';

const CARD = '4000123412341234';
const HEADER =
  'ProfileName,Email,Password,Address,City,Country,Name,Phone,Postal,State,CardNumber,CardExpMonth,CardExpYear,Cvv';
const ROW = `Atlas,a@b.test,kelp-orbit-29,1 rue,Lyon,FR,Théo,+33 4,69002,Rhône,${CARD},03,2030,123`;

const profileOf = (id: number): Profile => ({
  id,
  profile_name: `Atlas ${id}`,
  name: 'Théo Marchand',
  split: null,
  email: null,
  password: null,
  address: '',
  state: '',
  postal: '',
  phone: '',
  city: 'Lyon',
  country: 'FR',
  card_number: '•••• 1234',
  card_exp_month: '03',
  card_exp_year: '2030',
  cvv: null,
  created_at: '2026-11-01T00:00:00.000Z',
  card_brand: 'Visa',
  has_password: true,
  is_duplicate: false,
  is_expired: false,
});
const SECRETS = { ...profileOf(2), card_number: CARD, cvv: '987', password: 'kelp-orbit-29' };
const FRENCH = [{ country: 'FR', profiles: 2_500 }];
/** An answer from a proxy in place of the server. */
const brokenPage = () => new Response('<html>', { status: 502 });

/** The screen with 2,500 profiles; further answers replace those of the list. */
async function openProfiles(
  answers: Record<string, (call: Call) => unknown> = {},
  address = '/screen',
) {
  const total = 2_500;
  const calls = stubApi({
    'GET /profiles': ({ query }) => {
      const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
      const to = Math.min(from + limit, total);
      return {
        success: true,
        data: Array.from({ length: to - from }, (_, at) => profileOf(total - from - at)),
        total,
        next_cursor: to < total ? String(to) : null,
      };
    },
    'GET /profiles/notes': () => ({ success: true, duplicates: 0, expired: 0, countries: FRENCH }),
    ...answers,
  });
  const { page } = await renderAt<ProfilesSearch>(ProfilesScreen, address);
  await expect.element(page.getByText('1,000 of 2,500 profiles, newest first')).toBeVisible();
  return { page, calls };
}

type Page = Awaited<ReturnType<typeof openProfiles>>['page'];

async function chooseFiles(page: Page, ...files: File[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const input = page.getByLabelText('Choose CSV files');
  await expect.element(input).toBeInTheDocument();
  await userEvent.upload(input.element() as HTMLElement, files);
}
const csv = (rows: number, name = 'own.csv') =>
  new File([[HEADER, ...Array.from({ length: rows }, () => ROW)].join('\n')], name);

afterEach(async () => {
  await browserPage.viewport(1280, 800);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the list is newest first, with 1,000 profiles per View More', async () => {
  const { page, calls } = await openProfiles();
  await page.getByRole('button', { name: 'View More' }).click();
  await expect.element(page.getByText('2,000 of 2,500 profiles, newest first')).toBeVisible();
  await page.getByRole('button', { name: 'View More' }).click();
  await expect.element(page.getByText('2,500 of 2,500 profiles, newest first')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'View More' })).not.toBeInTheDocument();
  const lists = calls.to('GET /profiles');
  expect(lists.map(({ query }) => query.get('limit'))).toEqual(['1000', '1000', '1000']);
});

test.each([
  ['its own message', () => failed(503, 'The database is away.'), 'The database is away.'],
  ['no message', () => failed(500, ''), 'Failed to load profiles'],
  ['no answer', brokenPage, 'An error occurred while loading profiles'],
])('a list that fails with %s shows why, with Retry', async (_, answer, text) => {
  let isBroken = true;
  stubApi({
    'GET /profiles': () =>
      isBroken ? answer() : { success: true, data: [], total: 0, next_cursor: null },
    'GET /profiles/notes': () => ({ success: true, duplicates: 0, expired: 0, countries: [] }),
  });
  const { page } = await renderAt<ProfilesSearch>(ProfilesScreen);
  await expect.element(page.getByRole('alert')).toMatchTextContent(text);
  expect(page.getByText(/0 profiles/).query()).toBeNull();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('No profiles yet')).toBeVisible();
});

describe('a revealed card', () => {
  const open = async () => {
    const opened = await openProfiles({
      'POST /profiles/2500/reveal': () => ({ success: true, data: { ...SECRETS, id: 2_500 } }),
    });
    await opened.page.getByRole('button', { name: 'Show the card of Atlas 2500' }).click();
    await shows('kelp-orbit-29');
    return opened;
  };

  test('hides again after 30 s, and is not in any storage of the browser', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    await open();
    await shows('4000 1234 1234 1234');
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(stored).not.toMatch(/4000123412341234|kelp-orbit/);
    vi.advanceTimersByTime(29_000);
    await shows('Hides in 1 s');
    vi.advanceTimersByTime(1_000);
    await shows('kelp-orbit-29', false);
  });

  test('stays while another search loads the list again', async () => {
    const { page, calls } = await open();
    await page.getByRole('searchbox', { name: 'Search profiles' }).fill('atlas');
    const found = () =>
      calls.to('GET /profiles').filter(({ query }) => query.get('search') === 'atlas');
    await expect.poll(() => found().length).toBe(1);
    await expect.element(page.getByText('1,000 of 2,500 profiles, newest first')).toBeVisible();
    await shows('kelp-orbit-29');
  });

  test('hides when the window loses the focus', async () => {
    await open();
    window.dispatchEvent(new Event('blur'));
    await shows('kelp-orbit-29', false);
  });
});

test('a whole card number that is typed into the search stays in the field, and its last digits are searched', async () => {
  const { page, calls } = await openProfiles();
  const field = page.getByRole('searchbox', { name: 'Search profiles' });
  await field.fill(CARD);
  await expect
    .poll(() => calls.to('GET /profiles').at(-1)?.query.get('search'))
    .toBe(CARD.slice(-4));
  await expect.element(field).toHaveValue(CARD);
  for (const { query } of calls.to('GET /profiles')) expect(String(query)).not.toContain(CARD);
});

test.each([
  ['no message', () => failed(500, ''), 'Failed to delete profile'],
  ['its own message', () => failed(404, 'There is no such profile.'), 'There is no such profile.'],
  ['no answer', brokenPage, 'An error occurred while deleting the profile'],
])('a deletion that fails with %s shows why, and the question stays', async (_, answer, text) => {
  const { page } = await openProfiles({ 'DELETE /profiles/2500': answer });
  await page.getByRole('button', { name: 'Delete Atlas 2500' }).click();
  const question = page.getByRole('alertdialog');
  await expect
    .element(question)
    .toMatchTextContent('Are you sure you want to delete this profile?');
  await question.getByRole('button', { name: 'Delete profile' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent(text);
});

test('an export needs a confirmation, and reports its failure', async () => {
  const { page } = await openProfiles({ 'POST /profiles/full': brokenPage });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('Export 2,500 profiles?');
  await question.getByRole('button', { name: 'Export CSV' }).click();
  await expect
    .element(question.getByRole('alert'))
    .toMatchTextContent('An error occurred while generating the CSV file');
});

describe('an export that needs the passkey', () => {
  const required = () =>
    Response.json(
      { success: false, message: 'Confirm with your passkey first.' },
      { status: 403, headers: { 'X-Requirement': 'passkey' } },
    );

  async function openExport(onConfirm: () => unknown) {
    let isConfirmed = false;
    const opened = await openProduct('/profiles', {
      ...emptyDesk(),
      'GET /profiles': () => ({ success: true, data: [profileOf(1)], total: 1, next_cursor: null }),
      'GET /profiles/notes': () => ({ success: true, duplicates: 0, expired: 0, countries: [] }),
      'POST /profiles/full': () => (isConfirmed ? { success: true, data: [SECRETS] } : required()),
      'POST /auth/confirm/options': () => ({ success: true, ticket: 'one', options: '{}' }),
      'POST /auth/confirm': () => {
        const answer = onConfirm();
        isConfirmed = !(answer instanceof Response);
        return answer;
      },
    });
    await browserPage.getByRole('button', { name: 'Export CSV' }).click();
    const question = browserPage.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Export CSV' }).click();
    const dialog = browserPage.getByRole('dialog', { name: 'Confirm with your passkey' });
    await expect.element(dialog.getByRole('button', { name: 'Use passkey' })).toHaveFocus();
    return { ...opened, question, dialog };
  }

  test('asks for it in a dialog, and is made after it was used', async () => {
    const answers = [failed(400, 'The passkey or recovery code was not accepted.')];
    const { dialog, question, calls } = await openExport(() => answers.pop() ?? { success: true });
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
    const code = dialog.getByLabelText('Recovery code');
    await code.fill('WRONG');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(/was not accepted/)).toBeVisible();
    await expect.element(code).toHaveFocus();
    await code.fill('7Q2M-KX4D-9RTA-2HWB');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(question).not.toBeInTheDocument();
    await shows('CSV of 1 profile generated');
    expect(calls.to('POST /profiles/full')).toHaveLength(2);
    const { body } = await calls.made('POST /auth/confirm');
    expect(body).toEqual({ ticket: 'one', recovery_code: '7Q2M-KX4D-9RTA-2HWB' });
  });

  test('says that the passkey is required if the operator cancels', async () => {
    const { dialog, question, calls, href } = await openExport(() => ({ success: true }));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(question.getByRole('alert')).toMatchTextContent(/passkey first|CSV/);
    expect(calls.to('POST /profiles/full')).toHaveLength(1);
    expect(href()).toContain('/profiles');
  });
});

test('without profiles the export is disabled, and says why', async () => {
  stubApi({
    'GET /profiles': () => ({ success: true, data: [], total: 0, next_cursor: null }),
    'GET /profiles/notes': () => ({
      success: true,
      total: 0,
      duplicates: 0,
      expired: 0,
      countries: [],
    }),
  });
  const { page } = await renderAt<ProfilesSearch>(ProfilesScreen);
  const button = page.getByRole('button', { name: 'Export CSV' });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAttribute('title', 'There is no profile to export.');
});

test('a filtered list says how many of all profiles it shows', async () => {
  const data = Array.from({ length: 37 }, (_, at) => profileOf(at + 1));
  const calls = stubApi({
    'GET /profiles': () => ({ success: true, data, total: 37, next_cursor: null }),
    'GET /profiles/notes': () => ({
      success: true,
      total: 83,
      duplicates: 0,
      expired: 0,
      countries: FRENCH,
    }),
  });
  const { page } = await renderAt<ProfilesSearch>(ProfilesScreen, '/screen?search=atlas');
  await expect.element(page.getByText('37 of 83 profiles', { exact: true })).toBeVisible();
  await expect.element(page.getByText('37 of 83 profiles, newest first')).toBeVisible();
  const { query } = await calls.made('GET /profiles/notes');
  expect(query.get('search')).toBe('atlas');
});

test('the city of a profile is below its address', async () => {
  const { page } = await openProfiles();
  await expect.element(page.getByText('Lyon').first()).toBeVisible();
  const [place, missing] = [page.getByText('Lyon').first(), page.getByText('None').first()].map(
    (one) => one.element().getBoundingClientRect().left,
  );
  expect(place).toBe(missing);
});

test('an export of a filtered list contains what the list shows', async () => {
  const { page, calls } = await openProfiles(
    { 'POST /profiles/full': brokenPage },
    '/screen?country=FR&search=atlas&note=expired',
  );
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Export CSV' }).click();
  const { body } = await calls.made('POST /profiles/full');
  expect(body).toEqual({ country: 'FR', search: 'atlas', note: 'expired' });
});

test('the country chip lists the countries of the profiles and filters by one', async () => {
  const { page, calls } = await openProfiles();
  await page.getByRole('button', { name: 'Country' }).click();
  await page.getByRole('menuitemradio', { name: 'France (2,500)' }).click();
  await expect.element(page.getByRole('button', { name: 'Country France' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Country' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Country France' }))
    .not.toBeInTheDocument();
  const countries = calls.to('GET /profiles').map(({ query }) => query.get('country'));
  expect(countries).toContain('FR');
});

test('the buttons of a row of the compact list are visible at every width', async () => {
  const { page } = await openProfiles();
  await page.getByText('Compact').click();
  for (const width of [1440, 1208, 1134, 1048, 948, 868, 792, 728, 668, 600, 390]) {
    await browserPage.viewport(width, 900);
    for (const name of ['History of', 'Show the card of', 'Delete']) {
      const button = page.getByRole('button', { name: `${name} Atlas 2500` });
      await expect.element(button).toBeVisible();
      const inView = () => {
        const { left, right } = button.element().getBoundingClientRect();
        return left > 0 && right <= width;
      };
      await expect.poll(inView, { message: `${name} at ${width} px` }).toBe(true);
    }
  }
});

describe('several files', () => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) => csv(2, `file ${at + 1}.csv`));
  const profilesIn = ({ body }: Call) => (body as { profiles: unknown[] }).profiles.length;

  test.each([1, 2, 30])('are all stored: %d of them', async (count) => {
    const { page, calls } = await openProfiles({ 'POST /profiles': () => ({ success: true }) });
    await chooseFiles(page, ...files(count));
    await untilText(`Upload (${count})`);
    await page.getByRole('button', { name: `Upload (${count})` }).click();
    await expect.poll(() => calls.to('POST /profiles').length).toBe(count);
    const stored = `Successfully uploaded ${2 * count} profiles!`;
    await expect.element(page.getByText(stored)).toBeVisible();
    const sent = calls.to('POST /profiles').map(profilesIn);
    expect(sent).toEqual(Array.from({ length: count }, () => 2));
    expect(page.getByText('2 profiles stored').elements()).toHaveLength(count);
  });

  test('continue after one was cancelled or refused, and both are uploaded again with one click', async () => {
    const held = Promise.withResolvers<void>();
    let failures = 1;
    const { page, calls } = await openProfiles({
      'POST /profiles': async (call) => {
        if (profilesIn(call) > 2) await held.promise;
        else if (failures-- > 0) return failed(500, '');
        return { success: true };
      },
    });
    // The file has more parts than are sent concurrently.
    await chooseFiles(page, csv(10_001, 'long.csv'), ...files(2));
    await page.getByRole('button', { name: 'Upload (3)' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    held.resolve();
    await expect
      .element(page.getByText(/^Stopped\. [\d,]+ of 10,001 profiles stored\./))
      .toBeVisible();
    await expect
      .element(page.getByText(/^Failed to upload profiles\. 0 of 2 profiles stored\./))
      .toBeVisible();
    await expect.element(page.getByText('2 profiles stored')).toBeVisible();
    await page.getByRole('button', { name: 'Upload (2)' }).click();
    await expect.element(page.getByText('10,001 profiles stored')).toBeVisible();
    const stored = page.getByText('2 profiles stored', { exact: true });
    await expect.element(stored.nth(1)).toBeVisible();
    expect(stored.elements()).toHaveLength(2);
    const accepted = calls.to('POST /profiles').filter(({ answer }) => answer === '200');
    expect(accepted.map(profilesIn).reduce((sum, count) => sum + count)).toBe(10_005);
  });

  test('allow another file, also when all earlier ones are stored', async () => {
    const { page } = await openProfiles({ 'POST /profiles': () => ({ success: true }) });
    await chooseFiles(page, ...files(2));
    await page.getByRole('button', { name: 'Upload (2)' }).click();
    await expect.poll(() => page.getByText('2 profiles stored').elements().length).toBe(2);
    const input = page.getByLabelText('Choose CSV files').element() as HTMLElement;
    await userEvent.upload(input, [csv(3, 'later.csv')]);
    await page.getByRole('button', { name: 'Upload (1)' }).click();
    await expect.element(page.getByText('3 profiles stored')).toBeVisible();
  });
});

describe('a file', () => {
  test('is accepted by its type or its name', async () => {
    const { page } = await openProfiles();
    await chooseFiles(page, new File(['x'], 'notes.txt'), csv(1, 'OWN.CSV'));
    await expect.element(page.getByText('Not a CSV file')).toBeVisible();
    await expect.element(page.getByText('notes.txt')).toBeVisible();
    await expect.element(page.getByText('Ready to upload')).toBeVisible();
  });

  test('is uploaded in parts, and an upload that failed continues with the part that is missing', async () => {
    let answer: () => unknown = () => ({ success: true });
    const { page, calls } = await openProfiles({
      'POST /profiles': (call) => {
        if ((call.body as { profiles: unknown[] }).profiles.length < 2_500) return answer();
        return { success: true };
      },
    });
    await chooseFiles(page, csv(2_600));
    await expect.element(page.getByText('Ready to upload')).toBeVisible();
    const upload = page.getByRole('button', { name: /^Upload \(1\)$/ });
    for (const [failure, text] of [
      [() => failed(500, ''), 'Failed to upload profiles'],
      [brokenPage, 'An error occurred while uploading profiles'],
    ] as const) {
      answer = failure;
      await upload.click();
      await expect
        .element(
          page.getByText(`${text}. 2,500 of 2,600 profiles stored. Upload again to continue.`),
        )
        .toBeVisible();
    }
    answer = () => ({ success: true });
    await upload.click();
    await expect.element(page.getByText('2,600 profiles stored')).toBeVisible();
    await expect.element(page.getByText('Successfully uploaded 100 profiles!')).toBeVisible();
    const parts = calls.to('POST /profiles').map(({ body }) => body);
    const ids = parts.map((part) => (part as { upload_id: string }).upload_id);
    expect(new Set(ids).size).toBe(2);
    expect(ids.slice(1)).toEqual([ids[1], ids[1], ids[1]]);
  });

  test('with few rows and one bad row still offers its valid rows', async () => {
    const { page } = await openProfiles({ 'POST /profiles': () => ({ success: true }) });
    await chooseFiles(page, new File([`${HEADER}\n${ROW}\n${ROW.replace('@', '')}`], 'few.csv'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Row 3: Invalid email format');
    await expect.element(page.getByText('1 of 2 rows refused, nothing stored')).toBeVisible();
    await page.getByRole('button', { name: 'Upload 1 of 2' }).click();
    await shows('1 profile stored');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByText('few.csv')).not.toBeInTheDocument();
  });

  test('in an unusual format says how it is read', async () => {
    const { page } = await openProfiles();
    const text = [HEADER, ROW].join('\n').replaceAll(',', ';');
    const latin = Uint8Array.from(text, (character) => character.charCodeAt(0));
    await chooseFiles(page, new File([latin], 'latin.csv'), csv(1));
    await expect.element(page.getByText(/^Read as Windows-1252, semicolon/)).toBeVisible();
    await expect.poll(() => page.getByText('Ready to upload').elements().length).toBe(2);
    expect(page.getByText(/^Read as/).elements()).toHaveLength(1);
  });

  test('with a bad row outside the sample is ready, and its bad rows can be downloaded', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:none';
    });
    const { page, calls } = await openProfiles({ 'POST /profiles': () => ({ success: true }) });
    const rows = Array.from({ length: 100 }, () => ROW)
      .with(7, ROW.replace('@', ''))
      .with(8, ROW.replace(',03,2030,123', ',13,30,12'));
    await chooseFiles(page, new File([[HEADER, ...rows].join('\n')], 'many.csv'));
    await expect.element(page.getByText('Ready to upload')).toBeVisible();
    await expect
      .element(page.getByText('1 of 100 rows refused, nothing stored, 1 row with a warning'))
      .toBeVisible();
    const grid = page.getByRole('grid', { name: 'Refused rows of many.csv' });
    await expect.element(grid).toMatchTextContent('Invalid email format');
    await expect
      .element(grid)
      .toMatchTextContent('The month is not 1 to 12. The CVV is not 3 or 4 digits');
    await page.getByRole('button', { name: 'Download refused rows' }).click();
    const text = await saved[0]?.text();
    expect(text).toContain(`${ROW.replace('@', '')},Row 9: Invalid email format`);
    await page.getByRole('button', { name: 'Download rows with a warning' }).click();
    expect(await saved[1]?.text()).toContain(',13,30,12,Row 10: The month is not 1 to 12');
    await page.getByRole('button', { name: 'Upload 99 of 100' }).click();
    await shows('99 profiles stored');
    const { body } = await calls.made('POST /profiles');
    expect((body as { profiles: unknown[] }).profiles[7]).toMatchObject({
      card_exp_month: '13',
      card_exp_year: '2030',
      cvv: '12',
    });
  });

  test('is corrected in place: the refused cell is typed again, and the row is uploaded with the others', async () => {
    const { page, calls } = await openProfiles({ 'POST /profiles': () => ({ success: true }) });
    const rows = Array.from({ length: 30 }, () => ROW)
      .with(9, ROW.replace('a@b.test', 'kaja@@b.test'))
      .with(19, ROW.replace(CARD, '4000').replace('Théo', ''));
    await chooseFiles(page, new File([[HEADER, ...rows].join('\n')], 'team.csv'));
    const grid = page.getByRole('grid', { name: 'Refused rows of team.csv' });
    const email = grid.getByLabelText('Email of row 11');
    await expect.element(email).toHaveValue('kaja@@b.test');
    const name = grid.getByLabelText('Name of row 21');
    await expect.element(name).toHaveValue('');
    await email.fill('kaja@');
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveFocus();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    await name.fill('Théo');
    await email.fill('kaja@b.test');
    await userEvent.keyboard('{Enter}');
    await expect.element(grid).toMatchTextContent('Mended was kaja@');
    // The next cell of the same row, whose content is never shown.
    const card = grid.getByLabelText('Card number of row 21');
    await expect.element(card).toHaveValue('');
    await expect.element(card).toHaveAttribute('type', 'password');
    await expect.element(page.getByText('29 valid, 1 refused, 1 mended')).toBeVisible();
    await page.getByRole('button', { name: 'Upload 29 of 30' }).click();
    const sent = () =>
      calls.to('POST /profiles').map(({ body }) => (body as { profiles: object[] }).profiles);
    await expect.poll(() => sent().length).toBe(2);
    expect(sent()[0]).toHaveLength(28);
    expect(sent()[1]).toEqual([expect.objectContaining({ email: 'kaja@b.test' })]);
    await card.fill(CARD);
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Upload (1)' }).click();
    await expect.poll(() => sent().length).toBe(3);
    await shows('30 profiles stored');
    expect(sent()[2]).toEqual([expect.objectContaining({ card_number: CARD, name: 'Théo' })]);
  });

  test('is corrected in place if a row has too many or too few cells, and shows no secret of such a row', async () => {
    const { page, calls } = await openProfiles({ 'POST /profiles': () => ({ success: true }) });
    const [head = '', tail = ''] = ROW.split(`,${CARD}`);
    const long = head.replace(/,/, ', the second,') + `,${CARD}${tail}`;
    const short = ROW.replace(',Théo', '');
    await chooseFiles(page, new File([[HEADER, ROW, long, short].join('\n')], 'odd.csv'));
    const correct = (row: number) =>
      page.getByRole('button', { name: `Correct the columns of row ${row}` });
    await correct(3).click();
    const dialog = page.getByRole('dialog', { name: 'Columns of row 3' });
    await expect.element(dialog).toMatchTextContent('1 cell too many.');
    await expect.element(dialog).toMatchTextContent('the second');
    await expect.element(dialog).not.toMatchTextContent(CARD);
    const check = page.getByRole('button', { name: 'Check row' });
    await expect.element(check).toBeDisabled();
    await page.getByRole('button', { name: 'Leave out cell 4', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Join cell 1 with the next one' }).click();
    await expect.element(dialog).toMatchTextContent('Each cell has a column.');
    await check.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('2 valid, 1 refused, 1 mended')).toBeVisible();
    await correct(4).click();
    await page.getByRole('button', { name: 'Insert an empty cell before cell 7' }).click();
    await check.click();
    // The name is missing: it is typed in its cell.
    await page.getByLabelText('Name of row 4').fill('Ann');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Upload (1)' }).click();
    const names = () =>
      calls
        .to('POST /profiles')
        .flatMap(({ body }) => (body as { profiles: { profile_name: string }[] }).profiles)
        .map(({ profile_name }) => profile_name);
    // The progress names three profiles even before the first call.
    await expect.poll(() => names().length).toBe(3);
    await shows('3 profiles stored');
    expect(names()).toContain(`${ROW.split(',')[0]}, the second`);
  });

  test('keeps its steps for a row that is corrected during the upload', async () => {
    const upload = Promise.withResolvers<object>();
    const { page } = await openProfiles({ 'POST /profiles': () => upload.promise });
    const long = ROW.replace(/,/, ', the second,');
    await chooseFiles(page, new File([[HEADER, ROW, long].join('\n')], 'odd.csv'));
    await page.getByRole('button', { name: 'Upload 1 of 2' }).click();
    await page.getByRole('button', { name: 'Correct the columns of row 3' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns of row 3' });
    await dialog.getByRole('button', { name: 'Join cell 1 with the next one' }).click();
    const check = dialog.getByRole('button', { name: 'Check row' });
    await expect.element(dialog).toMatchTextContent('The file is being uploaded.');
    await expect.element(check).toBeDisabled();
    upload.resolve({ success: true });
    await check.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('2 valid, 0 refused, 1 mended')).toBeVisible();
  });

  test('shows the reasons of its refused rows in full, and every button, at any width', async () => {
    const { page } = await openProfiles();
    const rows = [ROW, ROW.replace('@', ''), ROW.replace(CARD, '4.11111E+15'), 'Atlas,only'];
    await chooseFiles(
      page,
      new File([[HEADER, ...rows].join('\n')], 'a file with a name of its own.csv'),
    );
    const reason = page.getByText(
      'Invalid card number format: a spreadsheet has shortened this number',
    );
    await expect.element(reason).toBeVisible();
    for (const width of [1440, 1280, 1100, 1024, 960, 901, 800, 390]) {
      await browserPage.viewport(width, 900);
      for (const shown of [reason, page.getByRole('button', { name: 'Download refused rows' })]) {
        const isWhole = () => {
          const { left, right } = shown.element().getBoundingClientRect();
          const { scrollHeight, clientHeight } = shown.element();
          return left >= 0 && right <= width && scrollHeight <= clientHeight;
        };
        await expect.poll(isWhole, { message: `at ${width} px` }).toBe(true);
      }
    }
  });

  test('is given up if its check takes more than 10 s', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limits: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return timeout(ms === 10_000 ? 0 : ms);
    });
    const { page } = await openProfiles();
    await chooseFiles(page, csv(20_000));
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('File validation timed out. Please try with a smaller file.');
    expect(limits).toContain(10_000);
    await page.getByRole('button', { name: 'Upload (0)' }).click();
    await expect.element(page.getByText('No valid files to upload')).toBeVisible();
  });

  test('that cannot be read is reported', async () => {
    const { page } = await openProfiles();
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        postMessage() {
          this.dispatchEvent(new Event('error'));
        }
        terminate() {}
      },
    );
    await chooseFiles(page, csv(1));
    await expect.element(page.getByRole('alert')).toMatchTextContent('Error reading file');
  });
});
