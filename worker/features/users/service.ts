import type { Faker } from '@faker-js/faker';
import { seededRandom } from '../../../shared/random.ts';
import {
  type DetailedUser,
  NATIONALITIES,
  type Nationality,
  type RandomUsersRequest,
  type User,
} from '../../../shared/users/schema.ts';
import type { Ctx } from '../../context/context.ts';
import { activityStatement } from '../../db/activity.ts';
import { change } from '../../db/change.ts';
import nameData from './data/names.json' with { type: 'json' };
import { loadLocale } from './locales.ts';
import {
  between,
  countryData,
  fillPattern,
  listPlaces,
  makePostal,
  type Place,
  type PlaceGroup,
  pick,
  type Random,
  readWritten,
  type Written,
} from './places.ts';

interface Person {
  first: Written;
  last: Written;
}

/** The people and streets of one language. */
interface Source {
  places: readonly Place[];
  person: (random: Random) => Person;
  street: (random: Random, place: Place) => Written;
  seed: (random: Random) => void;
}

const NAMES: Partial<Record<Nationality, { surnames: string; given: string }>> = nameData;
const same = (text: string): Written => ({ local: text, latin: text });
/** The data of each country is read only once per isolate. */
const loaded = new Map<Nationality, Promise<Source[]>>();

/** Users whose city, state, postal code and telephone number belong together; the same seed gives the same users. */
export async function generateUsers(
  nationality: Nationality,
  amount: number,
  seed: string,
): Promise<DetailedUser[]> {
  const loading = loaded.get(nationality) ?? loadSources(nationality);
  loaded.set(nationality, loading);
  const sources = await loading;
  // Nothing is awaited from here on, because another request must not use the same generator in between.
  const random = seededRandom(`${nationality} ${seed}`);
  for (const source of sources) source.seed(random);
  const places = sources.flatMap((source) => source.places.map((place) => ({ source, place })));
  return Array.from({ length: amount }, () => {
    const { source, place } = pick(random, places);
    return makeUser(random, nationality, source, place);
  });
}

function makeUser(
  random: Random,
  nationality: Nationality,
  source: Source,
  place: Place,
): DetailedUser {
  const data = countryData(nationality);
  const { first, last } = source.person(random);
  const street = source.street(random, place);
  const numbers = data.numbers.map(([from = 1, to = 1]) => between(random, from, to));
  const postal = makePostal(random, data, place.postals);
  const address = { numbers, postal };
  const isForeign = data.latin !== undefined;
  return {
    name: isForeign
      ? // Family names come first; only Japanese has a space after them.
        [last.local, first.local].join(nationality === 'JP' ? ' ' : '')
      : `${first.local} ${last.local}`,
    address: writeAddress(data.address, street.local, address),
    city: place.city.local,
    state: place.state.local,
    postal,
    phoneNumber: fillPattern(random, pick(random, place.phones)),
    country: NATIONALITIES[nationality].name,
    first_name: first.latin,
    last_name: last.latin,
    latin: isForeign
      ? {
          address: writeAddress(data.latin ?? '', street.latin, address),
          city: place.city.latin,
          state: place.state.latin,
        }
      : null,
  };
}

interface AddressNumbers {
  numbers: readonly number[];
  postal: string;
}

/** `{block}` is the building whose postal code is unique: its last three digits. */
const writeAddress = (
  pattern: string,
  street: string,
  { numbers, postal }: AddressNumbers,
): string =>
  pattern.replace(/\{(\w+)\}/g, (_, part: string) => {
    if (part === 'street') return street;
    return String(part === 'block' ? Number(postal.slice(-3)) : numbers[Number(part)]);
  });

async function loadSources(nationality: Nationality): Promise<Source[]> {
  return await Promise.all(
    listPlaces(nationality).map(async (group) => ({
      places: group.places,
      ...(group.locale === null
        ? listedSource(nationality, group)
        : fakerSource(await loadLocale(group.locale), group)),
    })),
  );
}

const streetOf = (random: Random, place: Place, { streets }: PlaceGroup): Written | null =>
  place.street ?? (streets && pick(random, streets));

function listedSource(nationality: Nationality, group: PlaceGroup): Omit<Source, 'places'> {
  const { surnames = '', given = '' } = NAMES[nationality] ?? {};
  const firsts = given.split('|').map(readWritten);
  const lasts = surnames.split('|').map(readWritten);
  return {
    person: (random) => ({ first: pick(random, firsts), last: pick(random, lasts) }),
    street: (random, place) => streetOf(random, place, group) ?? same(''),
    seed: () => {},
  };
}

function fakerSource(faker: Faker, group: PlaceGroup): Omit<Source, 'places'> {
  return {
    person: () => ({ first: same(faker.person.firstName()), last: same(faker.person.lastName()) }),
    street: (random, place) => streetOf(random, place, group) ?? same(faker.location.street()),
    seed: (random) => faker.seed(between(random, 0, 2 ** 31)),
  };
}

/** Generates users. The count is recorded; the users are not stored. */
export async function getRandomUsers(
  ctx: Ctx,
  { amount, nationality, seed, parts }: RandomUsersRequest,
): Promise<User[] | DetailedUser[]> {
  const users = await generateUsers(nationality, amount, seed || crypto.randomUUID());
  await change(ctx, {
    statements: { counted: activityStatement(ctx, 'users.generate', amount) },
    audit: { action: 'users.generate', subject: 'users', detail: { amount, nationality } },
  });
  if (parts) return users;
  return users.map(({ first_name, last_name, latin, ...user }) => user);
}
