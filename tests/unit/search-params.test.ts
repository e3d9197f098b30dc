import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { monitorSearch } from '../../web/features/artist-monitor/search-state.ts';
import { errorSearch } from '../../web/features/error/search-state.ts';
import { accountsSearch } from '../../web/features/mailboxes/search-state.ts';
import { codesSearch } from '../../web/features/presale-codes/search-state.ts';
import { pricesSearch } from '../../web/features/price-monitor/search-state.ts';
import { siteSearch } from '../../web/features/profile-sites/search-state.ts';
import { profilesSearch } from '../../web/features/profiles/search-state.ts';
import { queuesSearch } from '../../web/features/queues/search-state.ts';
import { eventsSearch } from '../../web/features/resale-events/search-state.ts';
import { ticketingSearch } from '../../web/features/ticketing/search-state.ts';
import { usersSearch } from '../../web/features/users/search-state.ts';
import { codes, oneOf, text, work, workIdOf } from '../../web/lib/search-params.ts';

describe('the query of a screen', () => {
  const query = z.object({ filter: text, view: oneOf('list', 'grid'), country: codes, work });
  const read = (values: Record<string, unknown>) => z.parse(query, values);

  it('has a value for each readable part', () => {
    expect(read({ filter: 'a,b', view: 'grid', country: ' es,de,,ES', work: '12' })).toEqual({
      filter: 'a,b',
      view: 'grid',
      country: 'ES,DE',
      work: '12',
    });
  });

  it.each([
    ['an empty text', { filter: '' }, 'filter'],
    ['a value that is no text', { filter: 12 }, 'filter'],
    ['another word', { view: 'table' }, 'view'],
    ['codes without a code', { country: ' , ' }, 'country'],
    ['a work that is no id', { work: '12abc' }, 'work'],
  ])('overwrites %s of the raw query with undefined', (_, raw, name) => {
    expect({ ...raw, ...read(raw) }).toHaveProperty(name, undefined);
  });

  it('omits what no screen reads', () => {
    expect(read({ other: 'x', view: 'list' })).toEqual({ view: 'list' });
  });
});

/** Values that no screen has, beside one that it has. */
const INVALID: [path: string, z.ZodMiniObject, invalid: object, valid: object][] = [
  ['/adonis-tool', siteSearch, { work: '0', site: '' }, { site: 'AXS' }],
  [
    '/artist-monitor',
    monitorSearch,
    { status: 'gone', order: 'up', news: '' },
    { status: 'expired' },
  ],
  [
    '/event-price-monitoring',
    pricesSearch,
    {
      availability: 'all',
      alert: '1',
      sort: '--low',
      view: 'cards',
      panel: 'x',
      tab: 'x',
      days: '7',
    },
    { sort: '-low' },
  ],
  [
    '/events',
    eventsSearch,
    { countries: ' ,', upcoming: '0', sort: 'id', order: '' },
    { sort: 'visits' },
  ],
  ['/imap-accounts', accountsSearch, { state: 'broken', tag: '' }, { state: 'failing' }],
  [
    '/presale-code-tool',
    codesSearch,
    { confidence: 'all', sort: 'mail', order: 'ASC', group: '', work: '-1' },
    { confidence: 'low' },
  ],
  ['/profiles', profilesSearch, { note: 'Duplicate' }, { note: 'duplicate' }],
  ['/queues-tool', queuesSearch, { list: 'tested', category: '' }, { list: 'untested' }],
  [
    '/ticketmaster',
    ticketingSearch,
    { byId: ' ', open: 'any', status: 'sold', from: '2026-13-01', sort: 'price', view: 'map' },
    { status: 'offsale' },
  ],
  ['/user-generator', usersSearch, { view: 'grid', count: '' }, { view: 'list' }],
];

describe.each(INVALID)('the query of %s', (_, schema, invalid, valid) => {
  it('uses defaults for invalid values, and keeps the others', () => {
    const read = z.parse(schema, { ...invalid, ...valid });
    for (const name of Object.keys(invalid).filter((key) => !(key in valid)))
      expect(read).toHaveProperty(name, undefined);
    expect(read).toMatchObject(valid);
  });

  it('is empty for values of another type, instead of an error', () => {
    const numbers = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 1]));
    expect(Object.values(z.parse(schema, numbers)).every((value) => value === undefined)).toBe(
      true,
    );
  });
});

describe('the work in an address', () => {
  it.each([
    [{}, null],
    [{ work: 'new' }, 'new'],
    [{ work: '42' }, 42],
  ])('%j opens %j', (search, id) => {
    expect(workIdOf(search)).toBe(id);
  });
});

describe('the query of the error page', () => {
  it('contains the whole texts of the specification', () => {
    const page = {
      code: '403',
      title: 'Accès interdit',
      desc: "Vous n'avez pas la permission d'accéder à cette ressource.",
      btn: 'Retour',
      to: '/queues-tool?search=a',
    };
    expect(z.parse(errorSearch, page)).toEqual(page);
  });

  it('contains only the first characters of long texts, because anybody can write them into an address', () => {
    const { code, title, desc, btn } = z.parse(errorSearch, {
      code: '5'.repeat(1_000),
      title: 'Call this number. '.repeat(1_000),
      desc: 'Pay now. '.repeat(1_000),
      btn: 'Go '.repeat(1_000),
    });
    expect([code, title, desc, btn].map((shown) => shown?.length)).toEqual([20, 100, 300, 40]);
  });
});
