import { test } from 'vitest';
import { encoreFile } from '../../shared/encore/file.ts';
import { streamSiteCsv } from '../../shared/site-generator/site-file.ts';
import { describeFile, planEncore } from '../../web/features/encore/plan.ts';
import { type EncoreSettings, INITIAL_SETTINGS } from '../../web/features/encore/settings.ts';
import { expectGolden } from '../factories/golden.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const US = ticketingEvent({
  id: 'E1',
  ticketLimit: 'N/A',
  eventLink: 'https://www.ticketmaster.com/event/E1',
});
const SPAIN = ticketingEvent({
  id: 'E2',
  ticketLimit: 'N/A',
  eventLink: 'https://www.ticketmaster.es/event/E2',
});
const UK = ticketingEvent({
  id: 'E3',
  ticketLimit: 'N/A',
  eventLink: 'https://www.ticketmaster.co.uk/event/E3',
});
const BARE = ticketingEvent({ id: 'E4', ticketLimit: 'N/A', eventLink: 'N/A' });

const ACCOUNTS = ['best@example.com', 'good@example.com', 'odd"name@example.com'];
const WEBHOOKS = ['https://hooks.example/1', 'https://hooks.example/2?a=b,c'];

const cases: [string, (typeof US)[], Partial<EncoreSettings>][] = [
  ['defaults', [US, SPAIN], {}],
  ['uk', [US, UK], {}],
  [
    'configured',
    [US, SPAIN],
    {
      general: { MaxPrice: 99.5, Section: 'Floor, "A"', UseMap: false, Team: 'north' },
      perEvent: { E2: { MaxPrice: 120, Keywords: ' =1+1 ', Team: 'line\nbreak' } },
      disabledFields: ['MinPrice', 'SortOrder', 'AutoPayment'],
      customFields: [
        { key: 'Team', label: 'Team' },
        { key: 'ProxyGroup', label: 'Proxy Group' },
      ],
      webhooks: WEBHOOKS,
    },
  ],
  [
    'accounts',
    [US, SPAIN, UK, BARE],
    {
      maxAccounts: { E1: '2', E2: '0' },
      ownAccounts: { E3: ['own@example.com', 'best@example.com'] },
      webhooks: WEBHOOKS.slice(0, 1),
    },
  ],
];

test.each(cases)(
  'the bytes of encore/%s.csv equal the checked-in ones',
  async (name, events, changes) => {
    const settings = { ...INITIAL_SETTINGS, webhooks: [], ...changes };
    const plan = planEncore(settings, events, { list: ACCOUNTS, isCurrent: true });
    const text = [
      ...streamSiteCsv(
        encoreFile(
          describeFile(settings, plan, { available: ACCOUNTS, webhooks: settings.webhooks ?? [] }),
        ),
      ),
    ].join('');
    await expectGolden(`encore/${name}.csv`, text);
  },
);
