import { fieldColumn, type ProfileSite } from '../site-generator/profile-site.ts';
import {
  CODE_FIELD,
  EMAIL,
  EVENT,
  LIMIT_FIELDS,
  LIMITS,
  OPEN_BROWSER_FIELD,
  PROFILE,
} from './columns.ts';

/** SEETICKETS: 10 columns. */
export const SEETICKETS: ProfileSite = {
  name: 'SEETICKETS',
  fields: [OPEN_BROWSER_FIELD, CODE_FIELD, ...LIMIT_FIELDS],
  settings: [],
  columns: [
    EVENT,
    PROFILE,
    EMAIL,
    fieldColumn('OPEN BROWSER', 'openBrowser'),
    fieldColumn('CODE', 'code'),
    ...LIMITS,
  ],
};
