import { describe, expect, it } from 'vitest';
import { cachedByText } from '../../shared/cached-by-text.ts';

/** A cached function and the texts that it computed. */
function counted(limits: Parameters<typeof cachedByText>[1]) {
  const computed: string[] = [];
  const lengthOf = cachedByText((text) => {
    computed.push(text);
    return text.length;
  }, limits);
  return { computed, lengthOf };
}

describe('a cache by text', () => {
  it('computes each text once', () => {
    const { computed, lengthOf } = counted({ longest: 10, most: 100 });
    expect([lengthOf('abc'), lengthOf('abc')]).toEqual([3, 3]);
    expect(computed).toEqual(['abc']);
  });

  it('computes a text that is too long every time', () => {
    const { computed, lengthOf } = counted({ longest: 2, most: 100 });
    lengthOf('abc');
    lengthOf('abc');
    expect(computed).toEqual(['abc', 'abc']);
  });

  it('drops texts in two halves of the limit, not with each text', () => {
    const { computed, lengthOf } = counted({ longest: 10, most: 10 });
    // Six characters fill a half: 'ccc' begins the second one, in which 'ddd' still fits.
    for (const text of ['aaa', 'bbb', 'ccc', 'ddd', 'aaa']) lengthOf(text);
    expect(computed).toEqual(['aaa', 'bbb', 'ccc', 'ddd']);
  });

  it('keeps texts that are used again, and drops the others', () => {
    const { computed, lengthOf } = counted({ longest: 10, most: 40 });
    lengthOf('once');
    for (let i = 0; i < 50; i++) {
      lengthOf('often');
      lengthOf(`text ${i}`);
    }
    lengthOf('once');
    expect(computed.filter((text) => text === 'often')).toHaveLength(1);
    expect(computed.filter((text) => text === 'once')).toHaveLength(2);
  });
});
