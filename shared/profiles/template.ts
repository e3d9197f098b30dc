import { templateOf } from '../csv/template.ts';
import { PROFILE_COLUMNS } from './schema.ts';

/** A profiles file with one buyer. The card number is a published test number. */
export const PROFILE_TEMPLATE = templateOf('profiles', [
  PROFILE_COLUMNS.map(({ header }) => header).join(','),
  'Example,ann@example.com,,"12 Oak St, Apt 4",Boston,US,Ann Lee,+1 617 555 0100,02134,MA,4111111111111111,03,2030,123',
]);
