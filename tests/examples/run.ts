/**
 * `npm run examples`: makes calls of the running product with its simulated providers, and writes their bodies and answers
 * as the examples of the API document. Long lists are shortened.
 */
import { writeFileSync } from 'node:fs';
import { withDesk } from '../bench/harness/desk.ts';
import { operator } from '../e2e/operator.ts';
import { waitForFeed } from '../e2e/resale-feed.ts';
import { fill } from '../screenshots/fill.ts';
import { changingCalls, type ExampleCall, readingCalls, type World } from './calls.ts';

const FILE = new URL('../../worker/http/api-examples.json', import.meta.url);
const ARTIST = 'K8vZ9170000';
/** The most items of a list in an example. */
const MOST_ITEMS = 2;
const HIDDEN = 'the password of the operator';
/** Addresses of this run, and their replacements in the document. */
const ADDRESSES = [
  [/http:\/\/localhost:\d+/g, 'https://desk.example.org'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://pictures.example'],
] as const;

/** A body with short lists, and without passwords and addresses of this run. */
function shorten(value: unknown): unknown {
  if (value === operator.password) return HIDDEN;
  if (typeof value === 'string') {
    return ADDRESSES.reduce((text, [address, shown]) => text.replace(address, shown), value);
  }
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => shorten(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one)]));
}

/** An answer that {@link shorten} has shortened, without its token. */
function shortenAnswer(answer: object): object {
  const hidden = 'token' in answer ? { token: '...' } : {};
  return Object.assign(Object(shorten(answer)), hidden);
}

await withDesk(async ({ origin, token }) => {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any call.
  const send = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const get = (path: string) => send('GET', path);
  await fill((path, body) => send('POST', path, body));
  await waitForFeed(get);
  const { data: events } = await get(`/events/artist/${ARTIST}`);
  const { data: ranked } = await get('/events/feed/artists');
  const {
    data: [soonest],
  } = await get('/sales?limit=1');
  const { accounts } = await get('/imap-accounts');
  const { data: profiles } = await get('/profiles?limit=1');
  const { data: targets } = await get('/events/price-targets');
  /** Some events publish no sections. */
  const findSeated = async (): Promise<string> => {
    for (const { eventLink } of events) {
      const body = { event_url: eventLink };
      const answer = await send('POST', '/events/get-available-sections', body).catch(() => null);
      if (answer !== null) return eventLink;
    }
    throw new Error('No event publishes its sections.');
  };
  const world: World = {
    artist: ARTIST,
    rankedArtist: ranked[0].id[0],
    event: events[0].id,
    sale: { event_id: soonest.event_id, kind: soonest.kind, presale_name: soonest.presale_name },
    seatedEvent: await findSeated(),
    mailbox: accounts.find(({ user }: { user: string }) => user === 'mara@desk.test').id,
    profile: profiles[0].id,
    watched: { id: targets[0].id, url: targets[0].url },
    password: operator.password,
  };
  const examples: Record<string, { body?: unknown; answer: unknown }> = {};
  const run = async (calls: readonly ExampleCall[]) => {
    let id = 0;
    for (const { call, path, body } of calls) {
      const [method = '', pattern = ''] = call.split(' ');
      const address = (path ?? pattern).replace('{id}', String(id));
      const answer = await send(method, address, body).catch((error: Error) => {
        console.error(error.message);
        process.exitCode = 1;
        return {};
      });
      id = answer.id ?? answer.data?.id ?? id;
      examples[call] = {
        ...(body !== undefined && { body: shorten(body) }),
        answer: shortenAnswer(answer),
      };
    }
  };
  await run(readingCalls(world));
  await run(changingCalls(world));
  writeFileSync(FILE, `${JSON.stringify(examples, null, 1)}\n`);
  console.log(`${Object.keys(examples).length} examples`);
});
