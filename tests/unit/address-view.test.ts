import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressView,
  afterAddress,
  afterChange,
  afterWrite,
} from '../../web/lib/address-view.ts';

const open = (term: string): AddressView<string> => ({
  view: term,
  address: `?filter=${term}`,
  written: [],
  next: null,
});
/** A typed text that is not written before the next change. */
const typeFast = (state: AddressView<string>, term: string) =>
  afterChange(state, term, `?filter=${term}`);
const type = (state: AddressView<string>, term: string) => afterWrite(typeFast(state, term));
const go = (state: AddressView<string>, term: string) =>
  afterAddress(state, `?filter=${term}`, () => open(term));

describe('a view in the address', () => {
  it('keeps the typed text while the address follows letter by letter', () => {
    const typed = type(type(open(''), 'a'), 'ab');
    expect(go(typed, 'a').view).toBe('ab');
    expect(go(go(typed, 'a'), 'ab')).toEqual(open('ab'));
  });

  it('keeps the typed text when the address skips a step', () => {
    expect(go(type(type(open(''), 'a'), 'ab'), 'ab')).toEqual(open('ab'));
  });

  it('follows a link or Back, also to a query that it wrote itself before', () => {
    const settled = go(type(open(''), 'a'), 'a');
    expect(go(settled, '')).toEqual(open(''));
    expect(go(go(settled, ''), 'a')).toEqual(open('a'));
  });

  it('drops a state that lasted less than one frame', () => {
    const back = typeFast(typeFast(open('a'), 'ab'), 'a');
    expect(back).toEqual(open('a'));
    expect(go(back, 'ab')).toEqual(open('ab'));
    expect(afterWrite(typeFast(typeFast(open(''), 'a'), 'ab')).written).toEqual(['?filter=ab']);
  });

  it('agrees with the address in the end, after any changes', () => {
    const step = fc.record({ term: fc.constantFrom('a', 'b', 'c'), isWritten: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(step),
        fc.constantFrom('a', 'b', 'c'),
        fc.array(fc.nat(9)),
        (steps, link, taken) => {
          const changed = steps.reduce(
            (state, { term, isWritten }) => (isWritten ? type : typeFast)(state, term),
            open('a'),
          );
          const rest = afterWrite(changed);
          // The address shows some of the states that were passed to the router, and ends with the
          // last one.
          const settled = rest.written
            .filter((_, index) => index === rest.written.length - 1 || taken.includes(index))
            .reduce((state, query) => go(state, query.slice('?filter='.length)), rest);
          expect(settled).toEqual(open(changed.view));
          if (link !== changed.view) expect(go(settled, link)).toEqual(open(link));
        },
      ),
    );
  });

  it('does not wait for an address that stays as it is', () => {
    expect(go(type(open('a'), 'a'), '')).toEqual(open(''));
  });
});
