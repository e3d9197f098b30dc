import { expect, test } from 'vitest';
import type { PaletteItem } from '../../shared/palette/schema.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { queueCategories, queues } from '../../worker/db/schema/queues.ts';
import { recentSearches } from '../../worker/db/schema/recent-searches.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import { readSettings } from './settings.ts';

const openDb = () => openDatabase(readSettings());
const profileOf = (profile_name: string) => ({
  profile_name,
  name: 'Théo Marchand',
  email: null,
  password: 'shop-password',
  address: '1 rue A',
  city: 'Lyon',
  country: 'FR',
  phone: '',
  postal: '',
  state: '',
  card_number: '4111111111111111',
  card_exp_month: '',
  card_exp_year: '',
  cvv: '123',
});

async function openDesk() {
  const { id, token } = await makeOperator();
  const post = (path: string, json: object) => callApi(`/api${path}`, { token, json });
  const find = async (q: string): Promise<PaletteItem[]> => {
    const answer = await callApi(`/api/palette?q=${encodeURIComponent(q)}`, { token });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: PaletteItem[] }).data;
  };
  return { id, token, post, find };
}

const workOf = (title: string) => ({
  token: crypto.randomUUID(),
  kind: 'encore',
  key: 'a',
  title,
  events: 1,
  rows: 2,
  body: { webhook: 'https://hooks.test/secret' },
});

test('finds objects of every kind by a part of their name in any case', async () => {
  const prefix = `zk${crypto.randomUUID().slice(0, 8)}`;
  const desk = await openDesk();
  const db = openDb();
  const artist = { name: `The ${prefix}`, image: '', createdAt: 1, nextCheckAt: 1 };
  await db.insert(monitoredArtists).values({ ...artist, artistId: `m-${prefix}` });
  const search = { operatorId: desk.id, image: null, searchedAt: 1, openings: [] };
  await db.insert(recentSearches).values([
    { ...search, artistId: `m-${prefix}`, artist: `The ${prefix}` },
    { ...search, artistId: `s-${prefix}`, artist: `${prefix} Trio` },
  ]);
  const pool = { pool: 2, createdAt: 1 };
  await db
    .insert(queueCategories)
    .values({ ...pool, nameKey: `gold ${prefix}`, name: `Gold ${prefix}` });
  await db.insert(queues).values({
    pool: 1,
    queueId: `Q ${prefix}`,
    queueTotal: 10,
    queueDate: '2026-11-20',
    accounts: 0,
    positionSum: 0,
    uploadedAt: 1,
  });
  await desk.post('/imap-accounts', {
    user: `${prefix}@mail.test`,
    host: 'h.test',
    password: 'p-secret',
  });
  await desk.post('/profiles', { profiles: [profileOf(`Buyer ${prefix}`)] });
  await desk.post('/recent-work', workOf(`Night of ${prefix}`));

  const matches = await desk.find(` ${prefix.toUpperCase()} `);
  const shown = matches.map(({ kind, label, detail }) => [kind, label, detail]);
  expect(shown).toEqual([
    ['artist', `${prefix} Trio`, 'Events'],
    ['artist', `The ${prefix}`, 'Events'],
    ['monitored', `The ${prefix}`, 'Timeline'],
    ['work', `Night of ${prefix}`, ''],
    ['category', `Gold ${prefix}`, 'Standard'],
    ['queue', `Q ${prefix}`, 'Verified Fan, 2026-11-20'],
    ['mailbox', `${prefix}@mail.test`, 'h.test'],
    ['profile', `Buyer ${prefix}`, ''],
  ]);
  expect(JSON.stringify(matches)).not.toMatch(/4111111111111111|secret|shop-password/);
});

test.each([
  ['ÜBERFLIEGER', 'überflieger'],
  ['Café Élan', 'CAFÉ ÉLAN'],
  ['GROß', 'groß'],
])('finds %j by %j, because letters outside ASCII have a case, too', async (name, typed) => {
  const prefix = `zk${crypto.randomUUID().slice(0, 8)}`;
  const desk = await openDesk();
  const label = `${name} ${prefix}`;
  const artist = { name: label, image: '', createdAt: 1, nextCheckAt: 1 };
  await openDb()
    .insert(monitoredArtists)
    .values({ ...artist, artistId: prefix });
  await desk.post('/profiles', { profiles: [profileOf(`a ${label}`), profileOf(label)] });
  const matches = await desk.find(`${typed} ${prefix}`);
  expect(matches.map((match) => [match.kind, match.label])).toEqual([
    ['artist', label],
    ['monitored', label],
    ['profile', label],
    ['profile', `a ${label}`],
  ]);
});

test('lists five of a kind, those that begin with the text first, and never deleted ones or those of others', async () => {
  const prefix = `zk${crypto.randomUUID().slice(0, 8)}`;
  const desk = await openDesk();
  const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter} ${prefix}`);
  await desk.post('/profiles', { profiles: [...names, `${prefix} first`].map(profileOf) });
  const labels = async () =>
    (await desk.find(prefix)).filter(({ kind }) => kind === 'profile').map(({ label }) => label);
  expect(await labels()).toEqual([`${prefix} first`, ...names.slice(0, 4)]);
  const [first] = (await desk.find(`${prefix} first`)) as { id: number }[];
  await callApi(`/api/profiles/${first?.id}`, { token: desk.token, method: 'DELETE' });
  expect(await labels()).toEqual(names);

  await desk.post('/recent-work', workOf(prefix));
  const other = await openDesk();
  expect((await desk.find(prefix)).some(({ kind }) => kind === 'work')).toBe(true);
  expect((await other.find(prefix)).some(({ kind }) => kind === 'work')).toBe(false);
});

test('an empty or long text is refused', async () => {
  const { token } = await openDesk();
  for (const q of ['', '%20', 'x'.repeat(101)]) {
    const answer = await callApi(`/api/palette?q=${q}`, { token });
    expect(answer.status).toBe(400);
    expect((await failureOf(answer)).issues?.[0]?.path).toBe('q');
  }
});
