import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { showMail } from '../../mail-lines/mail-text.ts';
import { readJson } from '../../shared/json.ts';
import { titleFromUrl } from '../../shared/price-monitor/prices.ts';
import { queueIdOf } from '../../shared/queues/uploads/queue-file.ts';
import { cut, wellFormedJson } from '../../shared/text.ts';
import { wellFormed } from '../../worker/db/broken-texts.ts';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';
import { gatherPrices } from '../../worker/providers/event-page/reading.ts';
import { readPageParts } from '../../worker/providers/public-page/page-parts.ts';
import { parseSignupPage } from '../../worker/providers/signup-page/parse.ts';

const HALF = '\ud83c';
const GUITAR = '🎸';
/** Texts in which emoji, combining marks and half characters are as frequent as letters. */
const anyText = fc
  .array(
    fc.constantFrom('a', ' ', 'é', 'e\u0301', GUITAR, '🇩🇪', '👩‍👩‍👧', '👍🏽', HALF, '\udfb8'),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

describe('a cut text', () => {
  test('is the beginning of the text, is short enough, and has no half characters', () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), (text, length) => {
        const short = cut(text, length);
        expect(short.length).toBeLessThanOrEqual(length);
        expect(short.isWellFormed()).toBe(true);
        expect(text.toWellFormed().startsWith(short)).toBe(true);
        if (text.length <= length) expect(short).toBe(text.toWellFormed());
      }),
    );
  });

  test.each([
    [`a${GUITAR}`, 2, 'a'],
    [`${GUITAR}b`, 2, GUITAR],
    ['ab🇩🇪', 4, 'ab'],
    ['ab👩‍👩‍👧', 6, 'ab'],
    ['ab👍🏽', 4, 'ab'],
    ['abe\u0301x', 3, 'ab'],
    [`${HALF}abc`, 2, '\ufffda'],
    // One character with so many marks that nothing of it would be left.
    [`e${'\u0301'.repeat(300)}`, 200, `e${'\u0301'.repeat(199)}`],
    [`${'x'.repeat(98)}${GUITAR}${'\u0301'.repeat(300)}`, 99, 'x'.repeat(98)],
  ])('drops a character that does not fit: %j at %i', (text, length, short) => {
    expect(cut(text, length)).toBe(short);
  });
});

describe('JSON', () => {
  test('is read without half characters, and otherwise as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), anyText, (value, text) => {
        const json = JSON.stringify([value, text, { [text]: text }]);
        expect(wellFormedJson(json).isWellFormed()).toBe(true);
        expect(JSON.stringify(readJson(json))).not.toMatch(/(?<!\\)\\ud[89a-f]/);
        if (json.includes('\\ud')) return;
        expect(readJson(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  test.each([
    ['"\\ud83c"', '\ufffd'],
    ['"\\uD83C\\uDFB8 \\udfb8\\ud83c"', `${GUITAR} \ufffd\ufffd`],
    ['"\\\\ud83c"', '\\ud83c'],
    ['"\\\\\\ud83c"', '\\\ufffd'],
  ])('%s is read as %j', (json, value) => {
    expect(readJson(json)).toBe(value);
  });
});

describe('a statement for the database', () => {
  test.each([
    ['a text', `Chicago ${HALF}`, 'Chicago \ufffd'],
    ['a text that looks like an escape', '[sold out \\ud83c', '[sold out \\ud83c'],
    ['rows as JSON', JSON.stringify([[1, `Hall ${HALF}`]]), '[[1,"Hall \\ufffd"]]'],
    ['JSON behind a blank', ' ["\\ud83c"]', ' ["\\ufffd"]'],
    ['JSON with an escaped backslash', '["\\\\ud83c"]', '["\\\\ud83c"]'],
    [
      'JSON within rows',
      JSON.stringify([`{"a":"\\\\ud83c"}`]),
      JSON.stringify([`{"a":"\\\\ud83c"}`]),
    ],
  ])('accepts %s without half characters', (_, input, stored) => {
    const args = { sql: 'select ?', args: [input, 7, null, input] };
    expect(wellFormed(args)).toEqual({ sql: 'select ?', args: [stored, 7, null, stored] });
    expect(wellFormed({ sql: 'select :a', args: { a: input } })).toMatchObject({
      args: { a: stored },
    });
    expect(wellFormed(['select ?', [input]])).toEqual(['select ?', [stored]]);
  });
});

describe('texts from outside have no half characters', () => {
  /** Texts of every length around the limits, so that one of them would split the emoji. */
  const longTexts = [30, 40, 60, 200, 240, 300, 320, 1_000, 2_000].flatMap((limit) =>
    [2, 1, 0].map((short) => `${'x'.repeat(limit - short)}${GUITAR.repeat(9)}`),
  );
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flat().flatMap(texts)
        : [];
  const expectWhole = (value: unknown) => {
    for (const text of texts(value)) expect(text).toSatisfy((one: string) => one.isWellFormed());
  };

  test.each([...longTexts, `Chicago ${HALF}`, `${'x'.repeat(199)}${HALF}`])('%#', (text) => {
    const event = {
      '@type': 'MusicEvent',
      name: text,
      location: { name: text, address: { addressLocality: text } },
      offers: [
        { '@type': 'Offer', price: '45.00', priceCurrency: 'USD', category: text, name: text },
      ],
    };
    const json = JSON.stringify(event);
    const page = `<title>${text.toWellFormed()}</title><script type="application/ld+json">${json}</script>`;
    const reading = readLinkedEvent(page, 'https://tickets.example.com/e');
    expect(reading).toMatchObject({ prices: { '45.00': { count: 1 } } });
    expectWhole(reading);
    expectWhole(
      gatherPrices([
        { price: 4, count: 1, isCounted: true, currency: 'USD', areas: [text.toWellFormed()] },
      ]),
    );
    const whole = text.toWellFormed();
    expectWhole(titleFromUrl(`https://tickets.example.com/${encodeURIComponent(whole)}`));
    expectWhole(queueIdOf([], `${whole}.csv`));
    const select = `<fieldset><legend>${whole}</legend><select><option value="EV1" label="${whole}">${whole} 2027-05-15</option></select>`;
    expectWhole(
      readPageParts(`<h1>${whole}</h1>${select}`).controls.map(({ label, group }) => ({
        label,
        group,
      })),
    );
    expectWhole(
      parseSignupPage(`<title>${whole}</title>${select}`, 'https://signup.ticketmaster.de/x'),
    );
    expectWhole(showMail([{ type: 'text/html', text: `<p>${whole}</p>` }]));
    const line = `${whole} Your presale code is HARBOUR27 ${whole}`;
    const lines = [
      {
        text: line,
        kind: 'text' as const,
        marks: [],
        isQuoted: false,
        isHidden: false,
        columnHead: null,
        startsBlock: true,
      },
    ];
    expectWhole(findCodes(lines).codes);
  });
});
