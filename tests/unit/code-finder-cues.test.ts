import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldMail } from '../../code-finder/src/context.ts';
import { patterns } from '../../code-finder/src/cue-patterns.ts';
import { type Category, findCues, openingsOf } from '../../code-finder/src/cue-search.ts';
import { labelledMails } from '../../code-finder/training/labelled-mails.ts';
import { fold } from '../../shared/text.ts';

type Found = Record<string, [from: number, to: number][]>;

/** The matches of each pattern on its own, tried at every position. */
function foundAlone(text: string, category: Category): Found[string] {
  return [...text.matchAll(patterns[category])].map(({ index, 0: word }) => [
    index,
    index + word.length,
  ]);
}

function foundTogether(text: string): Found {
  return Object.fromEntries(
    Object.entries(findCues(text)).map(([category, spans]) => {
      const all: Found[string] = [];
      for (let at = 0; all.length < spans.all; ) {
        const next = spans.first(at, text.length);
        if (!next) break;
        all.push([next.from, next.to]);
        at = next.to;
      }
      return [category, all];
    }),
  );
}

const CATEGORIES = Object.keys(findCues('')) as Category[];

function expectAlike(text: string): void {
  expect(foundTogether(text)).toEqual(
    Object.fromEntries(CATEGORIES.map((category) => [category, foundAlone(text, category)])),
  );
}

describe('cue words', () => {
  it('are all found in one pass: mails', () => {
    for (const { lines } of labelledMails('labelled')) expectAlike(foldMail(lines).text);
  });

  it('are all found in one pass: words run together', () => {
    const sources = Object.values(patterns).flatMap(({ source }) => source.match(/[a-z' -]{2,}/g));
    const piece = fc.constantFrom(...sources, '-', ' ', ', ', '7', '20 ', '% ', '€', 'コード', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) =>
        expectAlike(fold(pieces.join(''))),
      ),
      { numRuns: 400 },
    );
  });
});

it.each([
  ['code', ['cod']],
  ['pw', ['pw']],
  ['t-?shirt', ['tsh', 't-s']],
  ['(?:le |un )mot', ['le ', 'un ']],
  ["(?<!d')or|(?:a|be)(?= )", ['or', 'a', 'be']],
  ['\\d+ ?%', ['000', '00 ', '00%', '0 %', '0%']],
  ['[ab]c*d', ['ad', 'acd', 'acc', 'bd', 'bcd', 'bcc']],
  ['q\\.r', ['q.r']],
  ['a\\w+', ['a']],
  ['(?:ab)*c', ['']],
])('the openings of %s are read', (source, openings) => {
  expect(new Set(openingsOf(source, 3))).toEqual(new Set(openings));
});
