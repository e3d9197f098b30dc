import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ADONIS_SITES } from '../../shared/profile-sites/adonis/sites.ts';
import { TSUKI_SITES } from '../../shared/profile-sites/tsuki/sites.ts';
import type { FullProfile } from '../../shared/profiles/schema.ts';
import type { FieldValue, SiteField } from '../../shared/site-generator/fields.ts';
import {
  type ProfileFileInput,
  type ProfileSite,
  profileFile,
  toBuyer,
} from '../../shared/site-generator/profile-site.ts';
import { streamSiteCsv } from '../../shared/site-generator/site-file.ts';
import { expectGolden } from '../factories/golden.ts';

const profile = (id: number, changes: Partial<FullProfile>): FullProfile => ({
  id,
  profile_name: `Profile ${id}`,
  name: 'Théo Marchand',
  split: null,
  email: `buyer${id}@example.com`,
  password: 'secret, "quoted"',
  address: '12 bis rue de la Paix, Bât. C',
  city: 'Lyon',
  state: 'Rhône',
  postal: '69002',
  country: 'FR',
  phone: '+33465712308',
  card_number: '4111111111111111',
  card_exp_month: '3',
  card_exp_year: '2028',
  cvv: '012',
  created_at: '2026-11-01T00:00:00.000Z',
  ...changes,
});

const PROFILES = [
  profile(1, {}),
  profile(2, { name: 'Anna Maria Schmidt', address: 'Hauptstr. 5a', city: 'Köln', country: 'DE' }),
  profile(3, { name: 'Prince', email: null, password: null, cvv: '', card_exp_month: '' }),
];

const input = (changes: Partial<ProfileFileInput> = {}): ProfileFileInput => ({
  events: [
    { id: 'a', url: 'https://tickets.example/1', countryCode: 'FR', accounts: 2 },
    { id: 'b', url: 'https://tickets.example/2?a=1,2', countryCode: 'UK', accounts: 2 },
  ],
  profiles: PROFILES,
  config: { global: {}, events: {} },
  settings: {},
  customFields: [],
  proxies: ['192.0.2.1:8080', '192.0.2.2:8080:user:pass', '192.0.2.3:8080'],
  date: '2026-11-20',
  ...changes,
});

const all = [
  ...ADONIS_SITES.map((site) => ['adonis', site] as const),
  ...TSUKI_SITES.map((site) => ['tsuki', site] as const),
];
const write = (site: ProfileSite, given: ProfileFileInput) =>
  [...streamSiteCsv(profileFile(site, given))].join('');
const siteOf = (sites: readonly ProfileSite[], name: string): ProfileSite => {
  const site = sites.find((one) => one.name === name);
  if (!site) throw new Error(name);
  return site;
};

describe.each(all)('%s: $name', (tool, site) => {
  const customFields = site.takesCustomFields ? [{ key: 'TASKGROUP', label: 'TASK GROUP' }] : [];

  test('writes the bytes that are checked in', async () => {
    const values = input({
      customFields,
      config: {
        global: {
          quantity: 4,
          size: 'M',
          TASKGROUP: 'lanterns-a',
          code: 'ETE27',
          sections: 'FOSSE, CAT1',
        },
        events: {
          b: {
            quantity: '2',
            mode: site.fields.find(({ key }) => key === 'mode')?.options?.[1] ?? '',
            openBrowser: false,
          },
        },
      },
      settings: {
        webhook: 'https://hooks.example/1',
        siteName: 'velvet-arena',
        browser: 'chrome',
        mailPassword: 'app-password',
        imapHost: 'imap.example.com',
        imapPort: '993',
      },
    });
    await expectGolden(`${tool}/${site.name}.csv`, write(site, values));
  });

  test('writes the defaults of the specification', async () => {
    await expectGolden(`${tool}/${site.name}-defaults.csv`, write(site, input({ proxies: [] })));
  });
});

describe('the columns of the sites', () => {
  test.each([
    ['AXS', 37],
    ['SEATGEEK', 37],
    ['SEE TICKETS', 37],
    ['EVENTIM', 37],
    ['ADONIS', 27],
  ])('Adonis %s has %i', (name, count) => {
    expect(siteOf(ADONIS_SITES, name).columns).toHaveLength(count);
  });

  test.each([
    ['SEETICKETS', 10],
    ['TMFRANCE', 21],
    ['AXS', 28],
  ])('Tsuki %s has %i', (name, count) => {
    expect(siteOf(TSUKI_SITES, name).columns).toHaveLength(count);
  });
});

describe('the options and defaults of the specification', () => {
  const fieldsOf = (site: ProfileSite) =>
    Object.fromEntries(
      site.fields.map(({ key, options, defaultValue }) => [key, options ?? defaultValue]),
    );
  const MODES = {
    AXS: ['EMPTY', 'ONECHECKOUT', 'LOGIN', 'SHAREPASS', 'ONECHECKOUTSHAREPASS'],
    SEATGEEK: ['EMPTY', 'ONECHECKOUT', 'RESALE'],
    'SEE TICKETS': ['EMPTY', 'ONECHECKOUT', 'LOGIN', 'MANUAL', 'SHAREPASS', 'ONECHECKOUTSHAREPASS'],
    EVENTIM: ['EMPTY', 'MANUAL', 'ONECHECKOUT', 'SHAREPASS', 'PRINT', 'ONECHECKOUTSHAREPASS'],
  };
  test.each(Object.entries(MODES))('Adonis %s', (name, mode) => {
    const site = siteOf(ADONIS_SITES, name);
    expect(fieldsOf(site)).toEqual({
      dummyUrl: '0-150',
      mode,
      size: '',
      discountCode: '',
      quantity: 1,
    });
    expect([site.takesCustomFields, site.countryCodes]).toEqual([true, undefined]);
  });

  test('ADONIS has country codes, and no modes', () => {
    const site = siteOf(ADONIS_SITES, 'ADONIS');
    expect(site.countryCodes?.join()).toBe('FR,UK,DE,ES,IT,DK,NL,BE,US,CA');
    expect(fieldsOf(site)).toEqual({ size: '' });
  });

  const limits = { quantity: 1, minPrice: 0, maxPrice: 100, monitorDelay: 3500, errorDelay: 3500 };
  test.each([
    ['SEETICKETS', { openBrowser: true, code: '' }],
    [
      'TMFRANCE',
      {
        mode: ['', 'drop'],
        drop: ['1', '2'],
        aco: true,
        openBrowser: true,
        code: '',
        resale: true,
        platinum: true,
        sections: '',
        rows: '',
      },
    ],
    [
      'AXS',
      {
        region: ['US', 'UK'],
        mode: ['default', 'queue', 'default-create', 'queue-create'],
        cartCheck: true,
        code: '',
        sections: '',
        rows: '',
      },
    ],
  ])('Tsuki %s', (name, own) => {
    expect(fieldsOf(siteOf(TSUKI_SITES, name))).toEqual({ ...own, ...limits });
  });

  test('the first option of a choice is its default', () => {
    for (const [, { fields }] of all)
      for (const { options, defaultValue } of fields)
        if (options) expect(defaultValue).toBe(options[0]);
  });
});

test('profiles and proxies are used in turn across all rows of the file', () => {
  const events = [1, 2, 3].map((number) => ({
    id: String(number),
    url: `E${number}`,
    countryCode: '',
    accounts: 2,
  }));
  const lines = write(siteOf(TSUKI_SITES, 'AXS'), input({ events }))
    .trimEnd()
    .split('\r\n')
    .slice(1);
  expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
    'E1 Profile 1',
    'E1 Profile 2',
    'E2 Profile 3',
    'E2 Profile 1',
    'E3 Profile 2',
    'E3 Profile 3',
  ]);
  expect(lines.map((line) => line.split(',').at(-1))).toEqual([
    '192.0.2.1:8080',
    '192.0.2.2:8080:user:pass',
    '192.0.2.3:8080',
    '192.0.2.1:8080',
    '192.0.2.2:8080:user:pass',
    '192.0.2.3:8080',
  ]);
});

test('a file can be read twice: the preview does not advance the rotation', () => {
  const file = profileFile(siteOf(TSUKI_SITES, 'SEETICKETS'), input());
  expect([...streamSiteCsv(file)]).toEqual([...streamSiteCsv(file)]);
});

test.each([
  ['Théo Marchand', 'Théo', 'Marchand'],
  ['Anna Maria Schmidt', 'Anna Maria', 'Schmidt'],
  ['Prince', 'Prince', ''],
  ['  Ana   Díaz ', 'Ana', 'Díaz'],
])('the name %j is split into %j and %j', (name, firstName, lastName) => {
  expect(toBuyer(profile(1, { name }))).toMatchObject({ firstName, lastName });
});

test('without profiles there are no rows', () => {
  expect(write(siteOf(ADONIS_SITES, 'AXS'), input({ profiles: [] })).trimEnd()).not.toContain('\n');
});

describe.each(all)('the settings of %s $name', (_, site) => {
  const headers = site.columns.map(({ header }) => header);
  /** The cells of the first row. */
  const firstRow = (changes: Partial<ProfileFileInput>) =>
    write(site, input({ proxies: [], ...changes }))
      .split('\r\n', 2)[1]
      ?.split(',') ?? [];
  const profiles = [profile(1, { address: 'Hauptstr. 5a', password: null })];
  const changed = (changes: Partial<ProfileFileInput>) => {
    const before = firstRow({ profiles });
    const after = firstRow({ profiles, ...changes });
    expect(after).toHaveLength(headers.length);
    return headers.flatMap((header, at) =>
      before[at] === after[at] ? [] : [`${header}=${after[at]}`],
    );
  };
  const headerOf = (key: string) => {
    if (key === 'siteName') return 'SITE';
    return key.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase();
  };

  const valuesOf = ({ type, options }: SiteField): FieldValue[] => {
    if (options) return [...options];
    if (type === 'boolean') return [true, false];
    return [type === 'number' ? 7 : 'x'];
  };

  test('have one column each, with each option as it is chosen', () => {
    for (const field of site.fields)
      for (const value of valuesOf(field)) {
        const cell = typeof value === 'boolean' ? String(value).toUpperCase() : value;
        const columns = changed({ config: { global: { [field.key]: value }, events: {} } });
        expect(columns).toEqual(
          value === field.defaultValue ? [] : [`${headerOf(field.key)}=${cell}`],
        );
      }
    for (const { key } of site.settings)
      expect(changed({ settings: { [key]: 'x' } })).toEqual([`${headerOf(key)}=x`]);
    if (site.takesProxies) expect(changed({ proxies: ['x'] })).toEqual(['PROXY=x']);
  });
});

test.each(['shared/profile-sites/adonis', 'shared/profile-sites/tsuki'])(
  'a definition of %s has at most 80 lines',
  (folder) => {
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files)
      expect(
        readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split('\n').length,
        file,
      ).toBeLessThanOrEqual(80);
  },
);
