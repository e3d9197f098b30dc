import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADONIS_SITES } from '../../shared/profile-sites/adonis/sites.ts';
import type { Profile } from '../../shared/profiles/schema.ts';
import {
  chooseProfiles,
  inOrder,
  listCountries,
} from '../../shared/site-generator/choose-profiles.ts';
import type { ProfileSite } from '../../shared/site-generator/profile-site.ts';
import { INITIAL_DRAFT, type SiteDraft } from '../../web/features/profile-sites/draft.ts';
import {
  describeReuse,
  eventsToAdd,
  planSite,
  readProxies,
} from '../../web/features/profile-sites/plan.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const profile = (id: number, changes: Partial<Profile> = {}): Profile => ({
  id,
  profile_name: `Atlas ${id}`,
  name: 'Théo Marchand',
  split: null,
  email: `buyer${id}@example.com`,
  password: null,
  address: '12 rue de la Paix',
  city: 'Lyon',
  state: '',
  postal: '69002',
  country: 'FR',
  phone: '',
  card_number: '•••• 1111',
  card_exp_month: '03',
  card_exp_year: '2030',
  cvv: null,
  created_at: '2026-11-01T00:00:00.000Z',
  card_brand: 'Visa',
  has_password: true,
  is_duplicate: false,
  is_expired: false,
  ...changes,
});
const all = { search: '', country: '', seed: null };

describe('profiles for a file', () => {
  const people = [
    profile(1, { city: 'Köln', country: 'DE' }),
    profile(2, { name: 'Nora Lindqvist', country: 'SE' }),
    profile(3, { email: null, profile_name: 'Harbour 3' }),
  ];
  test.each([
    [{}, [1, 2, 3]],
    [{ search: 'nora' }, [2]],
    [{ search: ' KÖLN ' }, [1]],
    [{ search: 'buyer1@' }, [1]],
    [{ search: 'harbour' }, [3]],
    [{ country: 'DE' }, [1]],
    [{ search: 'nora', country: 'DE' }, []],
  ])('are chosen by %j', (choice, ids) => {
    expect(chooseProfiles(people, { ...all, ...choice }).map(({ id }) => id)).toEqual(ids);
  });

  test('are shuffled the same way by the same seed, and none is lost', () => {
    const many = Array.from({ length: 50 }, (_, id) => profile(id));
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const ids = () => chooseProfiles(many, { ...all, seed }).map(({ id }) => id);
        expect(ids()).toEqual(ids());
        expect(ids().sort((a, b) => a - b)).toEqual(many.map(({ id }) => id));
      }),
    );
    const first = chooseProfiles(many, { ...all, seed: '1' });
    expect(chooseProfiles(many, { ...all, seed: '2' })).not.toEqual(first);
    expect(many.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, id) => id));
  });

  test('keep their shuffled order if others are added or removed', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 }), { maxLength: 60 });
    fc.assert(
      fc.property(ids, fc.string(), fc.func(fc.boolean()), (list, seed, keeps) => {
        const isKept = (id: number) => keeps(id);
        const order = (some: readonly number[]) => inOrder(some, seed, (id) => id);
        expect(order(list.filter(isKept))).toEqual(order(list).filter(isKept));
      }),
    );
  });

  test('come first about equally often, whatever their position in the list', () => {
    const list = Array.from({ length: 10 }, (_, at) => at + 1);
    const first = Array.from(
      { length: 2_000 },
      (_, seed) => inOrder(list, `${seed}`, (id) => id)[0],
    );
    for (const id of list) {
      const times = first.filter((one) => one === id).length;
      expect(times).toBeGreaterThan(140);
      expect(times).toBeLessThan(260);
    }
  });

  test('offer their countries', () => {
    expect(listCountries([...people, profile(4, { country: '' })])).toEqual(['DE', 'FR', 'SE']);
  });
});

describe('the plan of a site', () => {
  const [axs] = ADONIS_SITES;
  if (!axs) throw new Error('no sites');
  const event = (id: string, accounts: string) => ({
    id,
    url: id,
    title: '',
    change: '',
    eventId: '',
    ticketLimit: '',
    accounts,
    countryCode: '',
  });
  const plan = (draft: Partial<SiteDraft>, profiles: number | null = 3, site: ProfileSite = axs) =>
    planSite(site, { ...INITIAL_DRAFT, ...draft }, profiles);

  test.each([
    [{ events: [] }, 'Add at least one event.'],
    [{ events: [event('a', '1'), event('b', '')] }, 'Event 2 needs an account count above 0.'],
    [{ events: [event('a', '0')] }, 'Event 1 needs an account count above 0.'],
    [{ events: [event('a', '1.5')] }, 'Event 1 needs an account count above 0.'],
    [{ events: [event('a', '3')] }, null],
  ])('%j lacks: %s', (draft, missing) => {
    expect(plan(draft).missing).toBe(missing);
  });

  test.each([
    [
      'too many accounts',
      { events: [event('a', '4')] },
      'Event 1 has more accounts than there are profiles.',
    ],
    [
      'a wrong general value',
      { events: [event('a', '1')], global: { quantity: 'x' } },
      'Quantity must be a number.',
    ],
    [
      'a wrong own value',
      { events: [event('a', '1')], perEvent: { a: { mode: 'NONE' } } },
      'Event 1: Mode must be one of its options.',
    ],
    ['nothing', { events: [event('a', '1')] }, null],
  ])('is blocked by %s', (_, draft, blocker) => {
    expect(plan(draft).blocker).toBe(blocker);
  });

  test.each([
    [0, 'There are no profiles. Import some, or change the search.'],
    [null, 'The profiles are being chosen.'],
  ])(
    'is blocked while %s profiles are chosen, without a message about the count',
    (count, text) => {
      const { blocker, events } = plan({ events: [event('a', '5')] }, count);
      expect([blocker, events[0]?.accounts]).toEqual([text, 5]);
    },
  );

  test('counts rows, columns and custom fields, and reports reused profiles', () => {
    const many = plan({
      events: [event('a', '3'), event('b', '2')],
      customFields: [{ key: 'TASKGROUP', label: 'TASK GROUP' }],
    });
    expect([many.rows, many.columns]).toEqual([5, 38]);
    expect(describeReuse(many)).toBe(
      'Using 3 profiles for 5 accounts. Profiles will be reused for each event.',
    );
    expect(describeReuse({ profiles: 1_200, rows: 10_000 })).toMatch(
      /^Using 1,200 .* 10,000 accounts/,
    );
    expect(describeReuse(plan({ events: [event('a', '3')] }))).toBeNull();
  });
});

test('events of the ticketing tool come with their title and country, each address once', () => {
  const adonis = ADONIS_SITES.find(({ name }) => name === 'ADONIS');
  if (!adonis) throw new Error('no ADONIS');
  const events = [
    ticketingEvent({ nation: 'GB' }),
    ticketingEvent({ id: 'E2', eventLink: 'https://tickets.example/E2', nation: 'JP' }),
    ticketingEvent({ id: 'E3', eventLink: 'N/A' }),
  ];
  const added = eventsToAdd(adonis, INITIAL_DRAFT, events);
  expect(added.map(({ url, title, countryCode }) => [url, title, countryCode])).toEqual([
    ['https://tickets.example/E1', 'The Velvet Herons, Movistar Arena, 14/03/2027 20:00', 'UK'],
    ['https://tickets.example/E2', 'The Velvet Herons, Movistar Arena, 14/03/2027 20:00', 'FR'],
  ]);
  expect(eventsToAdd(adonis, { events: added }, events)).toEqual([]);
});

test('proxies are read one per line', () => {
  expect(readProxies(' 192.0.2.1:8080\r\n\n192.0.2.2:8080:user:pass ')).toEqual([
    '192.0.2.1:8080',
    '192.0.2.2:8080:user:pass',
  ]);
});
