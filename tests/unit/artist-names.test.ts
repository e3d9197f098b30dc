import { describe, expect, test } from 'vitest';
import {
  ambiguousKeys,
  artistKey,
  keysToLookUp,
  matchName,
} from '../../shared/watch-rules/artist-names.ts';

/**
 * Artists of a catalogue: names with accents, articles and symbols, namesakes, and tribute acts.
 */
const CATALOGUE = `
Björk|Motörhead|Sigur Rós|Beyoncé|Rosalía|Zoé|Måneskin|Ólafur Arnalds|Jamiroquai|Café Tacvba|Mötley Crüe|Die Ärzte|Röyksopp
MØ|Łona i Webber|Maître Gims|Stromae|Aya Nakamura|Naïve New Beaters|Enrique Iglesias|Tiësto|Blümchen|Emeli Sandé|Æther Realm
The Beatles|The Rolling Stones|The Lumineers|The Weeknd|The Killers|The Who|The The|The Cure|The National|The xx|Eagles
Cranberries|Pixies|Smashing Pumpkins|The Chemical Brothers|Foo Fighters|Arctic Monkeys|The 1975|The Black Keys|The Script
AC/DC|P!nk|Ke$ha|A$AP Rocky|Guns N' Roses|R.E.M.|N.W.A|J. Cole|will.i.am|Wham!|Panic! At The Disco|Twenty One Pilots|BLACKPINK
Florence + The Machine|Simon & Garfunkel|Hall & Oates|Mumford & Sons|Nick Cave & The Bad Seeds|Tyler, The Creator|Earth, Wind & Fire
Coldplay|Queen|Adele|Ed Sheeran|Taylor Swift|Drake|Rihanna|Eminem|Dua Lipa|Billie Eilish|Metallica|Muse|Kiss|Genesis|Nirvana|U2|Oasis
Pink Floyd|Fleetwood Mac|Bruno Mars|Kendrick Lamar|SZA|Calvin Harris|David Guetta|Swedish House Mafia|Disclosure|Air|Bad Bunny|Shakira
Karol G|J Balvin|Lewis Capaldi|Sam Smith|Ellie Goulding|Mark Ronson|Jay-Z|Alicia Keys|Elton John|Kiki Dee|Gorillaz|De La Soul
Coldplace - A Tribute to Coldplay|Killer Queen - A Tribute to Queen|The Australian Pink Floyd Show|ABBA Tribute: Waterloo
Letz Zep|Fleetwood Mac by Rumours of Fleetwood Mac|Adele Tribute by Natalie Black|Genesis Owusu|Nirvana UK|Kiss Forever Band
Queen Extravaganza|Queens of the Stone Age|Coldplayers|The Rolling Clones|Oasish|The Smyths|The Smiths|ABBA|ABBA Gold
!!!|2Pac|50 Cent|Blink-182|Sum 41|Maroon 5|+44|Sunn O)))|BTS|SEVENTEEN|Ado|Vela Marin|Béla Fleck|Sean Paul|The Roots|Roots Manuva
Beat|The Beat|Band|The Band
`
  .trim()
  .split(/[|\n]/);

/**
 * Pasted names, each with the intended artist; `?`: it cannot be decided, `-`: not in the
 * catalogue.
 */
const LABELLED = `
Bjork>Björk;BJÖRK>Björk;björk>Björk;Motorhead>Motörhead;MOTORHEAD>Motörhead;Sigur Ros>Sigur Rós;sigur rós>Sigur Rós;Beyonce>Beyoncé;BEYONCÉ>Beyoncé;Rosalia>Rosalía
Zoé>Zoé;Maneskin>Måneskin;Måneskin>Måneskin;Olafur Arnalds>Ólafur Arnalds;OLAFUR ARNALDS>Ólafur Arnalds;Cafe Tacvba>Café Tacvba;Café Tacvba>Café Tacvba;Motley Crue>Mötley Crüe
Mötley Crüe>Mötley Crüe;Die Arzte>Die Ärzte;DIE ÄRZTE>Die Ärzte;Royksopp>Röyksopp;Röyksopp>Röyksopp;MO>MØ;mø>MØ;Lona i Webber>Łona i Webber;Maitre Gims>Maître Gims
MAÎTRE GIMS>Maître Gims;Naive New Beaters>Naïve New Beaters;Tiesto>Tiësto;DJ Tiësto>-;Blumchen>Blümchen;Emeli Sande>Emeli Sandé;Aether Realm>Æther Realm;Stromae>Stromae;aya nakamura>Aya Nakamura
 Enrique  Iglesias >Enrique Iglesias;Bela Fleck>Béla Fleck;Be\u0301la Fleck>Béla Fleck;Bjo\u0308rk>Björk;Sigur Ro\u0301s>Sigur Rós
Beatles>The Beatles;The Beatles>The Beatles;THE BEATLES>The Beatles;Beatles, The>The Beatles;beatles>The Beatles;Rolling Stones>The Rolling Stones;Rolling Stones, The>The Rolling Stones
The Rolling Stones>The Rolling Stones;Lumineers>The Lumineers;the lumineers>The Lumineers;Weeknd>The Weeknd;The Weeknd>The Weeknd;The Weekend>-;Killers>The Killers;Killers, The>The Killers
The Killers>The Killers;Who>The Who;The Who>The Who;The The>The The;Cure>The Cure;The Cure>The Cure;National>The National;The xx>The xx;xx>The xx;The Eagles>Eagles;Eagles>Eagles
The Cranberries>Cranberries;Cranberries>Cranberries;The Pixies>Pixies;Pixies>Pixies;The Smashing Pumpkins>Smashing Pumpkins;Smashing Pumpkins>Smashing Pumpkins
Chemical Brothers>The Chemical Brothers;The Foo Fighters>Foo Fighters;foo fighters>Foo Fighters;The Arctic Monkeys>Arctic Monkeys;1975>The 1975;the 1975>The 1975;Black Keys>The Black Keys
Black Keys, The>The Black Keys;Script>The Script;The Roots>The Roots;Roots>The Roots;Smiths>The Smiths;The Smiths>The Smiths;The Smyths>The Smyths;Smyths>The Smyths;The Muse>Muse
AC/DC>AC/DC;ACDC>?;AC DC>AC/DC;Ac-Dc>AC/DC;Pink>P!nk;P!nk>P!nk;PINK>P!nk;P!NK>P!nk;Kesha>Ke$ha;Ke$ha>Ke$ha;KE$HA>Ke$ha;ASAP Rocky>A$AP Rocky;A$AP Rocky>A$AP Rocky;asap rocky>A$AP Rocky
Guns N Roses>Guns N' Roses;Guns N’ Roses>Guns N' Roses;GUNS N' ROSES>Guns N' Roses;REM>R.E.M.;R.E.M.>R.E.M.;R.E.M>R.E.M.;NWA>N.W.A;N.W.A.>N.W.A;J Cole>J. Cole;J. Cole>J. Cole;J.Cole>?
will.i.am>will.i.am;Will.I.Am>will.i.am;Wham>Wham!;Wham!>Wham!;WHAM!>Wham!;Panic at the Disco>Panic! At The Disco;Panic! at the Disco>Panic! At The Disco;PANIC! AT THE DISCO>Panic! At The Disco
twenty one pilots>Twenty One Pilots;twenty øne piløts>Twenty One Pilots;BLACKPINK>BLACKPINK;Blackpink>BLACKPINK;Black Pink>BLACKPINK;2Pac>2Pac;2pac>2Pac;50 Cent>50 Cent;50 cent>50 Cent;50Cent>50 Cent
Blink 182>Blink-182;blink-182>Blink-182;Blink182>Blink-182;Sum 41>Sum 41;SUM 41>Sum 41;Maroon 5>Maroon 5;Maroon5>Maroon 5;!!!>!!!;Jay Z>Jay-Z;JAY-Z>Jay-Z;Jay-Z>Jay-Z;JayZ>?
Florence and the Machine>Florence + The Machine;Florence & The Machine>Florence + The Machine;Florence + the Machine>Florence + The Machine;FLORENCE + THE MACHINE>Florence + The Machine
Simon and Garfunkel>Simon & Garfunkel;Simon & Garfunkel>Simon & Garfunkel;Hall and Oates>Hall & Oates;Hall & Oates>Hall & Oates;Mumford and Sons>Mumford & Sons;Mumford & Sons>Mumford & Sons
Nick Cave and the Bad Seeds>Nick Cave & The Bad Seeds;Nick Cave & the Bad Seeds>Nick Cave & The Bad Seeds;Tyler The Creator>Tyler, The Creator;Tyler, The Creator>Tyler, The Creator;tyler, the creator>Tyler, The Creator
Earth Wind and Fire>Earth, Wind & Fire;Earth, Wind & Fire>Earth, Wind & Fire;Earth Wind & Fire>Earth, Wind & Fire
Coldplay>Coldplay;COLDPLAY>Coldplay;coldplay >Coldplay;Queen>Queen;queen>Queen;Adele>Adele;ADELE>Adele;Ed Sheeran>Ed Sheeran;ed sheeran>Ed Sheeran;Taylor Swift>Taylor Swift;TAYLOR SWIFT>Taylor Swift
Drake>Drake;Rihanna>Rihanna;Eminem>Eminem;Dua Lipa>Dua Lipa;dua lipa>Dua Lipa;Billie Eilish>Billie Eilish;Metallica>Metallica;METALLICA>Metallica;Muse>Muse;Kiss>Kiss;KISS>Kiss;Genesis>Genesis
Nirvana>Nirvana;U2>U2;u2>U2;Oasis>Oasis;Pink Floyd>Pink Floyd;pink floyd>Pink Floyd;Fleetwood Mac>Fleetwood Mac;Bruno Mars>Bruno Mars;Kendrick Lamar>Kendrick Lamar;SZA>SZA;Air>Air;Bad Bunny>Bad Bunny
Shakira>Shakira;Karol G>Karol G;KAROL G>Karol G;J Balvin>J Balvin;J. Balvin>J Balvin;Gorillaz>Gorillaz;De La Soul>De La Soul;ABBA>ABBA;Abba>ABBA;BTS>BTS;bts>BTS;Seventeen>SEVENTEEN;Ado>Ado;Sean Paul>Sean Paul
Drake feat. Rihanna>Drake;Drake ft. Rihanna>Drake;Drake (feat. Rihanna)>Drake;Drake featuring Rihanna>Drake;Eminem feat. Rihanna>Eminem;Eminem ft Rihanna>Eminem;EMINEM FEAT RIHANNA>Eminem
Calvin Harris ft. Ellie Goulding>Calvin Harris;Calvin Harris feat. Sam Smith>Calvin Harris;David Guetta feat. Sia>David Guetta;David Guetta (ft. Sia)>David Guetta;Disclosure ft. Sam Smith>Disclosure
Mark Ronson ft. Bruno Mars>Mark Ronson;Mark Ronson [feat. Bruno Mars]>Mark Ronson;Jay-Z feat. Alicia Keys>Jay-Z;Gorillaz feat. De La Soul>Gorillaz;Beyonce feat. Jay-Z>Beyoncé;The Weeknd ft. Drake>The Weeknd
Weeknd feat. Daft Punk>The Weeknd;Tiesto ft. Ava Max>Tiësto;P!nk feat. Nate Ruess>P!nk;Shakira feat. Rihanna>Shakira;Taylor Swift feat. Ed Sheeran>Taylor Swift;Coldplay feat. BTS>Coldplay;Kesha feat. Pitbull>Ke$ha
Pitbull feat. Ke$ha>?;Sia ft. Sean Paul>?;Elton John & Dua Lipa>?;Elton John & Kiki Dee>?;Coldplay & BTS>?;Rosalía x Bad Bunny>?;Karol G x Shakira>?;Jay-Z / Alicia Keys>?;Beyoncé, Jay-Z>?;Coldplay with H.E.R.>?
Muse (Live)>?;Adele - Weekends>?;Metallica: M72>?;Kendrick Lamar & SZA>?;Nirvana (UK)>Nirvana UK;Genesis (Tony Banks)>?
Coldplay Tribute>-;A Tribute to Coldplay>-;Tribute to Queen>-;Queen Tribute Band>-;Queen Experience>-;The Queen Experience>-;Adele Tribute>-;Adele - A Tribute>-;The Music of Pink Floyd>-;Pink Floyd Tribute>-
Brit Floyd>-;Oasis Tribute Band>-;Nirvana Tribute>-;Metallica Cover Band>-;Muse Covers>-;ABBA Tribute>-;The Best of ABBA>-;Hommage à Stromae>-;Homenaje a Rosalía>-;Omaggio a Genesis>-;Celebrating Fleetwood Mac>-
Taylor Swift Tribute Show>-;Salute to U2>-;Bruno Mars performed by Candlelight>-;The Songs of Adele>-;Fleetwood Mac Experience>-;Drake Tribute feat. Rihanna>-;A Tribute to Eminem feat. Rihanna>-
Coldplace - A Tribute to Coldplay>Coldplace - A Tribute to Coldplay;Killer Queen - A Tribute to Queen>Killer Queen - A Tribute to Queen;Australian Pink Floyd Show>The Australian Pink Floyd Show;Letz Zep>Letz Zep
Kiss Forever Band>Kiss Forever Band;Queen Extravaganza>Queen Extravaganza;Queens of the Stone Age>Queens of the Stone Age;Genesis Owusu>Genesis Owusu;Nirvana UK>Nirvana UK;ABBA Gold>ABBA Gold;Roots Manuva>Roots Manuva
Beat>?;The Beat>The Beat;Beat, The>The Beat;the beat>The Beat;BEAT>?;Band>?
Coldplayers>Coldplayers;The Rolling Clones>The Rolling Clones;Oasish>Oasish;Queens>-;Kings of Leon>-;Cold>-;Play>-;Dua>-;Sheeran>-;Swift>-;Stone Roses>-;The Band>The Band;Beatle>-;Adel>-;Nirvanna>-;Metalica>-;Muses>-;Airbourne>-;Zoe Wees>-
`;

const labels = LABELLED.replaceAll('\n', ';')
  .split(';')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const at = line.lastIndexOf('>');
    return { pasted: line.slice(0, at), meant: line.slice(at + 1) };
  });

const artists = new Map<string, string[]>();
for (const name of CATALOGUE) {
  const key = artistKey(name);
  artists.set(key, [...(artists.get(key) ?? []), name]);
}

const matches = labels.map((label) => ({ ...label, match: matchName(label.pasted, artists) }));

describe('pasted names', () => {
  test('include 300 labelled ones', () => {
    expect(labels.length).toBeGreaterThanOrEqual(300);
    const meant = labels.filter(({ meant }) => !['?', '-'].includes(meant));
    expect(meant.filter(({ meant: name }) => !CATALOGUE.includes(name))).toEqual([]);
  });

  test('are never matched with a wrong artist', () => {
    const wrong = matches.filter(
      ({ meant, match }) => match.kind === 'matched' && match.artist !== meant,
    );
    expect(wrong).toEqual([]);
  });

  test('of artists in the catalogue are matched without a question in at least 90 % of cases', () => {
    const meant = matches.filter(({ meant: name }) => !['?', '-'].includes(name));
    const right = meant.filter(({ match }) => match.kind === 'matched');
    expect(right.length / meant.length).toBeGreaterThanOrEqual(0.9);
  });

  test('with several meanings are doubtful, with the known artists as candidates', () => {
    expect(matchName('Elton John & Dua Lipa', artists)).toEqual({
      kind: 'doubtful',
      candidates: ['Elton John', 'Dua Lipa'],
    });
    const asked = matches.filter(({ meant }) => meant === '?');
    expect(asked.filter(({ match }) => match.kind === 'unknown')).toEqual([]);
  });

  test('of tribute acts match only those acts', () => {
    for (const name of ['Coldplay Tribute', 'A Tribute to Queen', 'The Music of Pink Floyd'])
      expect(matchName(name, artists)).toEqual({ kind: 'unknown' });
  });
});

test('the keys of a name are those that its match reads', () => {
  for (const { pasted } of labels) {
    const few = new Map(keysToLookUp(pasted).map((key) => [key, artists.get(key) ?? []]));
    expect(matchName(pasted, few), pasted).toEqual(matchName(pasted, artists));
  }
});

test('two artists whose names differ only in accents are matched by the accents', () => {
  const both = new Map([[artistKey('Zoe'), ['Zoe', 'Zoé']]]);
  expect(matchName('zoé', both)).toEqual({ kind: 'matched', artist: 'Zoé' });
  expect(matchName('ZOE', both)).toEqual({ kind: 'matched', artist: 'Zoe' });
});

test('a name without its article is doubtful if both exist', () => {
  expect(matchName('Beat', artists)).toEqual({
    kind: 'doubtful',
    candidates: ['Beat', 'The Beat'],
  });
  expect(matchName('The Beat', artists)).toEqual({ kind: 'matched', artist: 'The Beat' });
  expect(ambiguousKeys(['Beat', 'The Beat', 'The Owls', 'THE OWLS'])).toEqual(new Set(['beat']));
});

test('a name with long runs of blanks equals the name with single blanks', () => {
  const text = `Drake${' '.repeat(280)}feat. Rihanna`;
  const known = new Map([['drake', ['Drake']]]);
  expect(matchName(text, known)).toEqual({ kind: 'matched', artist: 'Drake' });
  expect(keysToLookUp(text)).toEqual(keysToLookUp('Drake feat. Rihanna'));
});

test.each([
  ['パ', 'ハ'],
  ['が', 'か'],
  ['कि', 'का'],
])('%s is not the same name as %s', (one, other) => {
  expect(artistKey(one)).not.toBe(artistKey(other));
  expect(artistKey(one)).toBe(artistKey(one.normalize('NFD')));
});
