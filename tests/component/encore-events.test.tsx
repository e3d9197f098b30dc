import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { savedSelection } from '../../web/features/ticketing/selection/selection.ts';
import { category, ELITE, EncoreWorld } from './encore-world.ts';
import { expectAccessible } from './product.tsx';

let world: EncoreWorld;
beforeEach(() => {
  world = new EncoreWorld();
});
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const text = (shown: string) => page.getByText(shown, { exact: false });
const box = (name: string) => page.getByLabelText(name, { exact: false });
const visible = (locator: ReturnType<typeof text>) => expect.element(locator).toBeVisible();
const ONE = '/encore-tool?events=E1';

test('the empty page starts with the events that are selected on other pages', async () => {
  const empty = () => ({ success: true, data: [], total: 0, next_cursor: null });
  Object.assign(world.answers, { 'GET /recent-work': empty });
  await world.open('/encore-tool');
  await expect.element(page.getByText('No Events Selected')).toBeVisible();
  savedSelection.write(world.events.map((event) => ({ ...event, artistId: 'A1' })));
  await page.getByRole('button', { name: 'Use 2 selected events' }).click();
  await expect.element(page.getByText('Selected Events (2)')).toBeVisible();
  expect(world.href()).toMatch(/events=E1(,|%2C)E2/);
});

test('a picture of an event that cannot be loaded leaves no empty frame', async () => {
  world.events[0] = {
    ...(world.events[0] as (typeof world.events)[0]),
    image: 'https://127.0.0.1:1/picture.jpg',
  };
  await world.open(ONE);
  await visible(heading('Selected Events (1)'));
  await expect.poll(() => document.querySelectorAll('article img').length).toBe(0);
});

test('a list of events that belongs to another tab is named as such', async () => {
  await world.open('/encore-tool?list=abc123');
  await visible(text('The list of events in this address belongs to another tab.'));
});

test('Cancel during a lookup of addresses adds nothing later', async () => {
  const gate = Promise.withResolvers<void>();
  const [, other] = world.events;
  const link = 'https://tickets.example/E2';
  world.answers['POST /events/by-urls'] = async () => {
    await gate.promise;
    return { success: true, results: [{ url: link, event: other, message: null }] };
  };
  await world.open(ONE);
  await button('Add Events Manually').click();
  await expect.element(button('Add Events')).toHaveAccessibleDescription('Paste an event URL.');
  await box('Event URLs').fill(link);
  await button('Add Events').click();
  await expect.element(button('Add Events')).toHaveAttribute('aria-busy', 'true');
  await button('Cancel').click();
  gate.resolve();
  await button('Add Events Manually').click();
  await expect.element(box('Event URLs')).toHaveValue('');
  await visible(heading('Selected Events (1)'));
  await expectAccessible();
});

test('lines that failed on the empty page stay with their reasons beside the events that were added', async () => {
  const [first] = world.events;
  const wrong = 'https://tickets.example/event/0A5F';
  const message = 'No event was found at this address.';
  world.answers['POST /events/by-urls'] = () => ({
    success: true,
    results: [
      { url: 'https://tickets.example/E1', id: 'E1', event: first, message: null },
      { url: wrong, id: '0A5F', event: null, message },
    ],
  });
  await world.open('/encore-tool');
  await button('Add Events Manually').click();
  await box('Event URLs').fill(`https://tickets.example/E1\n${wrong}`);
  await button('Add Events').click();
  await visible(heading('Selected Events (1)'));
  await expect.element(box('Event URLs')).toHaveValue(wrong);
  await visible(text(message));
  await button('Add without details').click();
  await visible(heading('Selected Events (2)'));
  await expect.element(box('Event URLs')).not.toBeInTheDocument();
});

const LINK = 'https://tickets.example/event/0A5F';

test.each(['/encore-tool', ONE])(
  'an event that the provider does not list is added at %s by its id and address, and stays that way',
  async (address) => {
    const message = 'No event was found at this address.';
    const results = [
      { url: LINK, id: '0A5F', event: null, message },
      { url: 'nonsense', id: null, event: null, message: 'This is not an event page.' },
    ];
    world.answers['POST /events/by-urls'] = () => ({ success: true, results });
    await world.open(address);
    await button('Add Events Manually').click();
    await box('Event URLs').fill(`${LINK}\nnonsense`);
    await button('Add Events').click();
    await visible(text('1 event can be added by its id and address'));
    await button('Add without details').click();
    const card = page.getByRole('article', { name: 'Event 0A5F' });
    await visible(card.getByText('Date not published'));
    await expect.element(text('No event with the id')).not.toBeInTheDocument();
    await button('Clear Cache').click();
    await category(ELITE).click();
    await visible(card.getByText('12 rows'));
    await visible(page.getByText('Saved', { exact: true }));
    await world.open(world.href(), 'kept');
    await visible(card.getByText('12 rows'));
    await expect.element(card.getByRole('link')).toHaveAttribute('href', LINK);
    if (address !== ONE) await visible(text(`elite0@x.test,0A5F,${LINK},`));
  },
);
