import type { Column } from '../columns.ts';
import { type DetailedUser, NATIONALITIES, NATIONALITY_CODES, type User } from './schema.ts';

const CODES = new Map(NATIONALITY_CODES.map((code) => [NATIONALITIES[code].name as string, code]));

/** The code of a user's country. @throws Error for a country that no user has. */
function codeOf({ country }: User) {
  const code = CODES.get(country);
  if (code === undefined) throw new Error(`No users come from ${country}.`);
  return code;
}

/** The digits after the country's prefix: without the 0 of national calls, which is part of the number in Italy. */
const dialled = (user: User): string => {
  const digits = user.phoneNumber.replace(/\D/g, '');
  return codeOf(user) === 'IT' ? digits : digits.replace(/^0/, '');
};

const column = <Key extends string>(
  key: Key,
  header: string,
  value: Column<DetailedUser>['value'],
) => ({ key, header, value });

/** The columns of the grid and of the standard file. */
export const USER_COLUMNS = [
  column('name', 'Name', ({ name }) => name),
  column('address', 'Address', ({ address }) => address),
  column('city', 'City', ({ city }) => city),
  column('state', 'State', ({ state }) => state),
  column('postal', 'Postal', ({ postal }) => postal),
  column('phoneNumber', 'Phone', ({ phoneNumber }) => phoneNumber),
  column('country', 'Country', ({ country }) => country),
] as const;

/** The columns of the file with telephone prefixes, in Latin letters for forms abroad. */
export const PREFIXED_COLUMNS = [
  column('first_name', 'First Name', ({ first_name }) => first_name),
  column('last_name', 'Last Name', ({ last_name }) => last_name),
  column('address', 'Address', (user) => (user.latin ?? user).address),
  column('city', 'City', (user) => (user.latin ?? user).city),
  column('state', 'State', (user) => (user.latin ?? user).state),
  column('postal', 'Postal', ({ postal }) => postal),
  column('prefix', 'Phone Prefix', (user) => NATIONALITIES[codeOf(user)].prefix),
  column('phone', 'Phone', dialled),
  column('code', 'Country Code', codeOf),
] as const;

/** `users_{nat}_{count}_{date}.csv`; `day` is an ISO date. */
export const usersFileName = (
  file: { nationality: string; count: number; day: string },
  kind: 'standard' | 'prefixed',
): string =>
  `users_${file.nationality}_${file.count}_${file.day}${kind === 'prefixed' ? '_prefixed' : ''}.csv`;
