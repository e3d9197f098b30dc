import { booleanField, choiceField, textField } from '../../site-generator/fields.ts';
import {
  buyerColumn,
  fieldColumn,
  PROXY_COLUMN,
  type ProfileSite,
  settingColumn,
} from '../../site-generator/profile-site.ts';
import {
  CARD,
  CODE_FIELD,
  EMAIL,
  EVENT,
  LIMIT_FIELDS,
  LIMITS,
  PASSWORD,
  PLACE_FIELDS,
  PLACES,
  PROFILE,
} from './columns.ts';

/** AXS: 28 columns. */
export const AXS: ProfileSite = {
  name: 'AXS',
  fields: [
    choiceField('region', ['US', 'UK']),
    choiceField('mode', ['default', 'queue', 'default-create', 'queue-create']),
    booleanField('cartCheck', true),
    CODE_FIELD,
    ...PLACE_FIELDS,
    ...LIMIT_FIELDS,
  ],
  settings: [textField('webhook')],
  takesProxies: true,
  columns: [
    EVENT,
    PROFILE,
    EMAIL,
    PASSWORD,
    buyerColumn('FIRST NAME', ({ firstName }) => firstName),
    buyerColumn('LAST NAME', ({ lastName }) => lastName),
    buyerColumn('ADDRESS', ({ address }) => address),
    buyerColumn('CITY', ({ city }) => city),
    buyerColumn('POSTAL', ({ postal }) => postal),
    buyerColumn('STATE', ({ state }) => state),
    buyerColumn('COUNTRY', ({ country }) => country),
    buyerColumn('PHONE', ({ phone }) => phone),
    ...CARD,
    fieldColumn('REGION', 'region'),
    fieldColumn('MODE', 'mode'),
    fieldColumn('CART CHECK', 'cartCheck'),
    settingColumn('WEBHOOK', 'webhook'),
    fieldColumn('CODE', 'code'),
    ...PLACES,
    ...LIMITS,
    PROXY_COLUMN,
  ],
};
