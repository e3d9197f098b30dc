import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { htmlLines } from '../../mail-lines/html-lines.ts';
import { plainLines } from '../../mail-lines/plain-lines.ts';

const likelyIn = (text: string): string[] =>
  findCodes(plainLines(text))
    .codes.filter(({ confidence }) => confidence >= 0.5)
    .map(({ code }) => code)
    .toSorted();

describe('codes in one running line', () => {
  it.each([
    ['commas', 'Presale codes: London TIDE26, Manchester WAVE26, Glasgow REEF26.'],
    [
      'semicolons and colons',
      'Presale codes by show: London: TIDE26; Manchester: WAVE26; Glasgow: REEF26',
    ],
    ['bars and hyphens', 'Presale codes: London - TIDE26 | Manchester - WAVE26 | Glasgow - REEF26'],
    ['slashes', 'Your presale codes: TIDE26 / WAVE26 / REEF26'],
    [
      '"and"',
      'The presale codes are TIDE26 for London, WAVE26 for Manchester and REEF26 for Glasgow.',
    ],
    ['"or"', 'For the presale use code TIDE26, WAVE26 or REEF26.'],
    ['German', 'Vorverkaufscodes: Berlin TIDE26, Hamburg WAVE26 und Köln REEF26.'],
    ['French', 'Codes de prévente : Paris TIDE26, Lyon WAVE26, Lille REEF26.'],
    ['Spanish', 'Códigos de preventa: Madrid TIDE26, Sevilla WAVE26 y Bilbao REEF26.'],
  ])('are all found: %s', (_, text) => {
    expect(likelyIn(`Mara Venn on tour.\n\n${text}`)).toEqual(['REEF26', 'TIDE26', 'WAVE26']);
  });

  it.each([
    ['parcels', 'Presale is over. Tracking codes: AB12CD34, EF56GH78.'],
    ['vouchers', 'After the presale: voucher codes SAVE10, SAVE20 for our shop.'],
    ['another sentence', 'The presale code is TIDE26. Questions about order WAVE26, REEF26?'],
  ])('are not found in %s', (_, text) => {
    expect(likelyIn(text)).not.toEqual(expect.arrayContaining(['SAVE20']));
    expect(likelyIn(text)).not.toEqual(expect.arrayContaining(['EF56GH78']));
    expect(likelyIn(text)).not.toEqual(expect.arrayContaining(['WAVE26']));
  });
});

describe('digits in groups', () => {
  it.each([
    [
      'two',
      'Mara Venn, 14 March, Port Ellery.\n\nYour presale code is 482 913 and works from Friday 10:00.',
      '482913',
    ],
    [
      'two with a no-break blank',
      'Mara Venn, 14 March, Port Ellery.\n\nYour presale code is 482\u00a0913 and works from Friday 10:00.',
      '482913',
    ],
    [
      'four on a line of their own',
      'Your unique presale code:\n4829 1377 2240 5512',
      '4829137722405512',
    ],
    [
      'with zeros in front',
      'Mara Venn, 14 March, Port Ellery.\n\nYour unique presale code for Mara Venn: 007 341 552',
      '007341552',
    ],
    ['German', 'Dein Vorverkaufscode lautet 482 913.', '482913'],
  ])('are one code: %s', (_, text, code) => {
    expect(likelyIn(text)).toEqual([code]);
  });

  it.each([
    ['a day and a year', 'The presale starts on Friday, 14 2026 in the hall. No code is needed.'],
    ['seats', 'The presale has 12 500 seats. No code is needed.'],
  ])('are not codes: %s', (_, text) => {
    expect(likelyIn(text)).toEqual([]);
  });
});

describe('telephone numbers', () => {
  it.each([
    'Call (555) 555-0142.',
    'Call us on 555-0142.',
    'Questions: 555-0199.',
    'Call 555.0177 for help.',
    'Box office 01632 960142.',
    'Phone +44 1632 960960.',
    'WhatsApp: 4915 2055 0142',
    'Fragen? Telefon 030 5550142',
    'Appelez le 01 55 50 14 20.',
    'Hotline: 0800 555 0142',
    'An der Kasse oder unter 0221 555 0118.',
    'Places au 04 99 55 01 42.',
    'Book at the desk or on 0113 496 0177.',
  ])('are not codes: %s', (sentence) => {
    const mail = `Cardholder presale on Friday; the password is the first six digits of your card. ${sentence}`;
    expect(likelyIn(mail)).toEqual([]);
  });
});

describe('items of an invoice', () => {
  const table = (heads: string, cells: string): string => {
    const row = (tag: string, texts: string): string =>
      `<tr>${texts.replace(/[^,]+,?/g, (text) => `<${tag}>${text.replace(',', '')}</${tag}>`)}</tr>`;
    return `<h2>Your order</h2><table>${row('th', heads)}${row('td', cells)}</table>`;
  };
  const likelyInTable = (heads: string, cells: string): string[] =>
    findCodes(htmlLines(table(heads, cells)))
      .codes.filter(({ confidence }) => confidence >= 0.5)
      .map(({ code }) => code);

  it.each([
    ['Code,Description,Qty,Price', 'HARBOR-404,harbor lamp,2,18.40'],
    ['Código,Descripción,Uds.,Importe', 'KETTLE-494,tetera,1,22.10'],
    ['Codice,Descrizione,Quantità,Prezzo', 'SADDLE-698,sella,1,40.00'],
    ['Kod,Nazwa,Ilość,Cena', 'IRIS-911,irys,3,12.00'],
    ['Artikel,Bezeichnung,Menge,Preis', 'GRAVEL-677,Kies,9,4.00'],
    ['SKU,Bin,Stock,Hash', 'VELVET-674,A14,2,2e1e9bb3dd6c'],
  ])('are not codes: %s', (heads, cells) => {
    expect(likelyInTable(heads, cells)).toEqual([]);
  });

  it('do not affect a table of presale codes', () => {
    expect(likelyInTable('City,Date,Presale code', 'Leeds,3 May,HARBOR404')).toEqual(['HARBOR404']);
  });
});

describe('a mail without a word about tickets, early sales or codes', () => {
  it.each([
    'Die Musik war von KARAT.\nLa canzone era AZZURRO.',
    'TOR: KÖHLER. STURM: VOGEL, NOWAK.',
    'Weather: SHOWERS\nTHU TEMPO 20',
  ])('has no code that is nearly certain: %s', (text) => {
    const { codes } = findCodes(plainLines(text));
    expect(codes.every(({ confidence }) => confidence < 0.8)).toBe(true);
  });
});

describe('a plain statement', () => {
  it.each([
    ['Presale opens Thursday. Your code is FF-2027.', 'FF-2027'],
    ['Presale opens Thursday. Your code is KJ8RD-22PLM-0VX', 'KJ8RD-22PLM-0VX'],
    ['Your presale code is GANNET41.', 'GANNET41'],
    ['Dein Vorverkaufscode lautet 482 913.', '482913'],
  ])('gives its code 0.8 or more: %s', (text, code) => {
    const found = findCodes(plainLines(text)).codes.find((one) => one.code === code);
    expect(found?.confidence).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    'Presale opens Thursday. Your order code is FF-2027.',
    'Presale opens Thursday. Shuttle password: FF-2027',
    'The presale is over. Your old code was FF-2027 and has expired.',
  ])('about something else does not: %s', (text) => {
    const { codes } = findCodes(plainLines(text));
    expect(codes.every(({ confidence }) => confidence < 0.8)).toBe(true);
  });
});

describe('a placeholder for a code', () => {
  it.each([
    'Hello %FNAME%, use XXXXXX to unlock early access to the presale.',
    'Enter your presale code in the form ABC-123 and press Unlock.',
    'Your presale code is XXXX-XXXX. View in browser.',
    'The presale code has the form ABCD1234.',
    'Your presale code: {{CODE}}. The presale opens on Friday.',
  ])('is not a code: %s', (text) => {
    expect(likelyIn(text)).toEqual([]);
  });
});

describe('a mail that was forwarded as a quotation', () => {
  it('is about what its quoted lines say', () => {
    const quoted = [
      'Mara Venn plays in your town.',
      'Your presale code is: TIDE2026',
      ...Array.from({ length: 40 }, (_, at) => `Line ${at} about the show.`),
    ];
    const html = `<div>See below.</div><div class="gmail_quote"><blockquote>${quoted.map((line) => `<p>${line}</p>`).join('')}</blockquote></div>`;
    const [found] = findCodes(htmlLines(html)).codes;
    expect(found?.code).toBe('TIDE2026');
    expect(found?.confidence).toBeGreaterThan(0.75);
  });
});

describe('a word whose spelling is described right after it', () => {
  it.each([
    ['marmotte', 'Early tickets on Friday. You know the drill. marmotte, all lower, from ten.'],
    ['marmotte', 'Early tickets on Friday. You know the drill. marmotte, no hyphens, from ten.'],
    ['stokvis', 'Voorverkoop vrijdag. Jullie weten hoe. stokvis, geen hoofdletters, om tien.'],
    ['mrowka', 'Przedsprzedaż w piątek. Wiecie jak. mrowka, małymi literami, od dziesiątej.'],
  ])('is examined without a word for a code: %s', (word, text) => {
    expect(findCodes(plainLines(text)).codes.map(({ code }) => code)).toContain(word);
  });
});

describe('codes of one series', () => {
  it.each([
    ['numbers', 'PELICAN1', 'PELICAN2', 'PELICAN3'],
    ['a town after a hyphen', 'VENN-LDS', 'VENN-HUL', 'VENN-YRK'],
    ['a word after an underscore', 'venn_red', 'venn_blue', 'venn_gold'],
  ])('are found together: %s', (_, first, second, third) => {
    const text = [
      `The fan presale opens Monday at 10:00. Your presale code is ${first}.`,
      `Regulars go in on Tuesday with ${second}.`,
      `Everybody on this list: Wednesday, ${third}.`,
    ].join('\n');
    expect(likelyIn(text)).toEqual([first, second, third].toSorted());
  });

  it.each([
    ['an order', 'Your order number is VENN-4471.'],
    ['a code that has expired', 'The code VENN-OLD from last year has expired.'],
    ['another purpose', 'Download code for the album: VENN-MP3'],
  ])('exclude anything else: %s', (_, sentence) => {
    expect(
      likelyIn(`The presale opens Monday. Your presale code is VENN-LDS.\n\n${sentence}`),
    ).toEqual(['VENN-LDS']);
  });
});

describe('a code that opens no sale of tickets', () => {
  it.each([
    ['a survey', 'How was the presale? Access code for the survey: KLM-4481'],
    ['a survey in German', 'Wie war der Vorverkauf? Dein Zugangscode zur Umfrage: KLM-4481'],
    ['a meeting', 'Presale hold, Tuesday 9:00. Meeting ID 310 442 918, passcode KLM4481'],
    ['a lesson', 'Unlock lesson four, "Presales and codes", with the password KLM4481.'],
    ['a part of a game', 'Desbloquea el nivel bonus con la clave KLM4481. La preventa, pronto.'],
    ['a free trial', 'Your code is KLM4481. Enter it on the TV for three months free.'],
    [
      'an account',
      'Mot de passe : KLM4481!\nÀ changer dès la première connexion. Vos billets vous attendent.',
    ],
    ['a reward', 'Your own code: KLM4481. If a friend signs up with it, both of you save.'],
    ['a gate', 'Sommerfest am Freitag. Parole am Tor: Holunder. Grill ist an.'],
    ['an invoice', 'Fattura per la prevendita: codice destinatario KLM4481, CIG Z11A2B3C4D.'],
  ])('is unlikely: %s', (_, text) => {
    const { codes } = findCodes(plainLines(text));
    expect(codes.filter(({ confidence }) => confidence >= 0.5)).toEqual([]);
  });

  it('does not become a presale code because of a survey', () => {
    expect(
      likelyIn('Your presale code is TIDE2026.\n\nAfter the show, please fill in our survey.'),
    ).toEqual(['TIDE2026']);
  });
});

describe('names in capitals', () => {
  it.each([
    [
      'a venue',
      'Mara Venn on tour\nLeeds - 3 May - Foundry\nHull - 5 May - Asylum\nYork - 6 May - Crescent',
    ],
    [
      'a venue behind its day and town',
      'Tournee\n12.03. BERLIN - KESSELHAUS\n13.03. LEIPZIG - WERKSAAL\n15.03. KÖLN - GLORIA\nVorverkauf ab Freitag.',
    ],
    ['towns in a column', 'Mara Venn on tour\nLEEDS | 3 May\nWETHERBY | 4 May\nHULL | 6 May'],
    ['a line-up', 'Friends book from Monday. THE OSTLERS, VESPER, GANNETRY, HOLLOWAY.'],
    ['a cast', 'ANNIE: Jo. OLIVER: Sam. FAGIN: Lee. Tickets go live early, ask BRENDAN.'],
  ])('are not codes: %s', (_, text) => {
    expect(likelyIn(text)).toEqual([]);
  });

  it('do not affect the passwords of a tour', () => {
    const text =
      'Presale opens Monday. The passwords:\nLeeds - 3 May - Lantern\nHull - 5 May - Gannet\nYork - 6 May - Heron';
    expect(likelyIn(text)).toEqual(expect.arrayContaining(['Gannet', 'Lantern']));
  });

  it('do not affect the codes of a tour', () => {
    expect(
      likelyIn(
        'Presale codes by show:\nLeeds - 3 May - FOUNDRY3\nHull - 5 May - ASYLUM5\nYork - 6 May - CRESCENT6',
      ),
    ).toEqual(['ASYLUM5', 'CRESCENT6', 'FOUNDRY3']);
  });
});
