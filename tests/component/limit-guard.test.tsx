import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import { failed } from './desk.tsx';
import { category, ELITE, EncoreWorld } from './encore-world.ts';
import { expectAccessible } from './product.tsx';

const LIMIT = 'There is an overall 6 ticket limit for this event.';
const GENERATE = 'Generate CSV Bot Configuration';
const ANSWERS = 'POST /limit-answers';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (part: string) => page.getByText(part, { exact: false });
const dialog = () => page.getByRole('dialog');
const cards = () => page.getByRole('list', { name: 'Selected events' });

let world: EncoreWorld;
let files: { name: string; rows: string[] }[];
beforeEach(() => {
  world = new EncoreWorld();
  world.events.splice(
    0,
    2,
    ...[LIMIT, 'Two orders for each household', '8'].map((ticketLimit, index) =>
      ticketingEvent({ id: `E${index}`, date: `2027-03-1${index} 20:00`, ticketLimit }),
    ),
  );
  world.answers[ANSWERS] = () =>
    Response.json({ success: true, message: 'Answer recorded' }, { status: 201 });
  files = [];
  const made = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${made.size}`;
    made.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(async function (
    this: HTMLAnchorElement,
  ) {
    const text = await made.get(this.href)?.text();
    files.push({ name: this.download, rows: text?.trim().split('\r\n').slice(1) ?? [] });
  });
  return () => vi.restoreAllMocks();
});

/** The Amount of each event in the last file. */
const amounts = () => [
  ...new Set(
    files.at(-1)?.rows.map((row) => /,(E\d),[^,]*,0,150,"?([\d,]*\d)/.exec(row)?.slice(1).join()),
  ),
];

async function open(amount?: string) {
  await world.open(`/encore-tool?events=${world.events.map(({ id }) => id).join()}`);
  await category(ELITE).click();
  await expect.element(button(GENERATE)).not.toHaveAttribute('aria-disabled', 'true');
  const general = page.getByRole('textbox', { name: 'Amount' }).last();
  if (amount !== undefined) await general.fill(amount);
  return general;
}

test('the default amounts are cut to each published limit without a question', async () => {
  await open();
  await expect.element(text('Amount up to the published limit of 6')).toBeVisible();
  await expect.element(text('“Two orders for each household”')).toBeVisible();
  await button(GENERATE).click();
  await expect.poll(amounts).toEqual(['E0,6,5,4,3,2', 'E1,8,7,6,5,4,3,2', 'E2,8,7,6,5,4,3,2']);
  expect(world.sentTo(ANSWERS)).toEqual([]);
});

test('a file beyond limits is written after the answer is stored, and the question appears again the next time', async () => {
  world.answers['GET /limit-rules'] = () => ({ success: true, accounts_per_event: 10 });
  const general = await open('10,7');
  await expect
    .element(text('2 events ask for more than their ticket limit, 3 events use'))
    .toBeVisible();
  await button(GENERATE).click();
  await expect.element(dialog().getByRole('button', { name: 'Cut to the limits' })).toHaveFocus();
  await expect
    .element(dialog().getByRole('heading'))
    .toHaveTextContent('3 of 3 events ask for more than their limit. Generate anyway?');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button(GENERATE)).toHaveFocus();
  await expect.element(general).toHaveValue('10,7');
  expect([files, world.sentTo(ANSWERS)]).toEqual([[], []]);

  world.answers[ANSWERS] = () => failed(503, 'The database is busy.');
  const confirm = async () => {
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).toBeVisible();
    await expect.element(button('Generate anyway')).toHaveAttribute('aria-disabled', 'true');
    await dialog().getByRole('checkbox').click();
    await button('Generate anyway').click();
    await expect.element(dialog()).not.toBeInTheDocument();
  };
  await confirm();
  await expect
    .element(page.getByRole('alert').getByText('The database is busy.', { exact: false }))
    .toBeVisible();
  expect(files).toEqual([]);

  const written: number[] = [];
  world.answers[ANSWERS] = () => {
    written.push(files.length);
    return Response.json({ success: true, message: 'Answer recorded' }, { status: 201 });
  };
  await button(GENERATE).click();
  await expect.element(button('Cut to the limits')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button(GENERATE)).toHaveFocus();
  await confirm();
  await expect.poll(amounts).toEqual(['E0,10,7', 'E1,10,7', 'E2,10,7']);
  expect(written).toEqual([0]);
  const name = { event: expect.stringContaining('2027') };
  expect(world.sentTo(ANSWERS).at(-1)).toEqual({
    tool: 'encore',
    file: files[0]?.name,
    exceeded: [
      { ...name, event_id: 'E0', kind: 'tickets', limit: 6, asked: 10 },
      { ...name, event_id: 'E0', kind: 'accounts', limit: 10, asked: 12 },
      { ...name, event_id: 'E1', kind: 'accounts', limit: 10, asked: 12 },
      { ...name, event_id: 'E2', kind: 'tickets', limit: 8, asked: 10 },
      { ...name, event_id: 'E2', kind: 'accounts', limit: 10, asked: 12 },
    ].map((one) => ({ ...one, event: expect.stringContaining('/03/2027') })),
  });
  await button(GENERATE).click();
  await expect.element(dialog()).toBeVisible();
});

test('a file that is cut to the limits is written at once and nothing is recorded', async () => {
  world.answers['GET /limit-rules'] = () => ({ success: true, accounts_per_event: 10 });
  await open('10,7,4');
  await button(GENERATE).click();
  await expect.element(button('Cut to the limits')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(amounts).toEqual(['E0,4', 'E1,10,7,4', 'E2,7,4']);
  expect(files[0]?.rows).toHaveLength(30);
  expect(world.sentTo(ANSWERS)).toEqual([]);
  await expect.element(cards().getByText('10 rows').first()).toBeVisible();
});

test('one press on the card of an event applies its limit', async () => {
  await open('10,7,4');
  await expect.element(cards().getByText('10 asked, limit 6')).toBeVisible();
  await button('Use 4').click();
  await button('Use 7,4').click();
  await expect.element(page.getByText(/for more than/)).not.toBeInTheDocument();
});
