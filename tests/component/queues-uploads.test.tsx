import { afterEach, describe, expect, test, vi } from 'vitest';
import { page as browserPage, type Locator, userEvent } from 'vitest/browser';
import { xlsxOf } from '../factories/workbooks.ts';
import type { Call } from './calls.ts';
import { failed, untilText } from './desk.tsx';
import {
  accountsOf,
  openQueues,
  openUploads,
  press,
  queueFile,
  shows,
  stopClock,
  typeInto,
} from './queues-desk.tsx';

type Page = Awaited<ReturnType<typeof openQueues>>['page'];

afterEach(() => {
  vi.useRealTimers();
});

const fileInput = (page: Page): Locator => page.getByLabelText('Choose CSV files');
const choose = async (page: Page, ...files: File[]) => {
  await expect.element(fileInput(page)).toBeInTheDocument();
  await userEvent.upload(fileInput(page).element() as HTMLElement, files);
};
const card = (page: Page, name: string) => page.getByRole('rowgroup', { name });
const openDetails = (page: Page, name: string) =>
  page.getByRole('button', { name: `Details of ${name}` }).click();
const cell = (page: Page, name: string, content: string) =>
  card(page, name).getByRole('cell', { name: content, exact: true });
const stored = ({ body }: Call) => {
  const { queue_id } = body as { queue_id: string };
  return { success: true, message: `Queue "${queue_id}" uploaded with 1 account.` };
};
const twoFiles = [1, 2].map((n) => queueFile(`${n}.csv`, [`a@x,q${n},5`]));

describe('the drawer of uploads', () => {
  const toggle = (page: Page) => page.getByRole('button', { name: 'Uploads', exact: true });

  test('is open in an empty tool, and stays open when the first upload adds data', async () => {
    const queues: string[] = [];
    const { page } = await openQueues({
      queues,
      answers: {
        'POST /queues/insert': (call) => {
          queues.push('q1');
          return stored(call);
        },
      },
    });
    await expect.element(toggle(page)).toHaveAttribute('aria-expanded', 'true');
    await choose(page, ...twoFiles.slice(0, 1));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect.element(page.getByText('1 uploaded queue')).toBeVisible();
    await expect.element(card(page, '1.csv')).toBeVisible();
  });

  test.each([
    ['an uploaded queue', { queues: ['old'] }],
    ['a category', { categories: { Gold: accountsOf('gold', 0, 2) } }],
  ])('is closed if there is %s, until it is opened', async (_, world) => {
    const { page, router } = await openQueues(world);
    const heading = page.getByRole('heading', { name: 'Upload queue files' });
    await expect.element(page.getByRole('tab', { name: /^All/ })).toBeVisible();
    await expect.element(page.getByLabelText('Choose CSV files')).toBeInTheDocument();
    await expect.element(toggle(page)).toHaveAttribute('aria-expanded', 'false');
    await openUploads(page);
    await expect.element(heading).toBeVisible();
    await router.navigate({ to: '/elsewhere' as never });
    await expect.element(heading).not.toBeInTheDocument();
    await router.navigate({ to: '/screen' as never });
    await expect.element(heading).toBeVisible();
  });

  test('stays closed in an empty tool after it was closed there', async () => {
    localStorage.setItem('queues-uploads-open', 'false');
    const { page } = await openQueues();
    await expect.element(page.getByRole('button', { name: 'Show uploads' })).toBeVisible();
    await expect.element(toggle(page)).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('a queue file', () => {
  test('is read, shown with its defaults, and cannot be uploaded without a date and a total', async () => {
    const { page } = await openQueues();
    await choose(
      page,
      queueFile('one.csv', [
        'best@x,q,12',
        'last@x,q,900',
        'BEST@x,q,10',
        'too,short',
        'bad@x,q,x',
      ]),
    );
    const fileCard = card(page, 'one.csv');
    await expect.element(cell(page, 'one.csv', '2')).toBeVisible();
    await expect.element(fileCard).toMatchTextContent('Ready');
    const total = fileCard.getByLabelText(/^Queue total/);
    await expect.element(total).toHaveValue('900');
    await expect.element(total).toHaveAttribute('placeholder', 'Min: 1');
    const upload = page.getByRole('button', { name: /^Upload( \d+ file)?$/ });
    await fileCard.getByLabelText(/^Queue date/).fill('');
    await expect.element(fileCard).toMatchTextContent('Missing date');
    await expect.element(upload).toHaveAttribute('aria-disabled', 'true');
    await fileCard.getByLabelText(/^Queue date/).fill('2026-11-19');
    for (const missing of ['', '0']) {
      await total.fill(missing);
      await expect.element(fileCard).toMatchTextContent('Missing total');
    }
    for (const wrong of ['-4', '1e9', '12,5']) {
      await total.fill(wrong);
      await expect
        .element(total)
        .toHaveAccessibleDescription('Enter a whole number from 1 to 1,000,000,000.');
    }
    await total.fill('500');
    await expect
      .element(fileCard)
      .toMatchTextContent('All accounts with position higher than 500 will be ignored');
    await expect.element(cell(page, 'one.csv', '3')).toBeVisible();
    await openDetails(page, 'one.csv');
    await expect
      .element(fileCard.getByRole('table', { name: 'First rows of one.csv' }))
      .toMatchTextContent('best@x');
    await expect.element(fileCard).toMatchTextContent('3 rows ignored');
    await expect.element(fileCard).toMatchTextContent('1 row: Fewer than 3 values');
    await expect
      .element(fileCard)
      .toMatchTextContent('1 row: The position is not a positive whole');
  });

  test('can also be dropped', async () => {
    const { page } = await openQueues();
    await expect.element(page.getByText(/^or drop them here/)).toBeVisible();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(queueFile('dropped.csv', ['a@x,q,3']));
    page
      .getByText(/^or drop them here/)
      .element()
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    await expect.element(cell(page, 'dropped.csv', '1')).toBeVisible();
  });

  test('names what it replaces: another file in the list, or an uploaded queue', async () => {
    const { page } = await openQueues({ queues: ['old'] });
    await expect.element(page.getByText('1 uploaded queue')).toBeVisible();
    await openUploads(page);
    await choose(
      page,
      queueFile('one.csv', ['a@x,new,5']),
      queueFile('two.csv', ['b@x,new,5']),
      queueFile('old.csv', ['a@x,old,5']),
    );
    await expect
      .element(card(page, 'one.csv'))
      .toMatchTextContent('Same queue as two.csv: the file uploaded last replaces the other.');
    await expect.element(card(page, 'two.csv')).toMatchTextContent('Same queue as one.csv');
    await expect
      .element(card(page, 'old.csv'))
      .toMatchTextContent('This queue was uploaded before: its positions will be replaced.');
  });

  test('with a fault names the line of the fault', async () => {
    const { page } = await openQueues();
    await choose(page, queueFile('odd.csv', ['a@x,q,5', '"b@x,q,6', 'c@x,q,7']));
    const own = card(page, 'odd.csv');
    await expect
      .element(own)
      .toMatchTextContent('Line 3: A quote is opened and never closed. It is read as plain text.');
    await expect.element(cell(page, 'odd.csv', '3')).toBeVisible();
  });

  test('without positions is marked and not uploaded', async () => {
    const { page } = await openQueues();
    await choose(page, queueFile('none.csv', ['a@x,q,none']));
    const own = card(page, 'none.csv');
    await expect.element(cell(page, 'none.csv', '0')).toBeVisible();
    await expect.element(own).toMatchTextContent('No rows: each row needs Id, QueueId and Place.');
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    await expect.element(upload).toHaveAttribute('aria-disabled', 'true');
  });

  test('names its format', async () => {
    const { page } = await openQueues();
    const latin = Uint8Array.from('Id;QueueId;Place\nzo\u00eb@x.test;q;5', (c) => c.charCodeAt(0));
    await choose(page, new File([latin], 'latin.csv'), queueFile('utf.csv', ['zoë@x.test,q2,5']));
    await openDetails(page, 'latin.csv');
    await openDetails(page, 'utf.csv');
    await expect.element(card(page, 'latin.csv')).toMatchTextContent('Windows-1252, semicolon');
    await expect.element(card(page, 'utf.csv')).toMatchTextContent('UTF-8, comma');
  });

  test('of several queues is uploaded as one upload of each, with its own total, after a question', async () => {
    const { page, calls } = await openQueues({ answers: { 'POST /queues/insert': stored } });
    await choose(
      page,
      queueFile('two.csv', ['a@x,q-mon,10', 'b@x,q-mon,20', 'a@x,q-tue,900', 'b@x,q-tue,5']),
    );
    const whole = card(page, 'two.csv');
    await expect
      .element(whole)
      .toMatchTextContent('Its rows belong to 2 queues (q-mon, q-tue). Each needs a total');
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    await expect.element(upload).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Upload as 2 queues' }).click();
    const totalOf = (name: string) => page.getByLabelText(`Queue total of ${name}`);
    await expect.element(totalOf('two.csv (q-mon)')).toHaveValue('20');
    await expect.element(totalOf('two.csv (q-tue)')).toHaveValue('900');
    await page.getByRole('button', { name: 'Upload 2 files' }).click();
    await expect.element(page.getByText('2 of 2 files uploaded.')).toBeVisible();
    const position = (account_name: string, place: number) => ({ account_name, position: place });
    expect(calls.to('POST /queues/insert').map(({ body }) => body)).toMatchObject([
      { queue_id: 'q-mon', queue_total: 20, accounts: [position('a@x', 10), position('b@x', 20)] },
      { queue_id: 'q-tue', queue_total: 900, accounts: [position('a@x', 900), position('b@x', 5)] },
    ]);
  });

  test('may be a workbook, whose sheet can be chosen', async () => {
    const { page } = await openQueues();
    const head = ['Id', 'QueueId', 'Place'];
    const bytes = xlsxOf([
      { name: 'Now', rows: [head, ['a@x', 'q-now', 12]] },
      { name: 'Then', rows: [head, ['a@x', 'q-then', 7], ['b@x', 'q-then', 9]] },
    ]);
    const file = (name: string, length = bytes.length) =>
      new File([Uint8Array.from(bytes.slice(0, length))], name, { type: 'text/csv' });
    await choose(page, file('book.csv'), file('cut.xlsx', 200));
    const fileCard = card(page, 'book.csv');
    await expect.element(fileCard).toMatchTextContent('q-now');
    await openDetails(page, 'book.csv');
    await expect.element(fileCard).toMatchTextContent('workbook, sheet Now');
    await fileCard.getByLabelText('Sheet').selectOptions('Then');
    await expect.element(fileCard).toMatchTextContent('workbook, sheet Then');
    await expect.element(fileCard).toMatchTextContent('2 records');
    await expect
      .element(page.getByRole('alert', { name: 'Files that were not added' }))
      .toMatchTextContent('cut.xlsx It could not be read: The workbook is cut off or damaged.');
  });

  test('is read again in another encoding and with another delimiter', async () => {
    const { page } = await openQueues();
    await choose(page, new File(['Id;QueueId;Place\nzo\u00eb@x.test;q;5'], 'one.csv'));
    const fileCard = card(page, 'one.csv');
    await openDetails(page, 'one.csv');
    await expect.element(fileCard).toMatchTextContent('Read so because all of its bytes fit.');
    await expect.element(fileCard).toMatchTextContent('2 lines: 1 taken, 1 ignored');
    await fileCard.getByLabelText('Encoding').selectOptions('Mac Roman');
    await expect.element(fileCard).toMatchTextContent('zo√´@x.test');
    await fileCard.getByLabelText('Delimiter').selectOptions('Comma');
    await expect.element(fileCard).toMatchTextContent('Mac Roman, comma');
    await expect.element(fileCard).toMatchTextContent('No rows');
  });

  test('shows the meaning of its columns, which is remembered for files of its header', async () => {
    const { page } = await openQueues();
    const odd = (name: string) => new File(['Who,Id,Where\na@x,1,12\nb@x,2,7'], name);
    await choose(page, odd('one.csv'));
    const meaningOf = (name: string, at: number) =>
      card(page, name).getByLabelText(`Meaning of column ${at}`);
    await openDetails(page, 'one.csv');
    await expect.element(meaningOf('one.csv', 2)).toHaveValue('account');
    await meaningOf('one.csv', 1).selectOptions('Id');
    await expect.element(meaningOf('one.csv', 2)).toHaveValue('none');
    await choose(page, odd('two.csv'));
    await openDetails(page, 'two.csv');
    await expect.element(meaningOf('two.csv', 1)).toHaveValue('account');
    await expect.element(meaningOf('two.csv', 3)).toHaveValue('position');
  });

  test('without CSV content or a data row is refused until it is dismissed', async () => {
    const { page } = await openQueues();
    await choose(
      page,
      new File(['a,b,c\n1,2,3'], 'notes.txt', { type: 'text/plain' }),
      queueFile('empty.csv', []),
    );
    const refused = page.getByRole('alert', { name: 'Files that were not added' });
    await expect.element(refused).toMatchTextContent('notes.txt Not a CSV file.');
    await expect
      .element(refused)
      .toMatchTextContent('empty.csv Skipped: the file has no data rows.');
    await page.getByRole('button', { name: 'Dismiss notes.txt' }).click();
    await expect.element(refused).not.toMatchTextContent('notes.txt');
  });

  test('takes one line of the table, and opens its details without making other rows taller', async () => {
    const { page } = await openQueues();
    await choose(page, ...twoFiles);
    await expect.element(card(page, '2.csv')).toMatchTextContent('Ready');
    const heightOf = (name: string) => card(page, name).element().clientHeight;
    const closed = heightOf('1.csv');
    expect(closed).toBeLessThanOrEqual(40);
    await openDetails(page, '2.csv');
    await expect.poll(() => heightOf('2.csv')).toBeGreaterThan(closed);
    // The details are within their row, also on a telephone, where the cells are blocks.
    await browserPage.viewport(390, 844);
    const details = card(page, '2.csv').getByRole('region', { name: 'Reading of 2.csv' });
    const bottomOf = (locator: Locator) => locator.element().getBoundingClientRect().bottom;
    await expect
      .poll(() => bottomOf(card(page, '2.csv')) - bottomOf(details))
      .toBeGreaterThanOrEqual(0);
    await browserPage.viewport(1440, 900);
    expect(heightOf('1.csv')).toBe(closed);
  });

  test('is in view together with the next files on a telephone', async () => {
    const { page } = await openQueues();
    await choose(page, ...[1, 2, 3, 4].map((n) => queueFile(`${n}.csv`, [`a@x,q${n},5`])));
    await expect.element(card(page, '4.csv')).toMatchTextContent('Ready');
    await browserPage.viewport(390, 844);
    const bottomOf = (element: Element | null | undefined) =>
      element?.getBoundingClientRect().bottom ?? 0;
    const drawer = () =>
      page.getByRole('table', { name: 'Queue files' }).element().closest('.grid');
    await expect
      .poll(() => bottomOf(drawer()) - bottomOf(card(page, '3.csv').element()))
      .toBeGreaterThanOrEqual(0);
    await browserPage.viewport(1440, 900);
  });

  test('gets the date that is set for all files, unless it is being uploaded', async () => {
    const { page } = await openQueues({ answers: { 'POST /queues/insert': stored } });
    await choose(page, ...twoFiles);
    const forAll = page.getByLabelText('Date for all files');
    const dateOf = (name: string) => card(page, name).getByLabelText(/^Queue date/);
    // The upload waits for the last file.
    await expect.element(forAll).toBeEnabled();
    await forAll.fill('3.2.27');
    expect(forAll.element().parentElement?.clientWidth).toBeLessThan(140);
    for (const name of ['1.csv', '2.csv']) {
      await expect.element(dateOf(name)).toHaveValue('03/02/2027');
    }
    await forAll.fill('3.2');
    await expect.element(dateOf('1.csv')).toHaveValue('03/02/2027');
    await page.getByRole('button', { name: 'Remove 1.csv' }).click();
    await expect.element(forAll).not.toBeInTheDocument();
  });
});

describe('an upload', () => {
  test.each([1, 2, 30])('sends every file: %d of them', async (count) => {
    const { page, calls } = await openQueues({ answers: { 'POST /queues/insert': stored } });
    const files = Array.from({ length: count }, (_, at) =>
      queueFile(`${at}.csv`, [`ann@x.test,q${at},5`]),
    );
    await choose(page, ...files);
    const counted = count === 1 ? '1 file' : `${count} files`;
    await untilText(`Upload ${counted}`);
    await page.getByRole('button', { name: `Upload ${counted}` }).click();
    await expect.poll(() => calls.to('POST /queues/insert').length).toBe(count);
    await expect.element(page.getByText(`${count} of ${counted} uploaded.`)).toBeVisible();
    const ids = calls
      .to('POST /queues/insert')
      .map(({ body }) => (body as { queue_id: string }).queue_id);
    expect(ids).toEqual(files.map((_, at) => `q${at}`));
  });

  test('that was cancelled sends all its parts when it is repeated', async () => {
    let isHeld = true;
    const { page, calls } = await openQueues({
      answers: {
        'POST /queues/insert': async (call) => {
          const { upload } = call.body as { upload: { part: number } };
          if (isHeld && upload.part === 2) await new Promise(() => {});
          return stored(call);
        },
      },
    });
    const rows = Array.from({ length: 20_001 }, (_, at) => `a${at}@x.test,q1,${at + 1}`);
    await choose(page, queueFile('long.csv', rows), ...twoFiles.slice(1));
    await page.getByRole('button', { name: 'Upload 2 files' }).click();
    await expect.poll(() => calls.to('POST /queues/insert').length).toBe(2);
    await page.getByRole('button', { name: 'Cancel' }).click();
    isHeld = false;
    await page.getByRole('button', { name: 'Upload 2 files' }).click();
    await expect.element(page.getByText('2 of 2 files uploaded.')).toBeVisible();
    const sent = calls.to('POST /queues/insert').map(({ body }) => body) as {
      queue_id: string;
      upload: { id: string; part: number };
    }[];
    const parts = sent.map(({ queue_id, upload }) => `${queue_id} ${upload.part}`);
    expect(parts).toEqual(['q1 1', 'q1 2', 'q1 1', 'q1 2', 'q2 1']);
    expect(new Set(sent.map(({ upload }) => upload.id)).size).toBe(3);
  });

  test('of two files leads to a file of the best accounts in five interactions', async () => {
    const { page, calls } = await openQueues({
      queues: ['old'],
      analysed: accountsOf('gold', 20),
      answers: {
        'POST /queues/insert': stored,
        'GET /queues/export': () => new Response('', { headers: { 'X-Total-Count': '0' } }),
      },
    });
    await openUploads(page);
    await choose(page, ...twoFiles);
    await page.getByRole('button', { name: 'Upload 2 files' }).click();
    await page.getByLabelText('Max AVG Ratio').fill('0.1');
    await page.getByRole('button', { name: /^Download \(/ }).click();
    const { query } = await calls.made('GET /queues/export');
    expect(query.get('max_avg_ratio')).toBe('0.001');
    // The defaults are today and the highest position.
    await expect
      .poll(() => calls.to('POST /queues/insert').map(({ body }) => body))
      .toMatchObject([{ queue_total: 5 }, { queue_total: 5 }]);
  });

  test('sends one file after the other, and can be cancelled', async () => {
    const gate = Promise.withResolvers<void>();
    const { page, calls } = await openQueues({
      answers: {
        'POST /queues/insert': async (call) => {
          const { queue_id } = call.body as { queue_id: string };
          if (queue_id === 'q2') {
            await new Promise((_, reject) =>
              call.signal?.addEventListener('abort', () => reject(call.signal?.reason)),
            );
          }
          return stored(call);
        },
      },
    });
    await choose(page, ...twoFiles, queueFile('3.csv', ['a@x,q3,5']));
    await page.getByRole('button', { name: 'Upload 3 files' }).click();
    await expect.element(page.getByText('Uploading 2/3 files...')).toBeVisible();
    await expect.element(card(page, '1.csv')).toMatchTextContent('Uploaded successfully');
    await page.getByRole('button', { name: 'Cancel' }).click();
    gate.resolve();
    await expect.element(page.getByText('Uploading 2/3 files...')).not.toBeInTheDocument();
    for (const name of ['2.csv', '3.csv']) {
      await expect.element(card(page, name)).toMatchTextContent('Ready');
    }
    expect(calls.to('POST /queues/insert')).toHaveLength(2);
  });

  test('shows its results for 5 seconds, and keeps a file that was changed since then', async () => {
    const { page } = await openQueues({ answers: { 'POST /queues/insert': stored } });
    await choose(page, ...twoFiles);
    await expect.element(card(page, '2.csv')).toMatchTextContent('Ready');
    stopClock();
    press(page.getByRole('button', { name: 'Upload 2 files' }));
    await shows('2 of 2 files uploaded.');
    expect(card(page, '1.csv').element()).not.toMatchTextContent('Ready');
    await expect.element(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible();
    typeInto(card(page, '2.csv').getByLabelText(/^Queue total/), '900');
    await vi.advanceTimersByTimeAsync(4_999);
    await shows('2 of 2 files uploaded.');
    expect(card(page, '1.csv').element()).toMatchTextContent('Uploaded successfully');
    await vi.advanceTimersByTimeAsync(1);
    await shows('2 of 2 files uploaded.', false);
    await expect.element(card(page, '1.csv')).not.toBeInTheDocument();
    await expect.element(card(page, '2.csv')).toMatchTextContent('Ready');
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect
      .element(card(page, '2.csv'))
      .toMatchTextContent('Queue "q2" uploaded with 1 account.');
  });

  test('that fails for one file shows the reason, keeps every file, and can be repeated', async () => {
    const answers = [failed(400, 'This queue is closed.'), failed(500, '')];
    const { page } = await openQueues({
      answers: { 'POST /queues/insert': (call) => answers.shift() ?? stored(call) },
    });
    await choose(page, ...twoFiles);
    await expect.element(card(page, '2.csv')).toMatchTextContent('Ready');
    stopClock();
    press(page.getByRole('button', { name: 'Upload 2 files' }));
    await expect.element(page.getByText('0 of 2 files uploaded.')).toBeVisible();
    const [first, second] = [card(page, '1.csv'), card(page, '2.csv')];
    await expect.element(first).toMatchTextContent('This queue is closed.');
    await expect.element(second).toMatchTextContent('Upload failed');
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(page.getByText('0 of 2 files uploaded.')).not.toBeInTheDocument();
    await expect.element(first.getByText('This queue is closed.')).not.toBeInTheDocument();
    await expect.element(first).toMatchTextContent('Failed');
    await page.getByRole('button', { name: 'Retry 2 files' }).click();
    for (const own of [first, second]) {
      await expect.element(own).toMatchTextContent('Uploaded successfully');
    }
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(first).not.toBeInTheDocument();
    await expect.element(second).not.toBeInTheDocument();
  });

  test.each([
    ['is refused with an ok status', { success: false, message: 'Closed by a gateway.' }, 'Closed'],
    [
      'has lost a part at the server',
      { success: true, message: 'Part 1 of 1 received.', missing_parts: 1 },
      'A part of the file was lost. Upload it again.',
    ],
  ])('that %s has failed', async (_, answer, reason) => {
    const { page } = await openQueues({ answers: { 'POST /queues/insert': () => answer } });
    await choose(page, ...twoFiles.slice(0, 1));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect.element(page.getByText('0 of 1 file uploaded.')).toBeVisible();
    await expect.element(card(page, '1.csv')).toMatchTextContent(reason);
  });

  test('with rows that the server has not written yet repeats its last part until none is left', async () => {
    const left = [20_000, 10_000];
    const { page, calls } = await openQueues({
      answers: {
        'POST /queues/insert': (call) => {
          const rows_left = left.shift();
          if (rows_left === undefined) return stored(call);
          return { success: true, message: 'Received.', missing_parts: 0, rows_left };
        },
      },
    });
    await choose(page, ...twoFiles.slice(0, 1));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect.element(page.getByText('1 of 1 file uploaded.')).toBeVisible();
    const bodies = calls.to('POST /queues/insert').map(({ body }) => JSON.stringify(body));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });

  test('that the server has received cannot be cancelled or fail', async () => {
    const second = Promise.withResolvers<Response>();
    let calls = 0;
    const { page } = await openQueues({
      answers: {
        'POST /queues/insert': () => {
          calls += 1;
          if (calls > 1) return second.promise;
          return { success: true, message: 'Received.', missing_parts: 0, rows_left: 9_000 };
        },
      },
    });
    await choose(page, ...twoFiles.slice(0, 1));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect
      .element(page.getByText('Received. The server writes the rest.').first())
      .toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Cancel', exact: true }))
      .not.toBeInTheDocument();
    second.resolve(Response.json({ success: false, message: 'Gone.' }, { status: 500 }));
    await expect.element(page.getByText('1 of 1 file uploaded.')).toBeVisible();
    expect(document.body.textContent).not.toContain('failed');
  });

  test('counts the skipped files, and shows those first', async () => {
    const { page } = await openQueues({ answers: { 'POST /queues/insert': stored } });
    await choose(
      page,
      ...twoFiles.slice(0, 1),
      queueFile('none.csv', ['a@x,q,none']),
      queueFile('two.csv', ['a@x,q-mon,1', 'a@x,q-tue,5']),
    );
    await expect.element(card(page, 'none.csv')).toMatchTextContent('No rows');
    await expect.element(card(page, 'two.csv')).toMatchTextContent('Several queues');
    const names = () =>
      page
        .getByRole('rowheader')
        .elements()
        .map(({ textContent }) => textContent.slice(0, 5));
    expect(names()).toEqual(['none.', 'two.c', '1.csv']);
    stopClock();
    press(page.getByRole('button', { name: 'Upload 1 file' }));
    await shows('1 of 3 files uploaded, 2 left out.');
    await shows('No file is ready to upload.', false);
    await vi.advanceTimersByTimeAsync(5_000);
    await shows('No file is ready to upload.');
    await expect.element(card(page, '1.csv')).not.toBeInTheDocument();
  });

  test('that fails for a file shows that file first', async () => {
    const answers = [null, failed(400, 'This queue is closed.')];
    const { page } = await openQueues({
      answers: { 'POST /queues/insert': (call) => answers.shift() ?? stored(call) },
    });
    await choose(page, ...twoFiles);
    await page.getByRole('button', { name: 'Upload 2 files' }).click();
    await expect.element(page.getByText('1 of 2 files uploaded.')).toBeVisible();
    await expect.element(page.getByRole('rowheader').first()).toMatchTextContent('2.csv');
  });

  test('that fails for one of its files keeps the others in the list', async () => {
    // The page of a proxy: its text does not come from the server.
    const answers = [null, new Response('<html>', { status: 502 })];
    const { page } = await openQueues({
      answers: { 'POST /queues/insert': (call) => answers.shift() ?? stored(call) },
    });
    await choose(page, ...twoFiles);
    await expect.element(card(page, '2.csv')).toMatchTextContent('Ready');
    stopClock();
    press(page.getByRole('button', { name: 'Upload 2 files' }));
    await shows('1 of 2 files uploaded.');
    await expect.element(card(page, '2.csv').getByText('Upload failed')).toBeVisible();
    await vi.advanceTimersByTimeAsync(5_000);
    await shows('1 of 2 files uploaded.', false);
    await expect.element(card(page, '1.csv')).toMatchTextContent('Uploaded');
    await expect.element(card(page, '2.csv')).toMatchTextContent('Failed');
    await expect.element(page.getByRole('button', { name: 'Retry 1 file' })).toBeVisible();
  });

  test('whose reader breaks reports it once, with the files that must be chosen again', async () => {
    const { postMessage } = Worker.prototype;
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      ...args: unknown[]
    ) {
      const [message] = args as [{ path?: string[] }];
      if (message.path?.[0] === 'writePart') this.dispatchEvent(new Event('error'));
      else Reflect.apply(postMessage, this, args);
    });
    const { page } = await openQueues();
    await choose(page, queueFile('one.csv', ['a@x,q,5']));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect
      .element(page.getByText('Error during upload process. Please try again.'))
      .toBeVisible();
    await expect
      .element(page.getByRole('alert', { name: 'Files that were not added' }))
      .toMatchTextContent(
        'one.csv It could not be read: the browser stopped reading. Choose it again.',
      );
    vi.restoreAllMocks();
  });

  test('requires a confirmation before the page is left, and shows its progress in a closed drawer', async () => {
    const { page, router } = await openQueues({
      answers: { 'POST /queues/insert': () => new Promise(() => {}) },
    });
    await choose(page, queueFile('one.csv', ['a@x,q,5']));
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await page.getByRole('button', { name: 'Uploads' }).click();
    await expect.element(card(page, 'one.csv')).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('status').getByText('Uploading 1/1 files...'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Show uploads' }).click();
    await expect.element(card(page, 'one.csv')).toBeVisible();
    void router.navigate({ to: '/elsewhere' as never });
    const dialog = page.getByRole('alertdialog', { name: 'Leave while files are uploaded?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    void router.navigate({ to: '/elsewhere' as never });
    await dialog.getByRole('button', { name: 'Leave and cancel' }).click();
    await expect.element(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible();
  });
});
