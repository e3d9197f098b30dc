import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';
import { meetsRequirements } from '../../sidecar/reader/requirements.ts';

const sure = (subject: string, part: { text?: string; html?: string }): string[] =>
  findCodes(
    mailLines({
      subject,
      from: 'Club <club@band.example>',
      date: '',
      hasImages: false,
      parts: [
        ...(part.text === undefined ? [] : [{ type: 'text/plain' as const, text: part.text }]),
        ...(part.html === undefined ? [] : [{ type: 'text/html' as const, text: part.html }]),
      ],
    }),
  )
    .codes.filter(({ confidence }) => confidence >= 0.5)
    .map(({ code }) => code);

describe('forms in which mails write codes', () => {
  it.each([
    [
      'letters in tags of their own',
      '<p>Your presale code: <b>Q</b><b>U</b><b>A</b><b>Y</b><b>7</b></p>',
      'QUAY7',
    ],
    ['zero-width characters', '<p>Your presale code: QU&#8203;AY&#8203;77</p>', 'QUAY77'],
    ['soft hyphens', '<p>Your presale code: QU&shy;AY&shy;77</p>', 'QUAY77'],
    ['non-breaking hyphens', '<p>Your presale code: QUAY&#8209;77&#8209;X</p>', 'QUAY-77-X'],
    ['non-breaking blanks around', '<p>Your presale code:&nbsp;&nbsp;QUAY77&nbsp;</p>', 'QUAY77'],
    ['comments inside', '<p>Your presale code: QU<!-- x -->AY77</p>', 'QUAY77'],
    [
      'a picture’s description',
      '<img src="cid:1" alt="Presale code: QUAY77"><p>Presale opens Monday.</p>',
      'QUAY77',
    ],
    [
      'a link parameter',
      '<p>Presale opens Monday. <a href="https://t.example/e?presale_code=QUAY77&amp;utm_source=x">Unlock</a></p>',
      'QUAY77',
    ],
    [
      'a table column',
      '<table><tr><th>Artist</th><th>Presale code</th></tr><tr><td>Quay</td><td>QUAY77</td></tr></table>',
      'QUAY77',
    ],
    [
      'a label in the cell before',
      '<table><tr><td>Presale-Code</td><td><b>QUAY77</b></td></tr></table><p>Presale opens Monday.</p>',
      'QUAY77',
    ],
    [
      'a code in pieces, one in each cell',
      '<p>Your presale code:</p><table><tr><td>QU</td><td>AY</td><td>77</td></tr></table>',
      'QUAY77',
    ],
    [
      'the preview line only',
      '<div style="display:none">Sunday presale: 8am Monday, code QUAY77</div><p>Your password travels ahead of this mail, in the line that your phone shows.</p>',
      'QUAY77',
    ],
    [
      'a row of a table about several things',
      '<table><tr><th>Offer</th><th>Code</th></tr><tr><td>Presale: The Copper Gulls</td><td>QUAY77</td></tr><tr><td>15% off at Bean House</td><td>BEAN15</td></tr></table>',
      'QUAY77',
    ],
  ])('reads %s', (_, html, code) => {
    expect(sure('Presale', { html })).toEqual([code]);
  });

  it('shows the code itself after letters that take two UTF-16 units', () => {
    expect(sure('Presale', { text: '先行コード \u{20BB7}\u{20BB7}: QUAY77' })).toEqual(['QUAY77']);
  });

  it('reads a code that only the subject contains', () => {
    expect(sure('Your presale code is QUAY77', { text: 'Tickets from ten.' })).toEqual(['QUAY77']);
  });

  it.each([
    ['Early access: Swansea', 'Hello,\n\nmembers can buy tickets for Swansea from Tuesday noon.'],
    [
      'Presale: Erfurt and Jena',
      'Hello,\n\nfollow the link of your town, no password is needed.\n\nErfurt - 3 May - Zentralhalle\nJena - 4 May - Volksbad',
    ],
    [
      'Vorverkauf: Halle',
      'Hallo,\n\nder Vorverkauf beginnt am Dienstag. Ein Code ist nicht nötig.\n\nHalle - 8. Mai - Steintor',
    ],
    [
      'Prévente : Angers',
      'Bonjour,\n\nla prévente ouvre mardi à midi. Aucun code ne vous sera demandé.',
    ],
    [
      'Förköp: Malmö',
      'Hej,\n\nförköpet börjar på tisdag. Ingen kod behövs.\n\nMalmö - 3 maj - Folkets park',
    ],
  ])('does not report a town or a venue as a code: %s', (subject, text) => {
    expect(sure(subject, { text })).toEqual([]);
  });

  it.each([
    ['an order', 'Order number: 778-2211\nConfirmation code: QUAY77\nTotal $90.00'],
    ['a sign-in', 'Your sign-in code is 482113. It expires in 10 minutes. Never share this code.'],
    ['a discount', '20% off all hoodies in our shop with code QUAY20. Free shipping over $50.'],
    ['a promise', 'The presale starts Friday. We will e-mail your code on Thursday.'],
    ['no code at all', 'No presale code is needed. Just follow the link on Friday at 10:00.'],
  ])('reports nothing for %s', (_, text) => {
    expect(sure('News', { text })).toEqual([]);
  });

  it('accepts the sender’s name as a code only if it is written or introduced like one', () => {
    const chanceFrom = (sender: string, name: string, text: string): number | undefined =>
      findCodes(
        mailLines({
          subject: 'Programme of the week',
          from: `${sender} <news@house.example>`,
          date: '',
          hasImages: false,
          parts: [{ type: 'text/html', text }],
        }),
        { keywords: [], sender },
      ).codes.find(({ code }) => code === name)?.confidence;
    const heading = '<h1>Kulturhaus</h1><p>Members get early access to three nights in May.</p>';
    expect(chanceFrom('Another', 'Kulturhaus', heading)).toBeGreaterThan(0.3);
    expect(chanceFrom('Kulturhaus', 'Kulturhaus', heading)).toBe(0.3);
    const given = '<p>Your presale code is Kulturhaus.</p>';
    expect(chanceFrom('Kulturhaus', 'Kulturhaus', given)).toBeGreaterThanOrEqual(0.5);
    const capitals = '<p>The word for the presale is the name of our band:</p><p>KULTURHAUS</p>';
    expect(chanceFrom('Kulturhaus', 'KULTURHAUS', capitals)).toBeGreaterThanOrEqual(0.8);
  });
});

describe('pattern requirements', () => {
  const any = {
    minLength: 1,
    maxLength: 40,
    numbers: 'may',
    capitals: 'may',
    specials: 'may',
    allowedSpecials: '',
    excluded: [],
  } as const;
  it.each([
    ['QUAY77', {}, true],
    ['QUAY77', { minLength: 7 }, false],
    ['QUAY77', { maxLength: 5 }, false],
    ['QUAY77', { minLength: 6, maxLength: 6 }, true],
    ['QUAY', { numbers: 'obligatory' as const }, false],
    ['QUAY77', { numbers: 'no' as const }, false],
    ['quay77', { capitals: 'obligatory' as const }, false],
    ['QUAY77', { capitals: 'no' as const }, false],
    ['QUAY-77', { specials: 'no' as const }, false],
    ['QUAY77', { specials: 'obligatory' as const }, false],
    ['QUAY-77', { specials: 'obligatory' as const, allowedSpecials: '-_' }, true],
    ['QUAY&77', { allowedSpecials: '-_' }, false],
    ['QUAY&77', { allowedSpecials: '' }, true],
    ['QUAY77', { excluded: ['quay77'] }, false],
  ])('%s with %o: %s', (code, requested, expected) => {
    expect(meetsRequirements(code, { ...any, ...requested })).toBe(expected);
  });
});

describe('marks and words beside a code', () => {
  it.each([
    ['Presale password: MOONCHILD! (with the ! on the end), every city.', 'MOONCHILD!'],
    [
      'Preventa el miércoles. Contraseña: uni.camins! (con el punto y el signo de exclamación)',
      'uni.camins!',
    ],
  ])('keeps the mark at the end: %s', (text, code) => {
    expect(sure('Presale', { text })).toEqual([code]);
  });

  it('does not report words about upper and lower case that are joined by a slash', () => {
    const text =
      'Das Passwort für den Vorverkauf lautet HolzUndHirn7 – Groß-/Kleinschreibung beachten.';
    expect(sure('Vorab-Karten', { text })).toEqual(['HolzUndHirn7']);
  });
});
