import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SaleState } from '../../shared/price-monitor/sale-state.ts';
import {
  pauseEvents,
  removeEvents,
  tagEvents,
} from '../../web/features/price-monitor/actions/changes.ts';
import { addWatchedEvents, PRICES_KEY } from '../../web/features/price-monitor/watched-events.ts';
import { makeWatchedEvent } from '../factories/watched-event.ts';
import { refuse, World } from './price-monitor-world.tsx';

const OPENS = '2026-12-15T09:00:00.000Z';
const lanterns = makeWatchedEvent({ title: 'Northern Lanterns' });
const vega = makeWatchedEvent({
  title: 'Marisol Vega',
  currency: 'EUR',
  prices: { '96.00': { count: 4, areas: ['Pista'] } },
  low: 96,
  available: 4,
  availability: 'low',
});
const log = page.getByRole('log');
const card = (name: string) => page.getByRole('article', { name });
let world: World;

beforeEach(() => {
  world = new World([lanterns, vega]);
});
afterEach(() => {
  vi.useRealTimers();
  world.close();
});

describe('cards', () => {
  test('show prices ascending with two decimals, areas, tickets and their class', async () => {
    await world.open();
    const first = card('Northern Lanterns');
    await expect
      .element(first.getByText('$58.00 Floor standing (12) · $142.00 Balcony (52)'))
      .toBeVisible();
    await expect.element(first.getByText('64 high')).toBeVisible();
    await expect.element(first.getByText('26/11/2026, 2 prices')).toBeVisible();
    await expect.element(card('Marisol Vega').getByText('€96.00')).toBeVisible();
    await expect.element(card('Marisol Vega').getByText('4 low')).toBeVisible();
  });

  test('follow the live channel and flash in the direction of the price', async () => {
    await world.open();
    await expect.element(card('Northern Lanterns')).toBeVisible();
    await world.connect();
    await expect.element(page.getByText('Connected')).toBeVisible();
    world.sendPrices(lanterns.url, { '61.00': { count: 2, areas: ['Balcony'] } });
    await expect.element(card('Northern Lanterns').getByText('2 low')).toBeVisible();
    const price = card('Northern Lanterns').getByText('$61.00', { exact: true });
    await expect.element(price).toHaveClass('flash-up');
    await expect.element(log.getByText('Northern Lanterns rose $3.00 to $61.00')).toBeVisible();
  });

  test('disappear from the list when the team removes their event', async () => {
    await world.open();
    await expect.element(card('Northern Lanterns')).toBeVisible();
    await world.connect();
    await expect.element(page.getByText('Connected')).toBeVisible();
    world.events = [vega];
    world.sendRemoval(lanterns.url);
    await expect.element(card('Northern Lanterns')).not.toBeInTheDocument();
    await expect.element(card('Marisol Vega')).toBeVisible();
  });

  test('as rows also follow the live channel, each on its own', async () => {
    await world.open({ view: 'list' });
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await expect.element(row('Northern Lanterns').getByText('$58.00')).toBeVisible();
    await world.connect();
    world.sendPrices(lanterns.url, { '61.00': { count: 2, areas: [] } });
    await expect.element(row('Northern Lanterns').getByText('$61.00').first()).toBeVisible();
    await expect.element(row('Marisol Vega').getByText('€96.00').first()).toBeVisible();
  });

  test('that the team added since the list was loaded are announced, and shown on request', async () => {
    await world.open();
    await expect.element(card('Northern Lanterns')).toBeVisible();
    await world.connect();
    await expect.element(page.getByText('Connected')).toBeVisible();
    const added = makeWatchedEvent({
      id: 99,
      url: 'https://www.axs.com/99',
      title: 'Velvet Meridian',
    });
    world.events = [added, ...world.events];
    world.sendPrices(added.url, { '61.00': { count: 2, areas: [] } });
    const note = page.getByRole('status').filter({ hasText: '1 new event since' });
    await expect.element(note).toBeVisible();
    await note.getByRole('button', { name: 'Show' }).click();
    await expect.element(card('Velvet Meridian')).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
  });

  test('that were never read say so, and are not counted as sold out', async () => {
    const unread = { availability: 'unread' as const, checked_at: null, changed_at: null };
    const nothing = { low: null, last_seen: null, prices: {}, available: 0 };
    world.events = [
      lanterns,
      makeWatchedEvent({ title: 'Velvet Meridian', ...unread, ...nothing }),
    ];
    await world.open();
    const fresh = card('Velvet Meridian');
    await expect.element(fresh.getByText('Not read yet').first()).toBeVisible();
    await expect.element(fresh.getByText('Not read', { exact: true })).toBeVisible();
    const filter = page.getByRole('radiogroup', { name: 'Availability' });
    await expect.element(filter.getByText(/^Not read\s?1$/)).toBeVisible();
    await expect.element(filter.getByText(/^None\s?0$/)).toBeVisible();
  });

  test.each(['grid', 'list'] as const)('distinguish each state of a sale (%s)', async (view) => {
    const none = { low: null, last_seen: null, prices: {}, available: 0 };
    const fails = (title: string, sale_state: SaleState, failure: string) =>
      makeWatchedEvent({ title, sale_state, failure, failures: 1 });
    world.events = [
      makeWatchedEvent({ title: 'Open' }),
      makeWatchedEvent({ title: 'Soon', ...none, sale_state: 'not_yet', opens_at: OPENS }),
      makeWatchedEvent({ title: 'Empty', ...none, sale_state: 'sold_out' }),
      makeWatchedEvent({ title: 'Gone', ...none, sale_state: 'cancelled' }),
      fails('Missing', 'no_event', 'The page describes no event.'),
      fails('Broken', 'unreadable', 'The price "1.250" can be read in several ways.'),
      fails('Guarded', 'refused', 'The site asks whether a human reads'),
      fails('Away', 'unknown', 'www.axs.com cannot be reached.'),
    ];
    await world.open(view === 'list' ? { view } : {});
    const texts: [string, (string | RegExp)[]][] = [
      ['Open', ['64 high']],
      ['Soon', ['Not on sale yet', /^Opens 15 Dec/]],
      ['Empty', ['Sold out']],
      ['Gone', ['Cancelled']],
      ['Missing', ['No event on page', 'The page describes no event.']],
      ['Broken', ['Unreadable data', 'The price "1.250" can be read in several ways.']],
      ['Guarded', ['Refuses programs', 'The site asks whether a human reads']],
      ['Away', ['State unknown', 'www.axs.com cannot be reached.']],
    ];
    for (const [title, shown] of texts) {
      const one = view === 'grid' ? card(title) : page.getByRole('row').filter({ hasText: title });
      for (const text of shown)
        await expect.element(one.getByText(text, { exact: true })).toBeVisible();
    }
  });

  test('name the state of the sale beside the list', async () => {
    const event = makeWatchedEvent({ low: null, sale_state: 'not_yet', opens_at: OPENS });
    world.events = [event];
    await world.open({ event: event.url });
    const panel = page.getByRole('complementary', { name: 'Northern Lanterns' });
    await expect.element(panel.getByText('Not on sale yet', { exact: true })).toBeVisible();
    await expect.element(panel.getByText(/^From 15 Dec/)).toBeVisible();
  });

  test('are selected by a box, and opened by name or place', async () => {
    await world.open();
    const box = page.getByRole('checkbox', { name: 'Select Northern Lanterns' });
    await box.click();
    await expect.element(box).toBeChecked();
    await expect.element(page.getByRole('button', { name: 'Check (1)' })).toBeVisible();
    const name = card('Northern Lanterns').getByRole('button', { name: 'Northern Lanterns' });
    const { bottom } = card('Northern Lanterns')
      .getByText('Lakeside Center, Chicago')
      .element()
      .getBoundingClientRect();
    const { left } = name.element().getBoundingClientRect();
    const event = document.elementFromPoint(left + 4, bottom - 2);
    expect(event?.closest('button')).toBe(name.element());
  });

  test('show why a check failed and when the next one is', async () => {
    world.events = [
      makeWatchedEvent({
        failure: 'Refused by the site (403).',
        failures: 2,
        next_check_at: '2026-11-20T14:48:00',
      }),
    ];
    await world.open();
    await expect.element(page.getByText('Refused by the site (403).')).toBeVisible();
    await expect.element(page.getByText(/next check .*14:48/)).toBeVisible();
  });
});

describe('adding events', () => {
  const field = page.getByLabelText('Event URLs');
  const submit = page.getByRole('button', { name: /^Add events \([\d,]+\)$/ });
  /** The panel's code is loaded when it opens. */
  const listInput = async () => {
    const input = page.getByLabelText('List to import');
    await expect.element(input).toBeInTheDocument();
    return input.element() as HTMLElement;
  };

  test('is disabled while nothing is typed, skips blank lines and posts eVent', async () => {
    world.answers['POST /events/price-targets'] = () => ({ added: 2, refused: [] });
    await world.open({ panel: 'add' });
    await expect.element(submit).toBeDisabled();
    await field.fill('https://a.test/event/1\n\n  \nhttps://a.test/event/2\n');
    await submit.click();
    await expect.element(page.getByText('2 of 2 added')).toBeVisible();
    const call = await world.calls.made('POST /events/price-targets');
    expect(call.body.targets.map(({ url }: { url: string }) => url)).toEqual([
      'https://a.test/eVent/1',
      'https://a.test/eVent/2',
    ]);
    await expect.element(field).toHaveValue('');
  });

  test('takes the addresses and tags of an exported list', async () => {
    world.answers['POST /events/price-targets'] = () => ({ added: 2, refused: [] });
    await world.open({ panel: 'add' });
    const input = await listInput();
    const list = 'Tags,URL\nwave; vip,https://a.test/1\n\n,https://a.test/2\n';
    await userEvent.upload(input, new File([list], 'list.csv'));
    const card = page.getByRole('region', { name: 'list.csv', exact: true });
    await expect
      .element(card)
      .toMatchTextContent('list.csv: 4 lines: 2 taken, 2 ignored. Read as UTF-8, comma.');
    await card.getByRole('button', { name: 'Add 2 events of the file' }).click();
    const [one, two] = (await world.calls.made('POST /events/price-targets')).body.targets;
    expect(one).toEqual({ url: 'https://a.test/1', tags: ['wave', 'vip'] });
    expect(two).toEqual({ url: 'https://a.test/2', tags: [] });
  });

  test('shows how a list is read, and reads it again with another delimiter, encoding and column', async () => {
    world.answers['POST /events/monitored-price-event'] = () => ({ message: 'Event added' });
    await world.open({ panel: 'add' });
    const input = await listInput();
    const list = 'Source|Seats|City\nhttps://a.test/1|https://a.test/seats/1|K\u00f6ln\n';
    await userEvent.upload(
      input,
      new File([Uint8Array.from(list, (letter) => letter.charCodeAt(0))], 'odd.csv'),
    );
    const card = page.getByRole('region', { name: 'odd.csv', exact: true });
    await expect.element(card).toMatchTextContent('Read as Windows-1252, comma.');
    await card.getByText('How it is read').click();
    await card.getByLabelText('Delimiter').selectOptions('Bar');
    const head = card.getByRole('table', { name: 'First rows of odd.csv' });
    await expect.element(head).toMatchTextContent('Köln');
    await card.getByLabelText('Encoding').selectOptions('Mac Roman');
    await expect.element(head).toMatchTextContent('Kˆln');
    await expect.element(card.getByLabelText('Meaning of column 1')).toHaveValue('url');
    await card.getByLabelText('Meaning of column 2').selectOptions('URL');
    await expect.element(card.getByLabelText('Meaning of column 2')).toHaveValue('url');
    await expect.element(card).toMatchTextContent('1 line ignored: Header');
    await card.getByRole('button', { name: 'Add 1 event of the file' }).click();
    const call = await world.calls.made('POST /events/monitored-price-event');
    expect(call.body).toEqual({ url: 'https://a.test/seats/1' });
    await expect.element(card).not.toBeInTheDocument();
    // The column is remembered for files of this header.
    await userEvent.upload(input, new File([list], 'next.csv'));
    const next = page.getByRole('region', { name: 'next.csv', exact: true });
    await next.getByText('How it is read').click();
    await next.getByLabelText('Delimiter').selectOptions('Bar');
    await expect.element(next.getByLabelText('Meaning of column 2')).toHaveValue('url');
  });

  test('keeps the typed addresses while a list is added, and the focus while it is read again', async () => {
    const refused = [{ index: 1, url: 'b', reason: 'This is not a web address.' }];
    world.answers['POST /events/price-targets'] = () => ({ added: 1, refused });
    await world.open({ panel: 'add' });
    await field.fill('https://typed.test/1');
    const list = 'URL|Tags\nhttps://a.test/1|x\nb|y\n';
    await userEvent.upload(await listInput(), new File([list], 'list.csv'));
    const card = page.getByRole('region', { name: 'list.csv', exact: true });
    await card.getByText('How it is read').click();
    const encoding = card.getByLabelText('Encoding');
    const set = (name: string, value: string) => {
      const select = card.getByLabelText(name).element() as HTMLSelectElement;
      select.focus();
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      return select;
    };
    // The second choice does not wait for the first one to end.
    set('Delimiter', '|');
    const chosen = set('Encoding', 'windows-1252');
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).toBe(chosen);
    await expect.element(card).toMatchTextContent('Read as Windows-1252, bar');
    await expect.element(encoding).toHaveFocus();
    // A column of addresses is always chosen: the file is not read again without one.
    await card.getByLabelText('Meaning of column 1').selectOptions('Not read');
    await expect.element(card.getByLabelText('Meaning of column 1')).toHaveValue('url');
    expect(localStorage.getItem('price-list-columns@1') ?? '').not.toContain('url|tags');
    await card.getByRole('button', { name: 'Add 2 events of the file' }).click();
    await expect.element(field).toHaveValue('https://typed.test/1\nb');
  });

  test('offers no event of a list without addresses', async () => {
    await world.open({ panel: 'add' });
    const input = await listInput();
    await userEvent.upload(input, new File(['URL,Tags\n,floor\n'], 'none.csv'));
    const card = page.getByRole('region', { name: 'none.csv', exact: true });
    await expect.element(card).toMatchTextContent('The file holds no address.');
    await card.getByText('How it is read').click();
    await expect
      .element(card)
      .toMatchTextContent('1 row refused, line 2: No address of an event page');
    await card.getByRole('button', { name: 'Remove none.csv' }).click();
    await expect.element(card).not.toBeInTheDocument();
  });

  test('posts a single address through its own call', async () => {
    world.answers['POST /events/monitored-price-event'] = () => ({ message: 'Event added' });
    await world.open({ panel: 'add' });
    await field.fill('https://a.test/event/1');
    await submit.click();
    await expect.element(page.getByText('1 of 1 added')).toBeVisible();
    const call = await world.calls.made('POST /events/monitored-price-event');
    expect(call.body).toEqual({ url: 'https://a.test/eVent/1' });
  });

  test('reports refused lines with their reasons, and keeps them in the field', async () => {
    const refused = [{ index: 1, url: 'nonsense', reason: 'This is not a web address.' }];
    world.answers['POST /events/price-targets'] = () => ({ added: 1, refused });
    await world.open({ panel: 'add' });
    await field.fill('https://a.test/event/1\n\nnonsense');
    await submit.click();
    await expect.element(page.getByText('1 of 2 added')).toBeVisible();
    const row = page.getByRole('table', { name: 'Refused lines' }).getByRole('row').nth(1);
    await expect.element(row.getByText('3nonsenseThis is not a web address.')).toBeVisible();
    await expect.element(field).toHaveValue('nonsense');
  });

  test('keeps the text when the call fails, and logs the failure', async () => {
    world.answers['POST /events/price-targets'] = () =>
      new Response('bad gateway', { status: 502 });
    await world.open({ panel: 'add' });
    await field.fill('https://a.test/event/1\nhttps://a.test/event/2');
    await submit.click();
    await expect.element(page.getByRole('form').getByText('Failed to add event')).toBeVisible();
    await expect.element(field).toHaveValue('https://a.test/event/1\nhttps://a.test/event/2');
  });

  test('names the fault of a tag before anything is sent', async () => {
    await world.open({ panel: 'add' });
    await field.fill('https://a.test/event/1');
    await page.getByRole('textbox', { name: /^Tag/ }).fill('x'.repeat(200));
    await expect.element(page.getByText(/^A tag has at most 40 characters/).first()).toBeVisible();
    await expect.element(submit).toBeDisabled();
  });

  test('refuses more than 2,000 addresses at once', async () => {
    const addresses = Array.from({ length: 2_001 }, (_, index) => `https://a.test/${index}`);
    sessionStorage.setItem('price-monitor-add@1', JSON.stringify(addresses.join('\n')));
    await world.open({ panel: 'add' });
    await expect.element(page.getByText(/^2,001 addresses: at most 2,000 at once/)).toBeVisible();
    await expect.element(submit).toBeDisabled();
  });
});

describe('the activity log', () => {
  const remove = async () => {
    await page.getByRole('button', { name: 'Actions for Marisol Vega' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove event' }).click();
  };
  const REMOVE = 'DELETE /events/monitored-price-event';
  const UPDATE = 'POST /events//update-monitored-price-event';

  test('names loaded, removed and updated events', async () => {
    world.answers[REMOVE] = () => ({});
    world.answers[UPDATE] = () => ({});
    await world.open();
    await expect.element(log.getByText('2 events loaded')).toBeVisible();
    await remove();
    await expect.element(log.getByText('Event removed: Marisol Vega')).toBeVisible();
    expect((await world.calls.made(REMOVE)).body).toEqual({ url: vega.url });
    await page.getByRole('button', { name: 'Update Price Datas' }).click();
    await expect.element(log.getByText('Price data updated')).toBeVisible();
  });

  test('has the texts for every kind of failure', async () => {
    world.answers[REMOVE] = () => refuse(500, 'Failed to remove event');
    world.answers[UPDATE] = () => new Response('', { status: 502 });
    await world.open();
    await remove();
    await expect.element(log.getByText('Failed to remove event')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Update Price Datas' }).click();
    await expect.element(log.getByText('Failed to update price data')).toBeVisible();
    await world.connect();
    world.receiveText('{');
    await expect.element(log.getByText('Error parsing WebSocket message')).toBeVisible();
    world.failSocket();
    await expect.element(log.getByText('WebSocket error')).toBeVisible();
  });

  test('shows that the list could not be loaded, with Retry', async () => {
    world.answers['GET /events/price-targets'] = () => new Response('', { status: 502 });
    await world.open();
    await expect
      .element(page.getByRole('alert').getByText('Failed to load monitored events'))
      .toBeVisible();
    await expect.element(log.getByText('Failed to load monitored events')).toBeVisible();
    delete world.answers['GET /events/price-targets'];
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(card('Northern Lanterns')).toBeVisible();
  });
});

test('Delete opens the dialog for the event at the cursor, or for the selected ones', async () => {
  await world.open();
  await expect.element(card('Northern Lanterns')).toBeVisible();
  (page.getByRole('grid', { name: 'Monitored events' }).element() as HTMLElement).focus();
  const question = page.getByRole('alertdialog');
  await userEvent.keyboard('{ArrowDown}{Delete}');
  await expect.element(question.getByRole('button', { name: 'Remove event' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await expect.element(question.getByRole('button', { name: 'Remove 2 events' })).toBeVisible();
});

test('24 events get the same alert in five interactions', async () => {
  world = new World(
    Array.from({ length: 24 }, (_, index) => makeWatchedEvent({ title: `Night ${index + 1}` })),
  );
  world.answers['POST /events/price-targets/alerts'] = () => ({
    message: 'Alerts added',
    added: 21,
    repeated: 2,
    full: 1,
  });
  await world.open();
  await page.getByRole('radio', { name: 'List' }).click();
  await page.getByRole('checkbox', { name: 'Select all loaded events' }).click();
  await page.getByRole('button', { name: 'Add alert (24)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alert for 24 events' });
  await expect.element(dialog.getByLabelText('Price')).toHaveFocus();
  await userEvent.keyboard('62,5');
  await dialog.getByRole('button', { name: 'Add alert' }).click();
  const { body } = await world.calls.made('POST /events/price-targets/alerts');
  expect(body).toEqual({ ids: world.events.map(({ id }) => id), kind: 'below', value: 62.5 });
  await expect.element(page.getByText('21 alerts added')).toBeVisible();
  await expect
    .element(page.getByText('2 events have this alert already. 1 event has 10 alerts already.'))
    .toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the update button stays busy for 1.5 s although the answer came at once', async () => {
  world.answers['POST /events//update-monitored-price-event'] = () => ({});
  await world.open();
  const update = page.getByRole('button', { name: 'Update Price Datas' });
  await expect.element(update).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const isBusy = () => update.element().getAttribute('aria-busy') === 'true';
  const until = async (isWanted: boolean) => {
    while (isBusy() !== isWanted) await new Promise(requestAnimationFrame);
  };
  (update.element() as HTMLElement).click();
  await vi.advanceTimersByTimeAsync(0);
  await until(true);
  await vi.advanceTimersByTimeAsync(1_499);
  await new Promise(requestAnimationFrame);
  expect(isBusy()).toBe(true);
  // The query client delivers results through timers of 0 ms.
  await vi.advanceTimersByTimeAsync(10);
  await until(false);
});

describe('a change of more events than fit into one call', () => {
  const many = Array.from({ length: 2_001 }, (_, id) => ({ ...lanterns, id: id + 1 }));
  const targets = many.map(({ id }) => ({ url: `https://a.test/${id}`, tags: [] }));

  test.each<[string, (client: QueryClient) => Promise<unknown>]>([
    ['remove', (client) => removeEvents(client, many)],
    ['pause', (client) => pauseEvents(client, many, true)],
    ['tags', (client) => tagEvents(client, many, { add: ['vip'], remove: [] })],
    ['', (client) => addWatchedEvents(client, { targets, tags: [] })],
  ])('loads the list again after a later call has failed (%s)', async (name, change) => {
    const path = `POST /events/price-targets${name && `/${name}`}`;
    const answers = [{ added: 2_000, refused: [], affected: 2_000 }, refuse(500, 'Out of order')];
    world.answers[path] = () => answers.shift() ?? {};
    const client = new QueryClient();
    const reload = vi.spyOn(client, 'invalidateQueries');
    await expect(change(client)).rejects.toThrow('Out of order');
    expect(answers).toEqual([]);
    expect(reload).toHaveBeenCalledWith({ queryKey: PRICES_KEY });
  });
});

describe('alerts for tags', () => {
  const rule = {
    id: 4,
    kind: 'below',
    value: 50,
    tag: 'autumn tour',
    currency: 'EUR',
    low: 61,
    events: 3,
    is_armed: true,
    fired_at: null,
    created_at: OPENS,
  };

  test('are listed with the lowest price, tested, added and deleted', async () => {
    let rules = [rule];
    world.answers['GET /events/tag-alerts'] = () => ({ data: rules });
    world.answers['POST /events/tag-alerts'] = () => ({ message: 'Alert added', id: 5 });
    world.answers['POST /events/price-alerts/4/test'] = () => ({ message: 'Test sent' });
    world.answers['DELETE /events/price-alerts/4'] = () => ({ message: 'Alert deleted' });
    world.tags = ['autumn tour', 'vip'];
    await world.open({ tag: 'vip' });
    await page.getByRole('button', { name: 'Alerts of tags' }).click();
    const panel = page.getByRole('complementary', { name: 'Alerts of tags' });
    await expect.element(panel.getByText('autumn tour: below €50.00')).toBeVisible();
    await expect.element(panel.getByText('3 events in EUR, from €61.00')).toBeVisible();
    await expect.element(panel.getByText('Armed')).toBeVisible();
    await panel.getByRole('button', { name: /^Send a test of/ }).click();
    await expect.element(page.getByText('Test sent')).toBeVisible();
    await expect.element(panel.getByLabelText('Tag')).toHaveValue('vip');
    await panel.getByLabelText('Alert me').selectOptions('Rise by percent');
    await panel.getByLabelText('Percent').fill('12,5');
    rules = [rule, { ...rule, id: 5, tag: 'vip', kind: 'rise', value: 12.5, events: 0 }];
    await panel.getByRole('button', { name: 'Add alert' }).click();
    const call = await world.calls.made('POST /events/tag-alerts');
    expect(call.body).toEqual({ tag: 'vip', kind: 'rise', value: 12.5 });
    await expect.element(panel.getByText('vip: rise of 12.5%')).toBeVisible();
    await expect.element(panel.getByText('No event with this tag was read')).toBeVisible();
    rules = rules.slice(1);
    await panel.getByRole('button', { name: 'Delete alert autumn tour: below €50.00' }).click();
    await page.getByRole('button', { name: 'Delete alert', exact: true }).click();
    await expect.element(panel.getByText('autumn tour: below €50.00')).not.toBeInTheDocument();
  });

  test('are added for the displayed tag if no event has the tag of the address', async () => {
    world.answers['GET /events/tag-alerts'] = () => ({ data: [] });
    world.answers['POST /events/tag-alerts'] = () => ({ message: 'Alert added', id: 5 });
    world.tags = ['autumn tour', 'vip'];
    await world.open({ tag: 'gone', panel: 'tag-alerts' });
    const panel = page.getByRole('complementary', { name: 'Alerts of tags' });
    await expect.element(panel.getByLabelText('Tag')).toHaveValue('autumn tour');
    await panel.getByLabelText('Price').fill('40');
    await panel.getByRole('button', { name: 'Add alert' }).click();
    const call = await world.calls.made('POST /events/tag-alerts');
    expect(call.body).toEqual({ tag: 'autumn tour', kind: 'below', value: 40 });
  });

  test('need a tag', async () => {
    world.answers['GET /events/tag-alerts'] = () => ({ data: [] });
    await world.open({ panel: 'tag-alerts' });
    await expect.element(page.getByText(/^Give events a tag/)).toBeVisible();
  });
});

describe('the details of an event', () => {
  const step = (hour: number, low: number, available: number) => ({
    at: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
    low,
    median: low + 10,
    high: low + 80,
    available,
  });

  test('list the exact values of the chart, and arrow keys move through them', async () => {
    // The chart ends now: if it ended on a later day, its points would be less than a pixel apart.
    vi.setSystemTime('2026-11-20T14:48:00Z');
    world.answers['GET /events/price-history'] = () => ({
      currency: null,
      data: [step(2, 74, 22), step(8, 61, 4), step(14, 58, 64)],
    });
    await world.open({ event: lanterns.url });
    const chart = page.getByRole('img', { name: /^Lowest price fell from \$74\.00 to \$58\.00/ });
    await expect.element(chart).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Exact values' });
    const rows = grid.getByRole('row');
    await expect.element(rows.nth(1).getByText('−$3.00')).toBeVisible();
    await expect.element(rows.nth(3).getByText('$74.00')).toBeVisible();
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect
      .element(grid)
      .toHaveAttribute('aria-activedescendant', expect.stringContaining('08:00'));
    const crosshair = chart.element().querySelector<HTMLElement>('.u-cursor-x');
    await expect.poll(() => crosshair?.style.transform).toMatch(/translate\([1-9]/);
  });

  test('add an alert after the price is a number, and describe each rule', async () => {
    world.answers['POST /events/price-alerts'] = () => ({ data: {} });
    await world.open({ event: lanterns.url, tab: 'alerts' });
    const add = page.getByRole('button', { name: 'Add alert' });
    await add.click();
    await expect.element(page.getByText('Enter a price.').first()).toBeVisible();
    await page.getByLabelText('Price', { exact: true }).fill('55,50');
    await add.click();
    const { body } = await world.calls.made('POST /events/price-alerts');
    expect(body).toEqual({ url: lanterns.url, kind: 'below', value: 55.5 });
  });

  test('add an alert about the opening of the sale, which has no value, and send a test of one', async () => {
    const alert = {
      id: 3,
      url: lanterns.url,
      kind: 'rise' as const,
      value: 15,
      fired_at: null,
      is_armed: true,
      created_at: '2026-11-01T08:00:00.000Z',
    };
    world.events = [{ ...lanterns, alerts: [alert] }];
    world.answers['POST /events/price-alerts'] = () => ({ data: {} });
    world.answers['POST /events/price-alerts/3/test'] = () => ({ message: 'Test sent' });
    await world.open({ event: lanterns.url, tab: 'alerts' });
    await page.getByLabelText('Alert me').selectOptions('Opening of the sale');
    await expect.element(page.getByLabelText('Price', { exact: true })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Add alert' }).click();
    const { body } = await world.calls.made('POST /events/price-alerts');
    expect(body).toEqual({ url: lanterns.url, kind: 'opens', value: null });
    await page.getByRole('button', { name: 'Send a test of rise of 15%' }).click();
    await world.calls.made('POST /events/price-alerts/3/test');
    await expect.element(page.getByText('Test sent')).toBeVisible();
  });

  test('show at once that an alert fired', async () => {
    const alert = {
      id: 3,
      url: lanterns.url,
      kind: 'below' as const,
      value: 60,
      fired_at: null,
      is_armed: true,
      created_at: '2026-11-01T08:00:00.000Z',
    };
    const waiting = { ...alert, id: 4, kind: 'opens' as const, value: null, is_armed: false };
    world.events = [{ ...lanterns, alerts: [alert, waiting] }];
    await world.open({ event: lanterns.url, tab: 'alerts' });
    const alerts = page.getByRole('list', { name: 'Alerts' });
    await expect.element(alerts.getByText('Armed')).toBeVisible();
    await expect.element(alerts.getByText('Waiting')).toBeVisible();
    await world.connect();
    world.sendState(lanterns.url, [{ id: 3, is_armed: false, fired_at: new Date().toISOString() }]);
    await expect.element(alerts.getByText('Fired', { exact: true })).toBeVisible();
    await expect.element(alerts.getByText(/^Last fired/)).toBeVisible();
  });

  test('open from the keyboard, and Escape closes them and returns to the card', async () => {
    await world.open();
    await expect.element(card('Northern Lanterns')).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Monitored events' });
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const panel = page.getByRole('complementary', { name: 'Northern Lanterns' });
    await expect.element(panel).toBeVisible();
    await expect.element(panel.getByRole('tab', { name: /^Prices now/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(grid).toHaveFocus();
  });
});
