import { beforeAll, expect, test, vi } from 'vitest';
import { artistEventsAnswer, artistSearchAnswer } from '../../shared/ticketing/schema.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;

beforeAll(async () => {
  call = await openCalls();
});

async function eventsOf(name: string): Promise<Response> {
  const search = await call(`/events/get_artists/${encodeURIComponent(name)}`);
  const { artists } = artistSearchAnswer.parse(await search.json());
  return call(`/events/artist/${artists[0]?.id}`);
}

test.each([
  ['Error 500', 502, 'Ticketmaster answered with status 500: Internal Server Error'],
  ['Broken JSON', 502, 'Ticketmaster sent an answer that is not JSON.'],
])('a provider in the state %s is reported as %i', async (name, status, message) => {
  const response = await eventsOf(name);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ success: false, message });
});

test('a used-up quota is reported with the time of its renewal, and without the key', async () => {
  const response = await eventsOf('Rate Limited');
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  const text = await response.text();
  expect(text).toMatch(
    /Ticketmaster's daily allowance of 5000 calls is used up\. It is renewed at \d{4}-\d\d-\d\d 00:00 UTC\./,
  );
  expect(text).not.toContain('simulated');
});

test('calls that were too fast are repeated after a wait', async () => {
  const response = await eventsOf('Spike Arrest');
  expect(response.status).toBe(200);
  expect(artistEventsAnswer.parse(await response.json()).eventCount).toBe(12);
});

test('a failing artist search is reported as a failure', async () => {
  const response = await call('/events/get_artists/search%20failure');
  expect(response.status).toBe(502);
});

test('unreadable events are omitted and counted beside the answer', async () => {
  const response = await eventsOf('Half Written');
  expect(response.status).toBe(200);
  expect(response.headers.get('X-Provider-Age')).toBeNull();
  expect(response.headers.get('X-Provider-Missing')).toBe('1');
  expect(artistEventsAnswer.parse(await response.json()).eventCount).toBe(11);
});

test('the same artist within a minute causes no call to the provider', async () => {
  await eventsOf('Albion Choir');
  const again = await eventsOf('Albion Choir');
  expect(again.status).toBe(200);
  expect(again.headers.get('Server-Timing')).toContain('calls;desc="0"');
  expect(again.headers.get('X-Provider-Age')).toMatch(/^\d+$/);
  const { data } = artistEventsAnswer.parse(await again.json());
  expect(data).toHaveLength(18);
  expect(data.every((event) => event.eventLink.startsWith('https://www.ticketmaster.co.uk/'))).toBe(
    true,
  );
});

test('the calls to the provider end when the browser disconnects', async () => {
  const lines = vi.spyOn(console, 'info');
  const browser = new AbortController();
  const search = await call('/events/get_artists/Timeout');
  const { artists } = artistSearchAnswer.parse(await search.json());
  lines.mockClear();
  const silent = call(`/events/artist/${artists[0]?.id}`, { signal: browser.signal });
  setTimeout(() => browser.abort(), 300);
  await expect(silent).rejects.toThrow();
  await vi.waitFor(
    () => {
      const logged = lines.mock.calls.map(([line]) => String(line)).join('\n');
      expect(logged).toContain('"operation":"events of artist"');
    },
    { timeout: 60_000 },
  );
  lines.mockRestore();
  expect((await eventsOf('One Night Only')).status).toBe(200);
});
