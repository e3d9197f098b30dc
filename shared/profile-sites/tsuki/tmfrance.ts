import { booleanField, choiceField } from '../../site-generator/fields.ts';
import { fieldColumn, type ProfileSite } from '../../site-generator/profile-site.ts';
import {
  CARD,
  CODE_FIELD,
  EMAIL,
  EVENT,
  LIMIT_FIELDS,
  LIMITS,
  OPEN_BROWSER_FIELD,
  PASSWORD,
  PLACE_FIELDS,
  PLACES,
  PROFILE,
} from './columns.ts';

/** TMFRANCE: 21 columns. */
export const TMFRANCE: ProfileSite = {
  name: 'TMFRANCE',
  fields: [
    choiceField('mode', ['', 'drop']),
    choiceField('drop', ['1', '2']),
    booleanField('aco', true),
    OPEN_BROWSER_FIELD,
    CODE_FIELD,
    booleanField('resale', true),
    booleanField('platinum', true),
    ...PLACE_FIELDS,
    ...LIMIT_FIELDS,
  ],
  settings: [],
  columns: [
    EVENT,
    PROFILE,
    EMAIL,
    PASSWORD,
    ...CARD,
    fieldColumn('MODE', 'mode'),
    fieldColumn('DROP', 'drop'),
    fieldColumn('ACO', 'aco'),
    fieldColumn('OPEN BROWSER', 'openBrowser'),
    fieldColumn('CODE', 'code'),
    fieldColumn('RESALE', 'resale'),
    fieldColumn('PLATINUM', 'platinum'),
    ...PLACES,
    ...LIMITS,
  ],
};
