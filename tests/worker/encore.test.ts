import { beforeAll, expect, test } from 'vitest';
import { eventsByUrlsAnswer, webhookPresetsAnswer } from '../../shared/encore/schema.ts';
import { artistEventsAnswer, artistSearchAnswer } from '../../shared/ticketing/schema.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

const resolve = (urls: string[]) =>
  call('/events/by-urls', {
    method: 'POST',
    json: { urls },
  });

test('there are eight preset cart webhooks', async () => {
  const response = await call('/encore/webhook-presets');
  const { presets } = webhookPresetsAnswer.strict().parse(await response.json());
  expect(presets).toHaveLength(8);
  expect(new Set(presets).size).toBe(8);
});

test('an address of an event page gives the event with its id at the provider', async () => {
  const found = await call('/events/get_artists/Northern%20Lanterns');
  const { artists } = artistSearchAnswer.parse(await found.json());
  const listed = await call(`/events/artist/${artists[0]?.id}`);
  const { data } = artistEventsAnswer.parse(await listed.json());
  const events = data.slice(0, 21);
  const response = await resolve(events.map((event) => event.eventLink));
  const { results } = eventsByUrlsAnswer.strict().parse(await response.json());
  expect(results.map(({ event }) => event?.id)).toEqual(events.map((event) => event.id));
  for (const [index, { url, id, event, message }] of results.entries()) {
    expect(id).toBe(event?.id);
    expect(url).toBe(events[index]?.eventLink);
    expect(url).not.toContain(event?.id);
    expect(message).toBeNull();
  }
});

test('an address without an event has its reason, beside the valid ones', async () => {
  const response = await resolve([
    'https://www.ticketmaster.com/artist/123',
    'nonsense',
    'https://www.ticketmaster.com/event/0AFFFFFFFFFFFFFF',
  ]);
  const { results } = eventsByUrlsAnswer.parse(await response.json());
  expect(results.map(({ id, message }) => [id, message])).toEqual([
    [null, 'This is not the address of an event page.'],
    [null, 'This is not the address of an event page.'],
    ['0AFFFFFFFFFFFFFF', 'No event was found at this address.'],
  ]);
});

test.each([[[]], [Array.from({ length: 101 }, () => 'x')]])(
  'a wrong number of addresses is refused',
  async (urls) => {
    expect((await resolve(urls)).status).toBe(400);
  },
);
