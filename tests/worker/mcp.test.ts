import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { audit } from '../../worker/db/schema/audit.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { callApi, failureOf } from './api.ts';
import { connectMcp } from './mcp-client.ts';

const READING = [
  'upcoming_sales',
  'search_artists',
  'artist_events',
  'event_ranking',
  'monitored_artists',
  'watched_prices',
  'price_history',
  'queue_accounts',
  'best_accounts',
  'found_codes',
  'notifications',
  'dashboard',
];
const WRITING = ['watch_price', 'watch_artist', 'follow_sale'];

test('a read token is offered the tools that read, with their schemas', async () => {
  const { client } = await connectMcp(['read']);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(READING);
  for (const { description, inputSchema, outputSchema, annotations } of tools) {
    expect(description?.length).toBeGreaterThan(40);
    expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
    expect(annotations?.readOnlyHint).toBe(true);
  }
});

test('a token with write is also offered the tools that change something', async () => {
  const { client, call, operator } = await connectMcp(['read', 'write']);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...READING, ...WRITING]);
  const artist_id = `K${crypto.randomUUID().replaceAll('-', '')}`;
  const added = await call('watch_artist', {
    artist_id,
    artist_name: 'Northern Lanterns',
    start_monitoring: null,
    end_monitoring: null,
  });
  expect(added).toMatchObject({ isError: false, page: { message: 'Artist monitored' } });
  const url = `https://www.axs.com/events/50001/${artist_id}`;
  expect((await call('watch_price', { url })).isError).toBe(false);
  const entries = await makeCtx().db.select().from(audit).where(eq(audit.operatorId, operator.id));
  const through = entries.filter(
    ({ actor }) => actor === `${operator.email} through token "Assistant"`,
  );
  expect(through).toHaveLength(2);
});

test('a read token cannot call a tool that changes something', async () => {
  const { call } = await connectMcp(['read']);
  expect(await call('watch_price', { url: 'https://tickets.example/event/1' })).toMatchObject({
    isError: true,
    text: 'There is no tool watch_price.',
  });
});

test('every reading tool returns at most 50 rows that its schema accepts', async () => {
  const { client, call } = await connectMcp(['read']);
  // The client compares structured answers with the schemas that it listed.
  await client.listTools();
  const found = await call('search_artists', { name: 'Northern Lanterns' });
  const artist_id = String(found.page.data[0]?.id);
  const given: Record<string, Record<string, unknown>> = {
    search_artists: { name: 'Northern Lanterns' },
    artist_events: { artist_id },
    price_history: { url: 'https://tickets.example/event/none' },
    queue_accounts: { type: 'standard' },
    best_accounts: { type: 'standard' },
  };
  for (const name of READING) {
    const { isError, text, page } = await call(name, given[name]);
    if (name === 'price_history') {
      expect([name, isError]).toEqual([name, true]);
      continue;
    }
    expect([name, isError, isError ? text : '']).toEqual([name, false, '']);
    expect(JSON.parse(text)).toEqual(page);
    if (name === 'dashboard') expect(page).toHaveProperty('overview');
    else expect(page.data.length).toBeLessThanOrEqual(50);
  }
  const events = await call('artist_events', { artist_id });
  expect(events.page.data[0]).toHaveProperty('venue');
});

test('lists are read page by page', async () => {
  const { call } = await connectMcp(['read']);
  const { db } = makeCtx();
  const title = `Codes ${crypto.randomUUID()}`;
  for (let count = 0; count < 60; count += 1) {
    await db.insert(notifications).values({
      kind: 'presale_code',
      title,
      topic: '',
      body: `CODE${count}`,
      href: null,
      webhookState: 'off',
      publishedAt: 1,
      dedupeKey: `${title} ${count}`,
      createdAt: Date.now(),
    } as typeof notifications.$inferInsert);
  }
  const first = await call('found_codes');
  expect(first.page.data).toHaveLength(50);
  expect(first.page.next_cursor).not.toBeNull();
  const second = await call('found_codes', { cursor: first.page.next_cursor });
  const ids = [...first.page.data, ...second.page.data].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(second.page.data.filter((row) => row.title === title).length).toBeGreaterThanOrEqual(10);
});

test.each([
  ['search_artists', {}, 'name'],
  ['search_artists', { name: '' }, 'name'],
  ['search_artists', { name: ' ' }, 'name'],
  ['search_artists', { name: '..' }, 'name'],
  ['artist_events', { artist_id: '.' }, 'artist_id'],
  ['artist_events', { artist_id: '..' }, 'artist_id'],
  ['price_history', { url: 'a', cursor: '50' }, 'Send next_cursor'],
  ['search_artists', { name: 'a', cursor: 'x' }, 'Send next_cursor'],
  ['queue_accounts', { type: 'none' }, 'type'],
  ['notifications', { cursor: 'not one' }, 'cursor'],
  ['no_such_tool', {}, 'There is no tool'],
])('%s with %j returns the reason of its failure', async (name, given, reason) => {
  const { call } = await connectMcp(['read']);
  const { isError, text } = await call(name, given);
  expect(isError).toBe(true);
  expect(text).toContain(reason);
});

test('the server requires a sign-in or a token with read', async () => {
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { Accept: 'application/json, text/event-stream' };
  expect((await callApi('/api/mcp', { json, headers })).status).toBe(401);
  const { token } = await connectMcp(['read', 'write']);
  expect((await callApi('/api/mcp', { json, headers, token })).status).toBe(200);
  expect((await callApi('/api/mcp', { method: 'GET', token })).status).toBe(405);
});

test('a call of a tool counts once against the limit of its token', async () => {
  const { token } = await connectMcp(['read']);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  onTestFinished(() => void vi.restoreAllMocks());
  const headers = { Accept: 'application/json, text/event-stream' };
  const params = { name: 'notifications', arguments: { cursor: 'not one' } };
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  for (let count = 0; count < 301; count += 1)
    expect((await callApi('/api/mcp', { json, headers, token })).status).toBe(200);
});

test.each([
  ['a notification', { json: { jsonrpc: '2.0', method: 'notifications/initialized' } }, 202],
  ['a call whose answer it would not accept', { accept: 'application/json' }, 406],
  ['a body of another type', { type: 'text/plain' }, 415],
])('%s is answered as the API document states', async (_, given, status) => {
  const { token } = await connectMcp(['read']);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const {
    json = call,
    accept = 'application/json, text/event-stream',
    type,
  } = {
    json: undefined,
    accept: undefined,
    type: 'application/json',
    ...given,
  };
  const answer = await callApi('/api/mcp', {
    token,
    body: JSON.stringify(json),
    method: 'POST',
    headers: { Accept: accept, 'Content-Type': type },
  });
  expect(answer.status).toBe(status);
  await answer.text();
});

test('a batch is refused, and so is a body that is not JSON', async () => {
  const { token } = await connectMcp(['read']);
  const headers = { Accept: 'application/json, text/event-stream' };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const json of [[call], [call, call], []]) {
    const refused = await callApi('/api/mcp', { json, headers, token });
    expect(refused.status).toBe(400);
    expect((await failureOf(refused)).message).toBe('Send one call at a time, without a batch.');
  }
  const broken = await callApi('/api/mcp', {
    token,
    body: '{',
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
  expect(broken.status).toBe(400);
});
