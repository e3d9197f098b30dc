import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FullProfile, ProfilesAnswer } from '../../shared/profiles/schema.ts';
import { chooseProfiles } from '../../shared/site-generator/choose-profiles.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { profiles } from '../../worker/db/schema/profiles.ts';
import { eraseDeletedProfiles } from '../../worker/features/profiles/index.ts';
import { insertProfiles } from '../../worker/features/profiles/store.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeProfile, ownCard, unique } from '../factories/worker/profile.ts';
import { readSettings } from './settings.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

const openDb = () => openDatabase(readSettings());
/** A new operator reads secrets each time, because each may read them only a few times a minute. */
const send = async (method: string, path: string, body?: unknown) => {
  const readsSecrets = /full|reveal/.test(path);
  return (readsSecrets ? await openCalls() : call)(path, { method, json: body });
};
const post = (profiles: unknown[], more: object = {}) =>
  send('POST', '/profiles', { profiles, ...more });
const read = async (query: string) =>
  (await (await send('GET', `/profiles?${query}`)).json()) as ProfilesAnswer;
const find = async (name: string) =>
  (await read(`limit=10&search=${encodeURIComponent(name)}`)).data[0];

const trailOf = (subject: string) =>
  openDb().select().from(audit).where(sql`${audit.subject} = ${subject}`);

/** Stores a profile and returns it as the list shows it. */
async function store(part: object = {}) {
  const input = makeProfile(part);
  expect((await post([input])).status).toBe(200);
  const shown = await find(input.profile_name);
  if (!shown) throw new Error('the profile was stored');
  return { input, shown };
}

/** Rows of profiles whose secrets nobody reads. */
const rowsOf = async (
  some: readonly ReturnType<typeof makeProfile>[],
  uploadId: string,
  from: number,
) =>
  some.map(({ profile_name: profileName, name, address, city, country, phone, postal }, at) => ({
    profileName,
    name,
    address,
    city,
    country,
    phone,
    postal,
    email: null,
    state: '',
    cardLast4: '1111',
    cardBrand: 'Visa',
    cardExpMonth: '',
    cardExpYear: '',
    cardExpiry: null,
    hasPassword: false,
    secrets: '',
    cardPrint: unique(),
    sealRow: `${uploadId}.${from + at}`,
    personKey: `${name}|${address}|${postal}`.toLowerCase(),
    searchText: profileName.toLowerCase(),
  }));

describe('the list of profiles', () => {
  test('shows the card masked, and neither CVV nor password', async () => {
    const { input, shown } = await store();
    expect(shown).toMatchObject({
      profile_name: input.profile_name,
      email: input.email,
      card_number: `•••• ${input.card_number.slice(-4)}`,
      card_brand: 'Visa',
      cvv: null,
      password: null,
      has_password: true,
      created_at: expect.stringMatching(/^\d{4}-/),
    });
    const whole = await (await send('GET', '/profiles')).text();
    expect(whole).not.toContain(input.card_number);
    expect(whole).not.toContain('kelp-orbit-29');
    expect(JSON.parse(whole)).toMatchObject({ success: true });
  });

  test('is returned newest first, page by page, each profile once', async () => {
    const tag = unique();
    const names = Array.from({ length: 5 }, (_, at) => `Page ${tag} ${at}`);
    await post(names.map((profile_name) => makeProfile({ profile_name })));
    const seen: string[] = [];
    let cursor: string | null | undefined = '';
    while (cursor !== null) {
      const after: string = cursor ? `&cursor=${cursor}` : '';
      const page = await read(`limit=2&search=${tag}${after}`);
      expect(page.total).toBe(5);
      seen.push(...page.data.map(({ profile_name }) => profile_name));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(names.toReversed());
  });

  test('finds each part of a text, however short and whatever its characters', async () => {
    const tag = unique();
    const name = `${tag} O"Hara-Élodie 🎸🎹🎺 AND (b OR c) NOT* 'x' {^} %_`;
    const { shown } = await store({ name });
    const characters = [...name.toLowerCase()];
    for (let at = 0; at < characters.length; at += 3) {
      const part = characters
        .slice(at, at + 7)
        .join('')
        .trim();
      if (part === '') continue;
      const { data } = await read(`limit=1000&search=${encodeURIComponent(part)}`);
      expect(
        data.map(({ id }) => id),
        part,
      ).toContain(shown.id);
      const other = await read(`limit=1000&search=${encodeURIComponent(`${part}\u2603${tag}`)}`);
      expect(other).toMatchObject({ data: [], total: 0 });
    }
    for (const part of [tag, `"hara`, 'é', '🎸', 'd (', tag.repeat(12).slice(0, 200)]) {
      const { data } = await read(`limit=1000&search=${encodeURIComponent(part)}`);
      expect(
        data.some(({ id }) => id === shown.id),
        part,
      ).toBe(part.length <= tag.length + 1);
    }
  });

  test('does not find an erased profile, nor its successor under the old text', async () => {
    const { input, shown } = await store();
    await send('DELETE', `/profiles/${shown.id}`);
    expect(await find(input.profile_name)).toBeUndefined();
    await eraseDeletedProfiles(makeCtx({ clock: () => Date.now() + 11 * 60_000 }));
    const rows = await openDb().all(
      sql`select rowid from profiles_search where profiles_search match ${`"${input.profile_name.slice(0, 3).toLowerCase()}"`} and rowid = ${shown.id}`,
    );
    expect(rows).toEqual([]);
    await openDb().run(
      sql`insert into profiles_search (profiles_search) values ('integrity-check')`,
    );
  });

  test('finds by name, email, city and the last digits of the card, in any letter case', async () => {
    const { input, shown } = await store({ city: 'Göteborg' });
    for (const term of [input.name.toUpperCase(), input.email, input.card_number.slice(-4)]) {
      const { data } = await read(`limit=1000&search=${encodeURIComponent(term)}`);
      expect(data.map(({ id }) => id)).toContain(shown.id);
    }
  });

  test('marks profiles with the same card, and with the same name and address', async () => {
    const { input, shown } = await store();
    expect(shown.is_duplicate).toBe(false);
    const sameCard = await store({ card_number: input.card_number });
    const samePerson = await store({ name: input.name, address: input.address.toUpperCase() });
    const ids = [shown.id, sameCard.shown.id, samePerson.shown.id];
    const { data } = await read('limit=1000&note=duplicate');
    expect(data.filter(({ id }) => ids.includes(id))).toHaveLength(3);
  });

  test('marks a card from the month after its expiry, and none without a date', async () => {
    const now = new Date();
    const dated = async (date: Date | null) => {
      const card_exp_month = date ? String(date.getUTCMonth() + 1) : '';
      const card_exp_year = date ? String(date.getUTCFullYear()) : '';
      return (await store({ card_exp_month, card_exp_year })).shown.is_expired;
    };
    const monthsAgo = (months: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
    expect(await dated(now)).toBe(false);
    expect(await dated(monthsAgo(1))).toBe(true);
    expect(await dated(monthsAgo(12))).toBe(true);
    expect(await dated(null)).toBe(false);
  });

  test('counts and finds expired cards', async () => {
    const { shown } = await store({ card_exp_month: '1', card_exp_year: '2020' });
    const page = await read('limit=1000&note=expired');
    expect(page.data.map(({ id }) => id)).toContain(shown.id);
    const counted = await (await send('GET', '/profiles/notes')).json();
    const duplicates = (await read('limit=1&note=duplicate')).total;
    expect(counted).toMatchObject({ success: true, expired: page.total, duplicates });
  });

  test('counts the countries, and finds and exports the profiles of one', async () => {
    const country = `Land ${unique()}, Republic of`;
    const { shown } = await store({ country });
    await store({ country });
    const { countries } = (await (await send('GET', '/profiles/notes')).json()) as {
      countries: unknown[];
    };
    expect(countries).toContainEqual({ country, profiles: 2 });
    const page = await read(`limit=1&country=${encodeURIComponent(country)}`);
    expect(page.total).toBe(2);
    const exported = await send('POST', '/profiles/full', { country, search: shown.name });
    expect(await exported.json()).toMatchObject({ data: [{ id: shown.id, country }] });
  });
});

test('a country that profiles spell in several ways is counted as one, and its count follows the other filters', async () => {
  const name = unique();
  for (const country of ['UK', 'gb', 'United Kingdom', 'England', 'FR'])
    await post([makeProfile({ name, country })]);
  const counted = async (query: string) => {
    const answer = await send('GET', `/profiles/notes?${query}`);
    return ((await answer.json()) as { countries: unknown[] }).countries;
  };
  expect(await counted(`search=${name}`)).toEqual([
    { country: 'GB', profiles: 4 },
    { country: 'FR', profiles: 1 },
  ]);
  for (const country of ['GB', 'UK', 'united kingdom'])
    expect((await read(`limit=9&search=${name}&country=${country}`)).total).toBe(4);
  expect(await counted(`search=${name}&note=expired`)).toEqual([]);
});

describe('adding profiles', () => {
  test.each([
    [
      { profile_name: ' ' },
      'profile_name',
      'ProfileName, Name, and CardNumber are required fields',
    ],
    [{ name: '' }, 'name', 'ProfileName, Name, and CardNumber are required fields'],
    [{ card_number: null }, 'card_number', 'ProfileName, Name, and CardNumber are required fields'],
    [{ card_number: '4'.repeat(12) }, 'card_number', 'Invalid card number format'],
    [{ card_number: '4'.repeat(20) }, 'card_number', 'Invalid card number format'],
    [{ email: 'kaja@@mail' }, 'email', 'Invalid email format'],
    [{ email: 'ann@x.test:secret' }, 'email', 'Invalid email format'],
  ])('refuses %j by its field, and stores nothing of the list', async (part, field, message) => {
    const good = makeProfile();
    const response = await post([good, makeProfile(part)]);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: {
        success: false,
        message: '1 profile is not valid: nothing was stored.',
        issues: [{ path: `profiles.1.${field}`, message }],
      },
    });
    expect(await find(good.profile_name)).toBeUndefined();
  });

  test('stores an unlikely expiry or CVV unchanged, and reads a two-digit year as 20YY', async () => {
    const unlikely = [
      { card_exp_month: '13', card_exp_year: '28', cvv: '12' },
      { card_exp_month: 'Jan', card_exp_year: 'soon', cvv: 'none' },
    ].map((part) => makeProfile(part));
    expect((await post(unlikely)).status).toBe(200);
    const stored = await Promise.all(unlikely.map(({ profile_name }) => find(profile_name)));
    expect(stored).toMatchObject([
      { card_exp_month: '13', card_exp_year: '2028', is_expired: false },
      { card_exp_month: 'Jan', card_exp_year: 'soon', is_expired: false },
    ]);
  });

  test('stores the valid ones when invalid ones are skipped', async () => {
    const good = makeProfile();
    const input = [good, makeProfile({ name: '' })];
    expect(await (await post(input, { on_invalid: 'skip' })).json()).toMatchObject({
      success: true,
      added: 1,
      refused: 1,
    });
    expect(await find(good.profile_name)).toMatchObject({ name: good.name });
  });

  test('stores 2,500 profiles with long fields in one call', async () => {
    const name = unique().padEnd(200, 'é');
    const long = { profile_name: name, name, city: name, address: name, password: name };
    const input = Array.from({ length: 2_500 }, () => makeProfile(long));
    expect((await post(input)).status).toBe(200);
    expect((await read(`limit=1&search=${encodeURIComponent(name)}`)).total).toBe(2_500);
  });

  test('stores 6,000 profiles in one call, each sealed separately', async () => {
    const city = unique();
    const input = Array.from({ length: 6_000 }, () => makeProfile({ city }));
    expect(await (await post(input)).json()).toMatchObject({ success: true, added: 6_000 });
    const full = await send('POST', '/profiles/full', { search: city });
    const { data } = (await full.json()) as { data: FullProfile[] };
    expect(data.map(({ card_number }) => card_number)).toEqual(
      input.map(({ card_number }) => card_number).toReversed(),
    );
    const rows = await openDb()
      .select({ secrets: profiles.secrets })
      .from(profiles)
      .where(eq(profiles.city, city));
    const nonces = new Set(rows.map(({ secrets }) => secrets.split('.')[2]));
    expect(nonces.size).toBe(6_000);
  });

  test('refuses more than 50,000 profiles in a call', async () => {
    const response = await post(Array.from({ length: 50_001 }, () => ({})));
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { message: 'profiles: Send at most 50,000 profiles' },
    });
  });

  test('lists at most 100 issues, and stops reading if it refuses the list', async () => {
    const input = Array.from({ length: 2_000 }, () => ({ name: '', card_number: '4'.repeat(16) }));
    const refused = (await (await post(input)).json()) as { message: string; issues: unknown[] };
    expect(refused.issues).toHaveLength(100);
    expect(refused.message).toMatch(
      /^At least \d{2,3} profiles are not valid: nothing was stored\.$/,
    );
    const good = makeProfile();
    const answer = await post([...input, good], { on_invalid: 'skip' });
    const skipped = (await answer.json()) as { added: number; refused: number; issues: unknown[] };
    expect(skipped).toMatchObject({ added: 1, refused: 2_000 });
    expect(skipped.issues).toHaveLength(100);
    expect(await find(good.profile_name)).toMatchObject({ name: good.name });
  });

  test('stores a part of an upload once, however often it arrives', async () => {
    const input = makeProfile();
    const upload_id = crypto.randomUUID();
    const both = await Promise.all([post([input], { upload_id }), post([input], { upload_id })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(`limit=10&search=${input.profile_name}`)).data).toHaveLength(1);
  });

  test('stores a large part in several batches, and the same call completes one that was interrupted', async () => {
    const tag = unique();
    const sent = Array.from({ length: 1_300 }, (_, at) =>
      makeProfile({ profile_name: `Part ${tag} ${at}` }),
    );
    const upload_id = crypto.randomUUID();
    const countStored = () =>
      openDb().$count(
        profiles,
        sql`${profiles.sealRow} >= ${`${upload_id}.`} and ${profiles.sealRow} < ${`${upload_id}/`}`,
      );
    // A call that ended after its first batch.
    const isCut = new Error('cut off');
    let reads = 0;
    const given = { profiles: sent, refused: 0, uploadId: upload_id, isRepeatable: true };
    const cut = insertProfiles(makeCtx(), given, async (some, from) => {
      reads += 1;
      if (reads === 2) throw isCut;
      return rowsOf(some, upload_id, from);
    });
    await expect(cut).rejects.toBe(isCut);
    const before = await countStored();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(1_300);
    const counted = async () => {
      const [row] = await openDb().all<{ amount: number }>(
        sql`select sum(amount) as amount from activity where kind = 'profiles.add'`,
      );
      return row?.amount ?? 0;
    };
    const countedBefore = await counted();
    expect(await (await post(sent, { upload_id })).json()).toMatchObject({ added: 1_300 });
    expect(await countStored()).toBe(1_300);
    expect((await counted()) - countedBefore).toBe(1_300 - before);
    expect((await post(sent, { upload_id })).status).toBe(409);
    expect(await countStored()).toBe(1_300);
  });

  test('stores all profiles of a call without an id, or none of them', async () => {
    const tag = unique();
    const sent = Array.from({ length: 1_300 }, (_, at) =>
      makeProfile({ profile_name: `Whole ${tag} ${at}` }),
    );
    const id = crypto.randomUUID();
    const given = { profiles: sent, refused: 0, uploadId: id, isRepeatable: false };
    const countStored = () =>
      openDb().$count(profiles, sql`${profiles.profileName} like ${`Whole ${tag} %`}`);
    const isCut = new Error('cut off');
    // The last row fails, in whichever batch it is.
    const failing = insertProfiles(makeCtx(), given, async (some, from) => {
      if (from + some.length === sent.length) throw isCut;
      return rowsOf(some, id, from);
    });
    await expect(failing).rejects.toBe(isCut);
    expect(await countStored()).toBe(0);
    await insertProfiles(makeCtx(), given, (some, from) => rowsOf(some, id, from));
    expect(await countStored()).toBe(1_300);
  });

  test('treats email and password as optional, and accepts a card number with blanks', async () => {
    const card = ownCard();
    const { shown } = await store({
      email: null,
      password: '',
      card_number: card.replace(/(.{4})(?=.)/g, '$1 '),
      card_exp_month: 3,
    });
    expect(shown).toMatchObject({ email: null, has_password: false, card_exp_month: '3' });
    expect(shown.card_number).toBe(`•••• ${card.slice(-4)}`);
  });

  test('stores no secret as plain text in the database or the audit trail, and returns none', async () => {
    const { input, shown } = await store({ cvv: '9876' });
    await send('POST', `/profiles/${shown.id}/reveal`);
    const db = openDb();
    const rows = JSON.stringify(await db.select().from(profiles).where(eq(profiles.id, shown.id)));
    // Ids of requests are excluded, because four digits occur in them by chance.
    const { action, subject, detail } = audit;
    const trail = JSON.stringify(
      await db.select({ subject, detail }).from(audit).where(sql`${action} like 'profiles.%'`),
    );
    for (const secret of [input.card_number, 'kelp-orbit-29', '9876'])
      expect([rows.includes(secret), trail.includes(secret)]).toEqual([false, false]);
    const refused = await post([makeProfile({ card_number: `${input.card_number}0000` })]);
    expect(await refused.text()).not.toContain(input.card_number);
  });
});

describe('reading secrets', () => {
  test('reveals one profile and records it', async () => {
    const { input, shown } = await store();
    const response = await send('POST', `/profiles/${shown.id}/reveal`);
    const { data } = (await response.json()) as { data: FullProfile };
    expect(data).toMatchObject(input);
    expect(await trailOf(`profile:${shown.id}`)).toMatchObject([{ action: 'profiles.read' }]);
    expect((await send('POST', '/profiles/999999999/reveal')).status).toBe(404);
  });

  test.each([
    ['a card number', { search: '4242424242424242' }, { isSearched: true }],
    ['a name', { search: 'Vera Lindqvist' }, { isSearched: true }],
    ['a spaced number', { search: 'x 4242 4242 4242 4242' }, { isSearched: true }],
    ['a number for a country', { country: '4242424242424242' }, {}],
    ['a country', { country: 'Norway', note: 'expired' }, { country: 'Norway', note: 'expired' }],
  ])('records that %s was searched for, and not the text', async (_, filter, facts) => {
    const before = (await trailOf('profiles')).length;
    expect((await send('POST', '/profiles/full', filter)).status).toBe(200);
    const entry = (await trailOf('profiles'))[before];
    const { profiles: read, ...detail } = JSON.parse(entry?.detail ?? '');
    expect(read).toEqual(expect.any(Number));
    expect(detail).toEqual({ chosen: 'all', ...facts });
  });

  test('finds a profile by its whole card number, of which the last four digits count', async () => {
    const { input, shown } = await store();
    const search = input.card_number.replace(/(.{4})(?=.)/g, '$1 ');
    const { data } = await read(`limit=1000&search=${encodeURIComponent(search)}`);
    expect(data.map(({ id }) => id)).toContain(shown.id);
  });

  test('streams full profiles by id and by search, and records each call once', async () => {
    const first = await store();
    const second = await store();
    const before = (await trailOf('profiles')).length;
    const ids = [first.shown.id, second.shown.id];
    const response = await send('POST', '/profiles/full', { ids });
    const { data } = (await response.json()) as { data: FullProfile[] };
    expect(data.map(({ card_number }) => card_number)).toEqual([
      second.input.card_number,
      first.input.card_number,
    ]);
    expect(data[0]).not.toHaveProperty('has_password');
    expect((await trailOf('profiles')).length).toBe(before + 1);
    const searched = await send('POST', '/profiles/full', { search: first.input.name, limit: 5 });
    expect(await searched.json()).toMatchObject({ data: [{ id: first.shown.id }] });
  });

  test('reads at most the recorded limit of profiles by id, and each once', async () => {
    const [first, second] = [await store(), await store()];
    const ids = [first.shown.id, second.shown.id, second.shown.id];
    const limited = await send('POST', '/profiles/full', { ids, limit: 1 });
    expect(await limited.json()).toMatchObject({ data: [{ id: second.shown.id }] });
    const entry = (await trailOf('profiles')).at(-1);
    expect(entry?.detail).toContain('"profiles":1');
    const all = (await (await send('POST', '/profiles/full', { ids })).json()) as {
      data: FullProfile[];
    };
    expect(all.data.map(({ id }) => id)).toEqual([second.shown.id, first.shown.id]);
  });
});

describe('the choice of a generator', () => {
  const full = async (json: object) => {
    const response = await send('POST', '/profiles/full', json);
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: FullProfile[] }).data.map(({ id }) => id);
  };

  test.each([
    ['all of a text', (tag: string) => ({ search: tag.toUpperCase(), country: '', seed: null })],
    ['those of a country', (tag: string) => ({ search: tag, country: 'DE', seed: null })],
    ['a country without a text', (tag: string) => ({ search: '', country: tag, seed: null })],
    ['shuffled ones', (tag: string) => ({ search: tag, country: '', seed: 'seed 7' })],
    [
      'a text of a field that is not searched',
      () => ({ search: '69002', country: '', seed: null }),
    ],
  ])('reads the profiles that the page lists: %s', async (_, choiceOf) => {
    const tag = unique();
    await post(
      Array.from({ length: 9 }, (_, at) =>
        makeProfile({
          profile_name: `Choice ${tag} ${at}`,
          country: ['DE', 'FR', tag][at % 3] ?? '',
        }),
      ),
    );
    const all = await read('limit=1000');
    const choice = choiceOf(tag);
    const newest = all.data[0]?.id ?? 0;
    await store({ profile_name: `Choice ${tag} that came later`, country: tag });
    const expected = chooseProfiles(all.data, choice).map(({ id }) => id);
    const newestFirst = (ids: number[]) => ids.toSorted((one, other) => other - one);
    expect(await full({ choice: { ...choice, newest } })).toEqual(newestFirst(expected));
    const some = await full({ choice: { ...choice, newest }, limit: 2 });
    expect(some).toEqual(newestFirst(expected.slice(0, 2)));
  });

  test('is recorded with its number, and without its text', async () => {
    const { input, shown } = await store();
    const choice = { search: input.name, country: '', seed: '1', newest: shown.id };
    expect(await full({ choice, limit: 3 })).toEqual([shown.id]);
    const { detail } = (await trailOf('profiles')).at(-1) ?? {};
    expect(JSON.parse(detail ?? '')).toEqual({
      chosen: 'all',
      profiles: 1,
      isSearched: true,
      limit: 3,
    });
  });
});

describe('deleting profiles', () => {
  test('removes one once, and several at a time', async () => {
    const { shown } = await store();
    const path = `/profiles/${shown.id}`;
    expect((await send('DELETE', path)).status).toBe(200);
    expect((await send('DELETE', path)).status).toBe(404);
    const more = [await store(), await store()];
    const ids = more.map((one) => one.shown.id);
    expect((await send('POST', '/profiles/delete', { ids })).status).toBe(200);
    expect(await find(more[0]?.input.profile_name ?? '')).toBeUndefined();
  });

  test('can be undone with all secrets until they are erased', async () => {
    const [one, other] = [await store(), await store()];
    const ids = [one.shown.id, other.shown.id];
    await send('POST', '/profiles/delete', { ids });
    expect(await (await send('POST', '/profiles/full', { ids })).json()).toEqual({
      success: true,
      data: [],
    });
    expect((await send('POST', `/profiles/${one.shown.id}/reveal`)).status).toBe(404);
    expect((await send('POST', '/profiles/restore', { ids })).status).toBe(200);
    expect((await send('POST', '/profiles/restore', { ids })).status).toBe(404);
    const revealed = await send('POST', `/profiles/${one.shown.id}/reveal`);
    expect(await revealed.json()).toMatchObject({ data: one.input });
    expect((await trailOf('profiles')).map(({ action }) => action)).toContain('profiles.restore');

    await send('DELETE', `/profiles/${one.shown.id}`);
    const inMinutes = (minutes: number) => makeCtx({ clock: () => Date.now() + minutes * 60_000 });
    await eraseDeletedProfiles(inMinutes(9));
    const kept = await openDb().select().from(profiles).where(eq(profiles.id, one.shown.id));
    expect(kept).toHaveLength(1);
    await eraseDeletedProfiles(inMinutes(11));
    const left = await openDb().select().from(profiles).where(eq(profiles.id, one.shown.id));
    expect(left).toEqual([]);
    const gone = await send('POST', '/profiles/restore', { ids: [one.shown.id] });
    expect(gone.status).toBe(404);
  });

  test('leaves no duplicate behind', async () => {
    const { input, shown } = await store();
    const twin = await store({ card_number: input.card_number });
    expect((await find(input.profile_name))?.is_duplicate).toBe(true);
    await send('DELETE', `/profiles/${twin.shown.id}`);
    expect(await find(input.profile_name)).toMatchObject({ id: shown.id, is_duplicate: false });
  });
});

describe('the split of a name and an address', () => {
  const correct = (id: number, parts: object) => send('PUT', `/profiles/${id}/split`, parts);

  test('is corrected part by part, and a null removes a correction', async () => {
    const { input, shown } = await store();
    expect(shown.split).toBeNull();
    const first = await correct(shown.id, { street: ' Oak\u200b St ', house_number: '' });
    expect(await first.json()).toEqual({
      success: true,
      data: { street: 'Oak St', house_number: '' },
    });
    await correct(shown.id, { street: null, last_name: 'van der Walt' });
    const split = { house_number: '', last_name: 'van der Walt' };
    expect((await find(input.profile_name))?.split).toEqual(split);
    const full = await send('POST', '/profiles/full', { ids: [shown.id] });
    expect(await full.json()).toMatchObject({ data: [{ split }] });
    const none = await correct(shown.id, { house_number: null, last_name: null });
    expect(await none.json()).toEqual({ success: true, data: null });
    expect((await find(input.profile_name))?.split).toBeNull();
    const trail = await trailOf(`profile:${shown.id}`);
    expect(trail.map(({ action }) => action)).toContain('profiles.split');
  });

  test.each([
    [{}, 400],
    [{ street: 5 }, 400],
    [{ street: 'x'.repeat(301) }, 400],
  ])('is not corrected by %j', async (parts, status) => {
    const { shown } = await store();
    expect((await correct(shown.id, parts)).status).toBe(status);
    expect((await correct(999_999_999, { street: 'x' })).status).toBe(404);
  });

  test('is kept when the profile is imported again, unless its name or address changed', async () => {
    const { input, shown } = await store({ address: `${unique()} Long Way` });
    await correct(shown.id, { street: 'Long Way' });
    const again = { ...input, profile_name: `${input.profile_name} again` };
    const moved = { ...again, profile_name: `${again.profile_name} moved`, address: '1 Short Way' };
    const renamed = { ...again, profile_name: `${again.profile_name} renamed`, name: 'Ann Lee' };
    await send('DELETE', `/profiles/${shown.id}`);
    await post([again, moved, renamed]);
    const splits = await Promise.all(
      [again, moved, renamed].map(async ({ profile_name }) => {
        const { data } = await read(`limit=10&search=${encodeURIComponent(profile_name)}`);
        return data.find((one) => one.profile_name === profile_name)?.split;
      }),
    );
    expect(splits).toEqual([{ street: 'Long Way' }, null, null]);
  });
});
