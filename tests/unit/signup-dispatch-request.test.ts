import { describe, expect, test } from 'vitest';
import { dispatchRequest } from '../../shared/signup/schema.ts';
import {
  cutToLimits,
  describeDispatch,
} from '../../web/features/signup/dispatch/dispatch-request.ts';
import { freshState, type SignupState } from '../../web/features/signup/state.ts';

const infos = {
  title: 'Rosalía VF Signup',
  url: 'https://signup.ticketmaster.com/rosalia',
  events: [
    {
      value: 'E1',
      date: '2027-03-14 20:00',
      venue: 'Movistar Arena',
      city: 'Madrid',
      presale: 'Fan',
    },
    { value: 'E2', date: '', venue: 'Palau', city: '', presale: '', event_city: 'Barcelona' },
    { value: 'E3', date: '', venue: 'Idle', city: '', presale: '' },
  ],
};
const state = (changes: Partial<SignupState> = {}): SignupState => ({
  ...freshState(infos),
  accounts: { E1: 3, E2: 1, E3: 0 },
  categories: { E1: ['Gold'] },
  ...changes,
});

describe('the request of a dispatch', () => {
  test('names the events that need accounts, as the call is specified', () => {
    expect(describeDispatch(state(), [])).toEqual({
      events_by_account: 3,
      events: [
        {
          id: 'E1',
          presale: 'Fan',
          accounts_amount: 3,
          event_infos: { date: '2027-03-14 20:00', venue: 'Movistar Arena', city: 'Madrid' },
          event_city: 'Madrid',
          categories: ['Gold'],
        },
        {
          id: 'E2',
          presale: '',
          accounts_amount: 1,
          event_infos: { date: '', venue: 'Palau', city: '' },
          event_city: 'Barcelona',
          categories: [],
        },
      ],
      event_title: 'Rosalía VF Signup',
      artist_name: 'Rosalía',
      page_title: 'Rosalía VF Signup',
      page_url: 'https://signup.ticketmaster.com/rosalia',
      use_encore_parameters: false,
      encore_parameters: null,
    });
  });

  test.each([
    ['https://signup.ticketmaster.com/x', true, false],
    ['https://signup.ticketmaster.co.uk/x', false, true],
  ])('the Encore parameters of %s are those of its variant', (url, hasSeats, hasRegion) => {
    const request = describeDispatch(
      state({
        infos: { ...infos, url },
        useEncore: true,
        globalConfig: { MaxPrice: 99, ForceCartBySeats: true, DeliveryRegion: 'x', Team: 'a' },
        customFields: [{ key: 'Team', label: 'Team' }],
      }),
      ['https://hooks.example/1'],
    );
    expect(request.encore_parameters?.cart_webhooks).toEqual(['https://hooks.example/1']);
    const global = request.encore_parameters?.config.global ?? {};
    expect(global.MaxPrice).toBe(99);
    expect(global.Team).toBe('a');
    expect('Amount' in global).toBe(false);
    expect('ForceCartBySeats' in global).toBe(hasSeats);
    expect('DeliveryRegion' in global).toBe(hasRegion);
    expect(dispatchRequest.safeParse(request).error).toBeUndefined();
  });

  test('has amounts that the operator typed, and lowered ones after a cut', () => {
    const typed = state({ useEncore: true, globalConfig: { Amount: '8,6,4' } });
    const amountOf = (changed: SignupState) =>
      describeDispatch(changed, []).encore_parameters?.config.global['Amount'];
    expect(amountOf(typed)).toBe('8,6,4');
    const limit = { event_id: 'E1', event: 'Arena', asked: 8 };
    const cut = cutToLimits(typed, [
      { ...limit, kind: 'tickets', limit: 6 },
      { ...limit, event_id: 'E2', kind: 'tickets', limit: 5 },
      { ...limit, kind: 'accounts', limit: 2, asked: 3 },
    ]);
    expect(amountOf({ ...typed, ...cut })).toBe('4');
    expect(cut.accounts).toEqual({ E1: 2, E2: 1, E3: 0 });
  });
});
