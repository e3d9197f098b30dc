import type { Column } from '../columns.ts';
import type { NewProfile } from './schema.ts';

/**
 * The 14 columns of a profiles CSV, for import and export in this order. `key` is the field of the call, `header` the
 * name in the file, `label` the name on screens.
 */
export const PROFILE_COLUMNS = [
  column('profile_name', 'ProfileName', 'Profile'),
  column('email', 'Email', 'Email'),
  column('password', 'Password', 'Password'),
  column('address', 'Address', 'Address'),
  column('city', 'City', 'City'),
  column('country', 'Country', 'Country'),
  column('name', 'Name', 'Name'),
  column('phone', 'Phone', 'Phone'),
  column('postal', 'Postal', 'Postal code'),
  column('state', 'State', 'State'),
  column('card_number', 'CardNumber', 'Card number'),
  column('card_exp_month', 'CardExpMonth', 'Expiry month'),
  column('card_exp_year', 'CardExpYear', 'Expiry year'),
  column('cvv', 'Cvv', 'CVV'),
] as const;

type ProfileField = keyof NewProfile;
type Fields = Record<ProfileField, string | null>;

function column(key: ProfileField, header: string, label: string) {
  const value = (profile: Fields) => profile[key];
  return { key, header, label, value } satisfies Column<Fields> & { label: string };
}
