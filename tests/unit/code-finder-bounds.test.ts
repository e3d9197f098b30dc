import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { htmlLines } from '../../mail-lines/html-lines.ts';
import { plainLines } from '../../mail-lines/plain-lines.ts';

const foundIn = (text: string) => findCodes(plainLines(text)).codes;
const likelyIn = (text: string): string[] =>
  foundIn(text)
    .filter(({ confidence }) => confidence >= 0.5)
    .map(({ code }) => code)
    .toSorted();

describe('where a code begins and ends', () => {
  it.each([
    [
      'marked by a statement about its words',
      'Use amber kettle (two words) for the presale.',
      'amber kettle',
    ],
    [
      'before two statements',
      'Presale page: click "I have a code", then gull 2031 (small g, one space).',
      'gull 2031',
    ],
    [
      'digits whose blanks belong to them',
      'Your presale code, with the gap in the middle: 471 208',
      '471 208',
    ],
    [
      'digits with the blanks kept, in German',
      'Ihr Vorverkaufscode (mit Zwischenräumen): 81 40 22',
      '81 40 22',
    ],
    ['capitals and a number', 'Your presale code is HULL 1314, one space after HULL.', 'HULL 1314'],
    [
      'words joined by &',
      'Presale page, then enter code BRIDLE & SPUR, spaces included.',
      'BRIDLE & SPUR',
    ],
    [
      'a name called the password',
      'Presale from Friday. Tansy Corner is the password to enter.',
      'Tansy Corner',
    ],
    [
      'a name after a word for the presale',
      'Votre code de prévente est Rive Nord, valable dès mercredi 10 h.',
      'Rive Nord',
    ],
    ['ornaments around it', 'The word for our presale is\n~ kettledrum ~', 'kettledrum'],
    ['several equals signs', 'Your code for this presale: WLB=2027=JW', 'WLB=2027=JW'],
    ['an underscore', 'Presale: on the ticket page enter unicorn_harbour', 'unicorn_harbour'],
  ])('is seen: %s', (_, text, code) => {
    expect(likelyIn(`Mara Venn on tour.\n\n${text}`)).toEqual([code]);
  });

  it.each(['S·P·I·N·6·0', 'S.P.I.N.6.0', 'S P I N 6 0'])(
    'joins letters that are set apart: %s',
    (letters) => {
      const codes = foundIn(`Mara Venn on tour.\n\nYour presale code: ${letters}`);
      expect(codes[0]?.code).toBe('SPIN60');
    },
  );

  it('keeps the mark at the end of a word that the mail mentions', () => {
    const text = 'Presale on Friday. Enter the password pling! (with the exclamation mark).';
    expect(foundIn(text)[0]?.code).toBe('pling!');
  });

  it('prefers a whole code to its parts', () => {
    const text = 'Your presale code: FS4-4RJ-9W in pieces, type FS44RJ9W (no hyphens).';
    expect(likelyIn(`Mara Venn on tour.\n\n${text}`)).toEqual(['FS44RJ9W']);
  });
});

describe('the rows below a line that names presale codes', () => {
  it.each([
    [
      'capitals and digits',
      'Presale codes by city:\nNewport YLW-01\nSwindon YLW-02\nStoke YLW-03',
      ['YLW-01', 'YLW-02', 'YLW-03'],
    ],
    [
      'digits',
      'Key these in at the PRESALE prompt:\nOrgan weekend     88413\nCircus Volto     88414',
      ['88413', '88414'],
    ],
    [
      'German, with arrows',
      'Vorverkaufscodes:\nKöln -> TIDE26\nBonn -> WAVE26',
      ['TIDE26', 'WAVE26'],
    ],
  ])('are codes: %s', (_, text, codes) => {
    expect(likelyIn(`Mara Venn on tour.\n\n${text}`)).toEqual(codes);
  });

  it.each([
    [
      'reference numbers',
      'Presale passwords are sent to these accounts:\nMember number AB-10031\nTicket ref AB-10032',
    ],
    ['vouchers', 'Presale is over. Voucher codes for the shop:\nScarves SAVE10\nMugs SAVE20'],
  ])('are not codes for %s', (_, text) => {
    expect(likelyIn(text)).toEqual([]);
  });
});

describe('digits with hyphens in a column of codes', () => {
  it.each(['20-20-20', '0417-0712'])('are a code: %s', (code) => {
    const table = `<table><tr><th>Artist</th><th>Presale code</th></tr><tr><td>Optics</td><td>${code}</td></tr></table>`;
    const lines = htmlLines(`<p>Presale on Friday.</p>${table}`);
    expect(findCodes(lines).codes[0]).toMatchObject({ code });
  });
});

describe('codes and numbers for something else', () => {
  const PRESALE = 'Mara Venn on tour. The presale opens on Friday at 10:00.\n\n';
  it.each([
    ['a share off', 'Take 15% off every scarf with the code SCARFUP.'],
    ['an amount off', 'Enter LAMPFIVE for £5 off a mug.'],
    ['two for one', 'Two for one on tote bags: enter code TOTETWO.'],
    ['half price', 'With the word BISCUIT the second tea is half price.'],
    ['a discount in German', 'Mit dem Code MUETZE sparst du 20 Prozent.'],
    ['a discount in French', 'Avec le code BONNET, 10 % de remise sur les bonnets.'],
    ['a download', 'Your download code: QSNG-7K2W-PL09'],
    ['a refund', 'Dein Rückerstattungscode lautet TB-901-77.'],
    ['a transfer', 'Overdrachtscode: OVD-9R2X-MD'],
    ['a meter', 'Ihr Zugangscode für die Ablesung: 7F2K9'],
    ['a door', 'The code on the door is C1599X.'],
    ['a customer number', 'Ditt kundnummer: 40081277'],
    ['a reference number', 'Reference number: WL/7719/B'],
    ['a licence', 'Firmware key: UF-9Q2T-88'],
    ['the name of a field', 'The ticket page has a box called "Offer-Code" at the end.'],
    ['seats', 'Supporters may take the front gallery, rows AA-CC.'],
    ['a game', 'The password of the day is WOMBAT. Say it at noon to win a mug.'],
    ['a tab of an app', 'The code is shown in the app, scheda VANTAGGI.'],
    ['the door of a house in Polish', 'Nowy kod do domofonu: 2041.'],
    ['a season', 'Presale for subscribers:\nSommer 2027'],
    ['a field for a name', 'Hello {{FIRST_NAME}}, your presale code is {{CODE}}.'],
    ['a radio station', 'The presale is brought to you by KHTP-FM.'],
    ['the type of an attachment', 'Presale code: see message/rfc822'],
    ['a placeholder', 'Presale code: LAMP-XXXX'],
    ['a placeholder of programmers', 'Enter the presale code FOO123 in the test.'],
  ])('are not presale codes: %s', (_, text) => {
    expect(likelyIn(PRESALE + text)).toEqual([]);
  });

  it.each(['11.59pm', '10a-10p', 'under-26s', '2000th', '41.520'])(
    'are not times, ages and amounts: %s',
    (text) => {
      const codes = foundIn(`${PRESALE}Your presale code works until ${text}.`);
      expect(codes.map(({ code }) => code)).not.toContain(text);
    },
  );

  it('are not codes if they have the name of a parameter', () => {
    const codes = foundIn(`${PRESALE}Presale page: evt=0C77D1A24F`);
    expect(codes.map(({ code }) => code)).not.toContain('evt=0C77D1A24F');
  });

  it('do not lower the chance of a presale code in a plain statement', () => {
    const text = 'Your presale code is LAMPLIGHT7. It is not a discount.';
    expect(likelyIn(PRESALE + text)).toEqual(['LAMPLIGHT7']);
  });
});
