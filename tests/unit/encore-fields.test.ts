import { describe, expect, test } from 'vitest';
import { encoreConfig } from '../../shared/encore/config.ts';
import {
  defaultConfig,
  encoreFields,
  TAKEN_NAMES,
  variantOfConfig,
  variantOfLinks,
} from '../../shared/encore/fields.ts';
import { makeCustomField } from '../../shared/site-generator/custom-fields.ts';
import { checkValue, numberLimits, resolveValue } from '../../shared/site-generator/fields.ts';
import { checkWebhook, joinWebhooks } from '../../shared/site-generator/webhooks.ts';

/** Key, label, type and default in the order of the file. */
const NORMAL = [
  ['MinPrice', 'Min Price', 'number', 0],
  ['MaxPrice', 'Max Price', 'number', 150],
  ['Amount', 'Amount', 'text', '8,7,6,5,4,3,2'],
  ['Section', 'Section', 'text', ''],
  ['ExcludeSection', 'Exclude Section', 'text', ''],
  ['SectionConfig', 'Section Config', 'text', ''],
  ['SortOrder', 'Sort Order', 'text', 'ticket_amount,total_amount'],
  ['UnlockCode', 'Unlock Code', 'text', ''],
  ['Keywords', 'Keywords', 'text', ''],
  ['MonitorDelay', 'Monitor Delay', 'number', ''],
  ['EmailOtp', 'Email Otp', 'boolean', true],
  ['UseMap', 'Use Map', 'boolean', true],
  ['ForceCartBySeats', 'Force Cart By Seats', 'boolean', false],
  ['RestartAfterCart', 'Restart After Cart', 'boolean', false],
  ['ForceQueueWait', 'Force Queue Wait', 'boolean', true],
  ['UseInternalMonitor', 'Use Internal Monitor', 'boolean', false],
  ['MonitorReserve', 'Monitor Reserve', 'boolean', false],
  ['UseMonitorProxy', 'Use Monitor Proxy', 'boolean', false],
  ['PreSendOtp', 'Pre Send Otp', 'boolean', false],
  ['UseMonitorWatchDog', 'Use Monitor Watch Dog', 'boolean', false],
  ['IsWatchDog', 'Is Watch Dog', 'boolean', false],
  ['OnlyMonitor', 'Only Monitor', 'boolean', false],
  ['AutoPayment', 'Auto Payment', 'boolean', false],
] as const;

const AMOUNT_RULE = 'Amount must be numbers of tickets from 1 to 99, such as 4,3,2.';
const SORT_RULE = 'Sort Order must be names, such as ticket_amount,total_amount.';

const UK_ONLY = [
  ['DeliveryRegion', 'Delivery Region', 'text', ''],
  ['Did', 'Did', 'text', ''],
  ['IsResale', 'Is Resale', 'boolean', false],
  ['IsResale2', 'Is Resale 2', 'boolean', false],
  ['IsResale3', 'Is Resale 3', 'boolean', false],
  ['CdMonitorLimit', 'Cd Monitor Limit', 'number', ''],
  ['CdCartLimit', 'Cd Cart Limit', 'number', ''],
] as const;

const UK = [...NORMAL.filter(([key]) => key !== 'ForceCartBySeats'), ...UK_ONLY];

describe('the bot parameters', () => {
  test.each(['normal', 'uk'] as const)('%s: each has a sentence of help', (variant) => {
    for (const { key, hint } of encoreFields(variant))
      expect(hint, key).toMatch(/^[A-Z][^.]{8,70}\.( [A-Z][^.]+\.)?$/);
  });

  test.each(NORMAL.map((row, place) => [place, ...row] as const))(
    'normal %i: %s, "%s", %s, default %j',
    (place, key, label, type, defaultValue) => {
      expect(encoreFields('normal')[place]).toMatchObject({ key, label, type, defaultValue });
    },
  );

  test.each(UK.map((row, place) => [place, ...row] as const))(
    'UK %i: %s, "%s", %s, default %j',
    (place, key, label, type, defaultValue) => {
      expect(encoreFields('uk')[place]).toMatchObject({ key, label, type, defaultValue });
    },
  );

  test('there are 23 normal ones and 29 in the UK variant, which drops ForceCartBySeats', () => {
    expect([encoreFields('normal').length, encoreFields('uk').length]).toEqual([23, 29]);
    expect(defaultConfig('uk')).not.toHaveProperty('ForceCartBySeats');
  });

  test.each([
    [[], 'normal'],
    [['https://www.ticketmaster.com/event/1'], 'normal'],
    [['https://www.ticketmaster.com/event/1', 'https://www.ticketmaster.co.uk/event/2'], 'uk'],
    [['https://www.livenation.co.uk/x'], 'uk'],
    [['https://example.com/ticketmaster.co.uk'], 'normal'],
    [['not a link', 'N/A'], 'normal'],
  ] as const)('the links %j mean the variant %s', (links, variant) => {
    expect(variantOfLinks(links)).toBe(variant);
  });

  test.each([
    ['MinPrice', 0, 0.01],
    ['MaxPrice', 0, 0.01],
    ['MonitorDelay', 0, 1],
    ['CdCartLimit', undefined, 1],
  ] as const)('%s has the minimum %j and the step %d', (key, min, step) => {
    expect(numberLimits(key)).toEqual({ min, step });
  });

  test.each([
    ['MinPrice', -1, 'Min Price must be at least 0.'],
    ['MinPrice', '12.50', null],
    ['MinPrice', 12.345, 'Min Price goes in steps of 0.01.'],
    ['MaxPrice', 'many', 'Max Price must be a number.'],
    ['MaxPrice', true, 'Max Price must be a number.'],
    ['MonitorDelay', '', null],
    ['MonitorDelay', 1.5, 'Monitor Delay goes in steps of 1.'],
    ['UseMap', 'yes', 'Use Map is either true or false.'],
    ['Amount', 'lots of garbage', AMOUNT_RULE],
    ['Amount', '4,3,', AMOUNT_RULE],
    ['Amount', '0', AMOUNT_RULE],
    ['Amount', '4;3', AMOUNT_RULE],
    ['Amount', '4, 3 ,2', null],
    ['Amount', 4, null],
    ['Amount', '', null],
    ['SortOrder', 'by price, please!', SORT_RULE],
    ['SortOrder', 'total_amount', null],
    ['Section', false, 'Section must be a text.'],
    ['Section', 'x'.repeat(2001), 'Section has at most 2000 characters.'],
  ] as const)('%s with the value %j: %s', (key, value, problem) => {
    const field = encoreFields('normal').find((entry) => entry.key === key);
    expect(field && checkValue(field, value)).toBe(problem);
  });
});

describe('custom fields', () => {
  test('lose their spaces in the key and keep the label', () => {
    expect(makeCustomField('  Proxy  Group ', [], TAKEN_NAMES)).toEqual({
      field: { key: 'ProxyGroup', label: 'Proxy Group' },
      problem: null,
    });
  });

  test.each([
    ['', 'Enter a field name.'],
    ['   ', 'Enter a field name.'],
    ['Proxy Group', 'A field named "ProxyGroup" already exists.'],
    ['proxygroup', 'A field named "proxygroup" already exists.'],
    ['Max Price', 'A field named "MaxPrice" already exists.'],
    ['Is Resale', 'A field named "IsResale" already exists.'],
    ['email', 'A field named "email" already exists.'],
    ['Cart Webhooks', 'A field named "CartWebhooks" already exists.'],
    ['x'.repeat(61), 'A field name has at most 60 characters.'],
  ])('%j is refused: %s', (typed, problem) => {
    const existing = [{ key: 'ProxyGroup', label: 'Proxy Group' }];
    expect(makeCustomField(typed, existing, TAKEN_NAMES)).toEqual({ field: null, problem });
  });
});

describe('cart webhooks', () => {
  test.each([
    ['https://hooks.example/a', null],
    ['http://127.0.0.1:9999/a?x=1', null],
    [' ', 'Enter a webhook address.'],
    ['hooks.example/a', 'A webhook address begins with https:// or http://.'],
    ['javascript:alert(1)', 'A webhook address begins with https:// or http://.'],
    ['https://x.example/a;b', 'A webhook address cannot contain a semicolon; write %3B.'],
    [`https://x.example/${'a'.repeat(2048)}`, 'A webhook address has at most 2048 characters.'],
  ])('%s: %s', (address, problem) => {
    expect(checkWebhook(address)).toBe(problem);
  });

  test('are joined by semicolons', () => {
    expect(joinWebhooks(['https://a.example/1 ', 'https://b.example/2'])).toBe(
      'https://a.example/1;https://b.example/2',
    );
  });
});

describe('the configuration', () => {
  test("an omitted field takes its default, and the event's value precedes the common one", () => {
    const config = encoreConfig.parse({
      global: { MaxPrice: 200 },
      events: { E1: { MaxPrice: 90 } },
    });
    const field = (key: string) => {
      const found = encoreFields('normal').find((entry) => entry.key === key);
      if (!found) throw new Error(key);
      return found;
    };
    expect(resolveValue(config, 'E1', field('MaxPrice'))).toBe(90);
    expect(resolveValue(config, 'E2', field('MaxPrice'))).toBe(200);
    expect(resolveValue(config, 'E2', field('Amount'))).toBe('8,7,6,5,4,3,2');
    expect(resolveValue(config, 'constructor', field('MinPrice'))).toBe(0);
  });

  test.each([
    ['global', { global: { MaxPrice: -1 } }, 'global.MaxPrice'],
    ['one event', { events: { E1: { UseMap: 'yes' } } }, 'events.E1.UseMap'],
    ['an unknown key at the top level', { MaxPrice: 90 }, ''],
    ['an unknown field', { global: { Nonsense: 1 } }, 'global.Nonsense'],
    [
      'a doubled custom field',
      {
        custom_fields: [
          { key: 'A', label: 'A' },
          { key: 'a', label: 'a' },
        ],
      },
      'custom_fields.1.key',
    ],
  ])('an issue names its place: %s', (_, config, path) => {
    const result = encoreConfig.safeParse(config);
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  test.each([
    [{ DeliveryRegion: 'UK' }, 'uk'],
    [{ IsResale: false }, 'uk'],
    [{ MaxPrice: 1 }, 'normal'],
  ])('DeliveryRegion and IsResale decide the variant: %j is %s', (global, variant) => {
    expect(variantOfConfig({ global, events: {}, custom_fields: [] })).toBe(variant);
  });
});
