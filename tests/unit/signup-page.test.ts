import { describe, expect, test } from 'vitest';
import { parseSignupPage } from '../../worker/providers/signup-page/parse.ts';

const URL_US = 'https://signup.ticketmaster.com/rosalia';
const parse = (source: string, url = URL_US) => parseSignupPage(source, url);
const events = (source: string, url = URL_US) => parse(source, url).events;

const MADRID = {
  value: 'Z698xZb_ZaAA',
  date: '2027-03-14 20:00',
  venue: 'Movistar Arena',
  city: 'Madrid',
  presale: '',
};

describe('form controls', () => {
  test.each([
    ['2027-03-14 20:00 - Movistar Arena - Madrid'],
    ['Sun, Mar 14, 2027 8:00 PM | Movistar Arena | Madrid'],
    ['Sunday 14 March 2027 at 20:00 • Movistar Arena • Madrid'],
    ['Madrid – Movistar Arena – 14/03/2027, 20:00'],
    ['14 de marzo de 2027 20:00 · Movistar Arena · Madrid'],
    ['14. März 2027, 20:00 Uhr – Movistar Arena – Madrid'],
    ['March 14th, 2027, 8.00pm, Movistar Arena, Madrid'],
  ])('an option labelled "%s" is an event', (label) => {
    const source = `<select name="event"><option value="">Choose</option><option value="Z698xZb_ZaAA">${label}</option></select>`;
    expect(events(source)).toEqual([MADRID]);
  });

  test.each([
    // Years of two digits, and years first.
    ['16.05.27', 'de', '2027-05-16'],
    ['16/05/27', 'de', '2027-05-16'],
    ['05/16/27', 'com', '2027-05-16'],
    ['16-05-2027', 'de', '2027-05-16'],
    ["16 May '27", 'de', '2027-05-16'],
    ['16-May-27', 'de', '2027-05-16'],
    ['2027/05/18', 'de', '2027-05-18'],
    ['2027.5.18', 'de', '2027-05-18'],
    // Words within a date.
    ['Sat 15th of May 2027', 'com', '2027-05-15'],
    ['Samedi 1er mai 2027', 'fr', '2027-05-01'],
    ['sábado, 15 de mayo de 2027', 'es', '2027-05-15'],
    // The first day of a range.
    ['May 20-21, 2027', 'com', '2027-05-20'],
    ['May 20 – 21, 2027', 'com', '2027-05-20'],
    ['May 30 to June 2, 2027', 'com', '2027-05-30'],
    ['20.-21. Mai 2027', 'de', '2027-05-20'],
    ['20. und 21. Mai 2027', 'de', '2027-05-20'],
    ['20.–21.05.2027', 'de', '2027-05-20'],
    ['30 avril au 2 mai 2027', 'fr', '2027-04-30'],
    ['20 y 21 de mayo de 2027', 'es', '2027-05-20'],
    ['20 e 21 maggio 2027', 'it', '2027-05-20'],
    ['20 en 21 mei 2027', 'nl', '2027-05-20'],
    // Times of one number, and separators between date and time.
    ['May 15, 2027 7 PM', 'com', '2027-05-15 19:00'],
    ['May 15, 2027 · 7pm', 'com', '2027-05-15 19:00'],
    ['15 May 2027 · 19:30', 'de', '2027-05-15 19:30'],
    ['15. Mai 2027, 19 Uhr', 'de', '2027-05-15 19:00'],
    ['15 mai 2027 à 20h', 'fr', '2027-05-15 20:00'],
    ['15 mai 2027 à 20h30', 'fr', '2027-05-15 20:30'],
    ['15 maggio 2027 ore 21:00', 'it', '2027-05-15 21:00'],
    ['15 de mayo de 2027 a las 21:00', 'es', '2027-05-15 21:00'],
    ['15 mei 2027 om 20.00', 'nl', '2027-05-15 20:00'],
  ])(
    'an option with the date %s is an event, and its place contains nothing of the date',
    (text, top, date) => {
      for (const [before, after] of [
        ['', ' - Hall Five - Chicago, IL'],
        ['Hall Five - Chicago, IL - ', ''],
        ['', ' | Hall Five | Chicago, IL'],
        ['', ' · Hall Five · Chicago, IL'],
      ]) {
        const label = `${before}${text}${after}`;
        const source = `<select><option value="EV105">${label}</option></select>`;
        const [event] = events(source, `https://signup.ticketmaster.${top}/x`);
        expect(event, label).toMatchObject({ date, venue: 'Hall Five', city: 'Chicago, IL' });
      }
    },
  );

  test.each<[language: string, top: string, forms: [text: string, date: string][]]>([
    [
      'English',
      'co.uk',
      [
        ['Sat, May 15th, 2027', '2027-05-15'],
        ['the 15th of May, 2027', '2027-05-15'],
        ['15/05/27', '2027-05-15'],
        ['2027/05/15', '2027-05-15'],
        ['May 20 through 21, 2027', '2027-05-20'],
        ['20th - 21st May 2027', '2027-05-20'],
        ['Sat 15 May 2027 at 7 PM', '2027-05-15 19:00'],
        ['15 May 2027 · 7:30 pm', '2027-05-15 19:30'],
      ],
    ],
    [
      'German',
      'de',
      [
        ['Sa., 15.05.2027', '2027-05-15'],
        ['Sa. 15.5.27', '2027-05-15'],
        ['15. Mai 2027', '2027-05-15'],
        ['3. März 2027', '2027-03-03'],
        ['vom 20. bis 21. Mai 2027', '2027-05-20'],
        ['20.05.–21.05.2027', '2027-05-20'],
        ['Samstag, 15. Mai 2027 um 19 Uhr', '2027-05-15 19:00'],
        ['15.05.2027 · 19:30 Uhr', '2027-05-15 19:30'],
      ],
    ],
    [
      'French',
      'fr',
      [
        ['sam. 15 mai 2027', '2027-05-15'],
        ['samedi 1er mai 2027', '2027-05-01'],
        ['15/05/27', '2027-05-15'],
        ['15 févr. 2027', '2027-02-15'],
        ['du 20 au 21 mai 2027', '2027-05-20'],
        ['20 et 21 août 2027', '2027-08-20'],
        ['samedi 15 mai 2027 à 20h', '2027-05-15 20:00'],
        ['15 mai 2027 · 20h30', '2027-05-15 20:30'],
      ],
    ],
    [
      'Spanish',
      'es',
      [
        ['sáb, 15 may 2027', '2027-05-15'],
        ['1º de mayo de 2027', '2027-05-01'],
        ['15/05/27', '2027-05-15'],
        ['15 de sept. de 2027', '2027-09-15'],
        ['del 20 al 21 de mayo de 2027', '2027-05-20'],
        ['20 y 21 de mayo de 2027', '2027-05-20'],
        ['sábado 15 de mayo de 2027, a las 21:00 h', '2027-05-15 21:00'],
        ['15 de mayo de 2027 · 21:00', '2027-05-15 21:00'],
      ],
    ],
    [
      'Italian',
      'it',
      [
        ['sab 15 mag 2027', '2027-05-15'],
        ['1° maggio 2027', '2027-05-01'],
        ['15/05/27', '2027-05-15'],
        ['15 sett. 2027', '2027-09-15'],
        ['dal 20 al 21 maggio 2027', '2027-05-20'],
        ['20 e 21 maggio 2027', '2027-05-20'],
        ['sabato 15 maggio 2027 ore 21', '2027-05-15 21:00'],
        ['15 maggio 2027 · ore 21:00', '2027-05-15 21:00'],
      ],
    ],
    [
      'Dutch',
      'nl',
      [
        ['za 15 mei 2027', '2027-05-15'],
        ['zaterdag 15 mei 2027', '2027-05-15'],
        ['15-05-27', '2027-05-15'],
        ['15 mrt. 2027', '2027-03-15'],
        ['van 20 t/m 21 mei 2027', '2027-05-20'],
        ['20 en 21 mei 2027', '2027-05-20'],
        ['zaterdag 15 mei 2027 om 20 uur', '2027-05-15 20:00'],
        ['15 mei 2027 · 20.00 uur', '2027-05-15 20:00'],
      ],
    ],
  ])('dates in %s are read, and the place contains nothing of them', (_, top, forms) => {
    const read = forms.map(([text]) => {
      const source = `<select><option value="EV105">${text} - Hall Five - Chicago, IL</option></select>`;
      const [event] = events(source, `https://signup.ticketmaster.${top}/x`);
      return [text, event?.date, event?.venue, event?.city];
    });
    expect(read).toEqual(forms.map(([text, date]) => [text, date, 'Hall Five', 'Chicago, IL']));
  });

  test.each([
    ['Sat, May 15, 2027 (doors 19:00) - Hall Five - Chicago', 'Hall Five', 'Chicago'],
    ['15.05.2027 (Samstag) - Hall Five - Berlin', 'Hall Five', 'Berlin'],
    ['May 15, 2027 8:00 PM CEST - Hall Five - Rome', 'Hall Five', 'Rome'],
    ['15 mai 2027 (samedi) - Salle Mai - Marseille', 'Salle Mai', 'Marseille'],
  ])('nothing of a date remains in the place in %s', (label, venue, city) => {
    const source = `<select><option value="EV105">${label}</option></select>`;
    expect(events(source, 'https://signup.ticketmaster.de/x')).toMatchObject([{ venue, city }]);
  });

  test.each([
    ['<option value=E1 disabled>22 May 2027 - Hall Six - Rome</option>', 'disabled'],
    ['<option value=E1 disabled>22 May 2027 - Hall Six - Rome (Sold out)</option>', 'sold_out'],
    ['<option value=E1>22 May 2027 - Hall Six - Rome - ausverkauft</option>', 'sold_out'],
    ['<option value=E1>22 mai 2027 - Hall Six - Rome [COMPLET]</option>', 'sold_out'],
    ['<option value=E1>22 de mayo de 2027 - Hall Six - Rome, agotado</option>', 'sold_out'],
    [
      '<optgroup disabled><option value=E1>22 May 2027 - Hall Six - Rome</option></optgroup>',
      'disabled',
    ],
    [
      '<fieldset disabled><input type=radio value=E1 aria-label="22 May 2027 - Hall Six - Rome"></fieldset>',
      'disabled',
    ],
    [
      '<select disabled><option value=E1>22 May 2027 - Hall Six - Rome</option></select>',
      'disabled',
    ],
    ['<option value=E1>22 May 2027 - Hall Six - Rome</option>', undefined],
  ])('%s is closed: %s', (source, closed) => {
    const [event] = events(source, 'https://signup.ticketmaster.de/x');
    expect(event).toMatchObject({ date: '2027-05-22', venue: 'Hall Six', city: 'Rome' });
    expect(event?.closed).toBe(closed);
  });

  test('entries without a readable date are reported with their texts', () => {
    const source = `<select name=country><option value="A1">Austria</option></select>
      <select name=event><option value="">Choose</option><option value="EV1">15.05.2027 - Hall Eins - Berlin</option>
      <option value="EV2">Next spring - Hall Zwei - Hamburg</option><option value="EV3">To be announced</option></select>`;
    expect(parse(source).undated).toEqual({
      entries: 2,
      texts: ['Next spring - Hall Zwei - Hamburg', 'To be announced'],
    });
    const unread = '<option value="EV9">20. d. 5. Monats - Music Hall - Köln</option>';
    expect(parse(`<select>${unread}</select>`)).toMatchObject({
      events: [],
      undated: { entries: 1, texts: ['20. d. 5. Monats - Music Hall - Köln'] },
    });
    expect(parse('<option value="1998">1998</option>').undated).toBeUndefined();
  });

  test('radios and checkboxes use the label around them, beside them, or the one for screen readers', () => {
    const source = `
      <label><input type=checkbox name=e value=E-1001> <b>Mar 14, 2027</b> <span>Movistar Arena</span> <i>Madrid</i></label>
      <input type="radio" id="two" value="E-1002"><label for="two"><time datetime="2027-03-15T21:00">15 March</time><div>Movistar Arena</div><div>Madrid, ES</div></label>
      <input type='checkbox' value='E-1003' aria-label='Mar 18, 2027 - Palau Sant Jordi - Barcelona'>`;
    expect(events(source)).toEqual([
      { value: 'E-1001', date: '2027-03-14', venue: 'Movistar Arena', city: 'Madrid', presale: '' },
      {
        value: 'E-1002',
        date: '2027-03-15 21:00',
        venue: 'Movistar Arena',
        city: 'Madrid, ES',
        presale: '',
      },
      {
        value: 'E-1003',
        date: '2027-03-18',
        venue: 'Palau Sant Jordi',
        city: 'Barcelona',
        presale: '',
      },
    ]);
  });

  test('data attributes complete the label', () => {
    const source =
      '<input type=checkbox value=E1001 data-date="2027-03-14" data-venue="Movistar Arena" data-city="Madrid" data-presale="Fan presale">';
    expect(events(source)).toEqual([
      {
        value: 'E1001',
        date: '2027-03-14',
        venue: 'Movistar Arena',
        city: 'Madrid',
        presale: 'Fan presale',
      },
    ]);
  });

  test('a presale is read from the label or from the group', () => {
    const source = `
      <select><optgroup label="Verified Fan Presale"><option value="E1001">Mar 14, 2027 - Movistar Arena - Madrid</option></optgroup>
      <option value="E1002">Mar 15, 2027 - Movistar Arena - Madrid - Spotify presale</option></select>`;
    expect(events(source).map((event) => event.presale)).toEqual([
      'Verified Fan Presale',
      'Spotify presale',
    ]);
  });

  test.each([
    ['a country', '<option value="US">United States</option>'],
    ['a year of birth', '<option value="1998">1998</option>'],
    ['a month', '<option value="03">March</option>'],
    ['an empty value', '<option value="">Mar 14, 2027 - Movistar Arena</option>'],
    ['a text field', '<input type=text value=E1001 aria-label="Mar 14, 2027 - Movistar Arena">'],
    ['a hidden template', '<template><option value=E1001>Mar 14, 2027 - X - Y</option></template>'],
    ['a comment', '<!-- <option value=E1001>Mar 14, 2027 - X - Y</option> -->'],
    [
      'a consent',
      '<label><input type=checkbox value=yes> I agree to the terms of Mar 14, 2027</label>',
    ],
  ])('%s is not an event', (_, source) => {
    expect(events(source)).toEqual([]);
  });
});

describe('data in scripts', () => {
  const item = {
    id: 'Z698xZb_ZaAA',
    date: '2027-03-14T20:00:00',
    venue: 'Movistar Arena',
    city: 'Madrid',
  };

  test.each([
    [
      'a JSON element',
      `<script type="application/json">${JSON.stringify({ a: { list: [item] } })}</script>`,
    ],
    [
      'an assignment',
      `<script>window.__STATE__ = ${JSON.stringify({ events: [item] })}; boot();</script>`,
    ],
    [
      'a call with a text',
      `<script>x = JSON.parse(${JSON.stringify(JSON.stringify([item]))})</script>`,
    ],
    [
      'a framework stream',
      `<script>self.__next_f.push([1,${JSON.stringify(`5:["$","main",null,${JSON.stringify(item)}]`)}])</script>`,
    ],
    ['an attribute', `<div data-page='${JSON.stringify({ props: { events: [item] } })}'></div>`],
    [
      'an escaped attribute',
      `<div data-page="${JSON.stringify(item).replaceAll('"', '&quot;')}"></div>`,
    ],
    [
      'code around it',
      `<script>function f(){return {a:1}} var e = [${JSON.stringify(item)}]; if (x) { y("}") }</script>`,
    ],
  ])('%s', (_, source) => {
    expect(events(source)).toEqual([MADRID]);
  });

  test.each([
    [
      'ids under other names',
      {
        eventId: item.id,
        eventDate: '2027-03-14 20:00',
        venueName: item.venue,
        cityName: 'Madrid',
      },
    ],
    [
      'a date and a time apart',
      {
        value: item.id,
        localDate: '2027-03-14',
        localTime: '20:00:00',
        venue: { name: item.venue, city: { name: 'Madrid' } },
      },
    ],
    [
      'the Discovery API',
      {
        id: item.id,
        dates: { start: { localDate: '2027-03-14', localTime: '20:00:00' } },
        _embedded: { venues: [{ id: 'KovZ', name: item.venue, city: { name: 'Madrid' } }] },
      },
    ],
    [
      'a number of milliseconds',
      { id: item.id, date: Date.UTC(2027, 2, 14, 20), venue: item.venue, city: 'Madrid' },
    ],
    [
      'a number of seconds',
      { id: item.id, date: Date.UTC(2027, 2, 14, 20) / 1000, venue: item.venue, city: 'Madrid' },
    ],
  ])('in the shape of %s', (_, shape) => {
    expect(events(`<script>var x = ${JSON.stringify(shape)}</script>`)).toEqual([MADRID]);
  });

  test('a presale is read as a text or as the name of the first one', () => {
    const source = JSON.stringify([
      { ...item, presale: 'Fan presale' },
      { ...item, id: 'E1002', presales: [{ name: 'Card presale' }, { name: 'Other' }] },
    ]);
    expect(events(`<script>${source}</script>`).map((event) => event.presale)).toEqual([
      'Fan presale',
      'Card presale',
    ]);
  });

  test('is never executed', () => {
    const source =
      '<script>globalThis.wasRun = true; [{"id":"E1001","date":"2027-03-14","venue":"X"}]</script>';
    expect(events(source)).toHaveLength(1);
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  test('keys of the prototype are not data', () => {
    expect(
      events('<script>{"__proto__":{"id":"E1001"},"date":"2027-03-14","venue":"X"}</script>'),
    ).toEqual([]);
  });
});

describe('JSON-LD', () => {
  const linked = {
    '@type': 'MusicEvent',
    url: 'https://www.ticketmaster.de/event/tidal-clocks-tickets/135700951?language=en-us',
    startDate: '2027-06-19T18:00:00',
    location: { '@type': 'Place', name: 'Rheinarena', address: { addressLocality: 'Koblenz' } },
  };
  const expected = {
    value: '135700951',
    date: '2027-06-19 18:00',
    venue: 'Rheinarena',
    city: 'Koblenz',
    presale: '',
  };

  test.each([
    ['one object', linked],
    ['a list', [linked]],
    ['a graph', { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage' }, linked] }],
    ['events of an event', { '@type': 'EventSeries', name: 'Tour', subEvent: [linked] }],
  ])('%s', (_, data) => {
    expect(events(`<script type="application/ld+json">${JSON.stringify(data)}</script>`)).toEqual([
      expected,
    ]);
  });

  test('with everything else that a page contains', () => {
    const whole = {
      '@context': 'http://schema.org',
      ...linked,
      name: 'Tidal Clocks - Ebb Tour 2027',
      description: 'Rheinarena',
      image: 'https://pictures.example/tidal_16_9.jpg',
      endDate: '2027-06-19',
      eventStatus: 'https://schema.org/EventScheduled',
      location: {
        ...linked.location,
        sameAs: 'https://www.ticketmaster.de/venue/rheinarena-tickets/rheinarena/7?language=en-us',
        geo: { '@type': 'GeoCoordinates', latitude: '50.5', longitude: '7.5' },
        address: {
          '@type': 'PostalAddress',
          streetAddress: 'Uferweg 5',
          addressLocality: 'Koblenz',
          postalCode: '56000',
          addressCountry: 'DE',
        },
      },
      offers: {
        '@type': 'Offer',
        priceCurrency: 'EUR',
        description: 'Rheinarena',
        url: linked.url,
        availability: 'http://schema.org/InStock',
        availabilityStarts: '2026-06-12T06:00:00Z',
      },
      performer: ['Tidal Clocks', 'Glass Ferry'].map((name, at) => ({
        '@type': 'MusicGroup',
        name,
        sameAs: `https://www.ticketmaster.de/artist/${at}`,
      })),
    };
    const source = `<script type="application/ld+json">${JSON.stringify(whole)}</script>`;
    expect(events(source)).toEqual([expected]);
  });
});
