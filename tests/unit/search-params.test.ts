import { describe, expect, it } from 'vitest';
import { readErrorSearch } from '../../web/features/error/search-state.ts';
import { codes, oneOf, searchSchema, text, work, workIdOf } from '../../web/lib/search-params.ts';

describe('the query of a screen', () => {
  const read = searchSchema({ filter: text, view: oneOf('list', 'grid'), country: codes, work });

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
    ['nothing', {}, 'filter'],
  ])('overwrites %s of the raw query by undefined', (_, query, name) => {
    expect({ ...query, ...read(query) }).toHaveProperty(name, undefined);
  });

  it('leaves out what no screen reads', () => {
    expect(Object.keys(read({ other: 'x' }))).toEqual(['filter', 'view', 'country', 'work']);
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
  it('has the texts of the specification whole', () => {
    const page = {
      code: '403',
      title: 'Accès interdit',
      desc: "Vous n'avez pas la permission d'accéder à cette ressource.",
      btn: 'Retour',
      to: '/queues-tool?search=a',
    };
    expect(readErrorSearch(page)).toEqual(page);
  });

  it('has the first characters of long texts, which anybody can write into an address', () => {
    const { code, title, desc, btn } = readErrorSearch({
      code: '5'.repeat(1_000),
      title: 'Call this number. '.repeat(1_000),
      desc: 'Pay now. '.repeat(1_000),
      btn: 'Go '.repeat(1_000),
    });
    expect([code, title, desc, btn].map((shown) => shown?.length)).toEqual([20, 100, 300, 40]);
  });
});
