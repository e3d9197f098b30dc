import { expect, test } from '@playwright/test';
import { findWebKit } from '../../../scripts/checks/system-programs.ts';
import { Desk, emailOf } from '../desk.ts';
import { operatorMaker, type TestOperator } from '../operator.ts';
import { ownWord } from '../queues-files.ts';
import { mailboxWithCodes } from '../simulated-mailbox.ts';
import { KEY, WebKit } from './driver.ts';

// Repeats the main jobs in WebKitGTK. One operator does them in one browser, one after the other,
// because its start costs the most. Its driver neither downloads nor chooses files: tests read what
// a page saves, and set its inputs.

test.skip(findWebKit() === undefined, 'WebKitGTK, its driver or Xvfb is not installed');

let webkit: WebKit;
let operator: TestOperator;
let desk: Desk;
const at = (path: string) => process.env.E2E_ORIGIN + path;

test.beforeAll(async ({ playwright }) => {
  operator = await (await operatorMaker())();
  const request = await playwright.request.newContext({ baseURL: at('') });
  desk = new Desk(request, operator.token);
  webkit = await WebKit.start();
  await webkit.resize(1440, 900);
  // The state after a sign-in, regardless of the test that runs first.
  await webkit.open(at('/favicon.svg'));
  await webkit.run((token) => localStorage.setItem('token', token), operator.token);
});
test.afterAll(() => webkit?.stop());
test.afterEach(async () => {
  expect(await webkit.run(() => Reflect.get(window, 'kept')?.errors ?? [])).toEqual([]);
});

const isAt = (path: string) =>
  webkit.until(`The address is ${path}`, async () =>
    (await webkit.run(() => location.pathname)).startsWith(path),
  );

/** The start of the file that the page saved last, once there is one. */
async function savedFile(): Promise<string> {
  const read = () =>
    webkit.run(async () => {
      const { files }: { files: Blob[] } = Reflect.get(window, 'kept');
      return (await files.at(-1)?.slice(0, 2_000).text()) ?? '';
    });
  await webkit.until('A file is saved', async () => (await read()) !== '');
  return read();
}

test('an operator signs in, and makes an Encore file by keyboard', async () => {
  const category = ownWord();
  await desk.addCategory('standard', category, category, 5);
  await webkit.run(() => localStorage.clear());
  await webkit.open(at('/login'));
  await webkit.typeInto('field', 'Email or username', operator.email);
  await webkit.typeInto('field', 'Password', operator.password);
  await webkit.press(KEY.enter);
  await webkit.typeInto('field', 'Search artists', 'Northern Lanterns');
  await webkit.press(KEY.enter);
  await webkit.until('The list has the focus', () =>
    webkit.run(() => document.activeElement?.getAttribute('role') === 'grid'),
  );
  await webkit.press('2');
  await webkit.shows('2 selected');
  await webkit.press(KEY.control, KEY.enter);
  await webkit.click('checkbox', category);
  await webkit.shows('5 accounts available');
  await webkit.click('button', 'Generate CSV Bot Configuration');
  const [, first = ''] = (await savedFile()).split('\r\n');
  expect(first.split(',')[0]).toBe(emailOf(category, 0));
});

test('the palette opens a page', async () => {
  await webkit.press(KEY.control, 'k');
  await webkit.typeInto('field', 'Command palette', 'Profiles');
  await webkit.press(KEY.enter);
  await isAt('/profiles');
});

test('codes are found in a mailbox', async ({ request }) => {
  const mailbox = mailboxWithCodes('Northern Lanterns');
  const added = await request.post(at('/api/imap-accounts'), {
    headers: { authorization: `Bearer ${operator.token}` },
    data: mailbox,
  });
  expect(added.ok(), await added.text()).toBe(true);
  await webkit.open(at('/presale-code-tool'));
  await webkit.typeInto('field', 'Keyword 1', 'northern lanterns');
  await webkit.click('checkbox', mailbox.user);
  await webkit.click('button', 'Search Presale Codes');
  await webkit.shows('code(s) found');
});

/** Opens the drawer of uploads; returns whether it is open. */
function showUploads(): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>('button[aria-expanded]')];
  const button = buttons.find(({ textContent }) => textContent === 'Uploads');
  const isOpen = button?.ariaExpanded === 'true';
  if (!isOpen) button?.click();
  return isOpen;
}

/**
 * Clicks Upload CSV until the import is open. A click of the driver goes to a point of the window, and the button moves
 * while the views and the list arrive.
 */
function showImport(): boolean {
  const withText = (name: string, text: string) =>
    [...document.querySelectorAll<HTMLElement>(name)].find(
      ({ textContent }) => textContent === text,
    );
  const isOpen = withText('h2', 'Uploaded files') !== undefined;
  if (!isOpen) withText('button', 'Upload CSV')?.click();
  return isOpen;
}

test('a queue file is uploaded', async () => {
  const word = ownWord();
  await webkit.open(at('/vf-queues-tool'));
  await webkit.shows('uploaded queue');
  // The drawer is closed if queues were uploaded before.
  await webkit.until('The uploads are shown', () => webkit.run(showUploads));
  await webkit.chooseFile(`${word}.csv`, `Id,QueueId,Place\na@${word}.test,${word},12\n`);
  await webkit.click('button', 'Upload 1 file');
  await webkit.shows(`Queue "${word}" uploaded with 1 account.`);
});

test('profiles are imported', async () => {
  const word = ownWord();
  const header =
    'ProfileName,Email,Password,Address,City,Country,Name,Phone,Postal,State,CardNumber,CardExpMonth,CardExpYear,Cvv';
  const digits = String(Date.now()).slice(-12);
  const row = `${word},${word}@mail.test,kelp-orbit-29,1 rue Vive,Lyon,FR,Théo Vive,+33 4,69002,Rhône,4002${digits},03,2031,123`;
  await webkit.open(at('/profiles'));
  await webkit.until('The import is shown', () => webkit.run(showImport));
  await webkit.chooseFile(`${word}.csv`, `${header}\n${row}\n`);
  await webkit.click('button', 'Upload (1)');
  await webkit.shows('Successfully uploaded 1 profiles!');
});

test('accounts are dispatched to the events of a sign-up page', async () => {
  const category = ownWord();
  await desk.addCategory('verified_fan', category, category, 5);
  const address = 'https://signup.ticketmaster.com/one-night-only';
  await webkit.open(at(`/signup?url=${encodeURIComponent(address)}`));
  await webkit.typeInto('field', 'Accounts for', `${KEY.backspace}3`);
  await webkit.shows(/3 of 3 slots can be filled/);
  await webkit.click('button', 'Dispatch accounts');
  expect((await savedFile()).slice(0, 2)).toBe('PK');
});

test('an added event shows its price as soon as it has one', async () => {
  const url = `https://www.axs.com/events/${crypto.randomUUID()}/paper-harbour`;
  await webkit.open(at('/event-price-monitoring'));
  await webkit.shows('Connected');
  await webkit.click('button', 'Add events');
  await webkit.typeInto('field', 'Event URLs', url);
  await webkit.click('button', 'Add events (1)');
  await webkit.shows('1 of 1 added');
  await webkit.click('button', 'Close');
  await webkit.typeInto('field', 'Filter watched prices', url.split('/').at(-2) ?? '');
  await webkit.shows(/\D[\d,]+\.\d\d/);
});

test('a narrow window shows each page without scrolling sideways', async () => {
  const width = await webkit.resize(390, 844);
  for (const path of ['/', '/ticketmaster?byId=K8vZ9170000', '/profiles', '/vf-queues-tool']) {
    await webkit.open(at(path));
    await webkit.until(`${path} has a heading`, () =>
      webkit.run(() => document.querySelector('h1') !== null),
    );
    expect(await webkit.run(() => document.documentElement.scrollWidth), path).toBe(width);
  }
});
