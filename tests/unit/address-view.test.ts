import { describe, expect, it } from 'vitest';
import { type AddressView, afterAddress, afterChange } from '../../web/lib/address-view.ts';

const open = (term: string): AddressView<string> => ({
  view: term,
  address: `?filter=${term}`,
  written: [],
});
const type = (state: AddressView<string>, term: string) =>
  afterChange(state, term, `?filter=${term}`);
const go = (state: AddressView<string>, term: string) =>
  afterAddress(state, `?filter=${term}`, () => term);

describe('a view that stands in the address', () => {
  it('keeps what is typed while the address follows letter by letter', () => {
    const typed = type(type(open(''), 'a'), 'ab');
    expect(go(typed, 'a').view).toBe('ab');
    expect(go(go(typed, 'a'), 'ab')).toEqual(open('ab'));
  });

  it('keeps what is typed when the address skips a step', () => {
    expect(go(type(type(open(''), 'a'), 'ab'), 'ab')).toEqual(open('ab'));
  });

  it('takes what a link or Back puts into the address, also what it wrote itself before', () => {
    const settled = go(type(open(''), 'a'), 'a');
    expect(go(settled, '')).toEqual(open(''));
    expect(go(go(settled, ''), 'a')).toEqual(open('a'));
  });

  it('does not wait for an address that stays as it is', () => {
    expect(go(type(open('a'), 'a'), '')).toEqual(open(''));
  });
});
