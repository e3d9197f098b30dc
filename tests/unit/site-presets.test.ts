import { expect, test } from 'vitest';
import { ADONIS_SITES } from '../../shared/profile-sites/adonis/sites.ts';
import { isSame } from '../../shared/recent-work/same.ts';
import { INITIAL_DRAFT } from '../../web/features/profile-sites/draft.ts';
import {
  presetTool,
  presetValuesOf,
  withPreset,
} from '../../web/features/profile-sites/presets.ts';
import { presetFile, readPresetFile } from '../../web/features/recent-work/presets/preset-file.ts';

const siteOf = (name: string) => {
  const site = ADONIS_SITES.find((one) => one.name === name);
  if (site === undefined) throw new Error(`There is no site ${name}.`);
  return site;
};
const DRAFT = {
  ...INITIAL_DRAFT,
  events: [
    {
      id: '1',
      url: 'https://tickets.example/1',
      title: '',
      change: '',
      eventId: '',
      ticketLimit: '',
      accounts: '2',
      countryCode: '',
    },
  ],
  perEvent: { 1: { mode: 'LOGIN' } },
  global: { mode: 'SHAREPASS', quantity: '2' },
  settings: { webhook: 'https://hooks.example/secret' },
  customFields: [{ key: 'Team', label: 'Team' }],
  proxies: 'user:pass@192.0.2.1:8080',
  search: 'paris',
};

test('a preset keeps the configuration, but no event, proxy, webhook or password', () => {
  const values = presetValuesOf(siteOf('AXS'), DRAFT);
  expect(values).toEqual({
    global: DRAFT.global,
    settings: {},
    customFields: DRAFT.customFields,
    search: 'paris',
    country: '',
    order: 'listed',
    seed: '1',
  });
  const secret = siteOf('ADONIS').settings.find(({ type }) => type === 'secret');
  expect(secret).toBeDefined();
  const adonis = {
    ...DRAFT,
    settings: { [secret?.key ?? '']: 'mail password', browser: 'Firefox' },
  };
  expect(presetValuesOf(siteOf('ADONIS'), adonis).settings).toEqual({ browser: 'Firefox' });
});

test('a loaded preset replaces what presets keep, and does not change events, proxies and webhook', () => {
  const values = { ...presetValuesOf(siteOf('AXS'), INITIAL_DRAFT), search: 'lyon' };
  const loaded = { ...DRAFT, ...withPreset(DRAFT, presetValuesOf(siteOf('AXS'), DRAFT), values) };
  expect(loaded).toEqual({ ...DRAFT, global: {}, customFields: [], search: 'lyon' });
});

test('values are equal in any order', () => {
  const values = presetValuesOf(siteOf('AXS'), DRAFT);
  expect(isSame(values, { ...values, global: { quantity: '2', mode: 'SHAREPASS' } })).toBe(true);
  expect(isSame(values, { ...values, seed: '2' })).toBe(false);
});

test('a file is read back, and any other file, also of another site, is refused', () => {
  const adonis = {
    name: 'adonis',
    title: '',
    change: '',
    eventId: '',
    ticketLimit: '',
    context: '',
    sites: ADONIS_SITES,
    failureText: '',
  } as const;
  const axs = presetTool(adonis, siteOf('AXS'));
  const preset = { name: 'A', values: presetValuesOf(siteOf('AXS'), DRAFT) };
  expect(JSON.parse(presetFile(axs, preset))).toEqual({ site: 'adonis-AXS', ...preset });
  expect(readPresetFile(axs, presetFile(axs, preset))).toEqual(preset);
  const eventim = presetTool(adonis, siteOf('EVENTIM'));
  expect(readPresetFile(eventim, presetFile(axs, preset))).toBeNull();
  expect(readPresetFile(axs, '{"name":"A"}')).toBeNull();
  expect(readPresetFile(axs, 'no JSON')).toBeNull();
});
