import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FoundCode } from '../../shared/presale-codes/events.ts';
import { identityOf } from '../../web/features/presale-codes/codes/code-view.ts';
import { addCodes, emptyList, listOf } from '../../web/features/presale-codes/search/code-list.ts';

const anyCode: fc.Arbitrary<FoundCode> = fc.record({
  code: fc.constantFrom('A1', 'B2', 'C3', 'D4'),
  account: fc.constantFrom('a@x.test', 'b@x.test'),
  email_subject: fc.constant('s'),
  email_from: fc.constant('f'),
  email_date: fc.constant('2026-11-20T10:00:00.000Z'),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  evidence: fc.constant('e'),
  mail_id: fc.constant('1/INBOX/7/42'),
});

/** The last sighting of each identity, in the order of their first sightings. */
const expected = (codes: readonly FoundCode[]): FoundCode[] => [
  ...new Map(codes.map((code) => [identityOf(code), code])).values(),
];

/** A part, and the index of the earlier list that it is added to. */
const anyStep = fc.tuple(fc.nat(), fc.array(anyCode, { maxLength: 5 }));

test('lists that grow from any earlier list contain each sighting of their own codes once', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const lists = [{ list: emptyList(), added: [] as FoundCode[] }];
      for (const [at, news] of steps) {
        const { list, added } = lists[at % lists.length] ?? { list: emptyList(), added: [] };
        lists.push({ list: addCodes(list, news), added: [...added, ...news] });
      }
      for (const { list, added } of lists) expect(list.codes).toEqual(expected(added));
    }),
  );
});

test('a list of codes is the same list after it grows, and does not change without new codes', () => {
  fc.assert(
    fc.property(fc.array(anyCode), (codes) => {
      const list = listOf(codes);
      expect(list.codes).toEqual(expected(codes));
      expect(addCodes(list, [])).toBe(list);
    }),
  );
});

test('the positions are rebuilt only for an older list', () => {
  const of = (code: string): FoundCode => ({
    code,
    account: 'a@x.test',
    email_subject: 's',
    email_from: 'f',
    email_date: '',
    confidence: 0.5,
    evidence: 'e',
    mail_id: '1/INBOX/7/42',
  });
  const first = listOf([of('A1')]);
  const second = addCodes(first, [of('B2')]);
  expect(second.places).toBe(first.places);
  expect(addCodes(second, [of('A1')]).places).toBe(first.places);
  expect(addCodes(first, [of('C3')]).places).not.toBe(first.places);
});
