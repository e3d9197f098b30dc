import { fieldColumn, type ProfileSite } from '../../site-generator/profile-site.ts';
import { AXS } from './axs.ts';
import {
  CODE_FIELD,
  EMAIL,
  EVENT,
  LIMIT_FIELDS,
  LIMITS,
  OPEN_BROWSER_FIELD,
  PROFILE,
} from './columns.ts';
import { TMFRANCE } from './tmfrance.ts';

/** SEETICKETS: 10 columns. */
const SEETICKETS: ProfileSite = {
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

/** The sites of the three-site tool, in the order of their cards. */
export const TSUKI_SITES: readonly ProfileSite[] = [SEETICKETS, TMFRANCE, AXS];
