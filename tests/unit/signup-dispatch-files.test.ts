import { describe, expect, test } from 'vitest';
import { assignAccounts } from '../../shared/signup/allocation/allocation.ts';
import { dispatchFileName, dispatchFiles } from '../../shared/signup/dispatch-files.ts';
import type { DispatchRequest } from '../../shared/signup/schema.ts';
import { tableOf } from '../factories/allocation.ts';

const requestOf = (part: Partial<DispatchRequest> = {}): DispatchRequest => ({
  events_by_account: 1,
  events: ['E1', 'E2'].map((id) => ({
    id,
    presale: 'Fan presale',
    accounts_amount: 2,
    event_infos: { date: '2027-03-14 20:00', venue: `Hall ${id}`, city: 'CON' },
    categories: [],
  })),
  event_title: 'Rosalía VF Signup',
  artist_name: '',
  page_title: '',
  page_url: '',
  use_encore_parameters: true,
  confirmed_limits: [],
  unread_limits: [],
  encore_parameters: {
    cart_webhooks: ['https://hooks.example/1'],
    config: { global: {}, events: {}, custom_fields: [] },
  },
  ...part,
});

const dispatch = (request: DispatchRequest, accounts: number) => {
  const allocation = assignAccounts({
    accounts: tableOf(
      Array.from({ length: accounts }, (_, at) => ({
        email: `account${at}@example.com`,
        categories: ['Gold'],
        avgRatio: at / 10,
      })),
    ),
    eventsByAccount: request.events_by_account,
    events: request.events.map(({ id, accounts_amount, categories }) => ({
      id,
      accountsAmount: accounts_amount,
      categories,
    })),
  });
  return {
    allocation,
    files: Object.fromEntries(
      [...dispatchFiles(request, allocation, new Map())].map(({ path, chunks }) => [
        path,
        [...chunks].join(''),
      ]),
    ),
  };
};

/** The rows of a file below its header. */
const rowsOf = (text = ''): string[] => text.trimEnd().split('\r\n').slice(1);

describe('the files of a dispatch', () => {
  test('are a summary, the accounts, a shortfall if there is one, and the files of each event', () => {
    const whole = dispatch(requestOf(), 4).files;
    const names = Object.keys(whole);
    expect(names).toEqual([
      'summary.csv',
      'accounts.csv',
      expect.stringMatching(/^events\/01_.*Hall.E1/),
      expect.stringMatching(/^events\/02_.*Hall.E2/),
      expect.stringMatching(/^encore\/01_.*Hall.E1/),
      expect.stringMatching(/^encore\/02_.*Hall.E2/),
    ]);
    expect(rowsOf(whole['accounts.csv'])).toHaveLength(4);
    const [first = '', second = ''] = names.filter((name) => name.startsWith('events/'));
    expect(rowsOf(whole[first])).toHaveLength(2);
    expect(whole[first]).not.toBe(whole[second]);
    const [encore = ''] = names.filter((name) => name.startsWith('encore/'));
    expect(whole[encore]).toContain('https://hooks.example/1');

    const short = dispatch(requestOf(), 3).files;
    expect(rowsOf(short['shortfall.csv'])).toEqual([expect.stringContaining('E')]);
    expect(rowsOf(short['summary.csv'])).toHaveLength(2);
  });

  test('have no bot configuration without its parameters', () => {
    const { files } = dispatch(requestOf({ use_encore_parameters: false }), 4);
    expect(Object.keys(files).filter((name) => name.startsWith('encore/'))).toEqual([]);
    expect(Object.keys(files)).toHaveLength(4);
  });

  test.each<[string, Partial<DispatchRequest>, string]>([
    ['the title of the event', {}, 'Rosalía_4_accounts_2027-01-02.zip'],
    ['the artist first', { artist_name: 'AC/DC' }, 'AC_DC_4_accounts_2027-01-02.zip'],
    [
      'the title of the page last',
      { event_title: '', page_title: 'Muse' },
      'Muse_4_accounts_2027-01-02.zip',
    ],
    [
      'a page of the UK',
      { page_url: 'https://signup.ticketmaster.co.uk/muse', use_encore_parameters: false },
      'Rosalía_4_accounts_2027-01-02_UK.zip',
    ],
    [
      'parameters of the UK',
      {
        encore_parameters: {
          cart_webhooks: [],
          config: { global: { DeliveryRegion: '' }, events: {}, custom_fields: [] },
        },
      } as unknown as Partial<DispatchRequest>,
      'Rosalía_4_accounts_2027-01-02_UK.zip',
    ],
  ])('are named after %s', (_, part, name) => {
    const request = requestOf(part);
    const { allocation } = dispatch(request, 4);
    expect(dispatchFileName(request, allocation, '2027-01-02')).toContain(name);
  });
});
