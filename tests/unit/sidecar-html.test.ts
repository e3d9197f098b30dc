import { describe, expect, it } from 'vitest';
import { htmlLines } from '../../mail-lines/html-lines.ts';
import { codesInLink } from '../../mail-lines/link-codes.ts';
import { showMail } from '../../mail-lines/mail-text.ts';

const shownIn = (html: string): string => showMail([{ type: 'text/html', text: html }]);
const linesOf = (html: string) => htmlLines(html).map(({ text }) => text);

describe('the text that a desktop mail program shows', () => {
  const page = (css: string, attributes = 'class="a"') =>
    `<style>${css}</style><p>Before</p><p ${attributes}>WORD</p>`;
  it.each([
    ['a class hidden on small screens', page('@media (max-width:600px){.a{display:none}}')],
    ['in print', page('@media print{.a{display:none}}')],
    [
      'in dark mode',
      page('@media screen and (prefers-color-scheme:dark){.a{display:none!important}}'),
    ],
    ['inside of another class alone', page('.dark .a{display:none}')],
    ['beside another class alone', page('.a.b{display:none}')],
    ['in a comment', page('/* .a{display:none} */ .b{color:red}')],
    ['on pages of one program', page('u + .a{display:none}')],
    ['with a height of half an inch', page('.a{max-height:0.5in}')],
    ['shown again later', page('.a{display:none}.a{display:block}')],
    ['shown again by its own style', page('.a{display:none}', 'class="a" style="display:block"')],
    ['with letters of one em', page('', 'style="font-size:1em"')],
    ['hidden from Outlook alone', page('', 'style="mso-hide:all"')],
    ['with a faulty style sheet', page('.b{color:red} }}} .c{:::} @@ {')],
    ['a style sheet without an end', '<p>WORD</p><style>.a{display:none}'],
    ['for readers without scripts', '<noscript><p>WORD</p></noscript>'],
  ])('is shown: %s', (_, html) => {
    expect(shownIn(html)).toContain('WORD');
  });

  it.each([
    ['the first of a list', page('.a, .b{display:none}')],
    ['the last of a list', page('.b, td.a{display:none}')],
    ['an id', page('#a{display:none}', 'id="a"')],
    ['on screens', page('@media screen{.a{display:none}}')],
    ['font-size with !important', page('.a{font-size:0!important}')],
    ['opacity with !important', page('', 'style="opacity:0 !important"')],
    ['no height, clipped', page('', 'style="height:0;overflow:hidden"')],
    [
      '!important against the style of the element',
      page('.a{display:none!important}', 'class="a" style="display:block"'),
    ],
    ['far outside', page('', 'style="text-indent:-9999px"')],
    ['no height at most', page('', 'style="max-height:0px"')],
    ['one pixel', page('', 'style="font-size:1px"')],
    ['in a style sheet inside of a comment', page('<!-- .a{display:none} -->')],
  ])('is hidden: %s', (_, html) => {
    expect(shownIn(html)).toContain('Before');
    expect(shownIn(html)).not.toContain('WORD');
  });

  it.each([
    ['uppercase', 'tidewater', 'TIDEWATER'],
    ['lowercase', 'TideWater', 'tidewater'],
    ['capitalize', 'tidewater', 'tidewater'],
  ])('has letters as they are displayed: %s', (transform, text, shown) => {
    expect(linesOf(`<p style="text-transform:${transform}"><b>${text}</b></p>`)).toEqual([shown]);
    const css = `<style>.t{text-transform:${transform}}</style>`;
    expect(linesOf(`${css}<p class="t"><b>${text}</b></p>`)).toEqual([shown]);
  });

  it.each([
    ['a field', '<input value="TIDE32">', 'TIDE32'],
    ['a field that cannot be changed', '<input type=text readonly value="TIDE&amp;32">', 'TIDE&32'],
    ['a text area', '<textarea>TIDE32</textarea>', 'TIDE32'],
  ])('contains the value of %s', (_, html, value) => {
    expect(linesOf(`<p>Code:</p>${html}`)).toContain(value);
  });

  it.each(['submit', 'button', 'hidden', 'checkbox', 'password'])(
    'contains no value of %s',
    (type) => {
      expect(linesOf(`<p>Code:</p><input type=${type} value=TIDE32>`)).toEqual(['Code:']);
    },
  );
});

describe('letters in boxes', () => {
  const boxes = (letters: string, wrap: (letter: string) => string) =>
    linesOf(`<p>Your code:</p>${[...letters].map(wrap).join('')}`);
  it.each([
    ['blocks', (letter: string) => `<div style="display:inline-block">${letter}</div>`],
    ['items', (letter: string) => `<li>${letter}</li>`],
    ['floated tables', (letter: string) => `<table align=left><tr><td>${letter}</td></tr></table>`],
    ['blocks in blocks', (letter: string) => `<div><div> ${letter} </div></div>`],
  ])('are one code: %s', (_, wrap) => {
    expect(boxes('K7QM2X', wrap)).toEqual(['Your code:', 'K7QM2X']);
    expect(boxes('482913', wrap)).toEqual(['Your code:', '482913']);
  });

  it.each(['123456', 'ABCDE', '987654', 'ABC'])('are counted, or are few: %s', (letters) => {
    const wrapped = boxes(letters, (letter) => `<div>${letter}</div>`);
    expect(wrapped).toEqual(['Your code:', ...letters]);
  });
});

describe('columns of a table', () => {
  const headsOf = (rows: string) =>
    htmlLines(`<table><tr><th>City</th><th>Date</th><th>Code</th></tr>${rows}</table>`)
      .filter(({ columnHead }) => columnHead === 'Code')
      .map(({ text }) => text);
  it.each([
    [
      'a city for two nights',
      '<tr><td rowspan=2>A</td><td>1 May</td><td>X1</td></tr><tr><td>2 May</td><td>X2</td></tr><tr><td>B</td><td>3 May</td><td>X3</td></tr>',
      ['X1', 'X2', 'X3'],
    ],
    [
      'a city for three nights',
      '<tr><td rowspan=3>A</td><td>1</td><td>X1</td></tr><tr><td>2</td><td>X2</td></tr><tr><td>3</td><td>X3</td></tr>',
      ['X1', 'X2', 'X3'],
    ],
    ['one date for two columns', '<tr><td colspan=2>A, 1 May</td><td>X1</td></tr>', ['X1']],
    [
      'one code for two cities',
      '<tr><td>A</td><td>1</td><td rowspan=2>X1</td></tr><tr><td>B</td><td>2</td></tr>',
      ['X1'],
    ],
    [
      'hostile spans',
      '<tr><td rowspan=99999999 colspan=0>A</td><td colspan=-5>1</td><td rowspan=x>X1</td></tr>',
      ['X1'],
    ],
  ])('are counted with the cells above: %s', (_, rows, codes) => {
    expect(headsOf(rows)).toEqual(codes);
  });

  it('are counted under a heading that spans several columns', () => {
    const lines = htmlLines(
      '<table><tr><th>City</th><th colspan=2>Code</th></tr><tr><td>A</td><td>X1</td><td>X2</td></tr></table>',
    );
    expect(lines.filter(({ columnHead }) => columnHead === 'Code').map(({ text }) => text)).toEqual(
      ['X1', 'X2'],
    );
  });
});

describe('codes in links', () => {
  const page = 'https://tickets.example/e/1?code=TIDE';
  const encoded = encodeURIComponent(page);
  it.each([
    ['a redirect', `https://click.example/r?u=${encoded}&s=1`],
    [
      'two redirects',
      `https://a.example/r?to=${encodeURIComponent(`https://b.example/?url=${encoded}`)}`,
    ],
    ['a redirect without encoding', `https://click.example/r?u=${page}`],
    ['Google', `https://www.google.com/url?q=${encoded}&sa=D`],
    ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${encoded}&c=E,1`],
    [
      'Safe Links',
      `https://eur02.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C02&reserved=0`,
    ],
    [
      'Proofpoint 2',
      'https://urldefense.proofpoint.com/v2/url?u=https-3A__tickets.example_e_1-3Fcode-3DTIDE&d=DwM&c=x',
    ],
    ['Proofpoint 3', `https://urldefense.com/v3/__${page}__;!!Abc!Qm$`],
    ['an address in the path', `https://click.example/t/${encoded}/abc`],
    ['the path', 'https://tickets.example/e/1;code=TIDE'],
    ['the fragment', 'https://tickets.example/e/1#/unlock?passcode=TIDE'],
    ['discount', 'https://tickets.example/?discount=TIDE'],
    ['voucher', 'https://tickets.example/?voucher=TIDE'],
    ['passwort', 'https://tickets.example/?passwort=TIDE'],
  ])('are those that the ticket page receives: %s', (_, href) => {
    expect(codesInLink(href).map(({ value }) => value)).toEqual(['TIDE']);
  });

  it('are found in addresses nested in themselves, without an endless loop', () => {
    let href = page;
    for (let i = 0; i < 12; i++)
      href =
        `https://a.example/?u=${encodeURIComponent(href)}&v=${encodeURIComponent(href)}`.substring(
          0,
          60_000,
        );
    expect(codesInLink(href).length).toBeLessThanOrEqual(1);
  });
});
